/** L1s, and the balances that keep their validators in. */
import { l1Validators } from "../../../src/collectors/l1-validators.ts";
import { subnets } from "../../../src/collectors/subnets.ts";
import { watchedValidators } from "../../../src/collectors/watched-validators.ts";
import * as m from "../../../src/metrics/l1.ts";
import { validatorFeeExcess } from "../../../src/metrics/pchain-validator-fees.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import { validatorsWeight } from "../../../src/metrics/validators.ts";
import { labelsOf, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, target, whileFreshOrReachable, withLabel } from "./parts.ts";
import { activeShare, largestShare, runwayNow, runwayWorst } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const perSubnet = labelsOf(subnetInfo, "subnet_id");
const one = labelsOf(m.l1Weight, "subnet_id", "validation_id", "node_id");
/** Any of these may tell of an L1 validator. */
const tellers = [watchedValidators, subnets, l1Validators] as const;

/** By the operator's name for the subnet. */
const withAlias = (expr: string, or: Source) =>
  withLabel(expr, { info: select(subnetInfo), label: "alias", on: perSubnet, or: select(or) });
const ofValidator = (expr: string) => whileFreshOrReachable(withAlias(expr, m.l1Weight), ...tellers);
const ofL1 = (expr: string) => whileFreshOrReachable(withAlias(expr, validatorsWeight), subnets);

const l1Name = "{{ or $labels.alias $labels.subnet_id }}";
const who = "{{ $labels.validation_id }} ({{ $labels.node_id }})";

const balanceLow = alert({
  name: "AvaxL1ValidatorBalanceLow",
  collectors: tellers,
  tiers: {
    info: { for: "15m", parameters: { seconds: thresholds.exhaustionInfo } },
    warning: { for: "15m", parameters: { seconds: thresholds.exhaustionWarning } },
    critical: { for: "15m", parameters: { seconds: thresholds.exhaustionCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds }) => ofValidator(`${select(runwayNow)} < ${seconds}`),
  summary: "The L1 validator {{ $labels.node_id }} runs out in {{ $value | humanizeDuration }}",
  description: `At the present price the balance of the validation ${who} of ${l1Name} lasts for {{ $value | humanizeDuration }}. Then the validator drops out of its L1.`,
  dashboard: "l1",
});

const worstCase = alert({
  name: "AvaxL1ValidatorBalanceWorstCase",
  collectors: tellers,
  tiers: { warning: { for: "15m", parameters: { seconds: thresholds.exhaustionWorst } } },
  keepFiringFor: "15m",
  // without an excess the network is not above its target, and the price cannot rise
  expr: ({ seconds }) =>
    ofValidator(`${select(runwayWorst)} < ${seconds}
and on (${target})
${select(validatorFeeExcess)} > 0`),
  summary: "The L1 validator {{ $labels.node_id }} may run out in {{ $value | humanizeDuration }}",
  description: `The price of validating an L1 is rising. At its fastest the balance of the validation ${who} of ${l1Name} lasts for {{ $value | humanizeDuration }}.`,
  dashboard: "l1",
});

const inactive = alert({
  name: "AvaxL1ValidatorInactive",
  collectors: tellers,
  tiers: { critical: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => ofValidator(`${select(m.l1Active)} == 0`),
  summary: "The L1 validator {{ $labels.node_id }} has run out and is inactive",
  description: `The balance of the validation ${who} of ${l1Name} is 0: it takes no part any more, while its weight still counts.`,
  dashboard: "l1",
});

const missing = alert({
  name: "AvaxL1ValidatorMissing",
  collectors: [l1Validators],
  tiers: { warning: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => whileFreshOrReachable(`${select(m.l1Present)} == 0`, l1Validators),
  summary: "The P-Chain knows no L1 validation {{ $labels.validation_id }}",
  description: `The P-Chain of ${nodeName} says not found of the watched validation {{ $labels.validation_id }}: its L1 has removed it, or the ID is wrong.`,
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
  description: `Validators with {{ $value | humanizePercentage }} of the weight of the L1 ${l1Name} ({{ $labels.subnet_id }}) have a balance. An L1 halts without about three quarters of its weight, and its messages need two thirds.`,
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
  summary: `Soon only {{ $value | humanizePercentage }} of the weight of ${l1Name} will be active`,
  description: `So many balances of the L1 ${l1Name} ({{ $labels.subnet_id }}) run out soon that {{ $value | humanizePercentage }} of its weight stays active. It may halt, and may not start again when they are topped up.`,
  dashboard: "l1",
});

const concentration = alert({
  name: "AvaxL1WeightConcentration",
  collectors: [subnets],
  tiers: { info: { for: "1h", parameters: { above: thresholds.largestWeight } } },
  expr: ({ above }) => ofL1(`${select(largestShare)} > ${above}`),
  summary: `One validator has {{ $value | humanizePercentage }} of the weight of ${l1Name}`,
  description: `The largest validator of the L1 ${l1Name} ({{ $labels.subnet_id }}) has {{ $value | humanizePercentage }} of its weight: the L1 halts without it.`,
  dashboard: "l1",
});

export const l1Alerts: AlertGroup = {
  name: "avalanche-l1",
  alerts: [balanceLow, worstCase, inactive, missing, quorum, haltAhead, concentration],
};
