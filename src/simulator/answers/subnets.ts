/** Subnets and their chains. */
import { idFault, primaryNetwork } from "../../contract/ids.ts";
import { RefusalError } from "../rpc.ts";
import { texts } from "../texts.ts";
import { type Answers, subnetOf, subnetsOf } from "./answer.ts";

const vms = {
  x: "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq",
  c: "mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6",
};
const managerAddress = "0x0feedc0de0000000000000000000000000000000";

export const subnets = {
  "platform.getSubnet": ({ chain }, { subnetID }) => {
    const kind = subnetOf(chain, subnetID);
    if (kind === "primary") throw new RefusalError(texts.notSubnet);
    const subnet = subnetsOf(chain).find(({ id }) => id === subnetID);
    if (!subnet) throw new RefusalError("not found");
    const { addresses, threshold, locktime } = chain.names.owner(subnet.n);
    const isL1 = kind === "l1";
    return {
      isPermissioned: !isL1,
      controlKeys: addresses,
      threshold,
      locktime,
      subnetTransformationTxID: primaryNetwork,
      conversionID: isL1 ? chain.names.id("conversion", subnet.n) : primaryNetwork,
      managerChainID: isL1 ? subnet.chain : primaryNetwork,
      managerAddress: isL1 ? managerAddress : null,
    };
  },
  "platform.getSubnets": ({ chain }, { ids }) => {
    const known = subnetsOf(chain).map(({ id, n }) => {
      const { addresses, threshold } = chain.names.owner(n);
      return { id, controlKeys: addresses, threshold };
    });
    const primary = { id: primaryNetwork, controlKeys: [], threshold: "0" };
    const all = [...known, primary];
    if (!ids) return { subnets: all };
    const wanted = all.filter(({ id }) => ids.includes(id));
    return { subnets: wanted.length > 0 ? wanted : null };
  },
  "platform.getBlockchains": ({ chain }) => ({
    blockchains: [
      ...subnetsOf(chain).map(({ kind, id, chain: chainId, vm }) => ({
        ...{ id: chainId, name: kind === "l1" ? "Simulated L1" : "Simulated subnet" },
        ...{ subnetID: id, vmID: vm },
      })),
      { id: chain.network.cChain, name: "C-Chain", subnetID: primaryNetwork, vmID: vms.c },
      { id: chain.network.xChain, name: "X-Chain", subnetID: primaryNetwork, vmID: vms.x },
    ],
  }),
  "platform.getBlockchainStatus": ({ chain }, { blockchainID }) => {
    const { xChain, cChain } = chain.network;
    if (["P", "platform", primaryNetwork].includes(blockchainID)) return { status: "Syncing" };
    if (["X", "avm", xChain, "C", "evm", cChain].includes(blockchainID)) return { status: "Validating" };
    if (subnetsOf(chain).some((subnet) => subnet.chain === blockchainID)) return { status: "Created" };
    if (idFault(blockchainID) === undefined) return { status: "Unknown" };
    throw new RefusalError(`problem parsing blockchainID ${JSON.stringify(blockchainID)}: ${texts.shortId}`);
  },
} satisfies Answers;
