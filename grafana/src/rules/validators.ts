/** Alerts for watched validators only; the dashboards show the full set. */
import { watchedValidators } from "../../../src/collectors/watched-validators.ts";
import * as m from "../../../src/metrics/validators.ts";
import { percent } from "../amounts.ts";
import { bestUptime, safeUptime } from "../formulas.ts";
import { labelsOf } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, whileFreshOrReachable, withLabel } from "./expressions.ts";
import { watchedEnd } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const one = labelsOf(m.validatorPresent, "subnet_id", "node_id");
const collectors = [watchedValidators];
const fresh = (expr: string) => whileFreshOrReachable(expr, watchedValidators);
const isWatched = `and on (${one})\n${select(m.validatorPresent)} == 1`;
/** Restricts an expression to watched validators in the current set and adds their alias. */
const ofWatched = (expr: string) =>
  fresh(
    withLabel(`${expr}\n${isWatched}`, {
      info: select(m.validatorInfo),
      label: "alias",
      on: one,
      or: select(m.validatorPresent),
    }),
  );
const validatorLabel = "{{ or $labels.alias $labels.node_id }}";
const validatorLabelLong =
  "{{ $labels.node_id }}{{ with $labels.alias }} ({{ . }}){{ end }} of the subnet {{ $labels.subnet_id }}";

/** Range in which the end of a validator that has left the set is still found. */
const lookback = "30d";

const missing = alert({
  name: "AvaxValidatorMissing",
  collectors,
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () =>
    fresh(`${select(m.validatorPresent)} == 0
unless on (${one})
last_over_time(${select(watchedEnd)}[${lookback}]) <= time()`),
  summary: "Watched validator {{ $labels.node_id }} is not in the current set",
  description: `As reported by ${nodeName}, {{ $labels.node_id }} is not a current validator of the subnet {{ $labels.subnet_id }}. As far as known, its staking period had not ended. It earns nothing.`,
  dashboard: "validators",
});

const ended = alert({
  name: "AvaxValidatorEnded",
  collectors,
  tiers: { info: { for: "5m", parameters: {} } },
  expr: () =>
    fresh(`last_over_time(${select(watchedEnd)}[${lookback}]) <= time()
and on (${one})
${select(m.validatorPresent)} == 0`),
  summary: "Staking period of validator {{ $labels.node_id }} has ended",
  description:
    "The staking period of the validator {{ $labels.node_id }} of the subnet {{ $labels.subnet_id }} ended at {{ $value | humanizeTimestamp }}, and no new period has begun. Its stake has been returned and no longer earns rewards.",
  dashboard: "validators",
});

const disconnected = alert({
  name: "AvaxValidatorDisconnected",
  collectors,
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => ofWatched(`${select(m.validatorConnected)} == 0`),
  summary: `Validator ${validatorLabel} is offline (observed by ${nodeName})`,
  description: `The node ${nodeName} has no connection to the validator ${validatorLabelLong}. If other nodes observe the same, its uptime falls and its reward is at risk.`,
  dashboard: "validators",
});

/** Returns the required uptime, or `otherwise` if the node does not report one because its info API is disabled. */
const required = (otherwise: string) => `(
  ${select(m.validatorUptimeRequired)}
  or on (${one}) ${select(m.validatorUptime)} * 0 + ${otherwise}
)`;

const uptimeLow = alert({
  name: "AvaxValidatorUptimeLow",
  collectors,
  tiers: {
    warning: {
      for: "30m",
      parameters: {
        margin: thresholds.uptimeMarginWarning,
        ceiling: thresholds.uptimeCeilingWarning,
        required: thresholds.uptimeRequired,
      },
    },
    critical: {
      for: "30m",
      parameters: {
        margin: thresholds.uptimeMarginCritical,
        ceiling: thresholds.uptimeCeilingCritical,
        required: thresholds.uptimeRequired,
      },
    },
  },
  keepFiringFor: "15m",
  expr: (p) => ofWatched(`${select(m.validatorUptime)} < ${safeUptime(required(p.required), p.margin, p.ceiling)}`),
  summary: `Uptime of validator ${validatorLabel} is only {{ $value | humanizePercentage }}`,
  description: `${nodeName} has observed the validator ${validatorLabelLong} online for {{ $value | humanizePercentage }} of its staking period. Below the required ${percent(thresholds.uptimeRequired)} (${percent(thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon) the validator and its delegators lose the whole reward.`,
  dashboard: "validators",
});

const atRisk = alert({
  name: "AvaxValidatorRewardAtRisk",
  collectors,
  tiers: { critical: { for: "15m", parameters: { required: thresholds.uptimeRequired } } },
  keepFiringFor: "15m",
  expr: (p) =>
    ofWatched(`${bestUptime(select)}
< ${required(p.required)}`),
  summary: `Validator ${validatorLabel} can no longer reach the required uptime`,
  description: `Even if the validator ${validatorLabelLong} stays online until the end of its period, it reaches an uptime of only {{ $value | humanizePercentage }} as observed by ${nodeName}. This is less than required. The reward is lost unless other validators have observed a higher uptime.`,
  dashboard: "validators",
});

const ending = alert({
  name: "AvaxValidatorEndingSoon",
  collectors,
  tiers: {
    info: { for: "5m", parameters: { seconds: thresholds.endInfo } },
    warning: { for: "5m", parameters: { seconds: thresholds.endWarning } },
    critical: { for: "5m", parameters: { seconds: thresholds.endCritical } },
  },
  expr: ({ seconds }) =>
    ofWatched(`(${select(m.validatorEnd)} - time() > 0) < ${seconds}
unless on (${one})
${select(m.validatorInfo, { auto_renew: "true" })}`),
  summary: `Staking period of validator ${validatorLabel} ends in {{ $value | humanizeDuration }}`,
  description: `The staking period of the validator ${validatorLabelLong} ends in {{ $value | humanizeDuration }}, and it does not renew automatically. After that it earns nothing until it is staked again.`,
  dashboard: "validators",
});

const noKey = alert({
  name: "AvaxValidatorNoSigner",
  collectors,
  tiers: { info: { for: "1h", parameters: {} } },
  expr: () => ofWatched(`${select(m.validatorBlsKey)} == 0`),
  summary: `Validator ${validatorLabel} has no BLS key registered`,
  description: `The validator ${validatorLabelLong} was registered without a BLS key: it cannot sign messages between chains.`,
  dashboard: "validators",
});

export const validatorAlerts: AlertGroup = {
  name: "avalanche-validators",
  alerts: [missing, ended, disconnected, uptimeLow, atRisk, ending, noKey],
};
