/** ACP-267: who starts to validate from Helicon on must be online for more of the time. */
import type { Result } from "../../contract/contract.ts";
import { NodeError } from "../../node/errors.ts";
import type { RunClient } from "../collector.ts";

const requiredBefore = 0.8;
const requiredSince = 0.9;
/** The node's way to say that there is no date yet. */
const noDateYet = Date.UTC(9999);

/** When it is, "none" where the node knows no such time, undefined where that is not known. */
export type Helicon = Date | "none" | undefined;

function heliconOf({ times }: Result<"info.upgrades">): Helicon {
  const at = times["helicon"];
  return at && at.getTime() < noDateYet ? at : "none";
}

/** A node that does not know upgrades by their times knows none of it; one whose API is off does not say. `error`: the call failed. */
async function readHelicon({
  call,
}: Pick<RunClient<"info.upgrades">, "call">): Promise<{ readonly reportedTime: Helicon; readonly error?: NodeError }> {
  try {
    return { reportedTime: heliconOf(await call("info.upgrades", {})) };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (error.unavailable) return { reportedTime: error.unavailable === "method_unknown" ? "none" : undefined };
    return { reportedTime: undefined, error };
  }
}

/** What is told hardly ever changes: with a new version of the node. */
const runsBetweenRefreshes = 60;
export type HeliconCache = { reportedTime: Helicon; runs: number };
export const createHeliconCache = (): HeliconCache => ({ reportedTime: undefined, runs: 0 });

/** Asks, unless it was told lately; what was told before counts until it is told anew. */
export async function refreshHelicon(
  node: Pick<RunClient<"info.upgrades">, "call">,
  cache: HeliconCache,
): Promise<NodeError | undefined> {
  if (cache.reportedTime !== undefined && cache.runs++ < runsBetweenRefreshes) return undefined;
  const { reportedTime: told, error } = await readHelicon(node);
  if (told !== undefined) {
    cache.reportedTime = told;
    cache.runs = 0;
  }
  return error;
}

/** Uptime, 0 to 1, that earns the reward for a period that began at `start`. `configured` counts where the node does not tell. */
export function requiredUptime(start: Date, reportedTime: Helicon, configured: Date | undefined): number | undefined {
  const at = reportedTime instanceof Date ? reportedTime : (configured ?? reportedTime);
  if (at === undefined) return undefined;
  return at !== "none" && start >= at ? requiredSince : requiredBefore;
}
