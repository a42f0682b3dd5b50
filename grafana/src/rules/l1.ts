/** Alerts for L1s: balances of their validators, active weight, concentration of weight. */
import { l1Validators } from "../../../src/collectors/l1-validators.ts";
import { subnets } from "../../../src/collectors/subnets.ts";
import { watchedValidators } from "../../../src/collectors/watched-validators.ts";
import * as m from "../../../src/metrics/l1.ts";
import { validatorFeeExcess } from "../../../src/metrics/pchain-validator-fees.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import { validatorsWeight } from "../../../src/metrics/validators.ts";
import { quorumNote } from "../amounts.ts";
import { labelsOf, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, target, whileFreshOrReachable, withLabel } from "./expressions.ts";
import { activeShare, largestShare, runwayNow, runwayWorst } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const perSubnet = labelsOf(subnetInfo, "subnet_id");
const one = labelsOf(m.l1Weight, "subnet_id", "validation_id", "node_id");
/** Collectors that can report an L1 validator. */
const sourceCollectors = [watchedValidators, subnets, l1Validators] as const;

/** Adds the subnet's alias. */
const withAlias = (expr: string, or: Source) =>
  withLabel(expr, { info: select(subnetInfo), label: "alias", on: perSubnet, or: select(or) });
const ofValidator = (expr: string) => whileFreshOrReachable(withAlias(expr, m.l1Weight), ...sourceCollectors);
const ofL1 = (expr: string) => whileFreshOrReachable(withAlias(expr, validatorsWeight), subnets);

const l1Name = "{{ or $labels.alias $labels.subnet_id }}";
const validationLabel = "{{ $labels.validation_id }} ({{ $labels.node_id }})";

const balanceLow = alert({
  name: "AvaxL1ValidatorBalanceLow",
  collectors: sourceCollectors,
  tiers: {
    info: { for: "15m", parameters: { seconds: thresholds.exhaustionInfo } },
    warning: { for: "15m", parameters: { seconds: thresholds.exhaustionWarning } },
    critical: { for: "15m", parameters: { seconds: thresholds.exhaustionCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds }) => ofValidator(`${select(runwayNow)} < ${seconds}`),
  summary: "Balance of L1 validator {{ $labels.node_id }} runs out in {{ $value | humanizeDuration }}",
  description: `At the current fee, the balance of the validation ${validationLabel} of ${l1Name} lasts for {{ $value | humanizeDuration }}. Then the validator becomes inactive.`,
  dashboard: "l1",
});

const worstCase = alert({
  name: "AvaxL1ValidatorBalanceWorstCase",
  collectors: sourceCollectors,
  tiers: { warning: { for: "15m", parameters: { seconds: thresholds.exhaustionWorst } } },
  keepFiringFor: "15m",
  // the fee cannot rise without an excess: the network is not above its target
  expr: ({ seconds }) =>
    ofValidator(`${select(runwayWorst)} < ${seconds}
and on (${target})
${select(validatorFeeExcess)} > 0`),
  summary: "Balance of L1 validator {{ $labels.node_id }} may run out in {{ $value | humanizeDuration }}",
  description: `The L1 validator fee is rising. If it rises as fast as possible, the balance of the validation ${validationLabel} of ${l1Name} lasts for {{ $value | humanizeDuration }}.`,
  dashboard: "l1",
});

const inactive = alert({
  name: "AvaxL1ValidatorInactive",
  collectors: sourceCollectors,
  tiers: { critical: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => ofValidator(`${select(m.l1Active)} == 0`),
  summary: "L1 validator {{ $labels.node_id }} is inactive: its balance has run out",
  description: `The balance of the validation ${validationLabel} of ${l1Name} is 0. The validator no longer participates in consensus, but its weight still counts towards the total.`,
  dashboard: "l1",
});

const missing = alert({
  name: "AvaxL1ValidatorMissing",
  collectors: [l1Validators],
  tiers: { warning: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => whileFreshOrReachable(`${select(m.l1Present)} == 0`, l1Validators),
  summary: "L1 validation {{ $labels.validation_id }} is not found on the P-Chain",
  description: `The P-Chain of ${nodeName} reports the watched validation {{ $labels.validation_id }} as not found. Its L1 has removed it, or the ID is wrong.`,
  dashboard: "l1",
});

const quorum = alert({
  name: "AvaxL1QuorumRisk",
  collectors: [subnets],
  tiers: {
    warning: { for: "10m", parameters: { below: thresholds.activeWeightWarning } },
    critical: { for: "10m", parameters: { below: thresholds.activeWeightCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ below }) => ofL1(`${select(activeShare)} < ${below}`),
  summary: `Only {{ $value | humanizePercentage }} of the weight of ${l1Name} is active`,
  description: `Validators with {{ $value | humanizePercentage }} of the weight of the L1 ${l1Name} ({{ $labels.subnet_id }}) have a balance. ${quorumNote}`,
  dashboard: "l1",
});

const haltAhead = alert({
  name: "AvaxL1HaltAhead",
  collectors: [subnets],
  tiers: {
    warning: { for: "15m", parameters: { seconds: thresholds.haltWarning, below: thresholds.activeWeightCritical } },
    critical: { for: "15m", parameters: { seconds: thresholds.haltCritical, below: thresholds.activeWeightCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds, below }) =>
    ofL1(`(
  ${select(m.l1WeightActive)}
  - on (${perSubnet})
  sum by (${perSubnet}) (${select(m.l1Weight)} and on (${one}) ${select(runwayNow)} < ${seconds})
)
/ on (${perSubnet})
${select(validatorsWeight)}
< ${below}`),
  summary: `Active weight of ${l1Name} will fall to {{ $value | humanizePercentage }}`,
  description: `Balances of the L1 ${l1Name} ({{ $labels.subnet_id }}) that run out soon will reduce its active weight to {{ $value | humanizePercentage }}. The L1 may halt, and top-ups alone may not restart it.`,
  dashboard: "l1",
});

const concentration = alert({
  name: "AvaxL1WeightConcentration",
  collectors: [subnets],
  tiers: { info: { for: "1h", parameters: { above: thresholds.largestWeight } } },
  expr: ({ above }) => ofL1(`${select(largestShare)} > ${above}`),
  summary: `One validator has {{ $value | humanizePercentage }} of the weight of ${l1Name}`,
  description: `The largest validator of the L1 ${l1Name} ({{ $labels.subnet_id }}) has {{ $value | humanizePercentage }} of its weight. Without it the L1 cannot accept blocks.`,
  dashboard: "l1",
});

export const l1Alerts: AlertGroup = {
  name: "avalanche-l1",
  alerts: [balanceLow, worstCase, inactive, missing, quorum, haltAhead, concentration],
};
