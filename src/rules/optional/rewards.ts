/** Optional alerts about the renewal of watched validators: one per validator, however many nodes observe it. */

import { longValidatorName, perValidator, validatorName } from "../expressions.ts";
import { toValidator } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { thresholds } from "../thresholds.ts";

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

export const rewards: AlertGroup = { name: "avalanche-rewards", alerts: [renewalChanged] };
