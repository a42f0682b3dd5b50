/** The choice of L1 validators that are exported individually, in addition to the watched ones. */
import type { Settings } from "../settings.ts";

/** Maximum number of validators, of one L1 and of all together, that are all exported by default. */
export const maxAllByDefault = 1000;

/** Seconds of chain time within which the balance of a validator runs out if it is low. */
export const lowRunway = 30 * 86_400;

/** Returns the configured detail. The default depends on the number of validators of an L1, and of all L1s together. */
export function detailOf({ detail }: Settings["l1"], ofL1: number, ofAll: number): "watched" | "low" | "all" {
  return detail ?? (Math.max(ofL1, ofAll) > maxAllByDefault ? "low" : "all");
}

/** Returns the number of validators in all sets that could be read. */
export async function countAll(sets: Iterable<Promise<{ readonly validators: readonly unknown[] }>>): Promise<number> {
  const read = await Promise.allSettled(sets);
  return read.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value.validators.length : 0), 0);
}
