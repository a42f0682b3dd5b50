/** Optional alerts for those who govern an L1, or plan the keys of validators. */
import { primaryNetwork } from "../../api/ids.ts";
import { inNetwork, l1Name, longL1Name, perL1 } from "../expressions.ts";
import { toL1 } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { thresholds } from "../thresholds.ts";
import { noKey } from "../validators.ts";

const notPrimary = `{subnet_id!="${primaryNetwork}"}`;

const missing = alert({
  name: "AvaxL1ValidatorMissing",
  tiers: { warning: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) =>
    `avg by (network, validation_id, alias) (avg_over_time(avax_l1_validator_present[${window}])) < 0.5`,
  summary: `L1 validation {{ or $labels.alias (reReplaceAll "^(.{12}).*$" "$1" $labels.validation_id) }}${inNetwork} is not found`,
  description:
    "The P-Chain has no L1 validator with the watched validation ID {{ $labels.validation_id }}. Its L1 has removed it, or the ID is wrong.",
  dashboard: { file: "l1", variables: { network: "network" } },
});

const left = alert({
  name: "AvaxL1ValidatorsLeft",
  tiers: { warning: { for: "15m", parameters: { share: thresholds.validatorsLeft } } },
  keepFiringFor: "15m",
  expr: ({ share }) =>
    `max by (${perL1}) (1 - avax_validators${notPrimary} / max_over_time(avax_validators${notPrimary}[1d])) > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the validators of ${l1Name} left within a day`,
  description: `The L1 ${longL1Name} has {{ $value | humanizePercentage }} fewer validators than a day ago. Its validator manager, or the holder of its key, has removed them.`,
  dashboard: toL1,
});

const concentration = alert({
  name: "AvaxL1WeightConcentration",
  tiers: { info: { for: "1h", parameters: { above: thresholds.largestWeight } } },
  expr: ({ above }) => `max by (${perL1}) (avax_validators_largest_weight / avax_validators_weight) > ${above}
and on (network, subnet_id) avax_subnet_info{kind="l1"}`,
  summary: `One validator has {{ $value | humanizePercentage }} of the weight of ${l1Name}`,
  description: `The largest validator of the L1 ${longL1Name} has {{ $value | humanizePercentage }} of its weight. While it is offline the L1 is slow, and it halts if the share is above 25 %.`,
  dashboard: toL1,
});

export const governance: AlertGroup = { name: "avalanche-governance", alerts: [missing, left, concentration, noKey] };
