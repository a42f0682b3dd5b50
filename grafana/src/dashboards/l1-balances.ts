/** Panels about the balances of L1 validators: when they run out, and the AVAX to top them up with. */
import * as m from "../../../src/metrics/l1.ts";
import { runway, worstRunway } from "../formulas.ts";
import { dataLink, toL1, toL1Validator } from "../links.ts";
import { stateTimeline } from "./l1-history.ts";
import {
  chosen,
  dailyFeesOfL1,
  l1Keys,
  l1Rows,
  ofChosen,
  perValidation,
  shown,
  topUpOf,
  topUpOfL1,
  validationKeys,
  validationRows,
  weightShare,
} from "./l1-queries.ts";
import { validationState, validationStates } from "./l1-validator-state.ts";
import { valueMappings } from "./palette.ts";
import { longDuration, stack } from "./panels.ts";
import { select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { type Column, table } from "./table.ts";

/** Periods in days, and multiples of the current fee, for which the AVAX to top up is shown. */
const plans = [1, 2].flatMap((multiple) => [30, 90].map((days) => ({ days, multiple })));
const planTitle = ({ days, multiple }: (typeof plans)[number]) => `${days} days${multiple === 1 ? "" : ", double fee"}`;
const topUps = (needed: (days: number, multiple: number) => string): readonly Column[] =>
  plans.map((plan) => ({
    title: planTitle(plan),
    expr: needed(plan.days, plan.multiple),
    unit: "suffix: AVAX",
    decimals: 2,
    width: plan.multiple === 1 ? 105 : 155,
  }));
const meaning =
  "30 and 90 days: AVAX to add so that the balance lasts for this time at the current fee, or at twice that fee; 0 if it lasts already.";

export const balanceRow = {
  title: "Balances and states",
  panels: [
    shared.lowestRunways([8, 9], shown, chosen),
    stack(
      16,
      9,
      table([16, 5], {
        title: "Top-ups of each L1",
        description: `${meaning} Sum over the chosen validators of each L1, inactive ones included. Top up with IncreaseL1ValidatorBalanceTx.`,
        none: "No L1 validator watched",
        keys: [...l1Keys, "network"],
        facts: { l1: { title: "L1" }, network: { title: "Network", width: 80 } },
        rows: `${l1Rows} and on (subnet_id) ${ofChosen(m.l1Weight)}`,
        columns: [
          {
            title: "Daily fees",
            expr: dailyFeesOfL1,
            unit: "suffix: AVAX",
            decimals: 3,
            width: 110,
          },
          ...topUps(topUpOfL1),
        ],
        links: { L1: [dataLink(toL1, ["subnet_id"])] },
      }),
      stateTimeline([16, 4]),
    ),
  ],
};

export const validatorRow = {
  title: "L1 validators",
  isCollapsed: true as const,
  panels: [
    table([24, 11], {
      title: "L1 validators",
      description: `The chosen L1 validators, lowest balance first. All shows the 150 with the lowest balance, and 50 that are inactive. Worst case: the number of L1 validators rises to its maximum now, so that the fee doubles every day on mainnet. Weight: share of the weight of the L1. ${meaning}`,
      none: "No L1 validator watched",
      keys: validationKeys,
      facts: { node_id: { title: "NodeID" }, l1: { title: "L1", width: 110 } },
      rows: validationRows,
      columns: [
        {
          title: "State",
          expr: validationState,
          unit: "none",
          mappings: valueMappings(validationStates),
          width: 120,
        },
        { title: "Weight", expr: weightShare, unit: "percentunit", decimals: 1, width: 75 },
        {
          title: "Balance",
          expr: perValidation("min", ofChosen(m.l1Balance)),
          unit: "suffix: AVAX",
          decimals: 3,
          width: 115,
        },
        { title: "Runs out in", expr: perValidation("min", runway(select, chosen)), unit: longDuration, width: 110 },
        {
          title: "Worst case",
          expr: perValidation("min", worstRunway(select, chosen)),
          unit: longDuration,
          width: 110,
        },
        ...topUps(topUpOf),
      ],
      sort: { by: "Balance" },
      links: { NodeID: [dataLink(toL1Validator, ["subnet_id", "validation_id"])] },
    }),
  ],
};
