/** Subnets and their chains. */
import { idFault, primaryNetwork } from "../../contract/ids.ts";
import type { Chain } from "../chain.ts";
import { noOwner } from "../names.ts";
import { RefusalError } from "../rpc.ts";
import type { Subnet } from "../subnets.ts";
import { texts } from "../texts.ts";
import { type Answers, subnetOf, subnetsOf } from "./answer.ts";

const vms = {
  x: "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq",
  c: "mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6",
};
const managerAddress = "0x0feedc0de0000000000000000000000000000000";

/** As the list of all has it: of an elastic one without its owner. */
function entryOf({ names }: Chain, { id, n, kind }: Subnet) {
  const { addresses, threshold } = kind === "elastic" ? noOwner : names.owner(n);
  return { id, controlKeys: addresses, threshold };
}

export const subnets = {
  "platform.getSubnet": ({ chain }, { subnetID }) => {
    if (subnetID === primaryNetwork) throw new RefusalError(texts.notSubnet);
    const subnet = subnetOf(chain, subnetID);
    if (!subnet) throw new RefusalError("not found");
    const { n, kind } = subnet;
    const { addresses, threshold, locktime } = chain.names.owner(n);
    const isL1 = kind === "l1";
    return {
      isPermissioned: kind === "permissioned",
      controlKeys: addresses,
      threshold,
      locktime,
      subnetTransformationTxID: kind === "elastic" ? chain.names.id("transformation", n) : primaryNetwork,
      conversionID: isL1 ? chain.names.id("conversion", n) : primaryNetwork,
      managerChainID: isL1 ? subnet.chain : primaryNetwork,
      managerAddress: isL1 ? managerAddress : null,
    };
  },
  "platform.getSubnets": ({ chain }, { ids = [] }) => {
    const primary = { id: primaryNetwork, controlKeys: [], threshold: "0" };
    const all = [...subnetsOf(chain).map((subnet) => entryOf(chain, subnet)), primary];
    if (ids.length === 0) return { subnets: all };
    const wanted = [...new Set(ids)].flatMap((id) => all.filter((entry) => entry.id === id));
    return { subnets: wanted.length > 0 ? wanted : null };
  },
  "platform.getBlockchains": ({ chain }) => ({
    blockchains: [
      ...subnetsOf(chain).map(({ id: subnetID, chain: id, name, vm: vmID }) => ({ id, name, subnetID, vmID })),
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
