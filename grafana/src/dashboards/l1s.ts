import * as m from "../../../src/metrics/l1.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import { subnetInfo, subnetSupply, subnetWeight } from "../../../src/metrics/subnets.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { percent, timeSpan } from "../amounts.ts";
import { activeShare, largestShare, on, runway, validatorFeePriceNow, worstRunway } from "../formulas.ts";
import { like, not, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec, Variable } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { levels, words } from "./palette.ts";
import { bars, graph, stat, table } from "./panels.ts";
import * as parts from "./parts.ts";
import {
  aggregate,
  l1Names,
  least,
  most,
  overall,
  perNetwork,
  select,
  shortened,
  subnetNames,
  validatorNames,
  withSubnetName,
} from "./queries.ts";
import { firstRunway, l1State } from "./states.ts";
import { l1States, yes } from "./verdicts.ts";

const ofL1 = { subnet_id: like("$subnet_id") };
const chosen = { ...ofL1, validation_id: like("$validation_id") };
/** The primary network is no subnet to choose. */
const ofSubnets = (expr: string) =>
  `(${expr}) and ${on("subnet_id")} ${select(subnetInfo, { ...ofL1, kind: not("primary") })}`;
const l1Keys = [...parts.targetKeys, "subnet_id"];
const keys = [...l1Keys, "validation_id", "node_id"];
const shown = 10;
const soon = timeSpan(thresholds.haltWarning);

const target = 'job=~"$job",instance=~"$instance",node=~"$node"';
const variables: readonly Variable[] = [
  {
    name: "subnet_id",
    label: "L1",
    description: "Tracked L1s and subnets by alias, and the L1s of single validators that are watched.",
    query: `query_result(avax_subnet_info{${target},kind!="primary"} or on (subnet_id) max by (subnet_id) (avax_l1_validator_weight{${target}}))`,
    regex: '/subnet_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g',
    allValue: ".+",
  },
  {
    name: "validation_id",
    label: "L1 validator",
    description:
      "L1 validators by NodeID: the 150 that run out first, and 50 that have run out. Any validation ID can be typed in.",
    query: `query_result(bottomk(150, avax_l1_validator_balance_avax{${target},subnet_id=~"$subnet_id"} > 0) or topk(50, avax_l1_validator_balance_avax{${target},subnet_id=~"$subnet_id"} == 0))`,
    regex: '/validation_id="(?<value>[^"]+)|node_id="(?<text>[^"]+)/g',
  },
];

const weight = (seconds: number) =>
  aggregate(
    "sum",
    m.l1Weight,
    ["subnet_id"],
    `${select(m.l1Weight, ofL1)} and ${on("subnet_id", "validation_id", "node_id")} (${runway(select, ofL1)} < ${seconds})`,
  );
/** Share of an L1's weight that will still be active if nobody tops up. */
const shareIn = (seconds: number) =>
  `(${select(m.l1WeightActive, ofL1)} - (${weight(seconds)} or 0 * ${select(m.l1WeightActive, ofL1)})) / ${select(validators.validatorsWeight, ofL1)}`;

const one = (metric: Source<"subnet_id" | "validation_id" | "node_id">) => select(metric, chosen);
const byNode = (expr: string) => shortened(expr, "node_id", "name");

export const l1s: Spec = {
  name: "l1",
  title: "L1s",
  description:
    "L1s and their validators: how much of the weight is active, which balances run out, what being active costs.",
  variables,
  rows: [
    {
      title: "Verdict",
      panels: [
        parts.l1Verdict([6, 5], ofL1),
        stat([4, 5], {
          title: "Runs out first",
          description: `Time until the first balance of the chosen L1 validators ends at the current price. Below ${timeSpan(thresholds.exhaustionWarning)}: top up. At 0 the validator is inactive, and its weight is missing from the quorum.`,
          unit: "s",
          none: "No active L1 validator",
          decimals: 1,
          levels: parts.runwayLevels,
          queries: [{ expr: overall("min", runway(select, chosen)) }],
        }),
        stat([4, 5], {
          title: "In the worst case",
          description:
            "The same if from now on there are as many L1 validators as there can be, so that the price doubles every day on mainnet. No balance can end sooner than this: plan top-ups by it.",
          unit: "s",
          none: "No active L1 validator",
          decimals: 1,
          levels: parts.runwayLevels,
          queries: [{ expr: overall("min", worstRunway(select, chosen)) }],
        }),
        stat([4, 5], {
          title: "Least active share",
          description: `Active share of the weight of the chosen L1 that has least. Under ${percent(thresholds.activeWeightWarning)} it is at risk, under ${percent(thresholds.activeWeightCritical)} blocks stall and messages to other chains are not signed. Top up who is inactive, or remove them.`,
          unit: "percentunit",
          none: "No L1 tracked",
          decimals: 1,
          levels: parts.shareLevels,
          queries: [{ expr: overall("min", activeShare(select, ofL1)) }],
        }),
        ...freshness("subnets|l1-validators|p-validator-fee"),
      ],
    },
    {
      title: "L1s and subnets",
      panels: [
        table([24, 6], {
          title: "L1s and subnets",
          description: `Each tracked L1 or subnet. Active in ${soon}: what is left of the weight if nobody tops up, at the current price; keep it above ${percent(thresholds.activeWeightWarning)}. Largest: the share of the weightiest validator; above ${percent(thresholds.largestWeight)} it can halt the L1 alone.`,
          none: "No L1 tracked",
          keys: l1Keys,
          facts: { l1: { title: "L1" }, kind: { title: "Kind", width: 110 }, ...parts.seenBy },
          rows: subnetNames({ ...ofL1, kind: not("primary") }),
          columns: [
            { title: "State", expr: l1State(ofL1), unit: "none", mappings: words(l1States), width: 180 },
            { title: "Validators", expr: ofSubnets(select(validators.validators, ofL1)), unit: "locale", width: 95 },
            { title: "Active", expr: select(m.l1ValidatorsActive, ofL1), unit: "locale", width: 80 },
            { title: "Weight", expr: select(subnetWeight, ofL1), unit: "short", width: 90 },
            {
              title: "Active weight",
              expr: activeShare(select, ofL1),
              unit: "percentunit",
              decimals: 1,
              levels: parts.shareLevels,
              width: 115,
            },
            {
              title: `Active in ${soon}`,
              expr: shareIn(thresholds.haltWarning),
              unit: "percentunit",
              decimals: 1,
              levels: parts.shareLevels,
              width: 130,
            },
            {
              title: "First runs out in",
              expr: firstRunway(ofL1),
              unit: "s",
              decimals: 1,
              levels: parts.runwayLevels,
              width: 130,
            },
            {
              title: "Largest",
              expr: ofSubnets(largestShare(select, ofL1)),
              unit: "percentunit",
              decimals: 1,
              levels: levels("good", [thresholds.largestWeight, "warning"]),
              width: 85,
            },
            {
              title: "Could halt it",
              expr: ofSubnets(select(validators.validatorsSuperminority, ofL1)),
              unit: "locale",
              width: 100,
            },
          ],
        }),
      ],
    },
    {
      title: "Balances",
      panels: [
        parts.lowestRunways([8, 9], shown, chosen),
        bars([8, 9], {
          title: "Runs out first, in the worst case",
          description: `The same ten if from now on there are as many L1 validators as there can be. If this is red where the panel next to it is green, a rush of new L1s would cost you the validator within ${timeSpan(thresholds.exhaustionCritical)}.`,
          unit: "s",
          none: "No active L1 validator watched",
          decimals: 1,
          min: 0,
          max: thresholds.exhaustionInfo,
          levels: parts.runwayLevels,
          queries: [{ expr: parts.firstToRunOut(shown, worstRunway(select, chosen)), legend: "{{name}}" }],
        }),
        bars([8, 9], {
          title: `Weight left in ${soon}, if nobody tops up`,
          description: `Share of each chosen L1's weight that will still be active in ${soon} at the current price, the ten lowest. Under ${percent(thresholds.activeWeightWarning)} it is at risk, under ${percent(thresholds.activeWeightCritical)} it stalls: top up before.`,
          unit: "percentunit",
          none: "No L1 tracked",
          decimals: 1,
          min: 0,
          max: 1,
          levels: parts.shareLevels,
          queries: [
            { expr: least(shown, withSubnetName(shareIn(thresholds.haltWarning), ofL1)), legend: "{{l1}} {{target}}" },
          ],
        }),
        table([24, 9], {
          title: "L1 validators",
          description:
            "The chosen L1 validators, those with the least balance first; of All the 150 that run out first, and 50 that have. Fee: what it pays in a day at the current price. Least nonce: the next change of weight must have at least this one.",
          none: "No L1 validator watched",
          keys,
          facts: {
            name: { title: "Validator", width: 110 },
            validation_id: { title: "Validation ID" },
            ...parts.seenBy,
          },
          rows: l1Names(chosen),
          columns: [
            {
              title: "Active",
              expr: one(m.l1Active),
              unit: "none",
              mappings: words(yes("ACTIVE", "INACTIVE")),
              width: 95,
            },
            { title: "Balance", expr: one(m.l1Balance), unit: "suffix: AVAX", decimals: 4, width: 130 },
            {
              title: "Fee",
              expr: `86400 * ${validatorFeePriceNow(select)} * ${on()} group_right () (${one(m.l1Active)} == 1)`,
              unit: "suffix: AVAX/day",
              decimals: 4,
              width: 150,
            },
            {
              title: "Runs out in",
              expr: runway(select, chosen),
              unit: "s",
              decimals: 1,
              levels: parts.runwayLevels,
              width: 110,
            },
            {
              title: "Worst case",
              expr: worstRunway(select, chosen),
              unit: "s",
              decimals: 1,
              levels: parts.runwayLevels,
              width: 110,
            },
            { title: "Weight", expr: one(m.l1Weight), unit: "short", width: 85 },
            { title: "Least nonce", expr: one(m.l1MinNonce), unit: "locale", width: 100 },
            { title: "Since", expr: `time() - ${one(m.l1Start)}`, unit: "s", decimals: 0, width: 90 },
          ],
          sort: { by: "Balance" },
        }),
        graph([12, 8], {
          title: "Balances",
          description:
            "Balances of the ten chosen L1 validators that have least. They fall with the fee, and rise when somebody tops up. At 0 the validator is inactive.",
          unit: "suffix: AVAX",
          none: "No L1 validator watched",
          decimals: 3,
          min: 0,
          legend: "table",
          queries: [{ expr: byNode(least(shown, one(m.l1Balance))), legend: "{{name}} {{target}}" }],
        }),
        graph([12, 8], {
          title: "Watched validations known to the P-Chain",
          description:
            "Whether the P-Chain knows each validation that is watched by its ID. GONE means that it was removed from its L1 (weight 0), and that what was left of its balance was paid back.",
          unit: "none",
          none: "No validation watched by its ID",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          legend: "table",
          mappings: words(yes("KNOWN", "GONE")),
          queries: [
            {
              expr: shortened(select(m.l1Present), "validation_id", "name"),
              legend: "{{name}} {{target}}",
            },
          ],
        }),
      ],
    },
    {
      title: "Price",
      panels: [
        stat([6, 8], {
          title: "Fee of an L1 validator",
          description:
            "What an active L1 validator pays in 30 days at the present price: the state that the node tells, carried on to this second. 1.33 AVAX is the least on mainnet. It rises while more than the target are active.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 3,
          queries: [{ expr: perNetwork("max", `30 * 86400 * ${validatorFeePriceNow(select)}`), legend: "{{network}}" }],
        }),
        graph([9, 8], {
          title: "Price as a multiple of the least",
          description:
            "Price of an L1 validator's second by the lowest that there can be. At 1 it is at rest. While it rises, times to run out shrink faster than the clock: top up by the worst case.",
          unit: "suffix:x",
          none: "Not told by the node",
          decimals: 2,
          softMax: 2,
          queries: [
            { expr: `${select(fee.validatorFeePrice)} / ${select(fee.validatorFeePriceMin)}`, legend: parts.target },
          ],
        }),
        bars([9, 8], {
          title: "What the chosen L1s pay in a day",
          description:
            "Fees of all active validators of each chosen L1 together, at the price of this second, the ten highest. It grows with members and with the price: budget for it.",
          unit: "suffix: AVAX",
          none: "No L1 tracked",
          decimals: 3,
          min: 0,
          levels: levels("neutral"),
          queries: [
            {
              expr: most(
                shown,
                withSubnetName(
                  `${aggregate("sum", m.l1Active, ["subnet_id"], select(m.l1Active, ofL1))} * ${on()} group_left () (86400 * ${validatorFeePriceNow(select)})`,
                  ofL1,
                ),
              ),
              legend: "{{l1}} {{target}}",
            },
          ],
        }),
      ],
    },
    {
      title: "Membership",
      panels: [
        graph([12, 7], {
          title: "Active share of the weight",
          description: `Share of each chosen L1's weight whose validators still have a balance, the ten lowest. The dashed lines are at ${percent(thresholds.activeWeightCritical)}, under which it stalls, and at ${percent(thresholds.activeWeightWarning)}. A step down is a balance that has run out.`,
          unit: "percentunit",
          none: "No L1 tracked",
          min: 0,
          max: 1,
          steps: true,
          lines: true,
          levels: parts.shareLevels,
          queries: [
            { expr: least(shown, withSubnetName(activeShare(select, ofL1), ofL1)), legend: "{{l1}} {{target}}" },
          ],
        }),
        graph([12, 7], {
          title: "Validators and those active",
          description:
            "Validators of each chosen L1 or subnet, and of an L1 those that are active; of many the ten largest. A step is a validator that came, left, or ran out. Those from before a conversion count as active.",
          unit: "locale",
          none: "No L1 tracked",
          min: 0,
          steps: true,
          queries: [
            {
              expr: most(shown, withSubnetName(select(validators.validators, ofL1), { ...ofL1, kind: not("primary") })),
              legend: "{{l1}} in the set {{target}}",
            },
            {
              expr: most(shown, withSubnetName(select(m.l1ValidatorsActive, ofL1), ofL1)),
              legend: "{{l1}} active {{target}}",
            },
          ],
        }),
        table([24, 6], {
          title: "Validators without a balance",
          description:
            "Validators of permissioned and elastic subnets, and those that an L1 has from before its conversion: they pay no fee, and leave when their period ends. Renew those of yours before.",
          none: "None",
          keys: [...l1Keys, "node_id"],
          facts: { ...parts.validatorName, node_id: { title: "NodeID" }, ...parts.seenBy },
          rows: ofSubnets(validatorNames(ofL1)),
          columns: [
            {
              title: "In the set",
              expr: ofSubnets(select(validators.validatorPresent, ofL1)),
              unit: "none",
              mappings: words(yes("YES", "NO")),
              width: 90,
            },
            { title: "Weight", expr: ofSubnets(select(validators.validatorWeight, ofL1)), unit: "short", width: 90 },
            {
              title: "Ends in",
              expr: ofSubnets(`${select(validators.validatorEnd, ofL1)} - time()`),
              unit: "s",
              decimals: 1,
              levels: parts.endLevels,
              width: 100,
            },
          ],
          sort: { by: "Ends in" },
        }),
        table([24, 6], {
          title: "Facts",
          description:
            "What each tracked subnet is, the chain whose contract manages its validators, and the ID of its conversion. An elastic subnet has a supply of its own token, in its smallest units. A manager that you do not know is worth a question.",
          none: "No L1 tracked",
          keys: l1Keys,
          facts: {
            l1: { title: "L1", width: 170 },
            subnet_id: { title: "Subnet ID", width: 430 },
            manager_chain_id: { title: "Managed on chain", width: 430 },
            conversion_id: { title: "Conversion" },
          },
          rows: subnetNames({ ...ofL1, kind: not("primary") }),
          columns: [{ title: "Supply", expr: select(subnetSupply, ofL1), unit: "short", width: 90 }],
        }),
      ],
    },
  ],
};
