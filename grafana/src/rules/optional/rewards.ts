/** Optional alerts about the rewards of watched validators: one per validator, however many nodes observe it. */
import * as m from "../../../../src/metrics/validators.ts";
import { toValidator } from "../../links.ts";
import { thresholds } from "../../thresholds.ts";
import { longValidatorName, overObservers, select, target, validatorName, withValidatorAlias } from "../expressions.ts";
import { type AlertGroup, alert } from "../rule.ts";

const validator = ["subnet_id", "node_id"] as const;
const keys = `on (${target}, ${validator.join(", ")})`;

const unrewarded = alert({
  name: "AvaxValidatorUnrewarded",
  tiers: { warning: { for: "10m", parameters: { seconds: thresholds.unrewarded } } },
  keepFiringFor: "15m",
  expr: ({ seconds }) =>
    withValidatorAlias(
      overObservers(
        "max",
        validator,
        `(${select(m.validatorLastEnd)} > time() - ${seconds})
and ${keys} ${select(m.validatorLastRewarded)} == 0`,
      ),
    ),
  summary: `Validator ${validatorName} was not rewarded for its last period`,
  description: `The network did not reward ${longValidatorName} for its staking period that ended at {{ $value | humanizeTimestamp }}: validators with most of the stake had observed too low an uptime. Its stake was returned without a reward.`,
  dashboard: toValidator,
});

const renewalChanged = alert({
  name: "AvaxValidatorRenewalChanged",
  tiers: {
    warning: { for: "5m", parameters: { window: thresholds.renewalLookback } },
    info: { for: "5m", parameters: { window: thresholds.renewalLookback } },
  },
  expr: ({ window }, severity) => {
    const next = select(m.validatorNextPeriod);
    const isChanged =
      severity === "warning"
        ? `(${next} == 0)\nand\nmax_over_time(${next}[${window}]) > 0`
        : `${next}\nand\n(changes(${next}[${window}]) > 0 or changes(${select(m.validatorAutoCompound)}[${window}]) > 0)`;
    const isWatched = `and ${keys} ${select(m.validatorPresent)} == 1`;
    return withValidatorAlias(overObservers("min", validator, `${isChanged}\n${isWatched}`));
  },
  summary: `Auto-renewal of validator ${validatorName} {{ if $value }}has changed{{ else }}is off{{ end }}`,
  description: `The settings of ${longValidatorName} for its next staking periods have changed recently: their length is {{ $value | humanizeDuration }} now. At a length of 0 the validator does not renew: it leaves the set at the end of its period, and earns nothing afterwards.`,
  dashboard: toValidator,
});

export const rewards: AlertGroup = { name: "avalanche-rewards", alerts: [unrewarded, renewalChanged] };
