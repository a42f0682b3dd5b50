/** Checks the node's own health checks. */
import { unknownUpgrade } from "../../contract/health.ts";
import { type Findings, note, ok } from "../check.ts";
import { humanizeDuration, joinList } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

const notYetRun = "not yet run";

/** Advice by the name of the health check of the node. */
const advice: Readonly<Record<string, string>> = {
  network: "check its peers: port 9651 must be reachable from the internet, and outgoing connections must be allowed.",
  diskspace: "free disk space: the node shuts down below 3 %.",
  bls: "the BLS key of the node differs from the one registered for its validator: install the right signer.key.",
  database: "check the node's log and the disk.",
  bootstrapped: "wait until the node is bootstrapped.",
  futureupgrade: "most of the stake runs a version with an upgrade that this version lacks: upgrade AvalancheGo.",
  validation: "a validator must not use partial sync: remove `--partial-sync-primary-network`.",
};
const ofChain = "either too few validators of the chain are online, or this node has lost its connections to them.";

export async function checkHealth({ call, isOn }: NodeQueries): Promise<Findings> {
  if (!isOn("health")) return [];
  const { value, received } = await call("health.health", {});
  if (!value) return [];
  const ran = Object.entries(value.checks).filter(([, { error }]) => error !== notYetRun);
  const failing = ran.filter(([, { error }]) => error !== undefined);
  if (failing.length === 0) return ok(`All health checks of the node pass: ${joinList(ran.map(([name]) => name))}.`);
  const texts = failing.map(([name, { error, timeOfFirstFailure: since }]) => {
    const seconds = since ? (received - since.getTime()) / 1000 : 0;
    return `${name}: ${error || "no reason given"}${seconds >= 1 ? `, for ${humanizeDuration(seconds)}` : ""}`;
  });
  return note(
    `The node reports itself unhealthy. ${texts.join("; ")}.`,
    "Metrics are still collected. While the node is unhealthy, the health collector runs only once a minute, because the node logs a warning for each request.",
    ...failing.map(([name]) => `${name}: ${advice[name] ?? ofChain}`),
  );
}

export async function checkUpgrade({ call, isOn, version: read }: NodeQueries): Promise<Findings> {
  if (!isOn("health")) return [];
  const { value, received } = await call("health.health", {});
  const at = unknownUpgrade(value?.checks["futureupgrade"]?.message);
  if (at === undefined) return [];
  if (at === "none") return ok("The node knows the upgrades that the majority of the stake announces.");
  const version = await read();
  const seconds = (at.getTime() - received) / 1000;
  const when =
    seconds > 0 ? `activates in ${humanizeDuration(seconds)}` : `has been active for ${humanizeDuration(-seconds)}`;
  return note(
    `The majority of the stake announces an upgrade that ${version ? `AvalancheGo ${version}` : "this version of AvalancheGo"} does not know. It ${when} (${at.toISOString()}).`,
    "From then on the node cannot follow the network, and a validator counts as offline.",
    "Upgrade AvalancheGo to its latest release.",
  );
}
