/** Check of the watched IDs and addresses: whether they are of the right kind and network. */
import type { Settings } from "../../collectors/collector.ts";
import { idsOf } from "../../collectors/watched.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { joinList } from "../../lib/text.ts";
import { createNodeClient, type NodeClient } from "../../node-api/client.ts";
import { attempt } from "../../node-api/errors.ts";
import { networkOf } from "../../node-api/ids.ts";
import type { Plan } from "../plan.ts";
import { type Finding, problem } from "./checks.ts";

type Watch = Settings["watch"];

/** Returns the kind of an ID, and related IDs of the other kind; undefined if a call fails. */
async function identify(client: NodeClient, id: string, signal: AbortSignal) {
  const subnet = await attempt(client.call({ signal }, "platform.getSubnet", { subnetID: id }));
  if (subnet.value) {
    const { value } = await attempt(client.call({ signal }, "platform.validates", { subnetID: id }));
    return { kind: "subnet", related: value?.result.blockchainIDs ?? [] };
  }
  if (subnet.error.unavailable !== "not_found") return undefined;
  const chain = await attempt(client.call({ signal }, "platform.validatedBy", { blockchainID: id }));
  if (chain.value) return { kind: "blockchain", related: [chain.value.result.subnetID] };
  return chain.error.unavailable === "not_found" ? { kind: "unknown", related: [] } : undefined;
}

const articles = { subnet: "a", blockchain: "a", "L1 validator": "an" } as const;
type WatchedId = { readonly id: string; readonly key: string; readonly kind: keyof typeof articles };

/** Returns the watched IDs that can be wrong: those without data, and blockchains, whose data shows nothing about that. */
function suspectIds({ subnet_ids, node_ids, blockchain_ids }: Watch, status: StatusDocument): readonly WatchedId[] {
  const { subnets, l1s, validators, l1_validators } = status;
  const unread = [...subnets, ...l1s, ...validators].filter(({ missing }) => missing.includes("set"));
  const isUnread = (id: string) => unread.some(({ subnet_id }) => subnet_id === id);
  const ofNodes = new Set(node_ids.flatMap((one) => one.subnet_ids));
  const missing = l1_validators.filter(({ state }) => state === "missing").map((one) => one.validation_id);
  const suspects = (kind: WatchedId["kind"], key: string, ids: readonly string[]) =>
    ids.map((id) => ({ id, key: `watch.${key}`, kind }));
  return [
    ...suspects("subnet", "subnet_ids", idsOf(subnet_ids).filter(isUnread)),
    ...suspects("subnet", "node_ids", [...ofNodes].filter(isUnread)),
    ...suspects("L1 validator", "validation_ids", missing),
    ...suspects("blockchain", "blockchain_ids", idsOf(blockchain_ids)),
  ];
}

async function checkId(client: NodeClient, { id, key, kind }: WatchedId, signal: AbortSignal): Promise<Finding[]> {
  const found = await identify(client, id, signal);
  if (!found || found.kind === kind) return [];
  if (found.kind !== "unknown") {
    const what = `${key}: ${id} is the ID of a ${found.kind}, not of ${articles[kind]} ${kind}.`;
    const ids = found.related.length === 0 ? "" : `: \`${joinList(found.related, 5)}\``;
    const fix = kind === "L1 validator" ? "Use a validation ID." : `Use the ID of its ${kind}${ids}.`;
    return [problem("watched", what, "", fix)];
  }
  if (kind === "L1 validator") return []; // its state is missing
  const fix = "Check the ID: it may be misspelled, or belong to another network.";
  return [problem("watched", `${key}: ${id} does not exist on this network.`, "", fix)];
}

/** Prefixes of addresses, by the name of the network. */
const prefixes: Readonly<Record<string, string>> = { mainnet: "avax", simulated: "avax", fuji: "fuji", local: "local" };

function checkAddresses({ addresses }: Watch, { node: { network } }: StatusDocument): Finding[] {
  if (network === null) return [];
  const prefix = prefixes[network] ?? "custom";
  const foreign = idsOf(addresses).filter((address) => networkOf(address) !== prefix);
  if (foreign.length === 0) return [];
  const what = `watch.addresses: addresses of another network: ${joinList(foreign, 3)}.`;
  const why = "The node rejects them, so no balances are exported.";
  const fix = `On this network, addresses begin with P-${prefix}1 or X-${prefix}1: correct watch.addresses or node.url.`;
  return [problem("watched", what, why, fix)];
}

function checkEvmAddresses({ evm_addresses }: Watch, { chains }: StatusDocument): Finding[] {
  const names = new Set(chains.flatMap(({ chain, blockchain_id }) => [chain, blockchain_id]));
  const absent = [...new Set(evm_addresses.map(({ chain }) => chain))].filter((chain) => !names.has(chain));
  if (chains.length === 0 || absent.length === 0) return [];
  const what = `watch.evm_addresses: the node does not run the chain ${joinList(absent, 3)}.`;
  const why = "The balances of its addresses are not exported.";
  const fix =
    "Correct the chain: C, or the blockchain ID of an EVM chain. Or start the node with `--track-subnets` and its subnet.";
  return [problem("watched", what, why, fix)];
}

/** Returns the watched IDs that are of another kind or of another network. */
export async function checkWatched({ node, settings }: Plan["config"], status: StatusDocument, signal: AbortSignal) {
  const { watch } = settings;
  const client = createNodeClient(node);
  try {
    const ofIds = await Array.fromAsync(suspectIds(watch, status), (one) => checkId(client, one, signal));
    return [...ofIds.flat(), ...checkAddresses(watch, status), ...checkEvmAddresses(watch, status)];
  } finally {
    await client.close();
  }
}
