import * as own from "../../../src/metrics/exporter.ts";
import { percent } from "../amounts.ts";
import { on } from "../formulas.ts";
import { bucketsOf, countOf, external, sumOf } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { levels, words } from "./palette.ts";
import { bars, graph, stat, table } from "./panels.ts";
import * as parts from "./parts.ts";
import { aggregate, increase, most, ours, overall, process, rate, select } from "./queries.ts";
import { collectorStates, yes } from "./verdicts.ts";

const keys = [...parts.targetKeys, "collector"];
const calls = (labels: readonly "method"[]) =>
  aggregate("sum", own.rpcDuration, labels, rate(countOf(own.rpcDuration)));
const failedCalls = aggregate("sum", own.rpcFailures, ["reason"], `${rate(own.rpcFailures)} > 0`);
const quantile = (q: number) => {
  const buckets = bucketsOf(own.rpcDuration);
  const each = aggregate("sum", buckets, ["method", "le"], rate(buckets));
  return `histogram_quantile(${q}, ${each}) and ${on("method")} (${calls(["method"])} > 0)`;
};
/** 0 where a call failed, 2 where nothing is offered. */
const state = `${select(own.success)} + (1 - ${select(own.available)})`;

export const exporter: Spec = {
  name: "exporter",
  title: "Exporter",
  description: "Is what the other dashboards show true: collectors, their calls to the node, and the process itself.",
  rows: [
    {
      title: "Verdict",
      panels: [
        stat([4, 5], {
          title: "Do all exporters answer?",
          description:
            "Whether Prometheus reaches every target of the exporter that it has known within a day. DOWN: is the process running, is its port open; see Status > Targets in Prometheus.",
          unit: "none",
          none: "No exporter found",
          verdict: true,
          mappings: words(yes("ALL UP", "DOWN")),
          levels: levels("good"),
          queries: [
            {
              expr: overall(
                "min",
                `${select(external.up)} and ${on()} (last_over_time(${select(own.up)}[1d]) or last_over_time(${select(own.buildInfo)}[1d]))`,
              ),
            },
          ],
        }),
        stat([4, 5], {
          title: "Collectors failing",
          description:
            "How many collectors had a call that failed in their last round. Which, and why, is in the table below; README, Troubleshooting, says what to do about each reason.",
          unit: "none",
          none: "No exporter found",
          levels: levels("good", [1, "bad"]),
          queries: [{ expr: overall("sum", `1 - ${select(own.success)}`) }],
        }),
        stat([5, 5], {
          title: "Failing calls",
          description: `Share of the calls to the nodes that gave no result, bootstrapping and what a node does not offer apart. Above ${percent(thresholds.failureShare)} data is about to go: see the reasons below.`,
          unit: "percentunit",
          none: "No calls yet",
          decimals: 1,
          levels: levels("good", [thresholds.failureShareWarning, "warning"], [thresholds.failureShare, "bad"]),
          queries: [
            {
              expr: `${overall("sum", rate(own.rpcFailures, { reason: { operator: "!~", value: "bootstrapping|method_unavailable" } }))} / (${overall("sum", rate(countOf(own.rpcDuration)))} > 0)`,
            },
          ],
        }),
        stat([5, 5], {
          title: "Configuration",
          description:
            "Whether the last reload of the configuration went well. REFUSED: the old one still holds; the log, and check-config, say what is wrong with the new one.",
          unit: "none",
          none: "No /metrics scraped",
          mappings: words(yes("LOADED", "REFUSED")),
          levels: levels("good"),
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
          description: `Each collector of each target. Missing rounds: time since its last success, in its own intervals; from ${thresholds.staleRounds} on data is stale, from 3 on it vanishes. NOT OFFERED: the node has nothing for it (API off, bootstrapping), which is no fault. A share above ${percent(thresholds.durationShare)} of the interval: the node is slow.`,
          none: "No exporter found",
          keys,
          facts: { collector: { title: "Collector" }, ...parts.seenBy },
          rows: select(own.success),
          columns: [
            { title: "State", expr: state, unit: "none", mappings: words(collectorStates), width: 130 },
            {
              title: "Last success",
              expr: `time() - ${select(own.lastSuccess)}`,
              unit: "s",
              decimals: 0,
              width: 120,
            },
            { title: "Interval", expr: select(own.interval), unit: "s", width: 100 },
            {
              title: "Missing rounds",
              expr: `(time() - ${select(own.lastSuccess)}) / ${select(own.interval)}`,
              unit: "none",
              decimals: 1,
              levels: levels("good", [thresholds.lateRounds, "warning"], [thresholds.staleRounds, "unknown"]),
              width: 130,
            },
            { title: "Took", expr: select(own.duration), unit: "s", decimals: 2, width: 100 },
            {
              title: "Of interval",
              expr: `${select(own.duration)} / ${select(own.interval)}`,
              unit: "percentunit",
              decimals: 1,
              levels: levels("good", [thresholds.durationShare, "warning"]),
              width: 110,
            },
            { title: "Series", expr: select(own.series), unit: "locale", width: 100 },
          ],
          sort: { by: "State" },
        }),
        graph([12, 8], {
          title: "Collectors that fail",
          description:
            "How many collectors of each target had a call that failed in their last round. A step to all of them: the node does not answer, or stands behind a proxy that does not let through. Which they are now is in the table above.",
          unit: "none",
          none: "No exporter found",
          min: 0,
          softMax: 4,
          decimals: 0,
          steps: true,
          queries: [{ expr: aggregate("sum", own.success, [], `1 - ${select(own.success)}`), legend: parts.target }],
        }),
        graph([12, 8], {
          title: "Failed rounds by reason",
          description:
            "Rounds with a failed call, by reason. Where to look: connect and timeout, at the node or the way to it; http_status and host_not_allowed, at a proxy or the node's allowed hosts; schema and decode, at the node's version, which this exporter does not know.",
          unit: "short",
          none: "No round failed",
          min: 0,
          queries: [
            {
              expr: aggregate("sum", own.failures, ["reason"], `${increase(own.failures)} > 0`),
              legend: `{{reason}} ${parts.target}`,
            },
          ],
        }),
        graph([12, 8], {
          title: "Duration of a round",
          description:
            "How long the last round of each collector took, the ten longest. Mostly the time that the node needs to answer. A rise on all collectors: the node is busy.",
          unit: "s",
          none: "No exporter found",
          min: 0,
          legend: "table",
          queries: [{ expr: most(10, select(own.duration)), legend: `{{collector}} {{target}}` }],
        }),
        graph([6, 8], {
          title: "Rounds per minute",
          description:
            "How often the collectors of each target run. It falls when intervals are stretched because the node is slow, and when rounds fail again and again.",
          unit: "short",
          none: "No exporter found",
          min: 0,
          queries: [{ expr: `60 * ${aggregate("sum", own.runs, [], rate(own.runs))}`, legend: parts.target }],
        }),
        graph([6, 8], {
          title: "Series, and what the limit left out",
          description:
            "Data series of each target, and series that the limit left out in each round. Left out are validators of the smallest weight: raise series.limit, or lower validators.detail.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          queries: [
            { expr: aggregate("sum", own.series, [], select(own.series)), legend: `series ${parts.target}` },
            {
              expr: aggregate("sum", own.dropped, ["collector"], `${increase(own.dropped)} > 0`),
              legend: `left out {{collector}} ${parts.target}`,
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
            "Calls to each node, all methods together. With the defaults it is about one a second. Scrapes by Prometheus make no calls.",
          unit: "reqps",
          none: "No calls yet",
          min: 0,
          queries: [{ expr: calls([]), legend: parts.target }],
        }),
        graph([12, 8], {
          title: "Calls without a result",
          description:
            "Failed calls by reason: nothing here is good; the table below has them by method. Only bootstrapping and method_unavailable are states of the node, not faults.",
          unit: "reqps",
          none: "No call failed",
          min: 0,
          queries: [{ expr: failedCalls, legend: `{{reason}} {{target}}` }],
        }),
        graph([6, 8], {
          title: "Mean duration of a call",
          description:
            "How long the node takes to answer, of each target all methods together. Under a heavy load of its own the node answers late; a time-out follows at 10 seconds.",
          unit: "s",
          none: "No calls yet",
          min: 0,
          queries: [
            {
              expr: `${aggregate("sum", own.rpcDuration, [], rate(sumOf(own.rpcDuration)))} / (${calls([])} > 0)`,
              legend: parts.target,
            },
          ],
        }),
        table([16, 9], {
          title: "Methods",
          description:
            "Calls by method: how many, how long half and 95 % of them took at most, how much they brought. The buckets are wide: read them as an order of magnitude. getCurrentValidators is the heaviest.",
          none: "No calls yet",
          keys: [...parts.targetKeys, "method"],
          facts: { method: { title: "Method" }, ...parts.seenBy },
          rows: calls(["method"]),
          columns: [
            { title: "Calls", expr: calls(["method"]), unit: "reqps", decimals: 2, width: 100 },
            { title: "Median", expr: quantile(0.5), unit: "s", decimals: 1, width: 90 },
            { title: "95 %", expr: quantile(0.95), unit: "s", decimals: 1, width: 90 },
            {
              title: "Bytes",
              expr: aggregate("sum", own.rpcBytes, ["method"], rate(own.rpcBytes)),
              unit: "Bps",
              width: 100,
            },
            {
              title: "Failed",
              expr: aggregate("sum", own.rpcFailures, ["method"], rate(own.rpcFailures)),
              unit: "reqps",
              decimals: 3,
              levels: levels("good", [thresholds.methodFailures, "warning"]),
              width: 100,
            },
          ],
          sort: { by: "Calls", desc: true },
        }),
        graph([8, 9], {
          title: "Reachable, and the same node",
          description:
            "Whether the latest call got any answer, whether all is well (avax_up), and how often another node answered at the same address. Changes of the node without one of yours: a load balancer stands between; name one node.",
          unit: "none",
          none: "No exporter found",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          queries: [
            { expr: select(own.nodeReachable), legend: `reachable ${parts.target}` },
            { expr: select(own.up), legend: `up ${parts.target}` },
            { expr: increase(own.identityChanges), legend: `changed ${parts.target}` },
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
            "Share of one core that each exporter uses. A few percent for one node is normal. Near 100 %: fewer nodes on one exporter.",
          unit: "percentunit",
          none: "No /metrics scraped",
          min: 0,
          queries: [{ expr: process(rate(external.processCpu)), legend: "{{instance}}" }],
        }),
        graph([6, 7], {
          title: "Memory",
          description:
            "Resident memory of each exporter, and the heap in it. It grows with the series that it keeps. A rise without end is a leak: report it.",
          unit: "bytes",
          none: "No /metrics scraped",
          min: 0,
          queries: [
            { expr: process(select(external.processMemory)), legend: "resident {{instance}}" },
            { expr: process(select(external.heapUsed)), legend: "heap {{instance}}" },
          ],
        }),
        graph([6, 7], {
          title: "Event loop and garbage collection",
          description:
            "How late the event loop runs for 1 % of the time, and the share of time spent on garbage collection. Above 100 ms scrapes are answered late: fewer nodes or series on one exporter.",
          unit: "s",
          none: "No /metrics scraped",
          min: 0,
          queries: [
            { expr: process(select(external.eventLoopLag)), legend: "lag {{instance}}" },
            {
              expr: process(aggregate("sum", external.garbageCollection, [], rate(sumOf(external.garbageCollection)))),
              legend: "collection per second {{instance}}",
            },
          ],
        }),
        graph([6, 7], {
          title: "Open files",
          description:
            "Share of the files that the process may open which it has open: connections count. Above 80 % raise the limit (ulimit -n).",
          unit: "percentunit",
          none: "No /metrics scraped",
          min: 0,
          decimals: 1,
          queries: [
            {
              expr: process(`${select(external.processOpenFiles)} / ${select(external.processMaxFiles)}`),
              legend: "{{instance}}",
            },
          ],
        }),
        table([24, 5], {
          title: "Exporters",
          description:
            "Each running exporter: its version, how long it has been running, and how long ago it last loaded its configuration. Different versions side by side: finish the roll-out.",
          none: "No /metrics scraped",
          keys: parts.targetKeys,
          facts: {
            instance: { title: "Exporter" },
            version: { title: "Version" },
            revision: { title: "Revision" },
            node_version: { title: "Node.js" },
          },
          rows: select(own.buildInfo),
          columns: [
            {
              title: "Running for",
              expr: process(`time() - ${select(external.processStart)}`),
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
          title: "Duration of a scrape",
          description:
            "How long Prometheus takes to read each page. Pages are ready when it comes: milliseconds. Seconds: the network between, or an exporter short of CPU.",
          unit: "s",
          none: "No exporter found",
          min: 0,
          queries: [{ expr: ours(select(external.scrapeDuration)), legend: parts.target }],
        }),
        graph([8, 7], {
          title: "Samples in a scrape",
          description:
            "How many samples each page has: what it costs Prometheus. Tens of thousands come with validators.detail all, or many L1s tracked.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          queries: [{ expr: ours(select(external.scrapeSamples)), legend: parts.target }],
        }),
        bars([8, 7], {
          title: "Series by collector",
          description:
            "Which collectors have most series, the ten largest. The series limit holds for each; beyond it the smallest validators are left out.",
          unit: "locale",
          none: "No exporter found",
          min: 0,
          levels: levels("neutral"),
          queries: [{ expr: most(10, select(own.series)), legend: "{{collector}} {{target}}" }],
        }),
      ],
    },
  ],
};
