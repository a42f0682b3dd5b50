/** Optional alerts about the exporter itself, for those who maintain it. */

import { inNetwork, longNodeName, nodeOfTarget } from "../expressions.ts";
import { toTarget } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";

const schema = alert({
  name: "AvaxSchemaMismatch",
  tiers: { warning: { for: "5m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `increase(avax_exporter_rpc_request_failures_total{reason="schema"}[${window}]) > 0`,
  summary: `Unexpected response format from ${nodeOfTarget}`,
  description: `{{ $value | printf "%.0f" }} calls to ${longNodeName} received a response within a day with an unexpected format. The node's API has changed, or a proxy in front of the node responds in its place. The log and the status page of the exporter name the collectors.`,
  dashboard: toTarget("exporter"),
});

const limit = alert({
  name: "AvaxSeriesLimitHit",
  tiers: { warning: { for: "5m", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `increase(avax_exporter_series_dropped_total[${window}]) > 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeOfTarget} hit the series limit`,
  description: `The collector {{ $labels.collector }} for ${longNodeName} exceeds series_limit. The smallest validators are dropped, and no alert about them can fire. Totals and watched validators are kept.`,
  dashboard: toTarget("exporter"),
});

const reload = alert({
  name: "AvaxConfigReloadFailed",
  tiers: { warning: { for: "5m", parameters: {} } },
  expr: () => "max_over_time(avax_exporter_config_last_reload_successful[5m]) == 0",
  summary: "Configuration reload of the exporter at {{ $labels.instance }} failed",
  description:
    "The last configuration reload of the exporter at {{ $labels.instance }} failed. The exporter still uses the previous configuration.",
  dashboard: { file: "exporter", variables: { job: "job", instance: "instance" } },
});

const labelsCollide = alert({
  name: "AvaxTargetLabelsCollide",
  tiers: { warning: { for: "15m", parameters: {} } },
  // the labels that alerts group by and targets often have too, each on a metric with few series
  expr: () => `count by (network) (
  avax_node_info{exported_network!=""} or avax_chain_state{exported_chain!=""}
  or avax_node_info{exported_node_id!=""} or avax_node_state{exported_state!=""}
  or avax_validators{exported_subnet_id!=""} or avax_validator_present{exported_alias!=""}
  or avax_address_balance_avax{exported_address!=""} or avax_subnet_info{exported_kind!=""}
)`,
  summary: `Labels of targets replace labels of the metrics${inNetwork}: set honor_labels`,
  description:
    "Prometheus has renamed labels of {{ $value }} series to exported_…, because the targets have labels of the same names. Alerts that use these labels can be wrong or missing: set honor_labels to true for the scrape.",
  dashboard: toTarget("exporter"),
});

export const exporter: AlertGroup = {
  name: "avalanche-exporter-maintenance",
  alerts: [schema, limit, reload, labelsCollide],
};
