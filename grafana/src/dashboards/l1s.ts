import * as m from "../../../src/metrics/l1.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import { subnetInfo, subnetSupply, subnetWeight } from "../../../src/metrics/subnets.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { percent, quorumNote, timeSpan } from "../amounts.ts";
import { activeShare, largestShare, on, runway, validatorFeePriceNow, worstRunway } from "../formulas.ts";
import { matches, notEqual, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec, Variable } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { bars, graph, stat } from "./panels.ts";
import {
  aggregate,
  bottomk,
  l1Names,
  overall,
  perNetwork,
  select,
  shortened,
  subnetNames,
  topk,
  validatorNames,
  withSubnetName,
} from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { l1States, yesNoStates } from "./state-codes.ts";
import { firstRunway, l1State } from "./state-queries.ts";
import { table } from "./table.ts";

const ofL1 = { subnet_id: matches("$subnet_id") };
const chosen = { ...ofL1, validation_id: matches("$validation_id") };
/** Excludes the primary network. */
const ofSubnets = (expr: string) =>
  `(${expr}) and ${on("subnet_id")} ${select(subnetInfo, { ...ofL1, kind: notEqual("primary") })}`;
const l1Keys = [...shared.targetKeys, "subnet_id"];
const keys = [...l1Keys, "validation_id", "node_id"];
const shown = 10;
const soon = timeSpan(thresholds.haltWarning);

const target = 'job=~"$job",instance=~"$instance",node=~"$node"';
const variables: readonly Variable[] = [
  {
    name: "subnet_id",
    label: "L1",
    description: "Tracked L1s and subnets by alias, and the L1s of individually watched validators.",
    query: `query_result(avax_subnet_info{${target},kind!="primary"} or on (subnet_id) max by (subnet_id) (avax_l1_validator_weight{${target}}))`,
    regex: '/subnet_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g',
    allValue: ".+",
  },
  {
    name: "validation_id",
    label: "L1 validator",
    description:
      "L1 validators by NodeID: the 150 with the lowest balance, and 50 that are inactive. Any validation ID can be entered.",
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
/** Active share of an L1's weight after so many seconds without top-ups. */
const shareIn = (seconds: number) =>
  `(${select(m.l1WeightActive, ofL1)} - (${weight(seconds)} or 0 * ${select(m.l1WeightActive, ofL1)})) / ${select(validators.validatorsWeight, ofL1)}`;

const one = (metric: Source<"subnet_id" | "validation_id" | "node_id">) => select(metric, chosen);
const byNode = (expr: string) => shortened(expr, "node_id", "name");

export const l1s: Spec = {
  name: "l1",
  title: "L1s",
  description: "L1s and their validators: active weight, balances and when they run out, and fees.",
  variables,
  rows: [
    {
      title: "Status",
      panels: [
        shared.l1Status([6, 5], ofL1),
        stat([4, 5], {
          title: "Lowest balance runway",
          description: `Time until the first balance of the chosen L1 validators runs out at the current fee. Below ${timeSpan(thresholds.exhaustionWarning)}: top up. At 0 the validator becomes inactive, but its weight still counts towards the total.`,
          unit: "s",
          none: "No active L1 validator",
          decimals: 1,
          levels: shared.runwayLevels,
          queries: [{ expr: overall("min", runway(select, chosen)) }],
        }),
        stat([4, 5], {
          title: "Lowest runway (worst case)",
          description:
            "The same if the number of L1 validators rises to its maximum now, so that the fee doubles every day on mainnet. No balance can run out sooner: plan top-ups with this value.",
          unit: "s",
          none: "No active L1 validator",
          decimals: 1,
          levels: shared.runwayLevels,
          queries: [{ expr: overall("min", worstRunway(select, chosen)) }],
        }),
        stat([4, 5], {
          title: "Lowest active weight",
          description: `Active share of the weight, for the chosen L1 with the lowest share. Below ${percent(thresholds.activeWeightWarning)} it is at risk. ${quorumNote} Top up inactive validators, or remove them.`,
          unit: "percentunit",
          none: "No L1 tracked",
          decimals: 1,
          levels: shared.shareLevels,
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
          description: `Each tracked L1 or subnet. Active in ${soon}: active weight by then at the current fee without top-ups; keep it above ${percent(thresholds.activeWeightWarning)}. Largest: weight share of the largest validator; above ${percent(thresholds.largestWeight)} it can halt the L1 alone. Superminority: smallest number of validators with more than a third of the weight.`,
          none: "No L1 tracked",
          keys: l1Keys,
          facts: { l1: { title: "L1" }, kind: { title: "Kind", width: 110 }, ...shared.seenBy },
          rows: subnetNames({ ...ofL1, kind: notEqual("primary") }),
          columns: [
            { title: "State", expr: l1State(ofL1), unit: "none", mappings: valueMappings(l1States), width: 180 },
            { title: "Validators", expr: ofSubnets(select(validators.validators, ofL1)), unit: "locale", width: 95 },
            { title: "Active", expr: select(m.l1ValidatorsActive, ofL1), unit: "locale", width: 80 },
            { title: "Weight", expr: select(subnetWeight, ofL1), unit: "short", width: 90 },
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
              width: 130,
            },
            {
              title: "Lowest runway",
              expr: firstRunway(ofL1),
              unit: "s",
              decimals: 1,
              levels: shared.runwayLevels,
              width: 130,
            },
            {
              title: "Largest",
              expr: ofSubnets(largestShare(select, ofL1)),
              unit: "percentunit",
              decimals: 1,
              levels: thresholdSteps("good", [thresholds.largestWeight, "warning"]),
              width: 85,
            },
            {
              title: "Superminority",
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
        shared.lowestRunways([8, 9], shown, chosen),
        bars([8, 9], {
          title: "Lowest runway (worst case)",
          description: `The same if the number of L1 validators rises to its maximum now, the ten lowest. If this is red while the panel to the left is green, a surge of new L1 validators could deactivate the validator within ${timeSpan(thresholds.exhaustionCritical)}.`,
          unit: "s",
          none: "No active L1 validator watched",
          decimals: 1,
          min: 0,
          max: thresholds.exhaustionInfo,
          levels: shared.runwayLevels,
          queries: [{ expr: shared.firstToRunOut(shown, worstRunway(select, chosen)), legend: "{{name}}" }],
        }),
        bars([8, 9], {
          title: `Active weight in ${soon} without top-ups`,
          description: `Active share of each chosen L1's weight in ${soon} at the current fee, the ten lowest. Below ${percent(thresholds.activeWeightWarning)} it is at risk: top up before then.`,
          unit: "percentunit",
          none: "No L1 tracked",
          decimals: 1,
          min: 0,
          max: 1,
          levels: shared.shareLevels,
          queries: [
            {
              expr: bottomk(shown, withSubnetName(shareIn(thresholds.haltWarning), ofL1)),
              legend: "{{l1}} {{target}}",
            },
          ],
        }),
        table([24, 9], {
          title: "L1 validators",
          description:
            "The chosen L1 validators, lowest balance first. All shows the 150 with the lowest balance, and 50 that are inactive. Fee: daily fee at the current rate. Minimum nonce: lowest nonce that the next weight change can have.",
          none: "No L1 validator watched",
          keys,
          facts: {
            name: { title: "Validator", width: 110 },
            validation_id: { title: "Validation ID" },
            ...shared.seenBy,
          },
          rows: l1Names(chosen),
          columns: [
            {
              title: "Active",
              expr: one(m.l1Active),
              unit: "none",
              mappings: valueMappings(yesNoStates("ACTIVE", "INACTIVE")),
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
              levels: shared.runwayLevels,
              width: 110,
            },
            {
              title: "Worst case",
              expr: worstRunway(select, chosen),
              unit: "s",
              decimals: 1,
              levels: shared.runwayLevels,
              width: 110,
            },
            { title: "Weight", expr: one(m.l1Weight), unit: "short", width: 85 },
            { title: "Minimum nonce", expr: one(m.l1MinNonce), unit: "locale", width: 100 },
            { title: "Since", expr: `time() - ${one(m.l1Start)}`, unit: "s", decimals: 0, width: 90 },
          ],
          sort: { by: "Balance" },
        }),
        graph([12, 8], {
          title: "Balances",
          description:
            "The ten lowest balances of the chosen L1 validators. They fall with the fee and rise with top-ups. At 0 the validator becomes inactive.",
          unit: "suffix: AVAX",
          none: "No L1 validator watched",
          decimals: 3,
          min: 0,
          legend: "table",
          queries: [{ expr: byNode(bottomk(shown, one(m.l1Balance))), legend: "{{name}} {{target}}" }],
        }),
        graph([12, 8], {
          title: "Watched validations on the P-Chain",
          description:
            "Whether each validation that is watched by its ID exists on the P-Chain. GONE: the L1 has removed the validator (weight 0), and its remaining balance was paid back.",
          unit: "none",
          none: "No validation watched by its ID",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          legend: "table",
          mappings: valueMappings(yesNoStates("PRESENT", "GONE")),
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
      title: "Fee",
      panels: [
        stat([6, 8], {
          title: "L1 validator fee, 30 days",
          description:
            "Fee of an active L1 validator for 30 days, extrapolated from the state of the last block. The minimum on mainnet is 1.33 AVAX. It rises while more L1 validators than the target are active.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 3,
          queries: [{ expr: perNetwork("max", `30 * 86400 * ${validatorFeePriceNow(select)}`), legend: "{{network}}" }],
        }),
        graph([9, 8], {
          title: "Fee as a multiple of its minimum",
          description:
            "L1 validator fee as a multiple of its minimum. 1 means that the fee is at its minimum. While it rises, balances are used up faster than the current forecast: plan top-ups with the worst case.",
          unit: "suffix:x",
          none: "Not reported",
          decimals: 2,
          softMax: 2,
          queries: [
            { expr: `${select(fee.validatorFeePrice)} / ${select(fee.validatorFeePriceMin)}`, legend: shared.target },
          ],
        }),
        bars([9, 8], {
          title: "Daily fees of the chosen L1s",
          description:
            "Fees of all active validators of each chosen L1 at the current rate, the ten highest. They grow with the number of validators and with the fee; budget accordingly.",
          unit: "suffix: AVAX",
          none: "No L1 tracked",
          decimals: 3,
          min: 0,
          levels: thresholdSteps("neutral"),
          queries: [
            {
              expr: topk(
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
          title: "Active weight",
          description: `Active share of each chosen L1's weight, the ten lowest. Dashed lines: ${percent(thresholds.activeWeightCritical)} and ${percent(thresholds.activeWeightWarning)}. A step down means that a balance has run out. ${quorumNote}`,
          unit: "percentunit",
          none: "No L1 tracked",
          min: 0,
          max: 1,
          steps: true,
          lines: true,
          levels: shared.shareLevels,
          queries: [
            { expr: bottomk(shown, withSubnetName(activeShare(select, ofL1), ofL1)), legend: "{{l1}} {{target}}" },
          ],
        }),
        graph([12, 7], {
          title: "Validators, total and active",
          description:
            "Validators of each chosen L1 or subnet, and the active ones of an L1; the ten largest. A step means that a validator was added, removed or became inactive. Validators from before the conversion are counted as active.",
          unit: "locale",
          none: "No L1 tracked",
          min: 0,
          steps: true,
          queries: [
            {
              expr: topk(
                shown,
                withSubnetName(select(validators.validators, ofL1), { ...ofL1, kind: notEqual("primary") }),
              ),
              legend: "{{l1}} total {{target}}",
            },
            {
              expr: topk(shown, withSubnetName(select(m.l1ValidatorsActive, ofL1), ofL1)),
              legend: "{{l1}} active {{target}}",
            },
          ],
        }),
        table([24, 6], {
          title: "Validators without a balance",
          description:
            "Validators of permissioned and elastic subnets, and those of an L1 from before its conversion. They pay no fee and leave when their period ends: renew yours before then.",
          none: "None",
          keys: [...l1Keys, "node_id"],
          facts: { ...shared.validatorName, node_id: { title: "NodeID" }, ...shared.seenBy },
          rows: ofSubnets(validatorNames(ofL1)),
          columns: [
            {
              title: "In the set",
              expr: ofSubnets(select(validators.validatorPresent, ofL1)),
              unit: "none",
              mappings: valueMappings(yesNoStates("YES", "NO")),
              width: 90,
            },
            { title: "Weight", expr: ofSubnets(select(validators.validatorWeight, ofL1)), unit: "short", width: 90 },
            {
              title: "Ends in",
              expr: ofSubnets(`${select(validators.validatorEnd, ofL1)} - time()`),
              unit: "s",
              decimals: 1,
              levels: shared.endLevels,
              width: 100,
            },
          ],
          sort: { by: "Ends in" },
        }),
        table([24, 6], {
          title: "Subnet details",
          description:
            "Each tracked subnet with the chain whose contract manages its validators, and the ID of its conversion. Supply: token supply of an elastic subnet, in its smallest unit. Investigate unknown validator managers.",
          none: "No L1 tracked",
          keys: l1Keys,
          facts: {
            l1: { title: "L1", width: 170 },
            subnet_id: { title: "Subnet ID", width: 430 },
            manager_chain_id: { title: "Manager chain", width: 430 },
            conversion_id: { title: "Conversion" },
          },
          rows: subnetNames({ ...ofL1, kind: notEqual("primary") }),
          columns: [{ title: "Supply", expr: select(subnetSupply, ofL1), unit: "short", width: 90 }],
        }),
      ],
    },
  ],
};
