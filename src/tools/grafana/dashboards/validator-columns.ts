/** Columns of the tables of watched validators. A fact has the value that the status page of its own exporter shows. */
import { primaryNetwork } from "../../../node-api/ids.ts";
import { badBelow, steps, textIf } from "./palette.ts";
import { duration } from "./panels.ts";
import { keys, per, unknownRows } from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";

export const notes =
  "Last ok: time since a node last saw it ok. Connected: share of the observers that are connected to it. Uptime: median of the observers, of a monitored node that of the stake. Offline budget: how long it can still be offline and earn its reward; if it is longer than the time to the end, the reward is safe. Period ends in: auto-renewed validators begin another one then, unless they are leaving.";

export const labels = {
  alias: { title: "Validator", links: [shared.toValidator] },
  subnet_id: { title: "Of", width: 65, mappings: textIf(primaryNetwork, "Primary", "subnet") },
  ...shared.nodeIdHidden,
} as const;
export const unknownRow = (matchers: string) => unknownRows("validator", "node_id", matchers);

/** Returns the value of the exporter of the validator's own node if there is one, otherwise the median of the observers. */
export const ownOrMedian = (metric: string, matchers: string, labels: string = keys.validator) =>
  `max by (${labels}) (${metric}{${matchers}} and on (instance, node, node_id) avax_node_info) or quantile by (${labels}) (0.5, ${metric}{${matchers}})`;
export const budgetLevels = badBelow(thresholds.budgetLow, thresholds.budgetWarning);

/** Returns the columns; `only` restricts them to watched validators. */
export function columns(matchers: string, only = "") {
  const perValidator = per(keys.validator, matchers);
  const uptime = ownOrMedian("avax_validator_uptime_ratio", matchers);
  return {
    Connected: {
      expr: `${perValidator("avax_validator_connected", "avg")}${only}`,
      unit: "percentunit",
      decimals: 0,
      levels: steps("bad", [thresholds.majorityOfWindow, "neutral"], [thresholds.connectedObserversInfo, "good"]),
      width: 85,
    },
    Uptime: {
      expr: only === "" ? uptime : `(${uptime})${only}`,
      unit: "percentunit",
      decimals: 2,
      levels: badBelow(thresholds.uptimeRequired, thresholds.uptimeRequiredSinceHelicon),
      width: 70,
    },
    "Offline budget": {
      expr: ownOrMedian("avax_validator_offline_budget_seconds", matchers),
      ...duration,
      width: 115,
    },
    "Period ends in": {
      expr: `${perValidator("avax_validator_end_timestamp_seconds")} - time()${only}`,
      ...duration,
      width: 115,
    },
  } as const;
}
