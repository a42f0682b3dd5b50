/** Plan of one node, derived from its configuration. */

import type { Collector, Settings } from "../collectors/collector.ts";
import type { Job } from "../engine/collector.ts";
import { milliseconds } from "../lib/duration.ts";
import { methodOf } from "../node-api/contract.ts";
import type { TransportOptions } from "../node-api/transport.ts";

/** Durations in milliseconds. */
export type CollectorOptions = {
  readonly enabled: boolean;
  readonly interval?: number | undefined;
  readonly timeout?: number | undefined;
  readonly stale_after?: number | undefined;
};
/** A collector without a job. */
type Unused = {
  readonly collector: string;
  /** Without `lists`, the collector is disabled. Otherwise it needs an entry in one of these lists of `watch`. */
  readonly lists?: readonly string[];
};
/** The configuration of one node, as plain data. */
export type NodeConfig = {
  readonly node: TransportOptions;
  readonly settings: Settings;
  readonly collectorOptions: Readonly<Record<string, CollectorOptions>>;
  /** Maximum number of series of a collector. */
  readonly limit: number;
  /** Name of the network for a node that does not provide it. */
  readonly network?: string | undefined;
};
export type Plan = {
  readonly config: NodeConfig;
  readonly jobs: readonly Job[];
  readonly unused: readonly Unused[];
  /** Whether the settings watch anything, apart from the own validators. */
  readonly isWatching: boolean;
};

const isHeavy = ({ reads }: Collector) => reads.some((method) => methodOf(method).cost === "heavy");

/** Returns the default interval. */
const intervalOf = ({ interval, detailInterval = interval }: Collector, { validators }: Settings) =>
  milliseconds(validators.detail === "watched" ? interval : detailInterval);

/** Valid as an entry of any list in `watch`. */
const placeholderEntry = { id: "", alias: "", subnet_ids: [""] };

/** Returns the lists in `watch` of which a collector without anything to collect needs an entry. */
function missingLists({ configure }: Collector, settings: Settings): readonly string[] {
  const { watch } = settings;
  const isEnough = (list: string) => configure({ ...settings, watch: { ...watch, [list]: [placeholderEntry] } });
  return Object.keys(watch).filter(isEnough);
}

/** Returns whether a list of watched objects has an entry. */
const isWatchingAny = ({ indexes: _, own: __, ...lists }: Settings["watch"]) =>
  Object.values(lists).some((list) => list.length > 0);

/** Returns a job for each enabled collector that has something to collect. */
export function createPlan(collectors: readonly Collector[], config: NodeConfig): Plan {
  const { settings, collectorOptions, limit } = config;
  const on = collectors.filter(({ name }) => collectorOptions[name]?.enabled);
  const jobs = on.flatMap((collector): Job[] => {
    const own = collectorOptions[collector.name];
    const configured = collector.configure(settings);
    if (!own || !configured) return [];
    const { interval = intervalOf(collector, settings), timeout, stale_after: staleAfter } = own;
    return [{ collector, configured, interval, timeout, staleAfter, limit, isHeavy: isHeavy(collector) }];
  });
  const unused = collectors
    .filter((collector) => !jobs.some((job) => job.collector === collector))
    .map((collector): Unused => {
      const lists = on.includes(collector) ? { lists: missingLists(collector, settings) } : {};
      return { collector: collector.name, ...lists };
    });
  return { config, jobs, unused, isWatching: isWatchingAny(settings.watch) };
}
