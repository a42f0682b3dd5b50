import * as m from "../../../src/metrics/l1.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { percent, quorumNote, timeSpan } from "../amounts.ts";
import { activeShare, largestShare, on, runway } from "../formulas.ts";
import { dataLink, toL1 } from "../links.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { l1Status } from "./headlines.ts";
import { balanceRow, validatorRow } from "./l1-balances.ts";
import { chainRow, chainStatus } from "./l1-chains.ts";
import { historyRow } from "./l1-history.ts";
import { detailRow, memberRow } from "./l1-members.ts";
import { chosen, l1Keys, l1Rows, lowestRunway, ofL1, ofSubnets, topUpOfNetwork, variables } from "./l1-queries.ts";
import { l1State } from "./l1-state.ts";
import { perNetwork } from "./networks.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { longDuration, stat } from "./panels.ts";
import { aggregate, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { l1States } from "./state-codes.ts";
import { table } from "./table.ts";

const soon = timeSpan(thresholds.haltWarning);
const shareIn = (seconds: number) => {
  const active = select(m.l1WeightActive, ofL1);
  const ended = `${select(m.l1Weight, ofL1)} and ${on("subnet_id", "validation_id", "node_id")} (${runway(select, ofL1)} < ${seconds})`;
  return `(${active} - (${aggregate("sum", m.l1Weight, ["subnet_id"], ended)} or 0 * ${active})) / ${select(validators.validatorsWeight, ofL1)}`;
};

const statusRow = {
  title: "Status",
  panels: [
    l1Status([6, 5], ofL1),
    stat([4, 5], {
      title: "Lowest active weight",
      description: `Active share of the weight, for the chosen L1 with the lowest share. Below ${percent(thresholds.activeWeightWarning)} it is at risk. ${quorumNote} Top up inactive validators, or remove them.`,
      unit: "percentunit",
      none: "No L1 tracked",
      decimals: 1,
      levels: shared.shareLevels,
      queries: [{ expr: perNetwork("min", activeShare(select, ofL1)), legend: "{{network}}" }],
    }),
    chainStatus([3, 5]),
    stat([4, 5], {
      title: "Lowest balance runway",
      description: `Time until the first balance of the chosen L1 validators runs out at the current fee. Below ${timeSpan(thresholds.exhaustionWarning)}: top up. At 0 the validator becomes inactive, but its weight still counts towards the total.`,
      unit: longDuration,
      none: "No active L1 validator",
      levels: shared.runwayLevels,
      queries: [{ expr: perNetwork("min", runway(select, chosen)), legend: "{{network}}" }],
    }),
    stat([4, 5], {
      title: "Top-ups for 30 days",
      description:
        "AVAX to add to the balances of the chosen L1 validators so that all of them last for 30 days at the current fee. Keep as much at the address that pays for top-ups.",
      unit: "suffix: AVAX",
      none: "No L1 validator",
      decimals: 2,
      queries: [{ expr: topUpOfNetwork(30, 1), legend: "{{network}}" }],
    }),
    ...freshness("subnets|l1-validators|p-validator-fee"),
    table([24, 6], {
      title: "L1s and subnets",
      description: `Each tracked L1 or subnet. Active in ${soon}: active weight by then at the current fee without top-ups; keep it above ${percent(thresholds.activeWeightWarning)}. Largest: weight share of the largest validator; above ${percent(thresholds.largestWeight)} it can halt the L1 alone. Validators that could halt it: the smallest number of validators that together have more than a third of the weight.`,
      none: "No L1 tracked",
      keys: l1Keys,
      facts: { l1: { title: "L1" }, kind: { title: "Kind", width: 110 }, network: { title: "Network", width: 80 } },
      rows: l1Rows,
      columns: [
        { title: "State", expr: l1State(ofL1), unit: "none", mappings: valueMappings(l1States), width: 175 },
        { title: "Validators", expr: ofSubnets(select(validators.validators, ofL1)), unit: "locale", width: 90 },
        { title: "Active", expr: select(m.l1ValidatorsActive, ofL1), unit: "locale", width: 75 },
        {
          title: "Active weight",
          expr: activeShare(select, ofL1),
          unit: "percentunit",
          decimals: 1,
          levels: shared.shareLevels,
          width: 115,
        },
        {
          title: `Active in ${soon}`,
          expr: shareIn(thresholds.haltWarning),
          unit: "percentunit",
          decimals: 1,
          levels: shared.shareLevels,
          width: 125,
        },
        { title: "Lowest runway", expr: lowestRunway, unit: longDuration, levels: shared.runwayLevels, width: 125 },
        {
          title: "Largest",
          expr: ofSubnets(largestShare(select, ofL1)),
          unit: "percentunit",
          decimals: 1,
          levels: thresholdSteps("good", [thresholds.largestWeight, "neutral"]),
          width: 80,
        },
        {
          title: "Validators that could halt it",
          expr: ofSubnets(select(validators.validatorsSuperminority, ofL1)),
          unit: "locale",
          width: 190,
        },
      ],
      links: { L1: [dataLink(toL1, ["subnet_id"])] },
    }),
  ],
};

export const l1s: Spec = {
  name: "l1",
  title: "L1s",
  description: "L1s and their validators: active weight, balances and when they run out, and fees.",
  variables,
  rows: [statusRow, balanceRow, validatorRow, chainRow, historyRow, memberRow, detailRow],
};
