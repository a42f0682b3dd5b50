/** Columns and graphs of validators, over all their observers. */
import { toValidator } from "../../../alerting/alert.ts";
import { observedUptime } from "../../../collectors/peers.ts";
import * as m from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { percent } from "../../../lib/text.ts";
import type { Matchers, Source } from "../promql.ts";
import { dataLink } from "./data-links.ts";
import { badBelow, thresholdSteps } from "./palette.ts";
import { duration, graph, type Size, type Sized } from "./panels.ts";
import { median, named, perItem, primary, selectShared } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { kinds, stateFact } from "./state-panels.ts";
import type { Column, LabelColumns } from "./table.ts";
import { thresholds } from "./thresholds.ts";

export const present = entities.validator.metric("present");
const budget = entities.validator.metric("offline_budget_seconds");
const budgetRatio = entities.validator.metric("offline_budget_ratio");
export type OfValidator = Matchers<typeof present>;
/** Labels that identify a validator. */
export const id = ["subnet_id", "node_id"] as const;
export const idAndAlias = [...id, "alias"] as const;

/** Watched validators: those that can have a row. */
export const watchedOnly = (which: OfValidator) => selectShared(present, which);
/** The same; the chosen ones if none of them is watched. */
export const watchedOrChosen = (which: OfValidator) =>
  `(${watchedOnly(which)} or on () ${selectShared(m.validatorStake, which)})`;

/** Labels of a row. The network is that of the observers. */
export const rowKeys = ["network", ...id] as const;
const primaryName = { text: "Primary", color: "text", index: 0 };
/** The name of a validator: its alias, and its ID. */
export const nameFacts: LabelColumns = {
  alias: { title: "Validator", width: 100 },
  node_id: { title: "NodeID" },
  ...shared.networkFact,
  subnet_id: {
    title: "Subnet",
    width: 65,
    mappings: [{ type: "value", options: { [primary]: primaryName } } as never],
  },
};
export const validatorFacts: LabelColumns = {
  ...stateFact(kinds.validators.states),
  ...nameFacts,
  node_id: { title: "NodeID", width: 100 },
};
const links = [dataLink(toValidator, rowKeys)];
export const validatorLinks = { Validator: links, NodeID: links };

const budgetLevels = badBelow(thresholds.budgetLow, thresholds.budgetWarning);
const uptimeLevels = badBelow(thresholds.uptimeRequired, thresholds.uptimeRequiredSinceHelicon);

export const lineName = "{{name}} ({{network}})";
/** Query with a line per item, for the ten with the lowest values; the last label but the alias is its ID. */
export const lowest = <const S extends Source>(source: S, labels: readonly string[], which: object = {}) => {
  const each = median(source, labels as never, which as never);
  return `bottomk(10, ${named(each, labels.at(-2) ?? "")})`;
};

export const connectedColumn = (which: OfValidator): Column => ({
  title: "Connected",
  expr: `(${perItem("avg", m.validatorConnected, id, which)} or 1 - ${perItem("avg", entities.validator.metric("state"), id, { ...which, state: "offline" })})`,
  unit: "percentunit",
  decimals: 0,
  levels: thresholdSteps("bad", [thresholds.majorityOfWindow, "neutral"], [thresholds.connectedObserversInfo, "good"]),
  width: 88,
});
/** Uptime of each monitored node that is not isolated, in the labels of a validator. */
const ofMonitored = (which: OfValidator) =>
  `${shared.ownUptime(perItem("max", observedUptime, ["node_id"], { stake_share: "0.5" }))} * on (network, node_id) group_right () group by (${rowKeys.join(", ")}) (${selectShared(budget, { ...which, own: "true" })})`;
export const uptimeColumn = (which: OfValidator): Column => ({
  title: "Uptime",
  expr: `(${ofMonitored(which)} or ${median(m.validatorUptime, id, which)})`,
  unit: "percentunit",
  decimals: 2,
  levels: uptimeLevels,
  width: 75,
});
export const requiredColumn = (which: OfValidator): Column => ({
  title: "Required",
  expr: perItem("max", m.validatorUptimeRequired, id, which),
  unit: "percentunit",
  decimals: 0,
  width: 75,
});
export const budgetColumn = (which: OfValidator): Column => ({
  title: "Offline budget",
  expr: median(budget, id, which),
  ...duration,
});
export const budgetRatioColumn = (which: OfValidator): Column => ({
  title: "Budget left",
  expr: median(budgetRatio, id, which),
  unit: "percentunit",
  decimals: 0,
  levels: budgetLevels,
  width: 88,
});
export const endColumn = (which: OfValidator): Column => ({
  title: "Ends/renews in",
  expr: `${perItem("max", m.validatorEnd, id, which)} - time()`,
  ...duration,
});
/** Column with an amount: whole AVAX, all digits. */
export const amount = (
  title: string,
  metric: Source<(typeof m.validatorWeight)["labels"][number]>,
  which: OfValidator,
  width: number,
): Column => ({
  title: `${title}, AVAX`,
  expr: perItem("max", metric, id, which),
  unit: "locale",
  decimals: 0,
  width,
});

/** Query with the lowest share of the offline budget in each network. */
export const lowestBudget = (which: OfValidator) => ({
  expr: `bottomk by (network) (1, ${named(median(budgetRatio, idAndAlias, which), "node_id")})`,
  legend: "{{network}} {{name}}",
});
export const budgetMeta = {
  unit: "percentunit",
  none: "No offline budget known",
  decimals: 0,
  levels: budgetLevels,
} as const;
export const budgetGraph = (size: Size, which: OfValidator): Sized =>
  graph(size, {
    title: "Offline budget left",
    description: `Share of each validator's offline budget that is left, the ten lowest. Dashed lines: ${percent(thresholds.budgetWarning)}, below which an alert fires when some of it has been used lately, and ${percent(thresholds.budgetLow)}. A falling line means that the validator is offline now; at 0 the reward is lost.`,
    ...budgetMeta,
    min: 0,
    max: 1,
    lines: true,
    legend: "table",
    queries: [{ expr: lowest(budgetRatio, idAndAlias, which), legend: lineName }],
  });
