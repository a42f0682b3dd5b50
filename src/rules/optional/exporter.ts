/** Optional alerts about the exporter itself, for those who maintain it. */

import { longNodeName, nodeName } from "../expressions.ts";
import { toTarget } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { thresholds } from "../thresholds.ts";

const schema = alert({
  name: "AvaxSchemaMismatch",
  tiers: { warning: { for: "5m", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `increase(avax_exporter_rpc_request_failures_total{reason="schema"}[${window}]) > 0`,
  summary: `Unexpected response format from ${nodeName}`,
  description: `{{ $value | printf "%.0f" }} calls to ${longNodeName} in 30 minutes received a response with an unexpected format. The node's API has changed, or a proxy in front of the node responds in its place. The log and the status page of the exporter name the collectors.`,
  dashboard: toTarget("exporter"),
});

const errors = alert({
  name: "AvaxRpcErrorsHigh",
  tiers: { warning: { for: "15m", parameters: { share: thresholds.failureShare, window: "5m" } } },
  keepFiringFor: "15m",
  expr: ({ share, window }) =>
    `sum without (reason) (rate(avax_exporter_rpc_request_failures_total{reason!~"bootstrapping|method_unavailable"}[${window}]))
/ sum without (lock, cost) (rate(avax_exporter_rpc_duration_seconds_count[${window}])) > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the calls to ${nodeName} fail`,
  description: `{{ $value | humanizePercentage }} of the exporter's calls to ${longNodeName} fail. Data has gaps, and alerts fire late.`,
  dashboard: toTarget("exporter"),
});

const limit = alert({
  name: "AvaxSeriesLimitHit",
  tiers: { warning: { for: "5m", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `increase(avax_exporter_series_dropped_total[${window}]) > 0`,
  summary: `Collector {{ $labels.collector }} of ${nodeName} hit the series limit`,
  description: `The collector {{ $labels.collector }} for ${longNodeName} exceeds series.limit. The smallest validators are dropped, and no alert about them can fire. Totals and watched validators are kept.`,
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

const identityChanged = alert({
  name: "AvaxNodeIdentityChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1h" } } },
  expr: ({ window }) => `increase(avax_exporter_node_identity_changes_total[${window}]) > 0`,
  summary: `Node ID behind ${nodeName} has changed`,
  description: `The node ID at the address of {{ or $labels.node $labels.instance }} changed {{ $value | printf "%.0f" }} times within an hour. The node was started with different staking keys, or node.url is a load balancer.`,
  dashboard: toTarget("overview"),
});

export const exporter: AlertGroup = {
  name: "avalanche-exporter-maintenance",
  alerts: [schema, errors, limit, reload, identityChanged],
};
