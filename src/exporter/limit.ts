/** The series limit: the smallest groups are dropped first. */
import type { Group as CollectedGroup } from "../collectors/collector.ts";
import type { Sample } from "../exposition/sample.ts";

/** A group without samples of unknown values. */
export type Group = CollectedGroup & { readonly samples: readonly Sample[] };

/** The samples of one item: `samples` are always exposed, `groups` can be dropped by the limit. `dropped`: the number of samples
 *  of groups that have been dropped before. */
export type ItemSamples = {
  readonly samples: readonly Sample[];
  readonly groups: readonly Group[];
  readonly dropped: number;
};

const bySize = (a: Group, b: Group) => b.share - a.share || (a.id < b.id ? -1 : 1);
/** Returns the number of samples of the groups. */
export const countSamples = (groups: readonly Group[]) => groups.reduce((sum, { samples }) => sum + samples.length, 0);

/** Returns the number of groups, in this order, that fit into `room` series, up to the first one that does not fit. */
function countFitting(groups: readonly Group[], room: number): number {
  let left = room;
  const end = groups.findIndex(({ samples }) => {
    left -= samples.length;
    return left < 0;
  });
  return end < 0 ? groups.length : end;
}

/** Drops groups that cannot fit any more, whatever else is read. */
export function pruneGroups(groups: readonly Group[], maxSeries: number): Group[] {
  const sorted = groups.toSorted(bySize);
  const kept = new Set(sorted.slice(0, countFitting(sorted, maxSeries) + 1)); // the first that does not fit ends the list
  return groups.filter((group) => kept.has(group));
}

/** Returns the samples of each item that fit into the limit, and the number of dropped samples. */
export function fitToLimit(items: ReadonlyMap<string, ItemSamples>, maxSeries: number) {
  const all = [...items.values()];
  const always = all.reduce((sum, { samples }) => sum + samples.length, 0);
  const groups = all.flatMap((entries) => entries.groups).toSorted(bySize);
  const fitting = new Set(groups.slice(0, countFitting(groups, maxSeries - always)));
  const kept = new Map<string, readonly Sample[]>();
  let dropped = 0;
  for (const [item, { samples, groups, dropped: before }] of items) {
    const exposed = groups.filter((group) => fitting.has(group));
    kept.set(item, [samples, ...exposed.map((group) => group.samples)].flat());
    dropped += before + countSamples(groups) - countSamples(exposed);
  }
  return { samples: kept, dropped };
}
