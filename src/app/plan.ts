/** Plan of each configured node: its connection, its settings and the collectors that run on it. */
import { collectors } from "../collectors/all.ts";
import type { Collector, Settings } from "../collectors/collector.ts";
import type { Job } from "../engine/job.ts";
import { milliseconds } from "../lib/duration.ts";
import { methodOf } from "../node-api/contract.ts";
import type { TransportOptions } from "../node-api/transport.ts";
import type { Config } from "./config/schema.ts";

/** Durations in milliseconds. */
export type CollectorOptions = Partial<Config["collectors"][string]>;
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

/** Fix of series that the limit drops. */
export const limitFix = "Increase `series_limit`, or track fewer subnets.";

const isHeavy = ({ reads }: Collector) => reads.some((method) => methodOf(method).cost === "heavy");

/** Returns the default interval. */
const intervalOf = ({ interval, detailInterval = interval }: Collector, { validators }: Settings) =>
  milliseconds(validators.detail === "watched" ? interval : detailInterval);

/** Returns whether a list of watched objects has an entry, apart from the own validators. */
export const isWatchingAny = ({ indexes: _, own: __, ...lists }: Settings["watch"]) =>
  Object.values(lists).some((list) => list.length > 0);

/** Returns a plan with a job for each enabled collector that has something to collect. */
export function createPlan(config: NodeConfig, all: readonly Collector[] = collectors) {
  const { settings, collectorOptions, limit } = config;
  const jobs = all.flatMap((collector): Job[] => {
    const own = collectorOptions[collector.name];
    const configured = own?.enabled && collector.configure(settings);
    if (!configured) return [];
    const { interval = intervalOf(collector, settings), timeout, stale_after: staleAfter } = own;
    return [{ collector, configured, interval, timeout, staleAfter, limit, isHeavy: isHeavy(collector) }];
  });
  return { config, jobs, isWatching: isWatchingAny(settings.watch) };
}
export type Plan = ReturnType<typeof createPlan>;

/** Returns the configuration of each node. The settings of an additional node replace the global ones. */
export function nodesOf(config: Config): readonly NodeConfig[] {
  const configOf = (name: string, given: Config["nodes"][string]): NodeConfig => {
    const {
      network,
      watch = config.watch,
      validators = config.validators,
      l1 = config.l1,
      collectors: collectorOptions = config.collectors,
      ...node
    } = given;
    const settings = { name, watch, validators, l1 };
    return { node, network, settings, collectorOptions, limit: config.series_limit };
  };
  const additional = Object.entries(config.nodes).map(([name, node]) => configOf(name, node));
  return config.node ? [configOf("", config.node), ...additional] : additional;
}

/** Returns the plans of all configured nodes by name. */
export const plansOf = (config: Config): ReadonlyMap<string, Plan> =>
  new Map(nodesOf(config).map((one) => [one.settings.name, createPlan(one)]));
