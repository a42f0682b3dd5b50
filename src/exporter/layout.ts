/** The metric families of a page in their order, each with its header. */
import type { Collector } from "../collectors/collector.ts";
import { toBlockSync } from "../exposition/block.ts";
import { formatHeader } from "../exposition/exposition.ts";
import type { Layout } from "../exposition/page.ts";

/** Returns the families in the order of the collectors and of their lists of metrics. The HELP text has the meaning, the source and
 *  the refresh interval; it does not depend on the configuration. */
export function createLayout(collectors: readonly Collector[]): Layout {
  const families = new Set(collectors.flatMap(({ metrics }) => metrics));
  return new Map(
    [...families].map((metric) => {
      const writers = collectors.filter(({ metrics }) => metrics.includes(metric));
      const by = writers.map(({ interval, name }) => `refreshed every ${interval} by ${name}`);
      const help = `${metric.help} From ${metric.from}; ${by.join(", ")}, unless configured otherwise.`;
      return [metric, toBlockSync(Buffer.from(formatHeader(metric, help)))] as const;
    }),
  );
}
