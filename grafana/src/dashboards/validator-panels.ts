/** Table columns and levels of validators, over all their observers. */
import * as m from "../../../src/metrics/validators.ts";
import type { Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { longDuration } from "./panels.ts";
import { select } from "./queries.ts";
import { endLevels } from "./shared-panels.ts";
import { validatorStates } from "./state-codes.ts";
import type { Column, LabelColumns } from "./table.ts";
import {
  budgetLeft,
  connectedObservers,
  type OfValidator,
  offlineBudget,
  timeToEnd,
  validatorNames,
  validatorState,
} from "./validator-state.ts";

/** Labels of a row. The network is that of the observers. */
export const rowKeys = ["subnet_id", "node_id"] as const;
export const nameColumns: LabelColumns = {
  name: { title: "Validator", width: 115 },
  network: { title: "Network", width: 85 },
};

const budgetLevels = thresholdSteps(
  "warning",
  [0, "bad"],
  [thresholds.budgetCritical, "warning"],
  [thresholds.budgetWarning, "good"],
);

/** Query for a line per watched validator. */
export const perValidator = (expr: string, which: OfValidator) =>
  `${validatorNames(which)} * on (subnet_id, node_id) group_left () ${expr}`;
export const lineName = "{{name}} ({{network}})";

export const stateColumns = (which: OfValidator): readonly Column[] => [
  { title: "State", expr: validatorState(which), unit: "none", mappings: valueMappings(validatorStates), width: 125 },
  {
    title: "Connected",
    expr: connectedObservers(which),
    unit: "percentunit",
    decimals: 0,
    levels: thresholdSteps(
      "bad",
      [thresholds.connectedObserversCritical + 0.001, "neutral"],
      [thresholds.connectedObserversInfo, "good"],
    ),
    width: 92,
  },
];
export const uptimeColumn = (expr: string): Column => ({
  title: "Uptime",
  expr,
  unit: "percentunit",
  decimals: 2,
  width: 78,
});
/** What is left of the offline budget, and of the period. */
export const budgetColumns = (which: OfValidator): readonly Column[] => [
  { title: "Offline budget", expr: offlineBudget(which), unit: longDuration, width: 122 },
  {
    title: "Budget left",
    expr: `${budgetLeft(which)} < Inf`,
    unit: "percentunit",
    decimals: 0,
    levels: budgetLevels,
    width: 95,
  },
  { title: "Ends in", expr: timeToEnd(which), unit: longDuration, levels: endLevels, width: 122 },
];
export const requiredColumn = (which: OfValidator): Column => ({
  title: "Required",
  expr: select(m.validatorUptimeRequired, which),
  unit: "percentunit",
  decimals: 0,
  width: 82,
});

/** Column with an amount: whole AVAX, all digits. */
export const amount = (
  title: string,
  metric: Source<(typeof m.validatorWeight)["labels"][number]>,
  which: OfValidator,
  width: number,
): Column => ({
  title: `${title}, AVAX`,
  expr: select(metric, which),
  unit: "locale",
  decimals: 0,
  width,
});

/** Options of a graph of the offline budget, with the thresholds of the alerts. */
export const shareLines = { lines: true, levels: budgetLevels } as const;
