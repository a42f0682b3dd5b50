/** Alerts about missing data: exporters, their collectors, and the way of alerts to their receiver. */

import { inNetwork, longNodeName, nodeName, podLabels } from "./expressions.ts";
import { toTarget } from "./links.ts";
import { type AlertGroup, alert } from "./rule.ts";
import { thresholds } from "./thresholds.ts";

/** Collectors whose data states need, and that a stock node serves. */
export const statesNeed = ["health", "node", "peers", "p-validators", "watched-validators", "subnets", "l1-validators"];

const down = alert({
  name: "AvaxExporterDown",
  tiers: {
    critical: { for: "5m", parameters: { jobs: thresholds.jobs, window: "10m" } },
    warning: { for: "5m", parameters: { jobs: thresholds.jobs, window: "1h", below: thresholds.scrapesSucceeding } },
  },
  keepFiringFor: "5m",
  // critical: all exporters of a job; AvaxNodeGone pages for a validator whose only exporter is down
  expr: ({ jobs, window, below }, severity) =>
    severity === "critical"
      ? `max without (${podLabels}, node) (max_over_time(up{job=~"${jobs}"}[${window}])) == 0`
      : `avg_over_time(up{job=~"${jobs}"}[${window}]) < ${below}\nand avg_over_time(up{job=~"${jobs}"}[10m]) < 1 and up{job=~"${jobs}"}`,
  summary: `{{ if eq $value 0.0 }}Prometheus gets no data from exporter ${nodeName}{{ else }}{{ $value | humanizePercentage }} of the scrapes of exporter ${nodeName} succeed{{ end }}`,
  description: `Prometheus cannot scrape {{ with $labels.instance }}the exporter at {{ . }}{{ else }}any exporter of the job {{ $labels.job }}{{ end }}. The nodes may be fine, but no alert about them can fire.`,
  dashboard: toTarget("exporter"),
});

const failing = alert({
  name: "AvaxCollectorFailing",
  tiers: {
    critical: { for: "10m", parameters: { collector: "p-height", window: "10m" } },
    warning: { for: "10m", parameters: { collector: ".+", window: "10m" } },
  },
  keepFiringFor: "5m",
  expr: ({
    collector,
    window,
  }) => `max_over_time(avax_exporter_collector_success{collector=~"${collector}"}[${window}]) == 0
unless ignoring (collector) avax_node_reachable == 0`,
  summary: `{{ if eq $labels.collector "p-height" }}No P-Chain data from ${nodeName}{{ else }}Collector {{ $labels.collector }} of ${nodeName} fails{{ end }}`,
  description: `The collector {{ $labels.collector }} for ${longNodeName} has not had a run without failed calls. The affected series are dropped after a few intervals, and alerts based on them cannot fire.`,
  dashboard: toTarget("exporter"),
});

const labelsCollide = alert({
  name: "AvaxTargetLabelsCollide",
  tiers: { warning: { for: "15m", parameters: {} } },
  // the labels that alerts group by and targets often have too, each on a metric with few series
  expr: () => `count by (network) (
  avax_up{exported_network!=""} or avax_chain_state{exported_chain!=""}
  or avax_node_info{exported_node_id!=""} or avax_node_state{exported_state!=""}
  or avax_validators{exported_subnet_id!=""} or avax_validator_present{exported_alias!=""}
  or avax_address_balance_avax{exported_address!=""} or avax_subnet_info{exported_kind!=""}
)`,
  summary: `Labels of targets replace labels of the metrics${inNetwork}`,
  description:
    "Prometheus has renamed labels of {{ $value }} series to exported_…, because the targets have labels of the same names. Alerts that use these labels can be wrong or missing: set honor_labels to true for the scrape.",
  dashboard: toTarget("exporter"),
});

const unavailable = alert({
  name: "AvaxCollectorUnavailable",
  tiers: { warning: { for: "15m", parameters: { collectors: statesNeed.join("|"), window: "5m" } } },
  keepFiringFor: "15m",
  expr: ({ collectors, window }) =>
    `last_over_time(avax_exporter_collector_unavailable{collector=~"${collectors}",reason=~"api_off|method_unknown"}[${window}]) == 1`,
  summary: `Node ${nodeName} does not provide the data of {{ $labels.collector }}`,
  description: `The node ${longNodeName} does not provide the data of the collector {{ $labels.collector }}: {{ if eq $labels.reason "api_off" }}its API is disabled{{ else }}its version does not support the method{{ end }}. States that need it are unknown, and alerts about them cannot fire.`,
  dashboard: toTarget("exporter"),
});

const unobserved = alert({
  name: "AvaxWatchedUnobserved",
  tiers: { warning: { for: "15m", parameters: { window: "15m" } } },
  keepFiringFor: "15m",
  // an exporter whose node has not responded does not know its network: another exporter can observe the same entity
  expr: ({ window }) =>
    `count by (network) (max by (network, entity, subnet_id, id) (max_over_time(avax_watched_observed[${window}])) == 0
unless on (entity, subnet_id, id) max_over_time(avax_watched_observed[${window}]) == 1)`,
  summary: `{{ $value }} watched entities${inNetwork} are observed by no node`,
  description: `No exporter knows the states of these entities, and alerts about them cannot fire:{{ range query "group by (entity, id, alias) (max_over_time(avax_watched_observed[15m]) == 0)" }} {{ .Labels.entity }} {{ or .Labels.alias .Labels.id }}{{ end }}. All nodes that watch them are behind, isolated or failing, or their IDs are wrong.`,
  dashboard: { file: "overview", variables: { network: "network" } },
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

export const exporterAlerts: AlertGroup = {
  name: "avalanche-exporter",
  alerts: [down, failing, unavailable, unobserved, labelsCollide, watchdog],
};
