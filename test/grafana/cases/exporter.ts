import { type Case, healthy } from "./case.ts";

const nothing = Object.fromEntries(Object.keys(healthy).map((name) => [name, null]));
const unknown = { node_id: undefined, network: undefined };

export const exporterCases: readonly Case[] = [
  {
    // it has never responded
    alert: "AvaxExporterDown",
    when: { ...nothing, up: "0" },
    after: 5,
    looksBack: true,
    fires: [{ severity: "critical", labels: unknown, summary: "Exporter of exporter:9652 is down" }],
  },
  {
    // Prometheus still returns the last value for five minutes
    alert: "AvaxExporterDown",
    when: { up: "1x10 0" },
    after: 15,
    looksBack: true,
    fires: [{ severity: "warning", summary: "Exporter of NodeID-Own (mainnet) is down" }],
  },
  {
    alert: "AvaxCollectorFailing",
    when: { 'avax_exporter_collector_success{collector="subnets"}': "0" },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of NodeID-Own (mainnet) fails",
      },
    ],
  },
  {
    alert: "AvaxCollectorFailing",
    when: { 'avax_exporter_collector_success{collector="p-height"}': "0" },
    after: 15,
    fires: [
      {
        severity: "critical",
        labels: { collector: "p-height" },
        summary: "Collector p-height of NodeID-Own (mainnet) fails",
      },
    ],
  },
  {
    // its runs hang
    alert: "AvaxCollectorFailing",
    when: { 'avax_exporter_collector_last_success_timestamp_seconds{collector="subnets"}': "60" },
    after: 21,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of NodeID-Own (mainnet) fails",
      },
    ],
  },
  {
    // the network of the node is unknown
    alert: "AvaxCollectorFailing",
    when: {
      'avax_exporter_collector_success{collector="node"}': "0",
      'avax_node_info{node_id="NodeID-Own",network="mainnet"}': null,
    },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: { collector: "node", ...unknown },
        summary: "Collector node of exporter:9652 fails",
      },
    ],
  },
  {
    alert: "AvaxWatchdog",
    when: {},
    after: 0,
    about: "nothing",
    fires: [{ severity: "info", summary: "Avalanche alerts are evaluated and sent" }],
  },
  {
    alert: "AvaxSchemaMismatch",
    when: { 'avax_exporter_rpc_request_failures_total{reason="schema"}': "0x10 1x5 2" },
    after: 16,
    looksBack: true,
    fires: [{ severity: "warning", summary: "Unexpected response format from NodeID-Own (mainnet)" }],
  },
  {
    alert: "AvaxRpcErrorsHigh",
    when: { 'avax_exporter_rpc_request_failures_total{reason="timeout"}': "0+3" },
    after: 16,
    looksBack: true,
    fires: [{ severity: "warning", summary: "50% of the calls to NodeID-Own (mainnet) fail" }],
  },
  {
    alert: "AvaxSeriesLimitHit",
    when: { 'avax_exporter_series_dropped_total{collector="subnets"}': "0x5 0+7" },
    after: 12,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of NodeID-Own (mainnet) hit the series limit",
      },
    ],
  },
  {
    alert: "AvaxConfigReloadFailed",
    when: { avax_exporter_config_last_reload_successful: "0" },
    after: 5,
    about: "exporter",
    fires: [{ severity: "warning", summary: "Configuration reload of the exporter at exporter:9652 failed" }],
  },
];
