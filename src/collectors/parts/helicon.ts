/** ACP-267: who starts to validate from Helicon on must be online for more of the time. */
import type { Result } from "../../contract/contract.ts";
import { NodeError } from "../../node/errors.ts";
import type { Node } from "../collector.ts";

const before = 0.8;
const since = 0.9;
/** The node's way to say that there is no date yet. */
const never = Date.UTC(9999);

/** When it is, "none" where the node knows no such time, undefined where that is not known. */
export type Helicon = Date | "none" | undefined;

function heliconOf({ times }: Result<"info.upgrades">): Helicon {
  const at = times["helicon"];
  return at && at.getTime() < never ? at : "none";
}

/** A node that does not know upgrades by their times knows none of it; one whose API is off does not say. `error`: the call failed. */
async function readHelicon({
  call,
}: Pick<Node<"info.upgrades">, "call">): Promise<{ readonly told: Helicon; readonly error?: NodeError }> {
  try {
    return { told: heliconOf(await call("info.upgrades", {})) };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (error.unavailable) return { told: error.unavailable === "method_unknown" ? "none" : undefined };
    return { told: undefined, error };
  }
}

/** What is told hardly ever changes: with a new version of the node. */
const roundsBetween = 60;
export type HeliconMemory = { told: Helicon; rounds: number };
export const heliconMemory = (): HeliconMemory => ({ told: undefined, rounds: 0 });

/** Asks, unless it was told lately; what was told before counts until it is told anew. */
export async function rememberHelicon(
  node: Pick<Node<"info.upgrades">, "call">,
  memory: HeliconMemory,
): Promise<NodeError | undefined> {
  if (memory.told !== undefined && memory.rounds++ < roundsBetween) return undefined;
  const { told, error } = await readHelicon(node);
  if (told !== undefined) {
    memory.told = told;
    memory.rounds = 0;
  }
  return error;
}

/** Uptime, 0 to 1, that earns the reward for a period that began at `start`. `configured` counts where the node does not tell. */
export function requiredUptime(start: Date, told: Helicon, configured: Date | undefined): number | undefined {
  const at = told instanceof Date ? told : (configured ?? told);
  if (at === undefined) return undefined;
  return at !== "none" && start >= at ? since : before;
}
