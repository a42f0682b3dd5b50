import { emptyNodeId, primaryNetwork } from "../../contract/ids.ts";
import { type Finding, type Findings, note, ok, problem } from "../check.ts";
import { joinFirst } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

const paramsFor = (subnet: string, nodeIDs: string[]) => ({
  ...(subnet !== primaryNetwork && { subnetID: subnet }),
  nodeIDs,
});

/** Returns the nodes that validate the subnet, or undefined if the call fails. */
async function presentOn({ call }: NodeQueries, subnet: string, ids: readonly string[]) {
  // for a subnet that does not exist the node returns no validators
  if (subnet !== primaryNetwork && (await call("platform.getSubnet", { subnetID: subnet })).error) return undefined;
  // a response for exactly one node would contain every delegation; the collector sends the same call
  const nodeIDs = ids.length === 1 ? [...ids, emptyNodeId] : [...ids];
  const { value } = await call("platform.getCurrentValidators", paramsFor(subnet, nodeIDs));
  return value && new Set(value.validators.map(({ nodeID }) => nodeID));
}

function absentFinding(subnet: string, missing: readonly string[], { command }: NodeQueries): Finding {
  const [first = ""] = missing;
  const where = subnet === primaryNetwork ? "the primary network" : `the subnet ${subnet}`;
  const what =
    missing.length === 1
      ? `${first} is watched, but is not a current validator of ${where}.`
      : `${missing.length} watched nodes are not current validators of ${where}: ${joinFirst(missing)}.`;
  const params = JSON.stringify(paramsFor(subnet, [first, emptyNodeId]));
  return problem(
    what,
    "avax_validator_present is 0, and none of its other metrics (uptime, stake, end of staking) are exported.",
    "Its staking period may have ended or not started, or the ID may belong to another network or node.",
    `Check it: ${command(`call platform.getCurrentValidators '${params}'`)}. Then correct watch.node_ids, or stake again.`,
  );
}

const queriedNodeFinding = (self: string, { set }: NodeQueries): Finding =>
  note(
    `${self} is the queried node itself.`,
    "A node does not observe itself, so its uptime and connectivity are not exported. Rewards depend on the view of the other validators.",
    `Also watch it from another node: ${set("node.url", "http://ANOTHER-NODE:9650")}, in a second exporter or below \`nodes:\`.`,
  );

export async function checkWatchedNodes(node: NodeQueries): Promise<Findings> {
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
  const self = (await node.call("info.getNodeID", {})).value?.nodeID;
  const onPrimary = node_ids.filter(({ subnet_ids }) => subnet_ids.includes(primaryNetwork));
  if (self !== undefined && onPrimary.some(({ id }) => id === self)) found.push(queriedNodeFinding(self, node));
  if (found.length > 0 || known.size === 0) return found;
  return ok(`${known.size > 1 ? `The ${known.size} watched nodes are` : "The watched node is"} in the validator set.`);
}
