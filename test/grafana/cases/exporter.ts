import { type Case, healthy } from "./case.ts";

const nothing = Object.fromEntries(Object.keys(healthy).map((name) => [name, null]));

export const exporterCases: readonly Case[] = [
  {
    alert: "AvaxExporterDown",
    when: { ...nothing, up: "0" },
    after: 5,
    ofNode: [
      {
        summary: "Exporter target b is down",
        description:
          "Prometheus cannot scrape exporter:9652 for the node b (job avalanche-exporter). It has no data about the node, and no other alert about it can fire.",
      },
    ],
    fires: [
      {
        severity: "critical",
        summary: "Exporter target exporter:9652 is down",
        description:
          "Prometheus cannot scrape exporter:9652 (job avalanche-exporter). It has no data about the node, and no other alert about it can fire.",
      },
    ],
  },
  {
    // Prometheus still returns the last value for five minutes
    alert: "AvaxExporterAbsent",
    when: { ...nothing, avax_up: "1x2 _" },
    after: 16,
    looksBack: true,
    ofNoTarget: true,
    fires: [
      {
        severity: "critical",
        summary: "No avalanche-exporter is scraped",
        description:
          "Prometheus has no series of any exporter: the scrape job is missing or has no targets. No other alert about Avalanche can fire.",
      },
    ],
  },
  {
    alert: "AvaxCollectorFailing",
    when: { 'avax_exporter_collector_success{collector="subnets"}': "0" },
    after: 15,
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of exporter:9652 fails",
        description:
          "Every run of the collector subnets for exporter:9652 has had failed calls. The affected series are dropped after a few intervals, and alerts based on them cannot fire.",
      },
    ],
  },
  {
    // an interval is 60 s: stale after 5 minutes, firing after 5 more
    alert: "AvaxCollectorStale",
    when: { 'avax_exporter_collector_last_success_timestamp_seconds{collector="subnets"}': "60" },
    after: 11,
    looksBack: true,
    aSecondLater: [
      {
        summary: "Collector subnets of exporter:9652 is stale",
        description:
          "The last successful run of the collector subnets for exporter:9652 was 12m 1s ago. Alerts based on its data are held back until a run succeeds.",
      },
    ],
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of exporter:9652 is stale",
        description:
          "The last successful run of the collector subnets for exporter:9652 was 13m 0s ago. Alerts based on its data are held back until a run succeeds.",
      },
    ],
  },
  {
    alert: "AvaxCollectorSlow",
    when: { 'avax_exporter_collector_duration_seconds{collector="subnets"}': "55" },
    after: 15,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of exporter:9652 is slow: runs take 91.67% of its interval",
        description:
          "The 95th percentile of the run duration of the collector subnets for exporter:9652 is 91.67% of its interval. The node responds slowly, or calls wait for each other.",
      },
    ],
  },
  {
    alert: "AvaxSchemaMismatch",
    when: { 'avax_exporter_rpc_request_failures_total{reason="schema"}': "0x10 1x5 2" },
    after: 16,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { reason: "schema" },
        summary: "Unexpected response format from exporter:9652",
        description:
          "2 calls to exporter:9652 in 30 minutes received a response with an unexpected format. The node's API has changed, or a proxy in front of the node responds in its place. The log and the status page of the exporter name the collectors.",
      },
    ],
  },
  {
    alert: "AvaxRpcErrorsHigh",
    when: {
      'avax_exporter_rpc_request_failures_total{reason="timeout"}': "0+3",
    },
    after: 16,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        summary: "50% of the calls to exporter:9652 fail",
        description: "50% of the exporter's calls to exporter:9652 fail. Data has gaps, and alerts fire late.",
      },
    ],
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
        summary: "Collector subnets of exporter:9652 hit the series limit",
        description:
          "The collector subnets for exporter:9652 exceeds series.limit. The smallest validators are dropped, and no alert about them can fire. Totals and watched validators are kept.",
      },
    ],
  },
  {
    alert: "AvaxConfigReloadFailed",
    when: { avax_exporter_config_last_reload_successful: "0" },
    after: 5,
    ofNode: [
      {
        summary: "Configuration reload of the exporter at exporter:9652 failed",
        description:
          "The last configuration reload of the exporter at exporter:9652 failed. The exporter still uses the previous configuration.",
      },
    ],
    fires: [
      {
        severity: "warning",
        summary: "Configuration reload of the exporter at exporter:9652 failed",
        description:
          "The last configuration reload of the exporter at exporter:9652 failed. The exporter still uses the previous configuration.",
      },
    ],
  },
  {
    alert: "AvaxRecordingRulesMissing",
    when: {
      'avax_exporter_rpc_lane_duration_seconds_count{lane="p"}': null,
    },
    after: 15,
    ofNoTarget: true,
    fires: [
      {
        severity: "warning",
        summary: "Recording rules of avalanche-exporter are not evaluated",
        description:
          "Exporters are scraped, but the series of the recording rules are missing. Alerts based on these series cannot fire.",
      },
    ],
  },
];
