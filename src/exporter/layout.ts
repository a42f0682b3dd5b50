/** The metric families of a page in their order, each with its header. */
import type { Collector } from "../collectors/collector.ts";
import { formatHeader } from "../exposition/exposition.ts";
import type { AnyMetric } from "../exposition/metric.ts";
import type { Layout } from "../exposition/page.ts";
import { factMetrics } from "../model/fact-items.ts";

/** Returns the families in the order of the collectors and of their lists of metrics, then those of the facts. */
export const familiesOf = (collectors: readonly Collector[]): ReadonlySet<AnyMetric> =>
  new Set([...collectors.flatMap(({ metrics }) => metrics), ...factMetrics]);

/** Returns the families with their headers. */
export const createLayout = (collectors: readonly Collector[]): Layout =>
  new Map([...familiesOf(collectors)].map((metric) => [metric, formatHeader(metric)]));
