/** Panels about the exporter's calls to the nodes. */
import * as self from "../../../src/metrics/exporter.ts";
import { bucketsOf, countOf, sumOf } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { graph } from "./panels.ts";
import { rate, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

const byNode = "cluster, job, instance, node";
const calls = `sum by (${byNode}) (${rate(countOf(self.lockDuration))})`;
const callsByMethod = rate(countOf(self.rpcDuration));
const quantile = (q: number) =>
  `histogram_quantile(${q}, sum by (${byNode}, lane, le) (${rate(bucketsOf(self.lockDuration))}))`;

export const callRow: Row = {
  title: "Calls to the node",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Calls per second",
      description:
        "Calls to each node, all methods combined. With the default configuration it is about one per second. Scrapes by Prometheus cause no calls.",
      unit: "reqps",
      none: "No calls yet",
      min: 0,
      queries: [{ expr: withTarget(calls), legend: shared.target }],
    }),
    graph([12, 7], {
      title: "Call duration",
      description:
        "95th percentile of the response time by lane: calls that take the lock of the P-Chain (p), of the X-Chain (x), and all others. The buckets are wide: read it as an order of magnitude. A node under heavy load responds late; calls time out after 10 seconds.",
      unit: "s",
      none: "No calls yet",
      min: 0,
      queries: [{ expr: withTarget(quantile(0.95)), legend: `{{lane}} ${shared.target}` }],
    }),
    table([24, 8], {
      title: "Methods",
      description:
        "Calls by method: rate, mean duration, and bytes received by methods with large responses. getCurrentValidators is the most expensive; other stands for light methods without a chain lock.",
      none: "No calls yet",
      keys: [...targetKeys, "method"],
      facts: { method: { title: "Method" }, ...shared.nodeFact },
      rows: [withTarget(callsByMethod)],
      columns: [
        { title: "Calls", expr: callsByMethod, unit: "reqps", decimals: 2, width: 100 },
        {
          title: "Mean duration",
          expr: `${rate(sumOf(self.rpcDuration))} / (${callsByMethod} > 0)`,
          unit: "s",
          decimals: 3,
          width: 130,
        },
        {
          title: "Bytes",
          expr: rate(self.rpcBytes),
          unit: "Bps",
          width: 100,
        },
      ],
      sort: { by: "Calls", desc: true },
    }),
  ],
};
