/** Panels about the course of L1s: states, active weight and balances. */
import { toL1Validator } from "../../../alerting/alert.ts";
import { quorumNote } from "../../../alerting/expressions.ts";
import * as m from "../../../collectors/l1-validators.ts";
import { entities } from "../../../entities/all.ts";
import { percent } from "../../../lib/text.ts";
import type { Row } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import { chosen, ofL1, shown, withAlias } from "./l1-queries.ts";
import { graph, type Size, type Sized, timeline } from "./panels.ts";
import { named, perItem } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { allStates, kinds, problems } from "./state-panels.ts";
import { thresholds } from "./thresholds.ts";
import { lineName, lowest } from "./validator-panels.ts";

export const activeWeightGraph = (size: Size, about: string, which = {}): Sized =>
  graph(size, {
    title: "Active weight",
    description: `${about} Dashed lines: ${percent(thresholds.activeWeightCritical)} and ${percent(thresholds.activeWeightWarning)}. A step down means that a balance has run out. ${quorumNote}`,
    unit: "percentunit",
    none: "No L1 tracked",
    min: 0,
    max: 1,
    steps: true,
    lines: true,
    levels: shared.shareLevels,
    queries: [
      { expr: lowest(entities.l1.metric("weight_active_ratio"), ["subnet_id", "alias"], which), legend: lineName },
    ],
  });

export const historyRow: Row = {
  title: "History",
  isCollapsed: true,
  panels: [
    timeline([12, 8], {
      title: "States of the last day",
      description:
        "Problems of the chosen L1s and subnets, and of watched L1 validators: a line for each, in the color of its state, while it lasts. Inactive: the validator does not take part until it is topped up.",
      none: "No L1 tracked",
      states: { ...allStates, ...kinds.l1Validators.states },
      queries: [
        ...problems("L1s", kinds.l1s, ofL1),
        ...problems("subnets", kinds.subnets, ofL1),
        ...problems("L1 validators", kinds.l1Validators, chosen),
      ],
    }),
    graph([12, 8], {
      title: "Balances",
      description: `The ${shown} lowest balances of the chosen L1 validators. They fall with the fee and rise with top-ups. At 0 the validator becomes inactive.`,
      unit: "suffix:AVAX",
      none: "No L1 validator watched",
      decimals: 3,
      min: 0,
      legend: "table",
      queries: [
        {
          expr: `bottomk(${shown}, ${named(perItem("min", m.l1Balance, withAlias, chosen), "node_id")})`,
          legend: lineName,
        },
      ],
      links: [dataLink(toL1Validator, ["subnet_id", "validation_id"])],
    }),
    activeWeightGraph([24, 7], `Active share of each chosen L1's weight, the ${shown} lowest.`, ofL1),
  ],
};
