import { type Case, healthy } from "./case.ts";

const nothing = Object.fromEntries(Object.keys(healthy).map((name) => [name, null]));

export const exporterCases: readonly Case[] = [
  {
    alert: "AvaxExporterDown",
    when: { ...nothing, up: "0" },
    after: 5,
    ofNode: [
      {
        summary: "The exporter at b cannot be scraped",
        description:
          "Prometheus gets no page from exporter:9652 for the node b (job avalanche-exporter). Nothing is known of the node, and no other alert about it can fire.",
      },
    ],
    fires: [
      {
        severity: "critical",
        summary: "The exporter at exporter:9652 cannot be scraped",
        description:
          "Prometheus gets no page from exporter:9652 (job avalanche-exporter). Nothing is known of the node, and no other alert about it can fire.",
      },
    ],
  },
  {
    // for five minutes Prometheus still shows what it saw last
    alert: "AvaxExporterAbsent",
    when: { ...nothing, avax_up: "1x2 _" },
    after: 16,
    looksBack: true,
    ofNoTarget: true,
    fires: [
      {
        severity: "critical",
        summary: "No avalanche-exporter is scraped at all",
        description:
          "Prometheus has no series of any exporter: the scrape job is gone, or finds no target. No other alert about Avalanche can fire.",
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
          "Every round of the collector subnets for exporter:9652 has failed in part or whole. What it could not read has vanished or soon will, and alerts on it with it.",
      },
    ],
  },
  {
    // an interval is 60 s: stale after 5 minutes, and 5 minutes later that has lasted
    alert: "AvaxCollectorStale",
    when: { 'avax_exporter_collector_last_success_timestamp_seconds{collector="subnets"}': "60" },
    after: 11,
    looksBack: true,
    aSecondLater: [
      {
        summary: "Collector subnets of exporter:9652 has old data",
        description:
          "The last good round of the collector subnets for exporter:9652 was 12m 1s ago. Alerts on what it reads are held back until it succeeds.",
      },
    ],
    fires: [
      {
        severity: "warning",
        labels: { collector: "subnets" },
        summary: "Collector subnets of exporter:9652 has old data",
        description:
          "The last good round of the collector subnets for exporter:9652 was 13m 0s ago. Alerts on what it reads are held back until it succeeds.",
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
        summary: "Collector subnets of exporter:9652 takes almost all of its interval",
        description:
          "One in twenty rounds of the collector subnets for exporter:9652 takes more than 91.67% of its interval: the node answers slowly, or calls wait for each other.",
      },
    ],
  },
  {
    alert: "AvaxSchemaMismatch",
    when: { 'avax_exporter_collector_failures_total{collector="p-fee",reason="schema"}': "0x10 1x5 2" },
    after: 16,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { collector: "p-fee", reason: "schema" },
        summary: "Answers of exporter:9652 are not what the exporter knows (collector p-fee)",
        description:
          "2 rounds of the collector p-fee for exporter:9652 in 30 minutes got an answer whose form is wrong: the node's API has changed, or something before the node answers in its place.",
      },
    ],
  },
  {
    alert: "AvaxRpcErrorsHigh",
    when: {
      'avax_exporter_rpc_request_failures_total{method="platform.getHeight",reason="timeout"}': "0+3",
    },
    after: 16,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        summary: "50% of the calls to exporter:9652 fail",
        description: "50% of the exporter's calls to exporter:9652 fail. Data may come and go, and alerts come late.",
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
        summary: "Collector subnets of exporter:9652 leaves out series",
        description:
          "The collector subnets for exporter:9652 is beyond series.limit: the smallest validators are left out, and no alert on them can fire. Totals and watched validators stay.",
      },
    ],
  },
  {
    alert: "AvaxConfigReloadFailed",
    when: { avax_exporter_config_last_reload_successful: "0" },
    after: 5,
    ofNode: [
      {
        summary: "The exporter at exporter:9652 runs with an old configuration",
        description:
          "The exporter at exporter:9652 did not take its configuration when it was last told to read it. The one before stays in effect.",
      },
    ],
    fires: [
      {
        severity: "warning",
        summary: "The exporter at exporter:9652 runs with an old configuration",
        description:
          "The exporter at exporter:9652 did not take its configuration when it was last told to read it. The one before stays in effect.",
      },
    ],
  },
  {
    alert: "AvaxRecordingRulesMissing",
    when: {
      'avax_exporter_rpc_request_duration_seconds_count{method="platform.getHeight"}': null,
    },
    after: 15,
    ofNoTarget: true,
    fires: [
      {
        severity: "warning",
        summary: "The recording rules of avalanche-exporter are not evaluated",
        description:
          "Exporters are scraped, but the series of the recording rules are not there: the alerts that are made from them cannot fire.",
      },
    ],
  },
];
