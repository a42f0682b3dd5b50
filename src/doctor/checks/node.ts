/** Checks that the node is reachable, that it is one node, its clock and its own health checks. */

import { versionIn } from "../../api/version.ts";
import { aliasesOf } from "../../collectors/settings.ts";
import { clockDifference, maxClockDifference } from "../../facts/clock.ts";
import { nodeStates } from "../../facts/states.ts";
import { formatLatency, formatSpan } from "../../lib/span.ts";
import { formatCount, joinList } from "../../lib/text.ts";
import { chain } from "../../metrics/chains.ts";
import { announcedUpgrade } from "../../metrics/node.ts";
import { lacksUpgrade } from "../../model/issues.ts";
import type { NodeFailure } from "../../rpc/failures.ts";
import { type Findings, ok, problem, stateProblem } from "../check.ts";
import { diagnose } from "../diagnosis.ts";
import { type CallResult, headerOf, type NodeQueries, observationsOf, timeOf } from "../node-queries.ts";

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
export const isInSync = (reply: CallResult): boolean => Math.abs(secondsAhead(reply) ?? 0) <= maxClockDifference;

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

/** Advice by the name of a health check of the node. */
const adviceByName: Readonly<Record<string, string>> = {
  network: "check its peers: port 9651 must be reachable from the internet, and outgoing connections must be allowed.",
  diskspace: "free disk space: the node shuts down below 3 %.",
  bls: "the BLS key of the node differs from the one registered for its validator: install the right signer.key.",
  database: "check the node's log and the disk.",
  bootstrapped: "wait until the node is bootstrapped.",
  router: "peers do not respond in time: check the network connection and the load of this node.",
  futureupgrade: "most of the stake runs a version with an upgrade that this version lacks: upgrade AvalancheGo.",
  validation: "a validator must not use partial sync: remove `--partial-sync-primary-network`.",
};
const notCreated = /failed to create chain/;
/** Advice by the text of a check of a chain, which is named after the chain. The first that matches counts. */
const adviceByText: readonly (readonly [RegExp, string])[] = [
  [
    /vmFactory\b.* was not found/,
    "the plugin of the virtual machine is missing: put its file, named after the VM ID, into the plugin folder of the node (`--plugin-dir`), and restart the node.",
  ],
  [notCreated, "the node cannot run the chain before this is fixed and the node is restarted: check its log."],
  [
    /not connected to enough stake|connected to [\d.]+ ?%/,
    "either too few validators of the chain are online, or this node has lost its connections to them.",
  ],
  [
    /processing too long|too many processing blocks/,
    "its blocks stay undecided: check the load of this node, and whether enough validators of the chain are online.",
  ],
];

/** Returns the advice on a failing health check. `errors`: those of all checks. */
function adviceOn(name: string, error: string, errors: readonly string[]): string {
  // the check bootstrapped also waits for chains that cannot be created
  if (name === "bootstrapped" && errors.some((other) => notCreated.test(other)))
    return "it passes only when the node can create all its chains.";
  const [, ofText] = adviceByText.find(([pattern]) => pattern.test(error)) ?? [];
  return adviceByName[name] ?? ofText ?? "check the log of the node.";
}

/** Returns a function that names a health check. The check of a chain has its ID as name: the alias of the chain, or of its subnet, is
 *  shown instead. */
async function createNaming(node: NodeQueries): Promise<(name: string, error?: string) => string> {
  const { blockchain_ids, subnet_ids } = node.watch;
  const found = observationsOf(await node.runs())(chain).map(({ value }) => ({ id: value.chain, alias: value.alias }));
  const aliases = new Map([...found, ...blockchain_ids].flatMap(({ id, alias }) => (alias ? [[id, alias]] : [])));
  const ofSubnets = aliasesOf(subnet_ids);
  return (name, error = "") => {
    const [, subnet = ""] = /\bon subnet (\w+)/.exec(error) ?? [];
    return aliases.get(name) || ofSubnets.get(subnet) || name;
  };
}

export async function checkHealth(node: NodeQueries): Promise<Findings> {
  const { call, isOn } = node;
  if (!isOn("health")) return [];
  const { value, received } = await call("health.health", {});
  if (!value) return [];
  const ran = Object.entries(value.checks).filter(([, { error }]) => error !== "not yet run");
  const failing = ran.filter(([, { error }]) => error !== undefined);
  const nameOf = await createNaming(node);
  if (failing.length === 0)
    return ok(`All health checks of the node pass: ${joinList(ran.map(([name]) => nameOf(name)))}.`);
  const errors = failing.map(([, { error = "" }]) => error);
  const texts = failing.map(([name, { error, timeOfFirstFailure: since }]) => {
    const seconds = since ? (received - since.getTime()) / 1000 : 0;
    return `${nameOf(name, error)}: ${error || "no reason given"}${seconds >= 1 ? `, for ${formatSpan(seconds)}` : ""}`;
  });
  return stateProblem("Node", nodeStates.unhealthy, {
    what: `${texts.join("; ")}.`,
    why: "Metrics are still collected. While the node is unhealthy, the health collector runs only once a minute, because the node logs a warning for each request.",
    steps: failing.map(([name, { error = "" }]) => `${nameOf(name, error)}: ${adviceOn(name, error, errors)}`),
  });
}

export async function checkUpgrade({ isOn, runs, call, version: read }: NodeQueries): Promise<Findings> {
  if (!isOn("health")) return [];
  const [upgrade] = observationsOf(await runs())(announcedUpgrade);
  if (!upgrade) return [];
  const { unknownTime: time } = upgrade.value;
  if (time === undefined) return ok("The node knows the upgrades that the majority of the stake announces.");
  const version = await read();
  const seconds = (time.getTime() - timeOf(await call("health.health", {}))) / 1000;
  const when = seconds > 0 ? `activates in ${formatSpan(seconds)}` : `has been active for ${formatSpan(-seconds)}`;
  return stateProblem("Node", lacksUpgrade, {
    what: `It ${when} (${time.toISOString()}).`,
    why: `The node runs ${version ? `AvalancheGo ${version}` : "an unknown version"}. From then on it cannot follow the network, and a validator counts as offline.`,
  });
}
