/** Plan of each configured node: its connection, its settings and the collectors that run on it. */
import { collectors } from "../collectors/all.ts";
import type { Settings } from "../collectors/watched.ts";
import type { Collector, ConfiguredCollector } from "../engine/collector.ts";
import { milliseconds } from "../lib/duration.ts";
import { methodOf } from "../node-api/contract.ts";
import type { TransportOptions } from "../node-api/transport.ts";
import type { Config } from "./config/schema.ts";

/** Durations in milliseconds. */
export type CollectorOptions = {
  readonly enabled: boolean;
  readonly interval?: number | undefined;
  readonly timeout?: number | undefined;
  readonly stale_after?: number | undefined;
};
export type Job = {
  readonly collector: Collector;
  readonly configured: ConfiguredCollector;
  readonly interval: number;
  /** Timeout of each call; undefined for the default of the node. */
  readonly timeout: number | undefined;
  readonly staleAfter: number | undefined;
  /** Maximum number of series. */
  readonly limit: number;
  /** The collector makes calls that are expensive for the node. */
  readonly isHeavy: boolean;
};
/** A collector without a job. */
type Unused = {
  readonly collector: string;
  /** Without `lists`, the collector is disabled. Otherwise it needs an entry in one of these lists of `watch`. */
  readonly lists?: readonly string[];
};
/** The configuration of one node, as plain data. */
type NodeConfig = {
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

/** Returns a plan with a job for each enabled collector that has something to collect. */
export function createPlan(all: readonly Collector[], config: NodeConfig): Plan {
  const { settings, collectorOptions, limit } = config;
  const on = all.filter(({ name }) => collectorOptions[name]?.enabled);
  const jobs = on.flatMap((collector): Job[] => {
    const own = collectorOptions[collector.name];
    const configured = collector.configure(settings);
    if (!own || !configured) return [];
    const { interval = intervalOf(collector, settings), timeout, stale_after: staleAfter } = own;
    return [{ collector, configured, interval, timeout, staleAfter, limit, isHeavy: isHeavy(collector) }];
  });
  const unused = all
    .filter((collector) => !jobs.some((job) => job.collector === collector))
    .map((collector): Unused => {
      const lists = on.includes(collector) ? { lists: missingLists(collector, settings) } : {};
      return { collector: collector.name, ...lists };
    });
  return { config, jobs, unused, isWatching: isWatchingAny(settings.watch) };
}

/** A node with the settings that apply to it. */
export type ConfiguredNode = {
  /** Empty for `node`. */
  readonly name: string;
  readonly node: NonNullable<Config["node"]>;
  readonly settings: Pick<Config, "watch" | "validators" | "l1" | "collectors" | "series_limit">;
};

/** Returns all configured nodes. The settings of an additional node replace the global ones. */
export function nodesOf(config: Config): readonly ConfiguredNode[] {
  const additional = Object.entries(config.nodes).map(([name, { watch, validators, l1, collectors, ...node }]) => ({
    name,
    node,
    settings: {
      watch: watch ?? config.watch,
      validators: validators ?? config.validators,
      l1: l1 ?? config.l1,
      collectors: collectors ?? config.collectors,
      series_limit: config.series_limit,
    },
  }));
  return config.node ? [{ name: "", node: config.node, settings: config }, ...additional] : additional;
}

export function planOf({ name, node: { network, ...node }, settings: own }: ConfiguredNode): Plan {
  const { watch, validators, l1, collectors: collectorOptions, series_limit: limit } = own;
  const settings = { name, watch, validators, l1 };
  return createPlan(collectors, { node, network, settings, collectorOptions, limit });
}

/** Returns the plans of all configured nodes by name. */
export const plansOf = (config: Config): ReadonlyMap<string, Plan> =>
  new Map(nodesOf(config).map((one) => [one.name, planOf(one)]));
