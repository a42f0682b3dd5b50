/** The series limit: the smallest groups are dropped first. */
import type { Group } from "../collectors/collector.ts";
import type { Sample } from "../prometheus/sample.ts";

/** The samples of one item: `samples` are always exposed, `groups` can be dropped by the limit. */
export type Entries = { readonly samples: readonly Sample[]; readonly groups: readonly Group[] };

const bySize = (a: Group, b: Group) => b.share - a.share || (a.id < b.id ? -1 : 1);

const sizeOf = ({ samples, groups }: Entries) =>
  groups.reduce((sum, group) => sum + group.samples.length, samples.length);

/** Returns the largest groups that fit into `room` series, up to the first one that does not fit. */
function largestOf(groups: readonly Group[], room: number): ReadonlySet<Group> {
  const fitting = new Set<Group>();
  let left = room;
  for (const group of groups.toSorted(bySize)) {
    left -= group.samples.length;
    if (left < 0) break;
    fitting.add(group);
  }
  return fitting;
}

/** Returns the samples of each item that fit into the limit, and the number of dropped samples. */
export function fitToLimit(items: ReadonlyMap<string, Entries>, maxSeries: number) {
  const all = [...items.values()];
  const series = all.reduce((sum, entries) => sum + sizeOf(entries), 0);
  const always = all.reduce((sum, { samples }) => sum + samples.length, 0);
  const groups = all.flatMap((entries) => entries.groups);
  const fitting = series <= maxSeries ? undefined : largestOf(groups, maxSeries - always);
  const kept = new Map<string, readonly Sample[]>();
  let exposed = 0;
  for (const [item, entries] of items) {
    const samples = [...entries.samples];
    for (const group of entries.groups) if (!fitting || fitting.has(group)) samples.push(...group.samples);
    kept.set(item, samples);
    exposed += samples.length;
  }
  return { samples: kept, dropped: series - exposed };
}
