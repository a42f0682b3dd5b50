/** The choice of L1 validators that are exported individually, in addition to the watched ones. */
import type { Settings } from "../settings.ts";

/** Maximum number of validators of all L1s together that are all exported by default. */
export const maxAllByDefault = 1000;

/** Seconds of chain time within which the balance of a validator runs out if it is low. */
export const lowRunway = 30 * 86_400;

type Detail = "watched" | "low" | "all";
/** Returns the configured detail. The default depends on the number of validators of all L1s together: all of them are exported until
 *  there are more than 1.25 times the maximum (hysteresis). */
export function detailOf({ detail }: Settings["l1"], count: number, before: Detail | undefined): Detail {
  return detail ?? (count > maxAllByDefault * (before === "all" ? 1.25 : 1) ? "low" : "all");
}

/** The last choice, and the last size of each set. */
type DetailState = { detail: Detail | undefined; readonly counts: Map<string, number> };
export const createDetail = (): DetailState => ({ detail: undefined, counts: new Map() });

type Sets = ReadonlyMap<string, Promise<{ readonly validators: readonly unknown[] }>>;
/** Returns the detail once all sets have been read. A set that cannot be read has its last size. */
export async function chooseDetail(l1: Settings["l1"], sets: Sets, state: DetailState): Promise<Detail> {
  const { counts, detail } = state;
  await Promise.allSettled([...sets].map(async ([key, set]) => counts.set(key, (await set).validators.length)));
  const count = [...sets.keys()].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const choice = detailOf(l1, count, detail);
  if (counts.size >= sets.size) state.detail = choice; // not of a set whose size was never read
  return choice;
}
