/** Optional alerts about the rewards of watched validators: one per validator, however many nodes observe it. */

import { longValidatorName, perValidator, validatorName } from "../expressions.ts";
import { toValidator } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { thresholds } from "../thresholds.ts";

const unrewarded = alert({
  name: "AvaxValidatorUnrewarded",
  tiers: { warning: { for: "10m", parameters: { seconds: thresholds.unrewarded } } },
  keepFiringFor: "15m",
  // a range, because an exporter that starts does not know earlier periods
  expr: ({ seconds }) => `max by (${perValidator}) (last_over_time(avax_validator_last_period_rewarded[7d])) == 0
and on (network, subnet_id, node_id)
last_over_time(avax_validator_last_period_end_timestamp_seconds[7d]) > time() - ${seconds}`,
  summary: `Validator ${validatorName} was not rewarded for its last period`,
  description: `The network did not reward ${longValidatorName} for its last staking period: validators with most of the stake had observed too low an uptime. Its stake was returned without a reward.`,
  dashboard: toValidator,
});

const renewalChanged = alert({
  name: "AvaxValidatorRenewalChanged",
  tiers: {
    warning: { for: "5m", parameters: { window: thresholds.renewalLookback } },
    info: { for: "5m", parameters: { window: thresholds.renewalLookback } },
  },
  expr: ({ window }, severity) => {
    const next = "avax_validator_next_period_seconds";
    const isWatched = "and on (network, subnet_id, node_id) avax_validator_present == 1";
    return severity === "warning"
      ? `max by (${perValidator}) (${next} == 0 and max_over_time(${next}[${window}]) > 0) == 0\n${isWatched}`
      : `max by (${perValidator}) (
  changes(${next}[${window}]) + changes(avax_validator_auto_compound_ratio[${window}])
) > 0
${isWatched}`;
  },
  summary: `Auto-renewal of validator ${validatorName} has changed`,
  description: `The settings of ${longValidatorName} for its next staking periods have changed recently. At a length of 0 (severity warning) the validator does not renew: it leaves the set at the end of its period, and earns nothing afterwards.`,
  dashboard: toValidator,
});

export const rewards: AlertGroup = { name: "avalanche-rewards", alerts: [unrewarded, renewalChanged] };
