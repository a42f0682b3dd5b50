/** The series limit: the groups with the lowest priority are dropped first. */
import type { Group as CollectedGroup } from "./collector.ts";
import { countSeries, type Entry, type Projected } from "./store.ts";

/** Fix of dropped series. */
export const limitFix = "Increase `series_limit`, or track fewer subnets.";

/** A group with its samples. */
export type Group = Omit<CollectedGroup, "observations"> & { readonly observations: readonly Projected[] };

/** The observations of one item: `always` are always exposed, `groups` can be dropped by the limit. `dropped`: the number of samples
 *  of groups that have been dropped before. */
export type ItemGroups = {
  readonly readAt: number;
  readonly always: readonly Projected[];
  readonly groups: readonly Group[];
  readonly dropped: number;
};

const byPriority = (a: Group, b: Group) => b.priority - a.priority || (a.id < b.id ? -1 : 1);
export const countSamples = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + countSeries(group), 0);

/** Returns the number of groups, in this order, that fit into `room` series, up to the first one that does not fit. */
function countFitting(groups: readonly Group[], room: number): number {
  let left = room;
  const end = groups.findIndex((group) => {
    left -= countSeries(group);
    return left < 0;
  });
  return end < 0 ? groups.length : end;
}

/** Drops groups that cannot fit any more, whatever else is read. */
export function pruneGroups(groups: readonly Group[], maxSeries: number): Group[] {
  const sorted = groups.toSorted(byPriority);
  const kept = new Set(sorted.slice(0, countFitting(sorted, maxSeries) + 1)); // the first that does not fit ends the list
  return groups.filter((group) => kept.has(group));
}

/** Returns the entry of each item with the observations that fit into the limit, and the number of dropped samples. */
export function fitToLimit(items: ReadonlyMap<string, ItemGroups>, maxSeries: number) {
  const all = [...items.values()];
  const always = all.reduce((sum, item) => sum + countSeries({ observations: item.always }), 0);
  const groups = all.flatMap((item) => item.groups).toSorted(byPriority);
  const fitting = new Set(groups.slice(0, countFitting(groups, maxSeries - always)));
  const entries = new Map<string, Entry>();
  let dropped = 0;
  for (const [item, { readAt, always, groups, dropped: before }] of items) {
    const exposed = groups.filter((group) => fitting.has(group));
    entries.set(item, { readAt, observations: [always, ...exposed.map(({ observations }) => observations)].flat() });
    dropped += before + countSamples(groups) - countSamples(exposed);
  }
  return { entries, dropped };
}
