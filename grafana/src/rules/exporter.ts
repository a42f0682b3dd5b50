/** The exporter itself: is it there, and does it read what it should. */
import * as m from "../../../src/metrics/exporter.ts";
import { external, like } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { age, nodeName, oldest, select, target } from "./parts.ts";
import { rpcFailureShare } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const { up: scraped, alerts } = external;
const isDown = "AvaxExporterDown";

const down = alert({
  name: isDown,
  collectors: [],
  tiers: { critical: { for: "5m", parameters: { jobs: thresholds.jobs } } },
  // what once answered is an exporter whatever its job is called, and stays one while this alert lasts
  expr: ({ jobs }) => `${select(scraped, { job: like(jobs) })} == 0
or
${select(scraped)} == 0
and on (${target})
(
  present_over_time(${select(m.up)}[1h])
  or present_over_time(${select(m.buildInfo)}[1h])
  or ${select(alerts, { alertname: isDown })}
)`,
  summary: `The exporter at ${nodeName} cannot be scraped`,
  description: `Prometheus gets no page from {{ $labels.instance }}{{ with $labels.node }} for the node {{ . }}{{ end }} (job {{ $labels.job }}). Nothing is known of the node, and no other alert about it can fire.`,
  dashboard: "exporter",
});

const absent = alert({
  name: "AvaxExporterAbsent",
  collectors: [],
  tiers: { critical: { for: "10m", parameters: {} } },
  expr: () => `absent(${select(m.buildInfo)} or ${select(m.up)})`,
  summary: "No avalanche-exporter is scraped at all",
  description:
    "Prometheus has no series of any exporter: the scrape job is gone, or finds no target. No other alert about Avalanche can fire.",
  dashboard: "exporter",
});

const failing = alert({
  name: "AvaxCollectorFailing",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: {} } },
  keepFiringFor: "5m",
  expr: () => `${select(m.success)} == 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} fails`,
  description: `Every round of the collector {{ $labels.collector }} for ${nodeName} has failed in part or whole. What it could not read has vanished or soon will, and alerts on it with it.`,
  dashboard: "exporter",
});

const stale = alert({
  name: "AvaxCollectorStale",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: { rounds: thresholds.staleRounds } } },
  expr: ({ rounds }) => `${age()} > ${oldest(rounds)}\nand\n${select(m.available)} == 1`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} has old data`,
  description: `The last good round of the collector {{ $labels.collector }} for ${nodeName} was {{ $value | humanizeDuration }} ago. Alerts on what it reads are held back until it succeeds.`,
  dashboard: "exporter",
});

const slow = alert({
  name: "AvaxCollectorSlow",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: { share: thresholds.durationShare } } },
  keepFiringFor: "15m",
  expr: ({ share }) => `quantile_over_time(0.95, ${select(m.duration)}[30m]) / ${select(m.interval)} > ${share}`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} takes almost all of its interval`,
  description: `One in twenty rounds of the collector {{ $labels.collector }} for ${nodeName} takes more than {{ $value | humanizePercentage }} of its interval: the node answers slowly, or calls wait for each other.`,
  dashboard: "exporter",
});

const schema = alert({
  name: "AvaxSchemaMismatch",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `increase(${select(m.failures, { reason: "schema" })}[30m]) > 0`,
  summary: `Answers of ${nodeName} are not what the exporter knows (collector {{ $labels.collector }})`,
  description: `{{ $value | printf "%.0f" }} rounds of the collector {{ $labels.collector }} for ${nodeName} in 30 minutes got an answer whose form is wrong: the node's API has changed, or something before the node answers in its place.`,
  dashboard: "exporter",
});

const errors = alert({
  name: "AvaxRpcErrorsHigh",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: { share: thresholds.failureShare } } },
  keepFiringFor: "15m",
  expr: ({ share }) => `${select(rpcFailureShare)} > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the calls to ${nodeName} fail`,
  description: `{{ $value | humanizePercentage }} of the exporter's calls to ${nodeName} fail. Data may come and go, and alerts come late.`,
  dashboard: "exporter",
});

const limit = alert({
  name: "AvaxSeriesLimitHit",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => `increase(${select(m.dropped)}[30m]) > 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} leaves out series`,
  description: `The collector {{ $labels.collector }} for ${nodeName} is beyond series.limit: the smallest validators are left out, and no alert on them can fire. Totals and watched validators stay.`,
  dashboard: "exporter",
});

const reload = alert({
  name: "AvaxConfigReloadFailed",
  collectors: [],
  tiers: { warning: { for: "5m", parameters: {} } },
  expr: () => `${select(m.reloadSuccessful)} == 0`,
  summary: "The exporter at {{ $labels.instance }} runs with an old configuration",
  description:
    "The exporter at {{ $labels.instance }} did not take its configuration when it was last told to read it. The one before stays in effect.",
  dashboard: "exporter",
});

const noRecordings = alert({
  name: "AvaxRecordingRulesMissing",
  collectors: [],
  tiers: { warning: { for: "15m", parameters: {} } },
  expr: () => `absent(${select(rpcFailureShare)}) and on () group(${select(m.up)})`,
  summary: "The recording rules of avalanche-exporter are not evaluated",
  description:
    "Exporters are scraped, but the series of the recording rules are not there: the alerts that are made from them cannot fire.",
  dashboard: "exporter",
});

export const exporterAlerts: AlertGroup = {
  name: "avalanche-exporter",
  alerts: [down, absent, failing, stale, slow, schema, errors, limit, reload, noRecordings],
};
