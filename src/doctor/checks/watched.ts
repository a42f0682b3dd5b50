/** Checks that all that is watched exists on the network of the node. */
import { networkOf, primaryNetwork } from "../../api/ids.ts";
import { idsOf } from "../../collectors/settings.ts";
import { queryIds } from "../../collectors/shared/validators.ts";
import { l1ValidatorStates, validatorStates } from "../../facts/states.ts";
import { joinList } from "../../lib/text.ts";
import { type Finding, type Findings, ok, problem, stateProblem } from "../check.ts";
import type { CallResult, NodeQueries } from "../node-queries.ts";

/** Returns the parameters with which the collector requests these validators. */
const paramsFor = (subnet: string, ids: readonly string[]) => ({
  ...(subnet !== primaryNetwork && { subnetID: subnet }),
  nodeIDs: queryIds(ids),
});

/** Returns the nodes that validate the subnet, or undefined if the call fails. */
async function presentOn({ call }: NodeQueries, subnet: string, ids: readonly string[]) {
  // for a subnet that does not exist the node returns no validators
  if (subnet !== primaryNetwork && (await call("platform.getSubnet", { subnetID: subnet })).error) return undefined;
  const { value } = await call("platform.getCurrentValidators", paramsFor(subnet, ids));
  return value && new Set(value.validators.map(({ nodeID }) => nodeID));
}

function absentFinding(subnet: string, missing: readonly string[], { commandLine }: NodeQueries): Finding {
  const [first = ""] = missing;
  const where = subnet === primaryNetwork ? "the primary network" : `the subnet ${subnet}`;
  const subject = `${missing.length === 1 ? "Validator" : "Validators"} ${joinList(missing, 5)}`;
  const params = JSON.stringify(paramsFor(subnet, [first]));
  const finding = stateProblem(subject, validatorStates.absent, {
    what: `On ${where}.`,
    why: "avax_validator_present is 0, and none of its other metrics (uptime, stake, end of staking) are exported.",
    steps: [
      "Its staking period may have ended or not started, or the ID may belong to another network or node.",
      `Check it: ${commandLine(`call platform.getCurrentValidators '${params}'`)}.`,
    ],
  });
  return { ...finding, missing };
}

export async function checkNodes(node: NodeQueries): Promise<Findings> {
  const { node_ids } = node.watch;
  if (node_ids.length === 0) return [];
  const known = new Set<string>();
  const found: Finding[] = [];
  for (const subnet of new Set(node_ids.flatMap(({ subnet_ids }) => subnet_ids))) {
    const ids = node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet)).map(({ id }) => id);
    const present = await presentOn(node, subnet, ids);
    if (!present) continue;
    for (const id of ids) known.add(id);
    const missing = ids.filter((id) => !present.has(id));
    if (missing.length > 0) found.push(absentFinding(subnet, missing, node));
  }
  if (found.length > 0 || known.size === 0) return found;
  return ok(`${known.size > 1 ? `The ${known.size} watched nodes are` : "The watched node is"} in the validator set.`);
}

/** Looks up each ID. Returns those that do not exist, and the findings without any of them. `isKnown` returns undefined if its
 *  call fails. */
async function lookUp(noun: string, ids: Iterable<string>, isKnown: (id: string) => Promise<boolean | undefined>) {
  const missing: string[] = [];
  let known = 0;
  for (const id of ids) {
    const found = await isKnown(id);
    if (found) known++;
    if (found === false) missing.push(id);
  }
  const what = known > 1 ? `The ${known} watched ${noun}s exist.` : `The watched ${noun} exists.`;
  return { missing, found: known > 0 ? ok(what) : [] };
}
const isFound = ({ error }: CallResult) => (error?.unavailable === "not_found" ? false : !error || undefined);

async function missingSubnet(id: string, key: string, { call, commandLine }: NodeQueries): Promise<Finding> {
  const why = "No metrics are exported for it, and every run of its collector fails.";
  const subnet = (await call("platform.validatedBy", { blockchainID: id })).value?.subnetID;
  if (subnet !== undefined) {
    const fix = `In ${key}, use the ID of the subnet that validates it: \`${subnet}\`.`;
    return problem(`${id} is the ID of a blockchain, not of a subnet.`, why, fix);
  }
  const finding = problem(
    `The subnet ${id} does not exist on this network.`,
    why,
    `Check ${key}: the ID may be misspelled or belong to another network.`,
    `List all subnets: ${commandLine("call platform.getSubnets")}.`,
  );
  return { ...finding, missing: [id] };
}

export async function checkSubnets(node: NodeQueries): Promise<Findings> {
  const ofNodes = node.watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids).filter((id) => id !== primaryNetwork);
  const keys = new Map([
    ...ofNodes.map((id) => [id, "subnet_ids of watch.node_ids"] as const),
    ...node.watch.subnet_ids.map(({ id }) => [id, "watch.subnet_ids"] as const),
  ]);
  const { missing, found } = await lookUp("subnet", keys.keys(), async (subnetID) =>
    isFound(await node.call("platform.getSubnet", { subnetID })),
  );
  if (missing.length === 0) return found;
  return Promise.all(missing.map((id) => missingSubnet(id, keys.get(id) ?? "watch", node)));
}

export async function checkL1Validators({ call, watch, commandLine }: NodeQueries): Promise<Findings> {
  const { missing, found } = await lookUp("L1 validator", idsOf(watch.validation_ids), async (validationID) =>
    isFound(await call("platform.getL1Validator", { validationID })),
  );
  if (missing.length === 0) return found;
  const subject = `${missing.length === 1 ? "L1 validator" : "L1 validators"} ${joinList(missing, 5)}`;
  const finding = stateProblem(subject, l1ValidatorStates.missing, {
    why: "avax_l1_validator_present is 0, and its balance is not exported. An inactive validator would still be listed: this one has been removed or never existed.",
    steps: [
      "Check watch.validation_ids: it needs validation IDs of this network, not IDs of nodes, subnets or transactions.",
      `List the validation IDs of an L1: ${commandLine(`call platform.getCurrentValidators '{"subnetID":"SUBNET"}'`)}.`,
    ],
  });
  return { ...finding, missing };
}

async function missingBlockchain(id: string, { call, commandLine }: NodeQueries): Promise<Finding> {
  const why = "Its alias is that of no chain.";
  const chains = (await call("platform.validates", { subnetID: id })).value?.blockchainIDs ?? [];
  if (chains.length > 0) {
    const fix = `In watch.blockchain_ids, use the ID of its blockchain: \`${joinList(chains, 5)}\`.`;
    return problem(`${id} is the ID of a subnet, not of a blockchain.`, why, fix);
  }
  return problem(
    `The blockchain ${id} does not exist on this network.`,
    why,
    "Check watch.blockchain_ids: the ID may be misspelled or belong to another network.",
    `List all blockchains: ${commandLine("call platform.getBlockchains")}.`,
  );
}

export async function checkBlockchains(node: NodeQueries): Promise<Findings> {
  const { missing, found } = await lookUp("blockchain", idsOf(node.watch.blockchain_ids), async (blockchainID) => {
    const { value } = await node.call("platform.getBlockchainStatus", { blockchainID });
    return value && value.status !== "Unknown";
  });
  return missing.length === 0 ? found : Promise.all(missing.map((id) => missingBlockchain(id, node)));
}

const prefixes: Readonly<Record<number, string>> = { 1: "avax", 5: "fuji", 12345: "local" };
/** Returns the prefix of addresses of a network, after the chain and the hyphen. */
const addressPrefix = (networkID: number): string => prefixes[networkID] ?? "custom";

/** Returns the addresses that belong to another network; none if the network is unknown. */
export const addressesOfOtherNetworks = (addresses: readonly string[], networkID: number | undefined) =>
  addresses.filter((address) => networkID !== undefined && networkOf(address) !== addressPrefix(networkID));

export async function checkAddresses({ networkID, watch }: NodeQueries): Promise<Findings> {
  const network = await networkID();
  if (network === undefined || watch.addresses.length === 0) return [];
  const foreignAddresses = addressesOfOtherNetworks(idsOf(watch.addresses), network);
  if (foreignAddresses.length === 0) return ok("All watched addresses belong to this network.");
  const prefix = addressPrefix(network);
  return problem(
    `Watched addresses belong to another network: ${joinList(foreignAddresses, 3)}.`,
    "The node rejects them, so no balances are exported.",
    `On this network addresses begin with P-${prefix}1, X-${prefix}1 or C-${prefix}1. The same key has a different address on each network: correct watch.addresses or node.url.`,
  );
}

export async function checkEvmAddresses({ call, watch, isOn }: NodeQueries): Promise<Findings> {
  const { evm_addresses } = watch;
  if (evm_addresses.length === 0 || !isOn("evm")) return [];
  const absent: string[] = [];
  let isBootstrapping = false;
  for (const chain of new Set(evm_addresses.map((one) => one.chain))) {
    const { error } = await call("eth.getHeaderByNumber", { block: "latest" }, chain);
    if (error?.unavailable === "api_off") absent.push(chain);
    if (error?.unavailable === "bootstrapping") isBootstrapping = true;
  }
  if (absent.length === 0 && isBootstrapping) return [];
  if (absent.length === 0) return ok("The node serves the EVM chains of all watched addresses.");
  return problem(
    `Addresses are watched on chains that the node does not serve: ${joinList(absent, 3)}.`,
    "Their balances are not exported.",
    "In watch.evm_addresses, chain is C or the blockchain ID of an EVM chain that the node runs. Track its subnet with the node's option --track-subnets, or use node.url of a node that runs the chain.",
  );
}
