/** Minimum uptime for a reward. It is higher for staking periods that start at or after Helicon (ACP-267). */
import type { Result } from "../../contract/contract.ts";
import { noDateYet } from "../../contract/info.ts";
import { attempt, type NodeError } from "../../node/errors.ts";
import type { RunClient } from "../collector.ts";

const requiredBefore = 0.8;
const requiredSince = 0.9;

/** Activation time of Helicon, "none" if the node has no date for it, undefined if unknown. */
export type Helicon = Date | "none" | undefined;

function heliconOf({ times }: Result<"info.upgrades">): Helicon {
  const at = times["helicon"];
  return at && at < noDateYet ? at : "none";
}

/** The time changes only with a new version of the node. */
const runsBetweenRefreshes = 60;
export type HeliconCache = { reportedTime: Helicon; runs: number };
export const createHeliconCache = (): HeliconCache => ({ reportedTime: undefined, runs: 0 });

/** Refreshes the cache if it is empty or outdated. Keeps the previous time and returns the error if the call fails. */
export async function refreshHelicon(
  node: Pick<RunClient<"info.upgrades">, "call">,
  cache: HeliconCache,
): Promise<NodeError | undefined> {
  if (cache.reportedTime !== undefined && cache.runs++ < runsBetweenRefreshes) return undefined;
  const { value, error } = await attempt(node.call("info.upgrades", {}));
  // a node that does not know the method does not know Helicon either
  const reportedTime = error?.unavailable === "method_unknown" ? "none" : value && heliconOf(value);
  if (reportedTime !== undefined) {
    cache.reportedTime = reportedTime;
    cache.runs = 0;
  }
  return error?.unavailable ? undefined : error;
}

/** Returns the minimum uptime (0 to 1) for a reward of a staking period that began at `start`. `configured` is the activation time
 *  if the node reports none. */
export function requiredUptime(start: Date, reportedTime: Helicon, configured: Date | undefined): number | undefined {
  const at = reportedTime instanceof Date ? reportedTime : (configured ?? reportedTime);
  if (at === undefined) return undefined;
  return at !== "none" && start >= at ? requiredSince : requiredBefore;
}
