/** The dashboard Exporter: how reliable the data of the others is. */
import { percent } from "../../../lib/text.ts";
import { maxClockDifference } from "../../../protocol/ages.ts";
import type { Board } from "./dashboard.ts";
import { badAbove, steps, words } from "./palette.ts";
import { count, duration, graph, stat, table, timeline } from "./panels.ts";
import { nodeLine, ofExporters, per } from "./queries.ts";
import { thresholds } from "./thresholds.ts";

const target = "job, instance, node";
const perTarget = per(target, ofExporters);
const perCollector = per(`${target}, collector`, ofExporters);
const success = `avax_exporter_collector_success{${ofExporters}}`;
const failures = `avax_exporter_rpc_request_failures_total{${ofExporters}}`;
const calls = `avax_exporter_rpc_duration_seconds_count{${ofExporters}}`;
const interval = "[$__rate_interval]";
const labels = {
  collector: { title: "Collector", width: 170 },
  node: { title: "Node", width: 140 },
  instance: { title: "Exporter" },
};
const run = { ...words(0, ["failed", "bad"], ["ok", "good"]), width: 95 };
const exporters = "avax_exporter_build_info";
const unscraped = "No /metrics scraped";

export const exporter: Board = {
  name: "exporter",
  title: "Exporter",
  description: "Reliability of the data on the other dashboards: collectors, calls to the node, and the process.",
  variables: [
    {
      name: "job",
      label: "job",
      description: "Scrape jobs of the exporter.",
      query: 'label_values({__name__=~"avax_up|avax_exporter_build_info"}, job)',
    },
    {
      name: "instance",
      label: "instance",
      description: "Exporters by the address that Prometheus scrapes.",
      query: 'label_values({__name__=~"avax_up|avax_exporter_build_info",job=~"$job"}, instance)',
      all: ".+",
    },
  ],
  rows: [
    {
      title: "States",
      panels: [
        stat([5, 4], {
          title: "Exporters up",
          description:
            "Whether Prometheus can scrape every target of the chosen jobs. DOWN: check that the process is running and its port is reachable; see Status > Targets in Prometheus.",
          ...words(0, ["DOWN", "bad"], ["ALL UP", "good"]),
          none: "No exporter found",
          noneLevel: "absent",
          isFilled: true,
          levels: steps("bad", [1, "good"]),
          queries: { up: `min(up{${ofExporters}})` },
        }),
        stat([5, 4], {
          title: "Collectors failing",
          description:
            "Number of collectors whose last run had a failed call. The panels below show which ones and why. Troubleshooting, in the documentation, explains each reason.",
          ...count,
          none: "No exporter found",
          levels: steps("good", [1, "bad"]),
          queries: { failing: `sum(1 - ${success})` },
        }),
        stat([5, 4], {
          title: "Collectors without an API",
          description:
            "Number of collectors whose data a node does not provide, because an API is disabled or its version is too old. States and alerts need some of them. The table below lists them. Enable the API on the node, or disable the collector.",
          ...count,
          none: "No exporter found",
          levels: steps("none", [1, "neutral"]),
          queries: {
            collectors: `count(avax_exporter_collector_unavailable{${ofExporters},reason=~"api_off|method_unknown"}) or 0 * count(${success})`,
          },
        }),
        stat([5, 4], {
          title: "Failed call share",
          description: `Share of failed calls to the nodes, excluding bootstrapping chains and unavailable APIs. Above ${percent(thresholds.failureShare)} series are about to be dropped: see the reasons below.`,
          unit: "percentunit",
          decimals: 1,
          none: "No calls yet",
          levels: badAbove(thresholds.failureShareWarning, thresholds.failureShare),
          queries: {
            share: `sum(rate(${failures.replace("}", ',reason!~"bootstrapping|method_unavailable"}')}${interval})) / (sum(rate(${calls}${interval})) > 0)`,
          },
        }),
        stat([4, 4], {
          title: "Configuration",
          description:
            "Whether the last reload of the configuration succeeded. REJECTED: the previous configuration is still in use; the log and check-config show the errors.",
          ...words(0, ["REJECTED", "bad"], ["LOADED", "good"]),
          none: unscraped,
          levels: steps("bad", [1, "good"]),
          queries: { configuration: `min(avax_exporter_config_last_reload_successful{${ofExporters}})` },
        }),
      ],
    },
    {
      title: "Details",
      panels: [
        table([24, 6], {
          title: "Failing and unavailable collectors",
          description:
            "Collectors whose last run had a failed call, with the time since the last run without one, and those whose data the node does not provide, with the reason. Unavailable is not a failure. Old series are dropped (stale_after). See Failed calls for the reasons of failures.",
          none: "No collector fails, or no exporter found",
          rows: [
            `max by (${target}, collector) (${success}) == 0`,
            `max by (${target}, collector, reason) (avax_exporter_collector_unavailable{${ofExporters}})`,
          ],
          labels: { ...labels, reason: { title: "Unavailable because", width: 200 } },
          columns: {
            "Last run": { expr: `max by (${target}, collector) (${success}) == 0`, ...run },
            "Last ok": {
              expr: `time() - max by (${target}, collector) (max_over_time(timestamp(${success} == 1)[1d:1m])) and on (${target}, collector) ${success} == 0`,
              ...duration,
              none: "not in 1 d",
              width: 110,
            },
          },
        }),
        timeline(
          [12, 8],
          {
            unreachable: { text: "unreachable", tone: "bad", meaning: "" },
            failing: { text: "failing", tone: "warn", meaning: "" },
            changed: { text: "changed", tone: "warn", meaning: "" },
            up: { text: "up", tone: "ok", meaning: "" },
          },
          {
            title: "Connection to the nodes",
            description:
              "Problems of the connection: the node does not respond, required collectors fail (avax_up), or another node ID responds. If you did not replace the node, the address is a load balancer: use the address of one node.",
            none: "No exporter found",
            queries: {
              [`${nodeLine} unreachable`]: `avax_node_reachable{${ofExporters}} == 0`,
              [`${nodeLine} failing`]: `avax_up{${ofExporters}} == 0`,
              [`${nodeLine} changed`]: `increase(avax_exporter_node_identity_changes_total{${ofExporters}}${interval}) > 0`,
              "all nodes up": `min(avax_up{${ofExporters}}) == 1`,
            },
          },
        ),
        graph([12, 8], {
          title: "Failed calls",
          description:
            "Failed calls by reason. For connect and timeout check the node and the network path to it. For http_status and host_not_allowed check the proxy or the node's allowed hosts. With schema and decode the exporter does not support the node's version. Only bootstrapping and method_unavailable are states of the node, not failures.",
          unit: "reqps",
          none: "No call failed",
          min: 0,
          queries: { [`{{reason}} ${nodeLine}`]: `rate(${failures}${interval}) > 0` },
        }),
      ],
    },
    {
      title: "All collectors",
      isCollapsed: true,
      panels: [
        table([24, 14], {
          title: "All collectors",
          description:
            "State of each collector per node, and the number of its series. The status page of the exporter shows the problems and their fixes.",
          none: "No exporter found",
          rows: [perCollector("avax_exporter_collector_success", "min")],
          labels,
          columns: {
            "Last run": { expr: perCollector("avax_exporter_collector_success", "min"), ...run },
            Series: { expr: perCollector("avax_exporter_series"), ...count, width: 90 },
          },
          sortBy: "Last run",
        }),
      ],
    },
    {
      title: "Calls to the node",
      isCollapsed: true,
      panels: [
        graph([8, 7], {
          title: "Calls per second",
          description:
            "Calls to each node by the lock that they take and their cost for the node. With the default configuration it is about one per second. Heavy calls read all validators of the primary network. Scrapes by Prometheus cause no calls.",
          unit: "reqps",
          none: "No calls yet",
          min: 0,
          queries: { [`{{lock}} {{cost}} ${nodeLine}`]: `rate(${calls}${interval})` },
        }),
        graph([8, 7], {
          title: "Call duration",
          description:
            "95th percentile of the response time by lock and cost: calls that take the lock of the P-Chain (p), of the X-Chain (x), and all others. The buckets are wide: read it as an order of magnitude. A node under heavy load responds late; calls time out after 10 seconds.",
          unit: "s",
          none: "No calls yet",
          min: 0,
          queries: {
            [`{{lock}} {{cost}} ${nodeLine}`]: `histogram_quantile(0.95, rate(avax_exporter_rpc_duration_seconds_bucket{${ofExporters}}${interval}))`,
          },
        }),
        graph([8, 7], {
          title: "Difference of the clocks",
          description: `Clock of each node minus that of its exporter. Above ${maxClockDifference} seconds the times of the exporter count by the clock of the node: synchronize both machines.`,
          unit: "s",
          none: "No calls yet",
          queries: { [nodeLine]: perTarget("avax_node_clock_difference_seconds") },
        }),
      ],
    },
    {
      title: "Process and scrapes",
      isCollapsed: true,
      panels: [
        graph([8, 7], {
          title: "CPU",
          description:
            "CPU usage of each exporter as a share of one core. A few percent per node is normal. Near 100 %: distribute the nodes over more exporters.",
          unit: "percentunit",
          none: unscraped,
          min: 0,
          queries: {
            "{{instance}}": `rate(process_cpu_seconds_total{${ofExporters}}${interval}) and on (job, instance) ${exporters}`,
          },
        }),
        graph([8, 7], {
          title: "Memory",
          description:
            "Resident memory of each exporter. It grows with the number of series. Continuous growth indicates a leak: report it.",
          unit: "bytes",
          none: unscraped,
          min: 0,
          queries: {
            "{{instance}}": `process_resident_memory_bytes{${ofExporters}} and on (job, instance) ${exporters}`,
          },
        }),
        graph([8, 7], {
          title: "Samples per scrape",
          description:
            "Number of samples in each scrape, which determines the load on Prometheus. Tens of thousands result from validators.detail all, or from many tracked L1s.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          queries: { [nodeLine]: `scrape_samples_scraped{${ofExporters}}` },
        }),
        table([24, 5], {
          title: "Exporters",
          description:
            "Each running exporter: version, uptime, and time since it last loaded its configuration. If versions differ, finish the rollout.",
          none: unscraped,
          rows: [`max by (job, instance, version, revision, node_version) (${exporters}{${ofExporters}})`],
          labels: {
            instance: { title: "Exporter" },
            version: { title: "Version" },
            revision: { title: "Revision" },
            node_version: { title: "Node.js" },
          },
          columns: {
            Uptime: {
              expr: `time() - max by (job, instance) (process_start_time_seconds{${ofExporters}} and on (job, instance) ${exporters})`,
              ...duration,
              width: 150,
            },
            "Configuration loaded": {
              expr: `time() - ${per("job, instance", ofExporters)("avax_exporter_config_last_reload_success_timestamp_seconds")}`,
              ...duration,
              width: 160,
            },
          },
        }),
      ],
    },
  ],
};
