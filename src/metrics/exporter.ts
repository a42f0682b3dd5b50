/** The exporter's own metrics, kept by the client library. */
import { counter, histogram, ownGauge } from "../prometheus/metric.ts";

export const up = ownGauge(
  "avax_up",
  "1 when the node answers and no required collector failed in its last round; what the node does not offer is no failure.",
);
export const nodeReachable = ownGauge(
  "avax_node_reachable",
  "1 when the latest call got any HTTP answer, 0 when none.",
);

export const buildInfo = ownGauge("avax_exporter_build_info", "The running program: always 1.", [
  "version",
  "revision",
  "node_version",
]);

const collector = ["collector"] as const;
export const success = ownGauge(
  "avax_exporter_collector_success",
  "0 if any call of the last round failed, else 1.",
  collector,
);
export const available = ownGauge(
  "avax_exporter_collector_available",
  "0 where the node offers nothing of what the collector reads (API off, method unknown, bootstrapping): no error.",
  collector,
);
export const lastSuccess = ownGauge(
  "avax_exporter_collector_last_success_timestamp_seconds",
  "When the last round without failure ended.",
  collector,
);
export const interval = ownGauge(
  "avax_exporter_collector_interval_seconds",
  "Time between two rounds: longer than configured where the node takes long to answer.",
  collector,
);
export const duration = ownGauge(
  "avax_exporter_collector_duration_seconds",
  "How long the last round took.",
  collector,
);
export const runs = counter("avax_exporter_collector_runs_total", "Rounds that ended.", collector);
export const failures = counter("avax_exporter_collector_failures_total", "Rounds in which a call failed, by reason.", [
  "collector",
  "reason",
]);
export const series = ownGauge(
  "avax_exporter_series",
  "Series of the collector on the page after its last round.",
  collector,
);
export const dropped = counter(
  "avax_exporter_series_dropped_total",
  "Series left out because of the limit, counted in each round.",
  collector,
);

const method = ["method"] as const;
export const rpcDuration = histogram(
  "avax_exporter_rpc_request_duration_seconds",
  "Duration of calls to the node, from when they are sent.",
  [0.001, 0.01, 0.1, 0.5, 2.5, 10, 30],
  method,
);
export const rpcFailures = counter(
  "avax_exporter_rpc_request_failures_total",
  "Calls without a result, by reason. Refusals that are states of the node (an empty index) are not counted.",
  ["method", "reason"],
);
export const rpcBytes = counter("avax_exporter_rpc_response_bytes_total", "Bytes of the node's answers.", method);
export const identityChanges = counter(
  "avax_exporter_node_identity_changes_total",
  "How often another node answered at the same address.",
);

export const reloadSuccessful = ownGauge(
  "avax_exporter_config_last_reload_successful",
  "1 when the configuration was last loaded without mistakes.",
);
export const reloadTime = ownGauge(
  "avax_exporter_config_last_reload_success_timestamp_seconds",
  "When the configuration was last loaded without mistakes.",
);
