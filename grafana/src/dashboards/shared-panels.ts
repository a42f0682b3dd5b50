/** Panels shared by several dashboards. */
import { up } from "../../../src/metrics/exporter.ts";
import * as l1 from "../../../src/metrics/l1.ts";
import { nodeHealthCheck, nodeInfo } from "../../../src/metrics/node.ts";
import { height } from "../../../src/metrics/pchain.ts";
import { xHeight } from "../../../src/metrics/xchain.ts";
import { timeSpan } from "../amounts.ts";
import { on, runway } from "../formulas.ts";
import { dataLink, toL1Validator, toTarget } from "../links.ts";
import type { Matchers } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Variable } from "./dashboard.ts";
import { blocksBehind, chainTimeAge, nodeState } from "./node-state.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { bars, longDuration, type Size, type Sized } from "./panels.ts";
import { aggregate, bottomk, dedupeTargets, select, shortened } from "./queries.ts";
import { nodeStates } from "./state-codes.ts";
import { type Column, type LabelColumns, table } from "./table.ts";

/** Name of the target in legends. */
export const target = "{{target}}";
export const targetKeys = ["job", "instance", "node"] as const;
export const seenBy = { target: { title: "Seen by", width: 118 } };
export const validatorName = { name: { title: "Validator", width: 125 } };

/** Query for variables: watched validators, with their alias if they have one. */
export const watchedByAlias = `(avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"} * on (job, instance, node, subnet_id, node_id) group_left (alias) avax_validator_info) or avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"}`;
export const idAndAlias = '/node_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g';

/** Variable with the IDs of the watched validators: selecting only these keeps queries fast among thousands of others. */
export const watchedValidators: Variable = {
  name: "watched",
  label: "watched validator",
  description: "Validators that are watched, by alias.",
  query: `query_result(${watchedByAlias})`,
  regex: idAndAlias,
};

export const runwayLevels = thresholdSteps(
  "bad",
  [thresholds.exhaustionCritical, "warning"],
  [thresholds.exhaustionWarning, "good"],
);
export const shareLevels = thresholdSteps(
  "bad",
  [thresholds.activeWeightCritical, "warning"],
  [thresholds.activeWeightWarning, "good"],
);
export const endLevels = thresholdSteps("warning", [thresholds.endWarning, "neutral"], [thresholds.endInfo, "good"]);

/** Returns the lowest `n` values, each validation once even if several nodes report it, with a label `name`. */
const firstToRunOut = (n: number, expr: string) =>
  shortened(
    bottomk(n, dedupeTargets("min", l1.l1Exhaustion, ["subnet_id", "validation_id", "node_id"], expr)),
    "node_id",
    "name",
  );

export const lowestRunways = (size: Size, n: number, which: Matchers<typeof l1.l1Exhaustion> = {}) =>
  bars(size, {
    title: "Lowest balance runway",
    description: `The ${n} active L1 validators whose balances run out first at the current fee. Below ${timeSpan(thresholds.exhaustionWarning)}: top up (IncreaseL1ValidatorBalanceTx). Top up before the L1 halts: top-ups alone may not restart it.`,
    unit: longDuration,
    none: "No active L1 validator watched",
    min: 0,
    max: thresholds.exhaustionInfo,
    levels: runwayLevels,
    queries: [{ expr: firstToRunOut(n, runway(select, which)), legend: "{{name}}" }],
    links: [dataLink(toL1Validator, ["subnet_id", "validation_id"])],
  });

const checksFailing: Column = {
  title: "Checks failing",
  expr: aggregate("sum", nodeHealthCheck, [], `1 - ${select(nodeHealthCheck)}`),
  unit: "none",
  levels: thresholdSteps("good", [1, "bad"]),
  width: 120,
};
export const nodeTable = (size: Size, facts: LabelColumns, columns: readonly Column[]): Sized =>
  table(size, {
    title: "Nodes",
    description:
      "All nodes that the exporters monitor. Behind: blocks behind the highest shown node of the same network (needs two nodes). Time: age of the P-Chain's time. If a node is DOWN or BEHIND, check its log, disk and connections.",
    none: "No exporter found",
    keys: targetKeys,
    facts: { target: { title: "Node" }, ...facts },
    rows: `${select(nodeInfo)} or ${on()} last_over_time(${select(up)}[1d])`,
    columns: [
      { title: "State", expr: nodeState(), unit: "none", mappings: valueMappings(nodeStates), width: 135 },
      { title: "P-Chain", expr: select(height), unit: "locale", width: 90 },
      {
        title: "Behind",
        expr: blocksBehind(),
        unit: "locale",
        levels: thresholdSteps("good", [1, "neutral"], [thresholds.blocksBehind, "bad"]),
        width: 80,
      },
      {
        title: "Time",
        expr: chainTimeAge(),
        unit: "s",
        decimals: 0,
        levels: thresholdSteps("good", [thresholds.chainTimeWarning, "warning"], [thresholds.chainTimeCritical, "bad"]),
        width: 80,
      },
      { title: "X-Chain", expr: select(xHeight), unit: "locale", width: 90 },
      checksFailing,
      ...columns,
    ],
    sort: { by: "State", desc: true },
    links: { Node: [dataLink(toTarget("sync"), targetKeys)] },
  });
