/** Alerts about the exporter: data that is missing, the way of alerts to their receiver, and its configuration. */
import { addressBalance } from "../collectors/addresses.ts";
import type { CollectorName } from "../collectors/all.ts";
import { validators } from "../collectors/kinds/validators.ts";
import { subnetInfo } from "../collectors/subnets.ts";
import * as self from "../engine/own-metrics.ts";
import { entities, watchedObserved, watchedUnobserved } from "../entities/all.ts";
import { type AlertGroup, alert, toExporter, toNetwork } from "./alert.ts";
import { inNetwork, named, perJob } from "./expressions.ts";
import { longNodeName, nodeName, nodeOfTarget } from "./names.ts";

const { chain, node, validator } = entities;
const [info, state, validates] = [node.metric("info").name, node.metric("state").name, node.metric("validates").name];

/** Template of the name of a target's node, if the exporter has several. */
const ofNode = "{{ with $labels.node }} (node {{ . }}){{ end }}";

const down = alert({
  name: "AvaxExporterDown",
  tiers: {
    // longer than AvaxNodeGone and the warning, which it inhibits
    critical: { for: "5m", keepFiringFor: "15m", parameters: { window: "10m", lookback: "7d" } },
    warning: {
      for: "5m",
      keepFiringFor: "5m",
      parameters: { jobs: ".*avalanche-exporter.*", window: "1h", below: 0.8 },
    },
  },
  sentence: "Critical: no exporter of a job delivers data. Warning: too few scrapes of an exporter succeed.",
  // critical: also a job that has left the discovery. Warning: only the job name identifies an exporter that has never responded
  expr: ({ jobs, window, lookback, below }, severity) =>
    severity === "critical"
      ? `group by (${perJob}, network) (
  last_over_time(${validates}{node_id!="",network!=""}[${lookback}])
  unless on (${perJob}) last_over_time(${self.up.name}[${window}])
  unless on (network, node_id) last_over_time(${info}[${window}])
)`
      : `avg_over_time(up{job=~"${jobs}"}[${window}]) < ${below}
and avg_over_time(up{job=~"${jobs}"}[5m]) < 1`,
  summary: (severity) =>
    severity === "critical"
      ? `Nothing is monitored by job {{ $labels.job }}${inNetwork}: check its exporters and the scrape configuration`
      : `{{ if eq $value 0.0 }}Prometheus gets no data from the exporter at {{ $labels.instance }}${ofNode}{{ else }}{{ $value | humanizePercentage }} of the scrapes of the exporter at {{ $labels.instance }}${ofNode} succeed{{ end }}${inNetwork}: check it`,
  description: (severity) =>
    severity === "critical"
      ? "Prometheus has no data of any exporter of the job {{ $labels.job }}: they are down, or the job was removed. The nodes may be fine, but no alert about them can fire. If that is intended, silence this alert for a week."
      : `Prometheus cannot scrape the exporter at {{ $labels.instance }}${ofNode}. The nodes may be fine, but no alert about them can fire.`,
});

const notScraped = alert({
  name: "AvaxNodesNotScraped",
  tiers: { warning: { for: "15m", parameters: {} } },
  keepFiringFor: "5m",
  sentence:
    "Prometheus scrapes an exporter, and has got no data of a node for a day. AvaxExporterDown is about its end.",
  expr: () =>
    `count(last_over_time(${self.buildInfo.name}[5m])) unless on () count(last_over_time(${self.up.name}[1d]))`,
  summary: "Prometheus scrapes exporters, and none of their nodes: use the discovery at /sd",
  description:
    "Prometheus scrapes /metrics of exporters that have several nodes, and has got no data of a node within a day. No alert about them can fire. Replace the scrape job by the one with http_sd_configs and the path /sd.",
});

const failing = alert({
  name: "AvaxCollectorFailing",
  tiers: {
    // longer than the warnings, which it inhibits
    critical: { for: "10m", keepFiringFor: "20m", parameters: { collector: "p-height", window: "10m" } },
    warning: { for: "10m", keepFiringFor: "5m", parameters: { collector: ".+", window: "10m" } },
  },
  sentence: "Each run of a collector fails, and its node responds. Critical: it validated when that was last known.",
  // critical: with the network, which own metrics of the exporter lack
  expr: ({ collector, window }, severity) => {
    const fails = `max_over_time(${self.success.name}{collector=~"${collector}"}[${window}]) == 0`;
    const ofValidator = `(last_over_time(${validates}[1d]) == 1\nand ignoring (collector, node_id, network) ${fails})`;
    return `${severity === "critical" ? ofValidator : fails}
unless ignoring (collector, node_id, network) ${self.nodeReachable.name} == 0`;
  },
  summary: (severity) =>
    severity === "critical"
      ? `No P-Chain data from ${nodeName}: read the log of the node`
      : `Collector {{ $labels.collector }} of ${nodeOfTarget} fails: run avalanche-exporter doctor`,
  description: (severity) =>
    `The collector ${severity === "critical" ? "p-height" : "{{ $labels.collector }}"} for ${longNodeName} has not had a run without failed calls. The affected series are dropped after a few intervals, and alerts based on them cannot fire.`,
});

const unobserved = alert({
  name: "AvaxWatchedUnobserved",
  tiers: { warning: { for: "15m", parameters: { window: "15m" } } },
  keepFiringFor: "5m",
  sentence: "No node that can judge has known the state of the watched entity within the window.",
  expr: ({ window }) =>
    `min by (network, entity, subnet_id, id) (min_over_time(${watchedUnobserved.name}[${window}])) == 1`,
  summary: `The {{ reReplaceAll "_" " " $labels.entity }} ${named(watchedObserved, "id", "$labels.id")}${inNetwork} is observed by no node: check its ID and the nodes that watch it`,
  description:
    "No exporter knows the state of the {{ $labels.entity }} {{ $labels.id }}{{ with $labels.subnet_id }} of {{ . }}{{ end }}, and alerts about it cannot fire. The nodes that watch it do not know whether it can make its next block, or their collectors fail, or the ID is wrong.",
  dashboard: toNetwork("overview"),
});

/** Collectors whose data states and default alerts need, in the order of all collectors. */
export const statesNeed: readonly CollectorName[] = [
  "p-fee",
  "p-validator-fee",
  "p-validator-fee-config",
  "p-validators",
  "watched-validators",
  "rewards",
  "subnets",
  "l1-validators",
  "node",
  "health",
  "evm",
  "evm-upgrades",
  "epochs",
  "upgrades",
  "peers",
  "addresses",
];
const unavailable = alert({
  name: "AvaxCollectorUnavailable",
  tiers: { warning: { for: "15m", parameters: { collectors: statesNeed.join("|"), window: "5m" } } },
  keepFiringFor: "15m",
  sentence: "A node provides none of the data of a collector that states and alerts need.",
  expr: ({ collectors, window }) =>
    `last_over_time(${self.unavailable.name}{collector=~"${collectors}",reason=~"api_off|method_unknown"}[${window}]) == 1`,
  summary: `Node ${nodeOfTarget} does not provide the data of {{ $labels.collector }}: {{ if eq $labels.reason "api_off" }}enable its API{{ else }}update the node{{ end }}`,
  description: `The node ${longNodeName} does not provide the data of the collector {{ $labels.collector }}: {{ if eq $labels.reason "api_off" }}its API is disabled{{ else }}its version does not support the method{{ end }}. States that need it are unknown, and alerts about them cannot fire.`,
});

const watchdog = alert({
  name: "AvaxWatchdog",
  tiers: { none: { for: "0s", parameters: {} } },
  sentence: "Always fires.",
  expr: () => "vector(1)",
  summary: "Avalanche alerts are evaluated and sent",
  description:
    "This alert always fires. Send it to a service that notifies you when it stops: Prometheus or Alertmanager is down then, and no alert arrives.",
  dashboard: { file: "exporter", variables: {} },
});

export const exporterAlerts: AlertGroup = {
  name: "avalanche-exporter",
  dashboard: toExporter,
  alerts: [down, notScraped, failing, unavailable, unobserved, watchdog],
};

const schema = alert({
  name: "AvaxSchemaMismatch",
  tiers: { warning: { for: "5m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  sentence: "Calls have received responses with an unexpected format within the window.",
  expr: ({ window }) => `increase(${self.rpcFailures.name}{reason="schema"}[${window}]) > 0`,
  summary: `Unexpected response format from ${nodeOfTarget}`,
  description: `{{ $value | printf "%.0f" }} calls to ${longNodeName} received a response within a day with an unexpected format. The node's API has changed, or a proxy in front of the node responds in its place. The log and the status page of the exporter name the collectors.`,
});

const limit = alert({
  name: "AvaxSeriesLimitHit",
  tiers: { warning: { for: "5m", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  sentence: "The exporter has dropped series within the window, because of series_limit.",
  expr: ({ window }) => `increase(${self.dropped.name}[${window}]) > 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeOfTarget} hit the series limit`,
  description: `The collector {{ $labels.collector }} for ${longNodeName} exceeds series_limit. The smallest validators are dropped, and no alert about them can fire. Totals and watched validators are kept.`,
});

const reload = alert({
  name: "AvaxConfigReloadFailed",
  tiers: { warning: { for: "5m", parameters: {} } },
  sentence: "The last configuration reload failed.",
  expr: () => `max_over_time(${self.reloadSuccessful.name}[5m]) == 0`,
  summary: "Configuration reload of the exporter at {{ $labels.instance }} failed",
  description:
    "The last configuration reload of the exporter at {{ $labels.instance }} failed. The exporter still uses the previous configuration.",
});

const labelsCollide = alert({
  name: "AvaxTargetLabelsCollide",
  tiers: { warning: { for: "15m", parameters: {} } },
  sentence: "Labels of targets have renamed labels that alerts group by, each looked for on a metric with few series.",
  expr: () => `count by (network) (
  ${info}{exported_network!=""} or ${chain.metric("state").name}{exported_chain!=""}
  or ${info}{exported_node_id!=""} or ${state}{exported_state!=""}
  or ${validators.name}{exported_subnet_id!=""} or ${validator.metric("present").name}{exported_alias!=""}
  or ${addressBalance.name}{exported_address!=""} or ${subnetInfo.name}{exported_kind!=""}
)`,
  summary: `Labels of targets replace labels of the metrics${inNetwork}: set honor_labels`,
  description:
    "Prometheus has renamed labels of {{ $value }} series to exported_…, because the targets have labels of the same names. Alerts that use these labels can be wrong or missing: set honor_labels to true for the scrape.",
});

/** Optional alerts about the exporter itself, for those who maintain it. */
export const maintenance: AlertGroup = {
  name: "avalanche-exporter-maintenance",
  dashboard: toExporter,
  alerts: [schema, limit, reload, labelsCollide],
};
