/** Alerts for the exporter itself: whether it is scraped, and whether its collectors succeed. */
import * as m from "../../../src/metrics/exporter.ts";
import { externalMetrics, labelsOf, matches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { age, maxAge, nodeName, select, target } from "./expressions.ts";
import { rpcFailureShare } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const { up: scraped, alerts } = externalMetrics;
const isDown = "AvaxExporterDown";

const down = alert({
  name: isDown,
  collectors: [],
  tiers: { critical: { for: "5m", parameters: { jobs: thresholds.jobs } } },
  // a target that responded once is an exporter whatever its job is called, and remains one while this alert fires
  expr: ({ jobs }) => `${select(scraped, { job: matches(jobs) })} == 0
or
${select(scraped)} == 0
and on (${target})
(
  present_over_time(${select(m.up)}[1h])
  or present_over_time(${select(m.buildInfo)}[1h])
  or ${select(alerts, { alertname: isDown })}
)`,
  summary: `Exporter target ${nodeName} is down`,
  description: `Prometheus cannot scrape {{ $labels.instance }}{{ with $labels.node }} for the node {{ . }}{{ end }} (job {{ $labels.job }}). It has no data about the node, and no other alert about it can fire.`,
  dashboard: "exporter",
});

const absent = alert({
  name: "AvaxExporterAbsent",
  collectors: [],
  tiers: { critical: { for: "10m", parameters: {} } },
  expr: () => `absent(${select(m.buildInfo)} or ${select(m.up)})`,
  summary: "No avalanche-exporter is scraped",
  description:
    "Prometheus has no series of any exporter: the scrape job is missing or has no targets. No other alert about Avalanche can fire.",
  dashboard: "exporter",
});

const failing = alert({
  name: "AvaxCollectorFailing",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: {} } },
  keepFiringFor: "5m",
  expr: () => `${select(m.success)} == 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} fails`,
  description: `Every run of the collector {{ $labels.collector }} for ${nodeName} has had failed calls. The affected series are dropped after a few intervals, and alerts based on them cannot fire.`,
  dashboard: "exporter",
});

const stale = alert({
  name: "AvaxCollectorStale",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: { rounds: thresholds.staleRounds } } },
  expr: ({ rounds }) =>
    `${age()} > ${maxAge(rounds)}\nunless on (${labelsOf(m.unavailable, "collector")})\n${select(m.unavailable)}`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} is stale`,
  description: `The last successful run of the collector {{ $labels.collector }} for ${nodeName} was {{ $value | humanizeDuration }} ago. Alerts based on its data are held back until a run succeeds.`,
  dashboard: "exporter",
});

const slow = alert({
  name: "AvaxCollectorSlow",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: { share: thresholds.durationShare } } },
  keepFiringFor: "15m",
  expr: ({ share }) => `quantile_over_time(0.95, ${select(m.duration)}[30m]) / ${select(m.interval)} > ${share}`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} is slow: runs take {{ $value | humanizePercentage }} of its interval`,
  description: `The 95th percentile of the run duration of the collector {{ $labels.collector }} for ${nodeName} is {{ $value | humanizePercentage }} of its interval. The node responds slowly, or calls wait for each other.`,
  dashboard: "exporter",
});

const schema = alert({
  name: "AvaxSchemaMismatch",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `increase(${select(m.rpcFailures, { reason: "schema" })}[30m]) > 0`,
  summary: `Unexpected response format from ${nodeName}`,
  description: `{{ $value | printf "%.0f" }} calls to ${nodeName} in 30 minutes received a response with an unexpected format. The node's API has changed, or a proxy in front of the node responds in its place. The log and the status page of the exporter name the collectors.`,
  dashboard: "exporter",
});

const errors = alert({
  name: "AvaxRpcErrorsHigh",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: { share: thresholds.failureShare } } },
  keepFiringFor: "15m",
  expr: ({ share }) => `${select(rpcFailureShare)} > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the calls to ${nodeName} fail`,
  description: `{{ $value | humanizePercentage }} of the exporter's calls to ${nodeName} fail. Data has gaps, and alerts fire late.`,
  dashboard: "exporter",
});

const limit = alert({
  name: "AvaxSeriesLimitHit",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `increase(${select(m.dropped)}[30m]) > 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} hit the series limit`,
  description: `The collector {{ $labels.collector }} for ${nodeName} exceeds series.limit. The smallest validators are dropped, and no alert about them can fire. Totals and watched validators are kept.`,
  dashboard: "exporter",
});

const reload = alert({
  name: "AvaxConfigReloadFailed",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: {} } },
  expr: () => `${select(m.reloadSuccessful)} == 0`,
  summary: "Configuration reload of the exporter at {{ $labels.instance }} failed",
  description:
    "The last configuration reload of the exporter at {{ $labels.instance }} failed. The exporter still uses the previous configuration.",
  dashboard: "exporter",
});

const noRecordings = alert({
  name: "AvaxRecordingRulesMissing",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: {} } },
  expr: () => `absent(${select(rpcFailureShare)}) and on () group(${select(m.up)})`,
  summary: "Recording rules of avalanche-exporter are not evaluated",
  description:
    "Exporters are scraped, but the series of the recording rules are missing. Alerts based on these series cannot fire.",
  dashboard: "exporter",
});

export const exporterAlerts: AlertGroup = {
  name: "avalanche-exporter",
  alerts: [down, absent, failing, stale, slow, schema, errors, limit, reload, noRecordings],
};
