/** Panels about the collectors of the exporter. */
import * as self from "../../../src/metrics/exporter.ts";
import { percent } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import type { Row } from "./dashboard.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { bars, graph, timeline } from "./panels.ts";
import { aggregate, firstOf, increase, rate, select, topk } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { collectorStates, targetStates } from "./state-codes.ts";
import { table } from "./table.ts";

/** State code: 0 if a call failed, 1 if the run succeeded, 2 if the API is unavailable. */
const state = `${select(self.success)} + ignoring (reason) ${select(self.unavailable)} or ${select(self.success)}`;
/** Intervals that passed without a success; a run that is due now has not been missed. */
const missedRuns = `clamp_min(floor((time() - ${select(self.lastSuccess)}) / ${select(self.interval)}) - 1, 0)`;
const failedCalls = aggregate("sum", self.rpcFailures, ["reason"], `${rate(self.rpcFailures)} > 0`);
const { unreachable, changed, failing, up } = targetStates;
const connection = firstOf(
  [unreachable, `${select(self.nodeReachable)} == 0`],
  [changed, `${increase(self.identityChanges)} > 0`],
  [failing, `${select(self.up)} == 0`],
  [up, select(self.up)],
);

export const collectorRow: Row = {
  title: "Collectors",
  panels: [
    table([24, 11], {
      title: "Collectors",
      description: `State of each collector per target. Missed runs: overdue runs, 0 while the collector is on time. Series are dropped 3 intervals after the last success (stale_after), and AvaxCollectorFailing fires after ${thresholds.staleRuns}. UNAVAILABLE: the node does not provide the API (disabled, or the chain is bootstrapping); this is not a failure. Share of interval above ${percent(thresholds.durationShare)}: the node is slow.`,
      none: "No exporter found",
      keys: [...shared.targetKeys, "collector"],
      facts: { collector: { title: "Collector" }, ...shared.seenBy },
      rows: select(self.success),
      columns: [
        { title: "State", expr: state, unit: "none", mappings: valueMappings(collectorStates), width: 130 },
        {
          title: "Last success",
          expr: `time() - ${select(self.lastSuccess)}`,
          unit: "s",
          decimals: 0,
          width: 120,
        },
        { title: "Interval", expr: select(self.interval), unit: "s", width: 100 },
        {
          title: "Missed runs",
          expr: missedRuns,
          unit: "locale",
          levels: thresholdSteps("good", [thresholds.lateRuns - 1, "warning"], [thresholds.staleRuns - 1, "unknown"]),
          width: 110,
        },
        { title: "Duration", expr: select(self.duration), unit: "s", decimals: 2, width: 100 },
        {
          title: "Share of interval",
          expr: `${select(self.duration)} / ${select(self.interval)}`,
          unit: "percentunit",
          decimals: 1,
          levels: thresholdSteps("good", [thresholds.durationShare, "warning"]),
          width: 135,
        },
        { title: "Series", expr: select(self.series), unit: "locale", width: 100 },
      ],
      sort: { by: "State" },
    }),
    timeline([12, 6], {
      title: "Connection to the nodes",
      description:
        "Whether each node responds, and whether the required collectors succeed (avax_up). NODE CHANGED: another node ID responds. If you did not replace the node, the address is a load balancer: use the address of one node.",
      none: "No exporter found",
      states: targetStates,
      queries: [{ expr: connection, legend: shared.target }],
    }),
    graph([12, 6], {
      title: "Failed calls",
      description:
        "Failed calls by reason. For connect and timeout check the node and the network path to it. For http_status and host_not_allowed check the proxy or the node's allowed hosts. With schema and decode the exporter does not support the node's version. Only bootstrapping and method_unavailable are states of the node, not failures.",
      unit: "reqps",
      none: "No call failed",
      min: 0,
      queries: [{ expr: failedCalls, legend: `{{reason}} {{target}}` }],
    }),
  ],
};

export const runRow: Row = {
  title: "Runs and series",
  isCollapsed: true,
  panels: [
    graph([8, 7], {
      title: "Failing collectors",
      description:
        "Number of collectors per target whose last run had a failed call. If all fail at once, the node does not respond or a proxy in front of it rejects the calls. The table above shows which collectors fail now.",
      unit: "none",
      none: "No exporter found",
      min: 0,
      softMax: 4,
      decimals: 0,
      steps: true,
      queries: [{ expr: aggregate("sum", self.success, [], `1 - ${select(self.success)}`), legend: shared.target }],
    }),
    graph([8, 7], {
      title: "Failed runs",
      description:
        "Runs with a failed call, by collector. The panel Failed calls shows the reasons; the log and the status page of the exporter show the reason of each collector.",
      unit: "short",
      none: "No run failed",
      min: 0,
      queries: [
        {
          expr: aggregate("sum", self.failures, ["collector"], `${increase(self.failures)} > 0`),
          legend: `{{collector}} ${shared.target}`,
        },
      ],
    }),
    graph([8, 7], {
      title: "Run duration",
      description:
        "Duration of the last run of each collector, the ten longest. Most of it is the node's response time. An increase for all collectors means that the node is busy.",
      unit: "s",
      none: "No exporter found",
      min: 0,
      legend: "table",
      queries: [{ expr: topk(10, select(self.duration)), legend: `{{collector}} {{target}}` }],
    }),
    graph([12, 7], {
      title: "Series exported and dropped",
      description:
        "Series of the collectors whose number varies, and series dropped because of the series limit. Validators with the smallest weight are dropped first: raise series.limit, or reduce validators.detail.",
      unit: "locale",
      none: "No exporter found",
      min: 0,
      queries: [
        { expr: select(self.series), legend: `{{collector}} ${shared.target}` },
        {
          expr: aggregate("sum", self.dropped, ["collector"], `${increase(self.dropped)} > 0`),
          legend: `dropped {{collector}} ${shared.target}`,
        },
      ],
    }),
    bars([12, 7], {
      title: "Series by collector",
      description:
        "Series of the collectors whose number varies, the ten largest. The series limit applies to each collector: above it the smallest validators are dropped.",
      unit: "locale",
      none: "No exporter found",
      min: 0,
      levels: thresholdSteps("neutral"),
      queries: [{ expr: topk(10, select(self.series)), legend: "{{collector}} {{target}}" }],
    }),
  ],
};
