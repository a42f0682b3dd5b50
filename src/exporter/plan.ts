/** Plan of one node as plain data, derived from the configuration; a reload compares plans. */
import { methodOf } from "../api/contract.ts";
import type { Collector, ConfiguredCollector } from "../collectors/collector.ts";
import type { WatchSettings } from "../collectors/settings.ts";
import type { TransportOptions } from "../rpc/transport.ts";

/** Durations in milliseconds. */
export type CollectorOptions = {
  readonly enabled: boolean;
  readonly interval: number;
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
export type Plan = { readonly node: TransportOptions; readonly jobs: readonly Job[] };
type PlanOptions = {
  readonly node: TransportOptions;
  readonly settings: WatchSettings;
  readonly collectorOptions: Readonly<Record<string, CollectorOptions>>;
  readonly limit: number;
};

const isHeavy = ({ reads }: Collector) => reads.some((method) => methodOf(method).cost === "heavy");

/** Returns a job for each enabled collector that has something to collect. */
export function createPlan(
  collectors: readonly Collector[],
  { node, settings, collectorOptions, limit }: PlanOptions,
): Plan {
  const on = collectors.filter(({ name }) => collectorOptions[name]?.enabled);
  const known = { ...settings, collectors: new Set(on.map(({ name }) => name)) };
  const jobs = on.flatMap((collector): Job[] => {
    const own = collectorOptions[collector.name];
    const configured = collector.configure(known);
    if (!own || !configured) return [];
    const { interval, timeout, stale_after: staleAfter } = own;
    return [{ collector, configured, interval, timeout, staleAfter, limit, isHeavy: isHeavy(collector) }];
  });
  return { node, jobs };
}
