import { unknownUpgrade } from "../../contract/health.ts";
import { type Findings, note, ok } from "../check.ts";
import { humanizeDuration } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

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
