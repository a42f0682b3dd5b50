/** Definitions of the metrics about the exporter itself. */
import { counter, selfGauge, withLabels } from "./metric.ts";

export const up = selfGauge(
  "avax_up",
  "1 if the node responds and no required collector fails, otherwise 0. Data that the node does not provide is not a failure.",
);
export const nodeReachable = selfGauge(
  "avax_node_reachable",
  "1 if the latest call got a response of the node, otherwise 0. Timeouts of expensive calls are ignored.",
);

export const buildInfo = withLabels("version", "revision", "node_version").selfGauge(
  "avax_exporter_build_info",
  "Build information of the exporter; always 1.",
);

const collector = withLabels("collector");

export const success = collector.selfGauge(
  "avax_exporter_collector_success",
  "1 if no call failed in the last run of the collector, otherwise 0.",
);
export const unavailable = withLabels("collector", "reason").selfGauge(
  "avax_exporter_collector_unavailable",
  "1 while the node provides none of the collector's data, otherwise absent.",
);
export const failures = collector.counter(
  "avax_exporter_collector_failures_total",
  "Total number of runs in which a call failed; absent until the first one.",
);
export const series = collector.selfGauge(
  "avax_exporter_series",
  "Number of series exposed by the collector after its last run.",
);
export const dropped = collector.counter(
  "avax_exporter_series_dropped_total",
  "Total number of series dropped because of series_limit, summed over all runs.",
);

export const rpcDuration = withLabels("lock", "cost").histogram(
  "avax_exporter_rpc_duration_seconds",
  "Duration of RPC calls to the node in seconds, from the time of sending. lock is p, x or none. cost is light, moderate or heavy.",
);
export const rpcFailures = withLabels("reason").counter(
  "avax_exporter_rpc_request_failures_total",
  "Total number of failed RPC calls, by reason. bootstrapping and method_unavailable are states, not failures.",
);
export const identityChanges = counter(
  "avax_exporter_node_identity_changes_total",
  "Total number of changes of the node ID behind the configured URL.",
);

export const reloadSuccessful = selfGauge(
  "avax_exporter_config_last_reload_successful",
  "1 if the last configuration reload was successful, otherwise 0.",
);
export const reloadTime = selfGauge(
  "avax_exporter_config_last_reload_success_timestamp_seconds",
  "Time of the last successful configuration reload, in Unix seconds.",
);
