/** Panels about the balances of L1 validators: when they run out, and the AVAX to top them up with. */
import { toL1, toL1Validator } from "../../../alerting/alert.ts";
import * as m from "../../../collectors/l1-validators.ts";
import { subnetInfo } from "../../../collectors/subnets.ts";
import { entities } from "../../../entities/all.ts";
import { timeSpan } from "../../../lib/duration.ts";
import type { Row } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import {
  chosen,
  dailyFeesOfL1,
  l1Keys,
  lowestRunways,
  perValidation,
  runway,
  shown,
  subnets,
  topUpOfL1,
  validationFacts,
  validationKeys,
  weightShare,
  withAlias,
} from "./l1-queries.ts";
import { inWords } from "./palette.ts";
import { bars, duration, share, stack } from "./panels.ts";
import { named, perItem } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { kinds, stateFact, stateRows } from "./state-panels.ts";
import { type Column, table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

const topUps = ([30, 90] as const).map(
  (days): Column => ({
    title: `For ${days} days`,
    expr: topUpOfL1(days),
    unit: "locale",
    decimals: 2,
    width: 130,
  }),
);
/** By which fee a runway and a top-up are computed. */
const atFee = "at the current fee, or earlier if the number of active validators lets the fee rise";
const links = [dataLink(toL1Validator, ["subnet_id", "validation_id"])];
/** Seconds at the right end of the bars. */
const longest = 90 * 86_400;

export const balanceRow: Row = {
  title: "Balances",
  panels: [
    bars([8, 10], {
      title: "Lowest balance runways",
      description: `The ${shown} L1 validators whose balances run out first, inactive ones with 0: ${atFee}. A full bar is 90 days. Below ${timeSpan(thresholds.exhaustionWarning)}: top up (IncreaseL1ValidatorBalanceTx). Top up before the L1 halts: top-ups alone may not restart it.`,
      ...duration,
      none: "No L1 validator watched",
      min: 0,
      max: longest,
      levels: shared.runwayLevels,
      queries: [{ expr: named(lowestRunways, "node_id"), legend: "{{name}}" }],
      links,
    }),
    stack(
      16,
      10,
      table([16, 5], {
        title: "Watched L1 validators",
        description:
          "L1 validators that are watched, and those of the monitored nodes, those with a problem first. Low balance: top up with IncreaseL1ValidatorBalanceTx. BLS key: whether the registered key is that of the monitored node; if it is wrong, its signatures are invalid.",
        none: "No L1 validator watched",
        keys: validationKeys,
        facts: { ...stateFact(kinds.l1Validators.states), ...validationFacts, ...shared.networkFact },
        rows: stateRows(kinds.l1Validators, chosen),
        columns: [
          {
            title: "Runs out in",
            expr: perValidation("min", entities.l1_validator.metric("balance_runway_seconds")),
            ...duration,
            levels: shared.runwayLevels,
          },
          {
            title: "BLS key",
            expr: perValidation("min", m.l1BlsKeyMatches),
            ...inWords(["wrong", "bad"], ["matches", "good"]),
            width: 80,
          },
        ],
        links: { NodeID: links },
      }),
      table([16, 5], {
        title: "Top-ups of each L1, AVAX",
        description: `AVAX to add to the balances of the validators of each L1, so that all of them last for 30 or 90 days: at the current fee, or at the one that the number of active validators lets it rise to. 0 if they last already; inactive ones are included. Daily fees: at the current fee. \`avalanche-exporter status\` shows the amount for each validator. Top up with IncreaseL1ValidatorBalanceTx.`,
        none: "No L1 validator watched",
        keys: l1Keys,
        facts: { alias: { title: "L1" }, subnet_id: { title: "Subnet ID" }, ...shared.networkFact },
        rows: [perItem("max", subnetInfo, ["subnet_id", "alias"], { ...subnets, kind: "l1" })],
        columns: [{ title: "Daily fees", expr: dailyFeesOfL1, unit: "locale", decimals: 3, width: 100 }, ...topUps],
        links: { "Subnet ID": [dataLink(toL1, ["subnet_id"])] },
      }),
    ),
  ],
};

export const validatorRow: Row = {
  title: "L1 validators",
  isCollapsed: true,
  panels: [
    table([24, 11], {
      title: "L1 validators",
      description: `The chosen L1 validators, lowest balance first. All shows the 150 with the lowest balance, and 50 that are inactive. Runs out in: of watched ones ${atFee}, of others at the current fee. Weight: share of the weight of the L1.`,
      none: "No L1 validator watched",
      keys: validationKeys,
      facts: { ...validationFacts, ...shared.networkFact },
      rows: [perItem("max", m.l1Weight, withAlias, chosen)],
      columns: [
        {
          title: "State",
          expr: perValidation("min", m.l1Active),
          ...inWords(["inactive", "bad"], ["active", "good"]),
          width: 85,
        },
        { title: "Weight", expr: weightShare, ...share, width: 75 },
        {
          title: "Balance, AVAX",
          expr: perValidation("min", m.l1Balance),
          unit: "locale",
          decimals: 3,
          width: 135,
        },
        { title: "Runs out in", expr: runway, ...duration, levels: shared.runwayLevels },
      ],
      sort: { by: "Balance, AVAX" },
      links: { NodeID: links },
    }),
  ],
};
