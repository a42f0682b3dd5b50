/** Alerts about watched validators: one per validator, however many nodes observe it. */
import { type AlertGroup, alert, toValidator } from "../../alerting/alert.ts";
import { median, mostSee, named, oneSees, perValidator, stateSeries, valueAs } from "../../alerting/expressions.ts";
import { durationOf, thresholds } from "../../alerting/thresholds.ts";
import { l1Present } from "../../collectors/l1-validators.ts";
import { validatorLastEnd, validatorLastRewarded } from "../../collectors/rewards.ts";
import { longValidatorName, validatorName } from "../alert-names.ts";
import { l1Validator } from "../l1-validator/fields.ts";
import { l1ValidatorStates } from "../l1-validator/state.ts";
import { unrewardedFor } from "../protocol/staking.ts";
import { validator } from "./fields.ts";
import { validatorStates } from "./state.ts";

const loss = validator.metric("reward_loss_seconds");
/** Seconds in place of the time to a loss that does not happen, in votes. A quantile of infinite values is undefined. */
const safe = "1e12";

const offline = alert({
  name: "AvaxValidatorOffline",
  tiers: { critical: { for: "7m", parameters: { window: "10m" } } },
  keepFiringFor: "10m",
  // later than the alerts about its node, which inhibit it. AvaxL1ValidatorOffline is about L1 validators
  expr: ({ window }) =>
    `(${mostSee(validator, perValidator, "offline", window)}
or ${oneSees(validator, perValidator, "not_running", window)}) unless on (network, subnet_id, node_id) ${l1Validator.metric("state").name}`,
  summary: `Validator ${validatorName} is offline: check its node and its staking port.${valueAs("Its reward is lost in", loss, "humanizeDuration", ["node_id", "subnet_id"])}`,
  description: `${validatorStates.offline.fix} If it can: ${validatorStates.not_running.fix} Most monitored nodes have no connection to ${longValidatorName}, or its node does not run its chain.${valueAs("Its offline budget is used up in", validator.metric("offline_budget_seconds"), "humanizeDuration", ["node_id", "subnet_id"])} It loses its reward if the budget ends sooner than its staking period.`,
  dashboard: toValidator,
});

const flapping = alert({
  name: "AvaxValidatorFlapping",
  tiers: { warning: { for: "10m", parameters: { window: "1h", above: 0.1 } } },
  keepFiringFor: "30m",
  expr: ({ window, above }) => {
    const isOffline = stateSeries(validator, "offline");
    return `avg by (${perValidator}) (avg_over_time(${isOffline}[${window}])) > ${above}
and max by (${perValidator}) (changes(${isOffline}[${window}])) >= 4`;
  },
  summary: `Validator ${validatorName} was offline for {{ $value | humanizePercentage }} of the time: read the log of its node`,
  description: `The validator ${longValidatorName} comes and goes. It was offline for {{ $value | humanizePercentage }} of the last hour. Each outage uses up its offline budget.`,
  dashboard: toValidator,
});

const missing = alert({
  name: "AvaxValidatorMissing",
  tiers: {
    critical: { for: "10m", parameters: { window: "10m", lookback: "3d" } },
    warning: { for: "10m", parameters: { window: "10m" } },
  },
  keepFiringFor: "15m",
  // critical: an exporter that has restarted does not know the period of a validator that was missing
  expr: ({ window, lookback }, severity) => {
    const absent = mostSee(validator, perValidator, "absent", window);
    if (severity === "warning")
      return `${absent}\nor ${mostSee(l1Validator, "network, validation_id", "missing", window)}`;
    const isMissing = stateSeries(validator, "missing");
    return `${mostSee(validator, perValidator, ["missing", "absent"], window)}
and sum by (${perValidator}) (max_over_time(${isMissing}[${lookback}]))
  > ${thresholds.majorityOfWindow} * count by (${perValidator}) (last_over_time(${isMissing}[5m]))`;
  },
  summary: (severity) =>
    severity === "critical"
      ? `Validator ${validatorName} no longer validates, although its period has not ended: was it removed?`
      : `{{ if $labels.validation_id }}L1 validator ${named(l1Present, "validation_id")} ({{ $labels.network }}) was removed{{ else }}Validator ${validatorName} does not validate: stake again, or stop watching it{{ end }}`,
  description: (severity) =>
    severity === "critical"
      ? `${validatorStates.missing.fix} ${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}, and earns nothing. ${validatorStates.missing.meaning}`
      : `{{ if $labels.validation_id }}${l1ValidatorStates.missing.fix} The P-Chain has no L1 validator with the watched validation ID {{ $labels.validation_id }}.{{ else }}${validatorStates.absent.fix} ${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}. Its period has ended, or it never was a validator.{{ end }} It earns nothing.`,
  dashboard: toValidator,
});

const budget = alert({
  name: "AvaxValidatorOfflineBudgetLow",
  tiers: {
    critical: { for: "25m", parameters: { duration: "2d", below: thresholds.budgetWarning } },
    warning: { for: "1h", parameters: { below: 0.9 } },
  },
  keepFiringFor: "5m",
  // the own exporter knows more than others; of those, an observer without a loss sees the reward as safe. Little of the budget is used by an
  // outage that has just begun
  expr: ({ duration, below }, severity) => {
    const ratio = validator.metric("offline_budget_ratio");
    const [time, own] = [`last_over_time(${loss.name}[10m])`, `last_over_time(${ratio.name}{own="true"}[10m])`];
    return `(max by (${perValidator}) (${time} and ignoring (own) ${own})
or quantile by (${perValidator}) (0.5, ${time} or ignoring (own) last_over_time(${ratio.name}[10m]) + ${safe}))
${severity === "critical" ? `> 0 < ${duration}` : `>= 0 < ${safe} / 10`}
and (max by (${perValidator}) (${own}) or ${median(ratio, perValidator)}) < ${below}`;
  },
  summary: (severity) =>
    severity === "critical"
      ? `Validator ${validatorName} loses its reward in {{ $value | humanizeDuration }}: keep its node online`
      : `Validator ${validatorName} {{ if eq $value 0.0 }}has lost the reward of this period{{ else }}loses its reward in {{ $value | humanizeDuration }}: keep its node online{{ end }}`,
  description: (severity) => {
    const rate = `At the present rate it uses up its offline budget in {{ $value | humanizeDuration }}, before its staking period ends. Then the validator and its delegators lose the whole reward of the period.`;
    return severity === "critical"
      ? `${validatorStates.at_risk.fix} ${rate} The validator is ${longValidatorName}.`
      : `{{ if eq $value 0.0 }}${validatorStates.reward_lost.fix} ${validatorStates.reward_lost.meaning}{{ else }}${validatorStates.at_risk.fix} ${rate}{{ end }} The validator is ${longValidatorName}.`;
  },
  dashboard: toValidator,
});

const ending = alert({
  name: "AvaxValidatorEndingSoon",
  tiers: { warning: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `${median(validator.metric("time_left_seconds"), perValidator)}
and ${mostSee(validator, perValidator, "ending", window)}`,
  summary: `Staking period of ${validatorName} ends in {{ $value | humanizeDuration }}: plan the next one`,
  description: `${validatorStates.ending.fix} The staking period of ${longValidatorName} on the subnet {{ $labels.subnet_id }} ends in {{ $value | humanizeDuration }}, and it does not renew automatically.`,
  dashboard: toValidator,
});

const unrewarded = alert({
  name: "AvaxValidatorUnrewarded",
  tiers: { warning: { for: "10m", parameters: { duration: durationOf(unrewardedFor) } } },
  keepFiringFor: "15m",
  // a range, because an exporter that starts does not know earlier periods. The end of a period and its reward are from the same exporter
  expr: ({ duration }) => `max by (${perValidator}) (
  last_over_time(${validatorLastEnd.name}[7d]) > time() - ${duration}
  and last_over_time(${validatorLastRewarded.name}[7d]) == 0
)`,
  summary: `Validator ${validatorName} was not rewarded for its last period: find its outages`,
  description: `${validatorStates.unrewarded.fix} The network did not reward ${longValidatorName} for its last staking period: validators with most of the stake had observed too low an uptime. Its stake was returned without a reward.`,
  dashboard: toValidator,
});

export const validatorAlerts: AlertGroup = {
  name: "avalanche-validators",
  alerts: [offline, flapping, missing, budget, ending, unrewarded],
};
