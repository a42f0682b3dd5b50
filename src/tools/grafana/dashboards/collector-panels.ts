/** Panels about the collectors of the exporter. */
import * as self from "../../../app/metrics.ts";
import type { Row } from "./dashboard.ts";
import { inWords, thresholdSteps } from "./palette.ts";
import { bars, graph, timeline } from "./panels.ts";
import {
  increase,
  queryPerTarget,
  rate,
  selectOwn,
  targetKeys,
  targetLine,
  targetName,
  withTarget,
} from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

const successes = selectOwn(self.success);
const failing = withTarget(`${successes} == 0`);
const run = { title: "Last run", width: 90, ...inWords(["failed", "bad"], ["ok", "good"]) };
const keys = [...targetKeys, "collector"];
const facts = { collector: { title: "Collector", width: 170 }, target: { title: "Node" }, ...shared.networkFact };
export const collectorRow: Row = {
  title: "Collectors",
  panels: [
    table([24, 6], {
      title: "Failing and unavailable collectors",
      description:
        "Collectors whose last run had a failed call, and those whose data the node does not provide, with the reason. Unavailable is not a failure. Old series are dropped (stale_after). See Failed calls for the reasons of failures.",
      none: "All collectors succeed",
      keys,
      facts,
      rows: [failing],
      more: [
        {
          expr: withTarget(selectOwn(self.unavailable)),
          facts: { target: facts.target, ...shared.networkFact, reason: { title: "Unavailable because", width: 200 } },
        },
      ],
      columns: [{ ...run, expr: failing }],
    }),
    timeline([12, 8], {
      title: "Connection to the nodes",
      description:
        "Problems of the connection: the node does not respond, required collectors fail (avax_up), or another node ID responds. If you did not replace the node, the address is a load balancer: use the address of one node.",
      none: "No exporter found",
      states: {
        unreachable: { text: "unreachable", tone: "bad" },
        failing: { text: "failing", tone: "warn" },
        changed: { text: "changed", tone: "warn" },
        up: { text: "up", tone: "ok" },
      },
      queries: [
        { expr: withTarget(`${selectOwn(self.nodeReachable)} == 0`), legend: `${targetLine} unreachable` },
        { expr: withTarget(`${selectOwn(self.up)} == 0`), legend: `${targetLine} failing` },
        { expr: withTarget(`${increase(self.identityChanges)} > 0`), legend: `${targetLine} changed` },
        { expr: `min by (network) (${selectOwn(self.up)}) == 1`, legend: "all nodes ({{network}}) up" },
      ],
    }),
    graph([12, 8], {
      title: "Failed calls",
      description:
        "Failed calls by reason. For connect and timeout check the node and the network path to it. For http_status and host_not_allowed check the proxy or the node's allowed hosts. With schema and decode the exporter does not support the node's version. Only bootstrapping and method_unavailable are states of the node, not failures.",
      unit: "reqps",
      none: "No call failed",
      min: 0,
      queries: [queryPerTarget(`${rate(self.rpcFailures)} > 0`, "{{reason}}")],
    }),
  ],
};

export const allCollectorsRow: Row = {
  title: "All collectors",
  isCollapsed: true,
  panels: [
    table([24, 14], {
      title: "All collectors",
      description:
        "State of each collector per node. The status page of the exporter shows the problems and their fixes.",
      none: "No exporter found",
      keys,
      facts,
      rows: [failing, withTarget(`${successes} == 1`)],
      columns: [
        { ...run, expr: successes },
        { title: "Series", expr: selectOwn(self.series), unit: "locale", width: 90 },
      ],
    }),
  ],
};

const largest = `topk(10, ${withTarget(selectOwn(self.series))})`;
export const runRow: Row = {
  title: "Runs and series",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Failing collectors",
      description:
        "Number of collectors per target whose last run had a failed call. If all fail at once, the node does not respond or a proxy in front of it rejects the calls. The table above shows which collectors fail now.",
      unit: "none",
      none: "No exporter found",
      min: 0,
      softMax: 4,
      decimals: 0,
      steps: true,
      queries: [queryPerTarget(`sum by (job, instance, node, network) (1 - ${successes})`)],
    }),
    graph([12, 7], {
      title: "Failed runs",
      description:
        "Runs with a failed call, by collector. The panel Failed calls shows the reasons; the log and the status page of the exporter show the reason of each collector.",
      unit: "short",
      none: "No run failed",
      min: 0,
      queries: [queryPerTarget(`${increase(self.failures)} > 0`, "{{collector}}")],
    }),
    graph([12, 7], {
      title: "Series exported and dropped",
      description:
        "Series of the collectors whose number varies, the ten largest, and series dropped because of the series limit. Validators with the smallest weight are dropped first: raise series_limit, or reduce validators.detail.",
      unit: "locale",
      none: "No exporter found",
      min: 0,
      queries: [
        { expr: largest, legend: `{{collector}} ${targetLine}` },
        queryPerTarget(`${increase(self.dropped)} > 0`, "dropped {{collector}}"),
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
      queries: [{ expr: largest, legend: `{{collector}} ${targetName}` }],
    }),
  ],
};
