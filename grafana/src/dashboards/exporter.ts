import * as own from "../../../src/metrics/exporter.ts";
import { percent } from "../amounts.ts";
import { on } from "../formulas.ts";
import { bucketsOf, countOf, externalMetrics, notMatches, sumOf } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { bars, graph, stat } from "./panels.ts";
import { aggregate, increase, ofExporterProcess, ofThisExporter, overall, rate, select, topk } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { collectorStates, yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";

const keys = [...shared.targetKeys, "collector"];
const calls = aggregate("sum", own.laneDuration, [], rate(countOf(own.laneDuration)));
const callsByMethod = aggregate("sum", own.rpcDuration, ["method"], rate(countOf(own.rpcDuration)));
const failedCalls = aggregate("sum", own.rpcFailures, ["reason"], `${rate(own.rpcFailures)} > 0`);
const quantile = (q: number) => {
  const buckets = bucketsOf(own.laneDuration);
  return `histogram_quantile(${q}, ${aggregate("sum", buckets, ["lane", "le"], rate(buckets))})`;
};
/** State code: 0 if a call failed, 1 if the run succeeded, 2 if the API is unavailable. */
const state = `${select(own.success)} + ignoring (reason) ${select(own.unavailable)} or ${select(own.success)}`;

export const exporter: Spec = {
  name: "exporter",
  title: "Exporter",
  description:
    "Reliability of the data on the other dashboards: collectors, their calls to the node, and the exporter process.",
  rows: [
    {
      title: "Status",
      panels: [
        stat([4, 5], {
          title: "Exporters up",
          description:
            "Whether Prometheus can scrape every target of the exporter that was up within the last day. DOWN: check that the process is running and its port is reachable; see Status > Targets in Prometheus.",
          unit: "none",
          none: "No exporter found",
          isFilled: true,
          mappings: valueMappings(yesNoStates("ALL UP", "DOWN")),
          levels: thresholdSteps("good"),
          queries: [
            {
              expr: overall(
                "min",
                `${select(externalMetrics.up)} and ${on()} (last_over_time(${select(own.up)}[1d]) or last_over_time(${select(own.buildInfo)}[1d]))`,
              ),
            },
          ],
        }),
        stat([4, 5], {
          title: "Collectors failing",
          description:
            "Number of collectors whose last run had a failed call. The panels below show which ones and why. Troubleshooting, in the documentation, explains each reason.",
          unit: "none",
          none: "No exporter found",
          levels: thresholdSteps("good", [1, "bad"]),
          queries: [{ expr: overall("sum", `1 - ${select(own.success)}`) }],
        }),
        stat([5, 5], {
          title: "Failed call share",
          description: `Share of failed calls to the nodes, excluding bootstrapping chains and unavailable APIs. Above ${percent(thresholds.failureShare)} series are about to be dropped: see the reasons below.`,
          unit: "percentunit",
          none: "No calls yet",
          decimals: 1,
          levels: thresholdSteps("good", [thresholds.failureShareWarning, "warning"], [thresholds.failureShare, "bad"]),
          queries: [
            {
              expr: `${overall("sum", rate(own.rpcFailures, { reason: notMatches("bootstrapping|method_unavailable") }))} / (${overall("sum", rate(countOf(own.laneDuration)))} > 0)`,
            },
          ],
        }),
        stat([5, 5], {
          title: "Configuration",
          description:
            "Whether the last reload of the configuration succeeded. REJECTED: the previous configuration is still in use; the log and check-config show the errors.",
          unit: "none",
          none: "No /metrics scraped",
          mappings: valueMappings(yesNoStates("LOADED", "REJECTED")),
          levels: thresholdSteps("good"),
          queries: [{ expr: overall("min", select(own.reloadSuccessful)) }],
        }),
        ...freshness(".+"),
      ],
    },
    {
      title: "Collectors",
      panels: [
        table([24, 9], {
          title: "Collectors",
          description: `State of each collector per target. Missed intervals: time since the last success divided by the interval. Series are dropped after 3 missed intervals (stale_after); AvaxCollectorFailing fires after ${thresholds.staleRounds}. UNAVAILABLE: the node does not provide the API (disabled, or the chain is bootstrapping); this is not a failure. Share of interval above ${percent(thresholds.durationShare)}: the node is slow.`,
          none: "No exporter found",
          keys,
          facts: { collector: { title: "Collector" }, ...shared.seenBy },
          rows: select(own.success),
          columns: [
            { title: "State", expr: state, unit: "none", mappings: valueMappings(collectorStates), width: 130 },
            {
              title: "Last success",
              expr: `time() - ${select(own.lastSuccess)}`,
              unit: "s",
              decimals: 0,
              width: 120,
            },
            { title: "Interval", expr: select(own.interval), unit: "s", width: 100 },
            {
              title: "Missed intervals",
              expr: `(time() - ${select(own.lastSuccess)}) / ${select(own.interval)}`,
              unit: "none",
              decimals: 1,
              levels: thresholdSteps("good", [thresholds.lateRounds, "warning"], [thresholds.staleRounds, "unknown"]),
              width: 130,
            },
            { title: "Duration", expr: select(own.duration), unit: "s", decimals: 2, width: 100 },
            {
              title: "Share of interval",
              expr: `${select(own.duration)} / ${select(own.interval)}`,
              unit: "percentunit",
              decimals: 1,
              levels: thresholdSteps("good", [thresholds.durationShare, "warning"]),
              width: 135,
            },
            { title: "Series", expr: select(own.series), unit: "locale", width: 100 },
          ],
          sort: { by: "State" },
        }),
        graph([12, 8], {
          title: "Failing collectors",
          description:
            "Number of collectors per target whose last run had a failed call. If all fail at once, the node does not respond or a proxy in front of it rejects the calls. The table above shows which collectors fail now.",
          unit: "none",
          none: "No exporter found",
          min: 0,
          softMax: 4,
          decimals: 0,
          steps: true,
          queries: [{ expr: aggregate("sum", own.success, [], `1 - ${select(own.success)}`), legend: shared.target }],
        }),
        graph([12, 8], {
          title: "Failed runs",
          description:
            "Runs with a failed call, by collector. The panel Failed calls shows the reasons; the log and the status page of the exporter show the reason of each collector.",
          unit: "short",
          none: "No run failed",
          min: 0,
          queries: [
            {
              expr: aggregate("sum", own.failures, ["collector"], `${increase(own.failures)} > 0`),
              legend: `{{collector}} ${shared.target}`,
            },
          ],
        }),
        graph([12, 8], {
          title: "Run duration",
          description:
            "Duration of the last run of each collector, the ten longest. Most of it is the node's response time. An increase for all collectors means that the node is busy.",
          unit: "s",
          none: "No exporter found",
          min: 0,
          legend: "table",
          queries: [{ expr: topk(10, select(own.duration)), legend: `{{collector}} {{target}}` }],
        }),
        graph([12, 8], {
          title: "Series exported and dropped",
          description:
            "Series of the collectors whose number varies, and series dropped because of the series limit. Validators with the smallest weight are dropped first: raise series.limit, or reduce validators.detail.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          queries: [
            { expr: select(own.series), legend: `{{collector}} ${shared.target}` },
            {
              expr: aggregate("sum", own.dropped, ["collector"], `${increase(own.dropped)} > 0`),
              legend: `dropped {{collector}} ${shared.target}`,
            },
          ],
        }),
      ],
    },
    {
      title: "Calls to the node",
      panels: [
        graph([6, 8], {
          title: "Calls per second",
          description:
            "Calls to each node, all methods combined. With the default configuration it is about one per second. Scrapes by Prometheus cause no calls.",
          unit: "reqps",
          none: "No calls yet",
          min: 0,
          queries: [{ expr: calls, legend: shared.target }],
        }),
        graph([12, 8], {
          title: "Failed calls",
          description:
            "Failed calls by reason. For connect and timeout check the node and the network path to it. For http_status and host_not_allowed check the proxy or the node's allowed hosts. With schema and decode the exporter does not support the node's version. Only bootstrapping and method_unavailable are states of the node, not failures.",
          unit: "reqps",
          none: "No call failed",
          min: 0,
          queries: [{ expr: failedCalls, legend: `{{reason}} {{target}}` }],
        }),
        graph([6, 8], {
          title: "Call duration",
          description:
            "95th percentile of the response time by lane: calls that take the lock of the P-Chain (p), of the X-Chain (x), and all others. The buckets are wide: read it as an order of magnitude. A node under heavy load responds late; calls time out after 10 seconds.",
          unit: "s",
          none: "No calls yet",
          min: 0,
          queries: [{ expr: quantile(0.95), legend: `{{lane}} ${shared.target}` }],
        }),
        table([16, 9], {
          title: "Methods",
          description:
            "Calls by method: rate, mean duration, and bytes received by methods with large responses. getCurrentValidators is the most expensive; other stands for light methods without a chain lock.",
          none: "No calls yet",
          keys: [...shared.targetKeys, "method"],
          facts: { method: { title: "Method" }, ...shared.seenBy },
          rows: callsByMethod,
          columns: [
            { title: "Calls", expr: callsByMethod, unit: "reqps", decimals: 2, width: 100 },
            {
              title: "Mean duration",
              expr: `${aggregate("sum", own.rpcDuration, ["method"], rate(sumOf(own.rpcDuration)))} / (${callsByMethod} > 0)`,
              unit: "s",
              decimals: 3,
              width: 130,
            },
            {
              title: "Bytes",
              expr: aggregate("sum", own.rpcBytes, ["method"], rate(own.rpcBytes)),
              unit: "Bps",
              width: 100,
            },
          ],
          sort: { by: "Calls", desc: true },
        }),
        graph([8, 9], {
          title: "Reachability and node identity",
          description:
            "Whether the last call got any response, whether required collectors succeed (avax_up), and how often the node ID changed. If you did not change the node, the address is a load balancer: use the address of one node.",
          unit: "none",
          none: "No exporter found",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          queries: [
            { expr: select(own.nodeReachable), legend: `reachable ${shared.target}` },
            { expr: select(own.up), legend: `up ${shared.target}` },
            { expr: increase(own.identityChanges), legend: `changed ${shared.target}` },
          ],
        }),
      ],
    },
    {
      title: "Process",
      panels: [
        graph([6, 7], {
          title: "CPU",
          description:
            "CPU usage of each exporter as a share of one core. A few percent per node is normal. Near 100 %: distribute the nodes over more exporters.",
          unit: "percentunit",
          none: "No /metrics scraped",
          min: 0,
          queries: [{ expr: ofExporterProcess(rate(externalMetrics.processCpu)), legend: "{{instance}}" }],
        }),
        graph([6, 7], {
          title: "Memory",
          description:
            "Resident memory and heap of each exporter. It grows with the number of series. Continuous growth indicates a leak: report it.",
          unit: "bytes",
          none: "No /metrics scraped",
          min: 0,
          queries: [
            { expr: ofExporterProcess(select(externalMetrics.processMemory)), legend: "resident {{instance}}" },
            { expr: ofExporterProcess(select(externalMetrics.heapUsed)), legend: "heap {{instance}}" },
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
            { expr: ofExporterProcess(select(externalMetrics.eventLoopLag)), legend: "lag {{instance}}" },
            { expr: ofExporterProcess(select(externalMetrics.maxEventLoopLag)), legend: "maximum lag {{instance}}" },
            {
              expr: ofExporterProcess(rate(sumOf(externalMetrics.garbageCollection))),
              legend: "collection per second {{instance}}",
            },
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
              expr: ofExporterProcess(
                `${select(externalMetrics.processOpenFiles)} / ${select(externalMetrics.processMaxFiles)}`,
              ),
              legend: "{{instance}}",
            },
          ],
        }),
        table([24, 5], {
          title: "Exporters",
          description:
            "Each running exporter: version, uptime, and time since it last loaded its configuration. If versions differ, finish the rollout.",
          none: "No /metrics scraped",
          keys: shared.targetKeys,
          facts: {
            instance: { title: "Exporter" },
            version: { title: "Version" },
            revision: { title: "Revision" },
            node_version: { title: "Node.js" },
          },
          rows: select(own.buildInfo),
          columns: [
            {
              title: "Uptime",
              expr: ofExporterProcess(`time() - ${select(externalMetrics.processStart)}`),
              unit: "s",
              decimals: 0,
            },
            { title: "Configuration loaded", expr: `time() - ${select(own.reloadTime)}`, unit: "s", decimals: 0 },
          ],
        }),
      ],
    },
    {
      title: "Scrapes",
      panels: [
        graph([8, 7], {
          title: "Scrape duration",
          description:
            "Duration of each scrape by Prometheus. Responses are rendered in advance, so scrapes normally take milliseconds. Seconds indicate a slow network or an exporter short of CPU.",
          unit: "s",
          none: "No exporter found",
          min: 0,
          queries: [{ expr: ofThisExporter(select(externalMetrics.scrapeDuration)), legend: shared.target }],
        }),
        graph([8, 7], {
          title: "Samples per scrape",
          description:
            "Number of samples in each scrape, which determines the load on Prometheus. Tens of thousands result from validators.detail all, or from many tracked L1s.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          queries: [{ expr: ofThisExporter(select(externalMetrics.scrapeSamples)), legend: shared.target }],
        }),
        bars([8, 7], {
          title: "Series by collector",
          description:
            "Series of the collectors whose number varies, the ten largest. The series limit applies to each collector: above it the smallest validators are dropped.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          levels: thresholdSteps("neutral"),
          queries: [{ expr: topk(10, select(own.series)), legend: "{{collector}} {{target}}" }],
        }),
      ],
    },
  ],
};
