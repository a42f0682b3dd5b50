/** The metric families of a page in their order, each with its header. */
import type { Collector } from "../collectors/collector.ts";
import { toBlockSync } from "../prometheus/block.ts";
import { formatHeader } from "../prometheus/exposition.ts";
import type { AnyMetric } from "../prometheus/metric.ts";
import type { Layout } from "../prometheus/page.ts";

/** Returns the HELP text: meaning, source and refresh interval. It does not depend on the configuration. */
function helpOf({ help, from }: AnyMetric, collectors: readonly Collector[]): string {
  const by = collectors.map(({ interval, name }) => `refreshed every ${interval} by ${name}`);
  return `${help} From ${from}; ${by.join(", ")}, unless configured otherwise.`;
}

/** Returns the families in the order of the collectors and of their lists of metrics. */
export function createLayout(collectors: readonly Collector[]): Layout {
  const families = new Set(collectors.flatMap(({ metrics }) => metrics));
  return new Map(
    [...families].map((metric) => {
      const writers = collectors.filter(({ metrics }) => metrics.includes(metric));
      return [metric, toBlockSync(Buffer.from(formatHeader(metric, helpOf(metric, writers))))] as const;
    }),
  );
}
