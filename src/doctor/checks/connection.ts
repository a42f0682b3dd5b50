/** Checks that the node is reachable, and that it is one node. */
import { versionIn } from "../../contract/version.ts";
import type { NodeFailure } from "../../node/errors.ts";
import { type Findings, ok, problem } from "../check.ts";
import { diagnose } from "../diagnosis.ts";
import { count, formatLatency, joinFirst } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

/** Failures of the info API that do not prove that the P-Chain API is unreachable. */
const inconclusive: readonly NodeFailure["kind"][] = ["rpc_error", "schema", "unavailable"];

export async function checkReachability(node: NodeQueries): Promise<Findings> {
  const info = await node.call("info.getNodeID", {});
  if (info.error && !inconclusive.includes(info.error.failure.kind)) return diagnose(node, info, info.error);
  const height = await node.call("platform.getHeight", {});
  if (!info.error && height.response?.status === 404) {
    return problem(
      "/ext/info is served, but /ext/bc/P is not (404).",
      "All P-Chain metrics are missing, and avax_up is 0.",
      "A proxy seems to forward only some paths: configure it to forward everything below /ext/.",
    );
  }
  // the info API can be disabled, and the P-Chain can be bootstrapping
  if (!info.error || !height.error || height.error.unavailable)
    return ok(`Reachable; first response after ${formatLatency(info.seconds)}.`);
  return info.error.unavailable ? diagnose(node, height, height.error) : diagnose(node, info, info.error);
}

/** Number of additional connections; a load balancer can route each of them to another node. */
const furtherConnections = 4;

export async function checkIdentity(node: NodeQueries): Promise<Findings> {
  const { call, set } = node;
  const own = await call("info.getNodeID", {});
  const first = own.error ? await call("platform.getHeight", {}) : own;
  const others = await Array.fromAsync({ length: furtherConnections }, node.idOnNewConnection);
  const ids = [own.nodeId, ...others].filter((id) => id !== undefined);
  const nodes = [...new Set(ids)];
  if (nodes.length > 1) {
    return problem(
      `${count(ids.length)} connections reached ${count(nodes.length)} nodes: ${joinFirst(nodes)}.`,
      "The address is a load balancer or a DNS name of several nodes. Runs with responses from more than one node are discarded, heights jump, and uptimes alternate between observers. The remaining checks are skipped, because they would apply to only one of the nodes.",
      `Point the exporter at one node: ${set("node.url", "http://ONE-NODE:9650")}.`,
      ...(node.name === "" ? ["To monitor all of them, list each below `nodes:` in the file."] : []),
    );
  }
  const version = (await call("info.getNodeVersion", {})).value?.version;
  const network = await node.networkID();
  const networkName = (await call("info.getNetworkName", {})).value?.networkName;
  const who = own.value?.nodeID ?? first.nodeId ?? "A node with an unknown ID";
  const what =
    version === undefined ? "does not report its version" : `runs AvalancheGo ${versionIn(version) ?? version}`;
  const where = networkName ?? (network === undefined ? undefined : `network ${network}`);
  return ok(`${who} ${what}${where === undefined ? "" : `, on ${where}`}.`);
}
