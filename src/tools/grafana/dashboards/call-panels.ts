/** Panels about the exporter's calls to the nodes. */
import * as self from "../../../app/metrics.ts";
import { entities } from "../../../entities/all.ts";
import { maxClockDifference } from "../../../entities/protocol/ages.ts";
import { bucketsOf, countOf } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { graph } from "./panels.ts";
import { queryPerTarget, rate, select } from "./queries.ts";

const byNode = "network, cluster, job, instance, node";
const quantile = (q: number) =>
  `histogram_quantile(${q}, sum by (${byNode}, lock, cost, le) (${rate(bucketsOf(self.rpcDuration))}))`;

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
      queries: [queryPerTarget(`sum by (${byNode}) (${rate(countOf(self.rpcDuration))})`)],
    }),
    graph([12, 7], {
      title: "Call duration",
      description:
        "95th percentile of the response time by lock and cost: calls that take the lock of the P-Chain (p), of the X-Chain (x), and all others. The buckets are wide: read it as an order of magnitude. A node under heavy load responds late; calls time out after 10 seconds.",
      unit: "s",
      none: "No calls yet",
      min: 0,
      queries: [queryPerTarget(quantile(0.95), "{{lock}} {{cost}}")],
    }),
    graph([12, 7], {
      title: "Calls by lock and cost",
      description:
        "Calls per second by the lock that they take and their cost for the node. Heavy calls read all validators of the primary network.",
      unit: "reqps",
      none: "No calls yet",
      min: 0,
      queries: [queryPerTarget(rate(countOf(self.rpcDuration)), "{{lock}} {{cost}}")],
    }),
    graph([12, 7], {
      title: "Difference of the clocks",
      description: `Clock of each node minus that of its exporter. Above ${maxClockDifference} seconds the times of the exporter count by the clock of the node: synchronize both machines.`,
      unit: "s",
      none: "No calls yet",
      queries: [queryPerTarget(select(entities.node.metric("whole_clock_difference")))],
    }),
  ],
};
