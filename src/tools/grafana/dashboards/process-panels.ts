/** Panels about the process of the exporter and its scrapes. */
import * as self from "../../../app/metrics.ts";
import { externalMetrics, sumOf } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { duration, graph } from "./panels.ts";
import { processRate, selectProcess, targetKeys, targetName, withTarget } from "./queries.ts";
import { table } from "./table.ts";

export const processRow: Row = {
  title: "Process",
  isCollapsed: true,
  panels: [
    graph([6, 7], {
      title: "CPU",
      description:
        "CPU usage of each exporter as a share of one core. A few percent per node is normal. Near 100 %: distribute the nodes over more exporters.",
      unit: "percentunit",
      none: "No /metrics scraped",
      min: 0,
      queries: [{ expr: processRate(externalMetrics.processCpu), legend: "{{instance}}" }],
    }),
    graph([6, 7], {
      title: "Memory",
      description:
        "Resident memory and heap of each exporter. It grows with the number of series. Continuous growth indicates a leak: report it.",
      unit: "bytes",
      none: "No /metrics scraped",
      min: 0,
      queries: [
        { expr: selectProcess(externalMetrics.processMemory), legend: "resident {{instance}}" },
        { expr: selectProcess(externalMetrics.heapUsed), legend: "heap {{instance}}" },
      ],
    }),
    graph([6, 7], {
      title: "Event loop and garbage collection",
      description:
        "99th percentile and maximum of the event loop lag, and share of time spent in garbage collection. Above 100 ms scrapes are delayed: reduce the nodes or series per exporter.",
      unit: "s",
      none: "No /metrics scraped",
      min: 0,
      queries: [
        { expr: selectProcess(externalMetrics.eventLoopLag), legend: "lag {{instance}}" },
        { expr: selectProcess(externalMetrics.maxEventLoopLag), legend: "maximum lag {{instance}}" },
        { expr: processRate(sumOf(externalMetrics.garbageCollection)), legend: "collection per second {{instance}}" },
      ],
    }),
    graph([6, 7], {
      title: "Open files",
      description:
        "Open file descriptors (including connections) as a share of the limit. Above 80 %, raise the limit (ulimit -n).",
      unit: "percentunit",
      none: "No /metrics scraped",
      min: 0,
      decimals: 1,
      queries: [
        {
          expr: `${selectProcess(externalMetrics.processOpenFiles)} / ${selectProcess(externalMetrics.processMaxFiles)}`,
          legend: "{{instance}}",
        },
      ],
    }),
    table([24, 5], {
      title: "Exporters",
      description:
        "Each running exporter: version, uptime, and time since it last loaded its configuration. If versions differ, finish the rollout.",
      none: "No /metrics scraped",
      keys: targetKeys,
      facts: {
        instance: { title: "Exporter" },
        version: { title: "Version" },
        revision: { title: "Revision" },
        node_version: { title: "Node.js" },
      },
      rows: [selectProcess(self.buildInfo)],
      columns: [
        { title: "Uptime", expr: `time() - ${selectProcess(externalMetrics.processStart)}`, ...duration },
        { title: "Configuration loaded", expr: `time() - ${selectProcess(self.reloadTime)}`, ...duration },
      ],
    }),
  ],
};

export const scrapeRow: Row = {
  title: "Scrapes",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Scrape duration",
      description:
        "Duration of each scrape by Prometheus. Responses are rendered in advance, so scrapes normally take milliseconds. Seconds indicate a slow network or an exporter short of CPU.",
      unit: "s",
      none: "No exporter found",
      min: 0,
      queries: [{ expr: withTarget(selectProcess(externalMetrics.scrapeDuration)), legend: targetName }],
    }),
    graph([12, 7], {
      title: "Samples per scrape",
      description:
        "Number of samples in each scrape, which determines the load on Prometheus. Tens of thousands result from validators.detail all, or from many tracked L1s.",
      unit: "locale",
      none: "No exporter found",
      min: 0,
      queries: [{ expr: withTarget(selectProcess(externalMetrics.scrapeSamples)), legend: targetName }],
    }),
  ],
};
