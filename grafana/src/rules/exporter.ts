/** Alerts about missing data: exporters, their collectors, and the way of alerts to their receiver. */
import { pHeight } from "../../../src/collectors/p-height.ts";
import { interval, lastSuccess, nodeReachable, success, unavailable } from "../../../src/metrics/exporter.ts";
import { toTarget } from "../links.ts";
import { externalMetrics, matches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { block, longNodeName, nodeName, ofNode, select, target } from "./expressions.ts";
import { nodeOfTarget } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const { up } = externalMetrics;

const down = alert({
  name: "AvaxExporterDown",
  tiers: {
    critical: { for: "5m", parameters: { jobs: thresholds.jobs, window: thresholds.exporterDown } },
    warning: { for: "1m", parameters: { jobs: thresholds.jobs, window: thresholds.exporterLate } },
  },
  keepFiringFor: "5m",
  // a target that responded once is an exporter whatever its job is called; others are found by the name of their job
  expr: ({ jobs, window }) => `(max_over_time(${select(up)}[${window}]) == 0)
* on (${target}) group_left (node_id, network)
(
  ${select(nodeOfTarget)}
  or on (${target})
  group by (${target}) (${select(up, { job: matches(jobs) })})
)`,
  summary: `Exporter of ${nodeName} is down`,
  description: `Prometheus cannot scrape the exporter at {{ $labels.instance }} (job {{ $labels.job }}), which monitors ${longNodeName}. The node may be fine, but no alert about it can fire.`,
  dashboard: toTarget("exporter"),
});

/** Failed runs, or none for some intervals although the node provides the data. */
const isFailing = (which: { readonly collector?: string }) => `${select(success, which)} == 0
or on (${target}, collector)
timestamp(${select(lastSuccess, which)}) - ${select(lastSuccess, which)} > clamp_min(${thresholds.staleRuns} * ${select(interval, which)}, 120)
unless on (${target}, collector)
${select(unavailable, which)}`;
const failing = alert({
  name: "AvaxCollectorFailing",
  tiers: {
    critical: { for: "15m", parameters: {} },
    warning: { for: "15m", parameters: {} },
  },
  keepFiringFor: "5m",
  expr: (_, severity) =>
    ofNode(`${block(isFailing(severity === "critical" ? { collector: pHeight.name } : {}))}
unless on (${target})
${select(nodeReachable)} == 0`),
  summary: `Collector {{ $labels.collector }} of ${nodeName} fails`,
  description: `The collector {{ $labels.collector }} for ${longNodeName} has not had a run without failed calls. The affected series are dropped after a few intervals, and alerts based on them cannot fire.`,
  dashboard: toTarget("exporter"),
});

const watchdog = alert({
  name: "AvaxWatchdog",
  tiers: { info: { for: "0s", parameters: {} } },
  expr: () => "vector(1)",
  summary: "Avalanche alerts are evaluated and sent",
  description:
    "This alert always fires. Send it to a service that notifies you when it stops: Prometheus or Alertmanager is down then, and no alert arrives.",
  dashboard: { file: "exporter", variables: {} },
});

export const exporterAlerts: AlertGroup = { name: "avalanche-exporter", alerts: [down, failing, watchdog] };
