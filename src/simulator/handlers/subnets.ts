/** Subnets and their chains. */
import { primaryNetwork } from "../../node-api/ids.ts";
import { cb58Error } from "../cb58.ts";
import type { Chain } from "../chain.ts";
import { noOwner } from "../identities.ts";
import { managerAddress } from "../l1s.ts";
import { vmIds } from "../networks.ts";
import { nodeErrors } from "../node-errors.ts";
import { RpcError } from "../rpc.ts";
import type { Subnet } from "../subnets.ts";
import { txOf } from "./blocks.ts";
import { chainNamed, isValidator } from "./info.ts";
import { type Context, type Handlers, subnetOf, subnetsOf } from "./types.ts";

/** Entry of getSubnets: without the owner for an elastic subnet. */
function entryOf({ names }: Chain, { id, n, kind }: Subnet) {
  const { addresses, threshold } = kind === "elastic" ? noOwner : names.owner(n);
  return { id, controlKeys: addresses, threshold };
}

/** All but the P-Chain. */
const blockchainsOf = (chain: Chain) => [
  ...subnetsOf(chain).map(({ id: subnetID, chain: id, name, vm: vmID }) => ({ id, name, subnetID, vmID })),
  { id: chain.network.cChain, name: "C-Chain", subnetID: primaryNetwork, vmID: vmIds.C },
  { id: chain.network.xChain, name: "X-Chain", subnetID: primaryNetwork, vmID: vmIds.X },
];

const isTransaction = (context: Context, id: string) => txOf(context, "P", id) !== undefined;

export const subnets = {
  "platform.getSubnet": ({ chain }, { subnetID }) => {
    if (subnetID === primaryNetwork) throw new RpcError(nodeErrors.notSubnet);
    const subnet = subnetOf(chain, subnetID);
    if (!subnet) throw new RpcError("not found");
    const { kind } = subnet;
    const { addresses, threshold, locktime } = chain.names.owner(subnet.n);
    const isL1 = kind === "l1";
    return {
      isPermissioned: kind === "permissioned",
      controlKeys: addresses,
      threshold,
      locktime,
      subnetTransformationTxID: kind === "elastic" ? chain.origins.transformation(subnet).txID : primaryNetwork,
      conversionID: isL1 ? chain.origins.conversionId(subnet) : primaryNetwork,
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
  "platform.getBlockchains": ({ chain }) => ({ blockchains: blockchainsOf(chain) }),
  "platform.getBlockchainStatus": (context, { blockchainID }) => {
    const run = chainNamed(context, blockchainID);
    if (run) return { status: run.name !== "P" && isValidator(context) ? "Validating" : "Syncing" };
    const message = cb58Error(blockchainID);
    if (message) throw new RpcError(`problem parsing blockchainID ${JSON.stringify(blockchainID)}: ${message}`);
    return { status: blockchainsOf(context.chain).some(({ id }) => id === blockchainID) ? "Created" : "Unknown" };
  },
  "platform.validatedBy": (context, { blockchainID = primaryNetwork }) => {
    if (blockchainID === primaryNetwork) return { subnetID: primaryNetwork };
    const found = blockchainsOf(context.chain).find(({ id }) => id === blockchainID);
    if (found) return { subnetID: found.subnetID };
    throw new RpcError(
      isTransaction(context, blockchainID)
        ? `"${blockchainID}" is not a blockchain`
        : `problem retrieving blockchain "${blockchainID}": not found`,
    );
  },
  "platform.validates": (context, { subnetID = primaryNetwork }) => {
    const { chain } = context;
    if (subnetID === primaryNetwork || subnetOf(chain, subnetID)) {
      const theirs = blockchainsOf(chain).filter((each) => each.subnetID === subnetID);
      return { blockchainIDs: theirs.map(({ id }) => id) };
    }
    throw new RpcError(
      isTransaction(context, subnetID)
        ? `"${subnetID}" is not a subnet`
        : `problem retrieving subnet "${subnetID}": not found`,
    );
  },
} satisfies Partial<Handlers>;
