/** Checks that the node is reachable, that it is one node, its clock and its own health checks. */

import { versionIn } from "../../api/version.ts";
import { clockDifference, maxClockDifference } from "../../facts/clock.ts";
import { formatLatency, formatSpan } from "../../lib/span.ts";
import { formatCount, joinList } from "../../lib/text.ts";
import type { Reason } from "../../rpc/failures.ts";
import { type Findings, ok, problem } from "../check.ts";
import { diagnose } from "../diagnosis.ts";
import { type CallResult, headerOf, type NodeQueries } from "../node-queries.ts";

/** Failures of the info API that do not prove that the P-Chain API is unreachable. */
const inconclusive: readonly Reason[] = ["rpc_error", "schema", "bootstrapping", "method_unavailable"];

export async function checkReachability(node: NodeQueries): Promise<Findings> {
  const info = await node.call("info.getNodeID", {});
  if (info.error && !inconclusive.includes(info.error.reason)) return diagnose(node, info, info.error);
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
  const { call, formatSetting } = node;
  const own = await call("info.getNodeID", {});
  const first = own.error ? await call("platform.getHeight", {}) : own;
  const others = await Array.fromAsync({ length: furtherConnections }, node.idOnNewConnection);
  const ids = [own.nodeId, ...others].filter((id) => id !== undefined);
  const nodes = [...new Set(ids)];
  if (nodes.length > 1) {
    return problem(
      `${formatCount(ids.length)} connections reached ${formatCount(nodes.length)} nodes: ${joinList(nodes, 5)}.`,
      "The address is a load balancer or a DNS name of several nodes. Runs with responses from more than one node are discarded, heights jump, and uptimes alternate between observers. The remaining checks are skipped, because they would apply to only one of the nodes.",
      `Point the exporter at one node: ${formatSetting("node.url", "http://ONE-NODE:9650")}.`,
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

/** The network accepts blocks up to this far ahead of the clock of a node. */
const maxAheadSeconds = 10;

const secondsAhead = (reply: CallResult) => clockDifference({ ...reply, date: headerOf(reply) });

/** Returns whether both clocks agree within the tolerance, or the clock of the node is unknown. */
const isInSync = (reply: CallResult): boolean => Math.abs(secondsAhead(reply) ?? 0) <= maxClockDifference;

const skewFinding = (what: string) =>
  problem(
    what,
    "Everything computed against the wall clock is off by this amount: block age, time until a balance or staking period ends, and the alerts based on them.",
    "Run `timedatectl status` on both machines. One of them is not synchronized with NTP.",
  );

export async function checkClock({ call }: NodeQueries): Promise<Findings> {
  const reply = await call("info.getNodeVersion", {});
  const ahead = secondsAhead(reply);
  if (ahead !== undefined && !isInSync(reply)) {
    const side = ahead > 0 ? "behind" : "ahead of";
    return skewFinding(`The clock of this machine is ${formatSpan(Math.abs(ahead))} ${side} the clock of the node.`);
  }
  const { value: last, received } = await call("platform.getTimestamp", {});
  const early = last ? (last.timestamp.getTime() - received) / 1000 : 0;
  if (early > maxAheadSeconds)
    return skewFinding(
      `The timestamp of the last P-Chain block is ${formatSpan(early)} ahead of this machine's clock.`,
    );
  return ahead === undefined ? [] : ok("The clocks of this machine and of the node agree.");
}
