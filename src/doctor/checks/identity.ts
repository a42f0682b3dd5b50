import { versionIn } from "../../contract/version.ts";
import { type Findings, ok, problem } from "../check.ts";
import { count, joinFirst } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

/** Number of additional connections; a load balancer can route each of them to another node. */
const furtherConnections = 4;

export async function checkIdentity({
  call,
  callOnNewConnection,
  networkID,
  set,
  name,
}: NodeQueries): Promise<Findings> {
  const own = await call("info.getNodeID", {});
  const first = own.error ? await call("platform.getHeight", {}) : own;
  const seen = [own.nodeId];
  for (let i = 0; i < furtherConnections; i++) seen.push((await callOnNewConnection("info.getNodeID", {})).nodeId);
  const ids = seen.filter((id) => id !== undefined);
  const nodes = [...new Set(ids)];
  if (nodes.length > 1) {
    return problem(
      `${count(ids.length)} connections reached ${count(nodes.length)} nodes: ${joinFirst(nodes)}.`,
      "The address is a load balancer or a DNS name of several nodes. Runs with responses from more than one node are discarded, heights jump, and uptimes alternate between observers. The remaining checks are skipped, because they would apply to only one of the nodes.",
      `Point the exporter at one node: ${set("node.url", "http://ONE-NODE:9650")}.`,
      ...(name === "" ? ["To monitor all of them, list each below `nodes:` in the file."] : []),
    );
  }
  const version = (await call("info.getNodeVersion", {})).value?.version;
  const network = await networkID();
  const networkName = (await call("info.getNetworkName", {})).value?.networkName;
  const who = own.value?.nodeID ?? first.nodeId ?? "A node with an unknown ID";
  const what =
    version === undefined ? "does not report its version" : `runs AvalancheGo ${versionIn(version) ?? version}`;
  const where = networkName ?? (network === undefined ? undefined : `network ${network}`);
  return ok(`${who} ${what}${where === undefined ? "" : `, on ${where}`}.`);
}
