/** Alerts about L1s and the balances of their validators: one per L1 or validator, however many nodes report it. */
import * as m from "../../../src/metrics/l1.ts";
import { validatorsWeight } from "../../../src/metrics/validators.ts";
import { quorumNote } from "../amounts.ts";
import { runway } from "../formulas.ts";
import { toL1 } from "../links.ts";
import { thresholds } from "../thresholds.ts";
import { l1Name, longL1Name, overObservers, select, short, target, withSubnetAlias } from "./expressions.ts";
import { activeShare, ourValidations } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const validation = ["subnet_id", "validation_id", "node_id"] as const;
const perSubnet = `${target}, subnet_id`;
/** Restricts a condition to validators of this operator: others are only worth a warning. */
const ofOurs = (condition: string) => `${condition}\nand on (subnet_id, validation_id)\n${select(ourValidations)}`;

const shortNode = `{{ ${short("node_id")} }}`;
const longValidation = `{{ $labels.node_id }} (validation {{ $labels.validation_id }}) of ${longL1Name}`;

const balanceLow = alert({
  name: "AvaxL1ValidatorBalanceLow",
  tiers: {
    critical: { for: "15m", parameters: { seconds: thresholds.exhaustionCritical } },
    warning: { for: "15m", parameters: { seconds: thresholds.exhaustionWarning } },
    info: { for: "15m", parameters: { seconds: thresholds.exhaustionInfo } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds }, severity) => {
    const isLow = `${overObservers("min", validation, `(${runway(select)})`)} < ${seconds}`;
    return withSubnetAlias(severity === "critical" ? ofOurs(isLow) : isLow);
  },
  summary: `Balance of ${shortNode} of ${l1Name} runs out in {{ $value | humanizeDuration }}`,
  description: `At the current fee, the balance of ${longValidation} lasts for {{ $value | humanizeDuration }}. Then the validator becomes inactive.`,
  dashboard: toL1,
});

const inactive = alert({
  name: "AvaxL1ValidatorInactive",
  tiers: { critical: { for: "10m", parameters: {} }, warning: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: (_, severity) => {
    const isInactive = `${overObservers("max", validation, select(m.l1Active))} == 0`;
    return withSubnetAlias(severity === "critical" ? ofOurs(isInactive) : isInactive);
  },
  summary: `Validator ${shortNode} of ${l1Name} is inactive: no balance`,
  description: `The balance of ${longValidation} has run out. The validator no longer participates in consensus, but its weight still counts towards the total.`,
  dashboard: toL1,
});

const quorum = alert({
  name: "AvaxL1QuorumRisk",
  tiers: {
    critical: { for: "10m", parameters: { below: thresholds.activeWeightCritical } },
    warning: { for: "10m", parameters: { below: thresholds.activeWeightWarning } },
  },
  keepFiringFor: "15m",
  expr: ({ below }) => withSubnetAlias(`${select(activeShare)} < ${below}`),
  summary: `Only {{ $value | humanizePercentage }} of the weight of ${l1Name} is active`,
  description: `Validators with {{ $value | humanizePercentage }} of the weight of the L1 ${longL1Name} have a balance. ${quorumNote}`,
  dashboard: toL1,
});

const haltAhead = alert({
  name: "AvaxL1HaltAhead",
  tiers: {
    critical: { for: "15m", parameters: { seconds: thresholds.haltCritical, below: thresholds.activeWeightCritical } },
    warning: { for: "15m", parameters: { seconds: thresholds.haltWarning, below: thresholds.activeWeightCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds, below }) =>
    withSubnetAlias(
      `${overObservers(
        "min",
        ["subnet_id"],
        `(
  ${select(m.l1WeightActive)}
  - on (${perSubnet})
  sum by (${perSubnet}) (${select(m.l1Weight)} and ${runway(select)} < ${seconds})
)
/ on (${perSubnet})
${select(validatorsWeight)}`,
      )} < ${below}`,
    ),
  summary: `Active weight of ${l1Name} will fall to {{ $value | humanizePercentage }}`,
  description: `Balances of the L1 ${longL1Name} that run out soon will reduce its active weight to {{ $value | humanizePercentage }}. The L1 may halt, and top-ups alone may not restart it.`,
  dashboard: toL1,
});

export const l1Alerts: AlertGroup = { name: "avalanche-l1", alerts: [balanceLow, inactive, quorum, haltAhead] };
