/** Checks that watched subnets, L1 validators, blockchains and addresses belong to the network. */
import { primaryNetwork } from "../../contract/ids.ts";
import { type Finding, type Findings, ok, problem } from "../check.ts";
import { joinFirst } from "../format.ts";
import { addressesOfOtherNetworks, addressPrefix } from "../network.ts";
import type { CallResult, NodeQueries } from "../node-queries.ts";

/** Looks up each ID. Returns the number of those that exist, and those that do not; neither has IDs whose call failed. */
async function lookUp(ids: Iterable<string>, isKnown: (id: string) => Promise<boolean | undefined>) {
  const missing: string[] = [];
  let known = 0;
  for (const id of ids) {
    const found = await isKnown(id);
    if (found) known++;
    if (found === false) missing.push(id);
  }
  return { known, missing };
}
const isFound = ({ error }: CallResult) => (error?.unavailable === "not_found" ? false : !error || undefined);

function exist(count: number, noun: string): Findings {
  if (count === 0) return [];
  return ok(count > 1 ? `The ${count} watched ${noun}s exist.` : `The watched ${noun} exists.`);
}

async function missingSubnet(id: string, key: string, { call, command }: NodeQueries): Promise<Finding> {
  const why = "No metrics are exported for it, and every run of its collector fails.";
  const subnet = (await call("platform.validatedBy", { blockchainID: id })).value?.subnetID;
  if (subnet !== undefined) {
    const fix = `In ${key}, use the ID of the subnet that validates it: \`${subnet}\`.`;
    return problem(`${id} is the ID of a blockchain, not of a subnet.`, why, fix);
  }
  return problem(
    `The subnet ${id} does not exist on this network.`,
    why,
    `Check ${key}: the ID may be misspelled or belong to another network.`,
    `List all subnets: ${command("call platform.getSubnets")}.`,
  );
}

export async function checkSubnets(node: NodeQueries): Promise<Findings> {
  const ofNodes = node.watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids).filter((id) => id !== primaryNetwork);
  const keys = new Map([
    ...ofNodes.map((id) => [id, "subnet_ids of watch.node_ids"] as const),
    ...node.watch.subnet_ids.map(({ id }) => [id, "watch.subnet_ids"] as const),
  ]);
  const { known, missing } = await lookUp(keys.keys(), async (subnetID) =>
    isFound(await node.call("platform.getSubnet", { subnetID })),
  );
  if (missing.length === 0) return exist(known, "subnet");
  return Promise.all(missing.map((id) => missingSubnet(id, keys.get(id) ?? "watch", node)));
}

export async function checkL1Validators({ call, watch, command }: NodeQueries): Promise<Findings> {
  const { known, missing } = await lookUp(watch.validation_ids, async (validationID) =>
    isFound(await call("platform.getL1Validator", { validationID })),
  );
  if (missing.length === 0) return exist(known, "L1 validator");
  return problem(
    `The P-Chain has no L1 validator ${joinFirst(missing)}.`,
    "avax_l1_validator_present is 0, and its balance is not exported. An inactive validator would still be listed: this one has been removed or never existed.",
    "Check watch.validation_ids: it needs validation IDs of this network, not IDs of nodes, subnets or transactions.",
    `List the validation IDs of an L1: ${command(`call platform.getCurrentValidators '{"subnetID":"SUBNET"}'`)}.`,
  );
}

async function missingBlockchain(id: string, { call, command }: NodeQueries): Promise<Finding> {
  const why = "Its status is exported as Unknown, and it has no aliases.";
  const chains = (await call("platform.validates", { subnetID: id })).value?.blockchainIDs ?? [];
  if (chains.length > 0) {
    const fix = `In watch.blockchain_ids, use the ID of its blockchain: \`${joinFirst(chains)}\`.`;
    return problem(`${id} is the ID of a subnet, not of a blockchain.`, why, fix);
  }
  return problem(
    `The blockchain ${id} does not exist on this network.`,
    why,
    "Check watch.blockchain_ids: the ID may be misspelled or belong to another network.",
    `List all blockchains: ${command("call platform.getBlockchains")}.`,
  );
}

const noCollectorFinding = ({ set }: NodeQueries): Finding =>
  problem(
    "Blockchains are watched, but no collector exports them.",
    "watch.blockchain_ids has no effect: both collectors that use it, blockchains and admin, are disabled.",
    `Export their status: ${set("collector.blockchains", true)}.`,
    `Export their aliases, if the node runs with \`--api-admin-enabled=true\`: ${set("collector.admin", true)}.`,
  );

export async function checkBlockchains(node: NodeQueries): Promise<Findings> {
  const ids = node.watch.blockchain_ids;
  if (ids.length > 0 && !node.isOn("blockchains") && !node.isOn("admin")) return noCollectorFinding(node);
  const { known, missing } = await lookUp(ids, async (blockchainID) => {
    const { value } = await node.call("platform.getBlockchainStatus", { blockchainID });
    return value && value.status !== "Unknown";
  });
  if (missing.length === 0) return exist(known, "blockchain");
  return Promise.all(missing.map((id) => missingBlockchain(id, node)));
}

export async function checkAddresses({ networkID, watch }: NodeQueries): Promise<Findings> {
  const network = watch.addresses.length > 0 ? await networkID() : undefined;
  if (network === undefined) return [];
  const strangers = addressesOfOtherNetworks(watch.addresses, network);
  if (strangers.length === 0) return ok("All watched addresses belong to this network.");
  const prefix = addressPrefix(network);
  return problem(
    `Watched addresses belong to another network: ${joinFirst(strangers, 3)}.`,
    "The node rejects them, so no balances are exported.",
    `On this network addresses begin with P-${prefix}1 or X-${prefix}1. The same key has a different address on each network: correct watch.addresses or node.url.`,
  );
}
