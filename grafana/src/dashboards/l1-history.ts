/** Panels about the course of L1s: states, active weight and balances. */
import * as m from "../../../src/metrics/l1.ts";
import { percent, quorumNote } from "../amounts.ts";
import { activeShare } from "../formulas.ts";
import { dataLink, toL1, toL1Validator } from "../links.ts";
import { thresholds } from "../thresholds.ts";
import { byNode, ofChosen, ofL1, perL1, perValidation, shown, withL1Name } from "./l1-queries.ts";
import { l1State } from "./l1-state.ts";
import { validationState, validationStates } from "./l1-validator-state.ts";
import { graph, type Size, timeline } from "./panels.ts";
import { bottomk, dedupeTargets, select, shortened } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { l1States, yesNoStates } from "./state-codes.ts";

const lowest = bottomk(shown, perValidation("min", ofChosen(m.l1Balance)));

export const stateTimeline = (size: Size) =>
  timeline(size, {
    title: "State of each L1",
    description: `State of each L1 over time; the state that is worst counts. ${quorumNote} Choose an L1 above the panels for its balances.`,
    none: "No L1 tracked",
    states: l1States,
    queries: [{ expr: withL1Name(l1State(ofL1)), legend: "{{l1}}" }],
    links: [dataLink(toL1, ["subnet_id"])],
  });

export const historyRow = {
  title: "History",
  isCollapsed: true as const,
  panels: [
    timeline([12, 8], {
      title: "State of the validators with the lowest balances",
      description: `The ${shown} chosen L1 validators with the lowest balances, over time. INACTIVE: the balance has run out, and the validator does not take part until it is topped up. Red: one of yours.`,
      none: "No L1 validator watched",
      states: validationStates,
      queries: [
        {
          expr: byNode(`${perValidation("max", validationState)} and on (subnet_id, validation_id) ${lowest}`),
          legend: "{{name}}",
        },
      ],
      links: [dataLink(toL1Validator, ["subnet_id", "validation_id"])],
    }),
    graph([12, 8], {
      title: "Balances",
      description: `The ${shown} lowest balances of the chosen L1 validators. They fall with the fee and rise with top-ups. At 0 the validator becomes inactive.`,
      unit: "suffix: AVAX",
      none: "No L1 validator watched",
      decimals: 3,
      min: 0,
      legend: "table",
      queries: [{ expr: byNode(lowest), legend: "{{name}}" }],
      links: [dataLink(toL1Validator, ["subnet_id", "validation_id"])],
    }),
    graph([12, 7], {
      title: "Active weight",
      description: `Active share of each chosen L1's weight, the ${shown} lowest. Dashed lines: ${percent(thresholds.activeWeightCritical)} and ${percent(thresholds.activeWeightWarning)}. A step down means that a balance has run out. ${quorumNote}`,
      unit: "percentunit",
      none: "No L1 tracked",
      min: 0,
      max: 1,
      steps: true,
      lines: true,
      levels: shared.shareLevels,
      queries: [
        {
          expr: bottomk(shown, perL1("min", activeShare(select, ofL1))),
          legend: "{{l1}}",
        },
      ],
    }),
    timeline([12, 7], {
      title: "Watched validations on the P-Chain",
      description:
        "Whether each validation that is watched by its ID exists on the P-Chain. GONE: the L1 has removed the validator (weight 0), and its remaining balance was paid back.",
      none: "No validation watched by its ID",
      states: yesNoStates("PRESENT", "GONE"),
      queries: [
        {
          expr: shortened(
            dedupeTargets("max", m.l1Present, ["validation_id"], select(m.l1Present)),
            "validation_id",
            "name",
          ),
          legend: "{{name}}",
        },
      ],
    }),
  ],
};
