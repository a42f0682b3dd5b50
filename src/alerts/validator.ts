/** Alerts about watched validators: one per validator, however many nodes observe it. */
import { l1Present } from "../collectors/kinds/l1-validators.ts";
import { validatorConnected, validatorInfo, validatorStake } from "../collectors/kinds/validators.ts";
import { validatorLastEnd, validatorLastRewarded } from "../collectors/rewards.ts";
import { l1Validator } from "../entities/l1-validator/fields.ts";
import { l1ValidatorStates } from "../entities/l1-validator/state.ts";
import { validator } from "../entities/validator/fields.ts";
import { validatorStates } from "../entities/validator/state.ts";
import { unrewardedFor } from "../protocol/staking.ts";
import { type AlertGroup, alert, toValidator } from "./alert.ts";
import { median, mostSee, named, oneSees, perValidator, query, stateSeries, valueAs } from "./expressions.ts";
import { longValidatorName, validatorName } from "./names.ts";
import { durationOf, thresholds } from "./thresholds.ts";

const loss = validator.metric("reward_loss_seconds");
const lostIn = valueAs("Its reward is lost in", loss, "humanizeDuration", ["node_id", "subnet_id"]);
/** Returns the vote on the time to the loss of a reward, which is infinite without a loss: of the exporter of the validator's node, which knows
 *  more than others, otherwise of most exporters. */
const seesLoss = (comparison: string) => {
  const vote = (matcher: string) =>
    `avg by (${perValidator}) (last_over_time(${loss.name}${matcher}[10m]) ${comparison})`;
  return `(${vote('{own="true"}')}\nor ${vote("")}) > ${thresholds.majorityOfWindow}`;
};

/** Matches a validator that is to renew. */
const renewing = `on (${perValidator}) last_over_time(${validatorInfo.name}{auto_renew="true"}[10m])`;
const ifRenewing = (text: string) =>
  `{{ if ${query(`${validatorInfo.name}{subnet_id=%q,node_id=%q,network=%q,auto_renew='true'}`, "subnet_id", "node_id", "network")} }}${text}{{ end }}`;

const offline = alert({
  name: "AvaxValidatorOffline",
  tiers: { critical: { for: "7m", parameters: { window: "10m" } } },
  keepFiringFor: "10m",
  sentence: "Most nodes have no connection to a validator that is of no L1, or its node does not run its chain.",
  expr: ({ window }) =>
    // a leaving validator can be connected
    `(${mostSee(validator, perValidator, ["offline", "leaving"], window)} unless (max by (${perValidator}) (${stateSeries(validator, "leaving")}) > 0 and ${median(validatorConnected, perValidator)} > 0)
or ${oneSees(validator, perValidator, "not_running", window)}) unless on (network, subnet_id, node_id) last_over_time(${l1Validator.metric("state").name}[10m])`,
  summary: `Validator ${validatorName} is offline: check its node and its staking port.${lostIn}`,
  description: `${validatorStates.offline.fix} If it can: ${validatorStates.not_running.fix} Most monitored nodes have no connection to ${longValidatorName}, or its node does not run its chain.${valueAs("Its offline budget is used up in", validator.metric("offline_budget_seconds"), "humanizeDuration", ["node_id", "subnet_id"])} It loses its reward if the budget ends sooner than its staking period, and does not renew then.`,
});

const flapping = alert({
  name: "AvaxValidatorFlapping",
  tiers: { warning: { for: "10m", parameters: { window: "1h", above: 0.1 } } },
  keepFiringFor: "30m",
  sentence: "The validator has been offline for more than this share of the window, and has come back twice.",
  expr: ({ window, above }) => {
    const isOffline = stateSeries(validator, "offline");
    return `avg by (${perValidator}) (avg_over_time(${isOffline}[${window}])) > ${above}
and max by (${perValidator}) (changes(${isOffline}[${window}])) >= 4`;
  },
  summary: `Validator ${validatorName} was offline for {{ $value | humanizePercentage }} of the time: read the log of its node`,
  description: `The validator ${longValidatorName} comes and goes. It was offline for {{ $value | humanizePercentage }} of the last hour. Each outage uses up its offline budget.`,
});

const missing = alert({
  name: "AvaxValidatorMissing",
  tiers: {
    critical: { for: "10m", parameters: { window: "10m", lookback: "3d" } },
    warning: { for: "10m", parameters: { window: "10m" } },
  },
  keepFiringFor: "15m",
  sentence: "Most nodes do not see the validator in its set, for most of the window. Critical: its period goes on.",
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
      ? `Validator ${validatorName} no longer validates, although its period has not ended or was to renew: was it removed?`
      : `{{ if $labels.validation_id }}L1 validator ${named(l1Present, "validation_id")} ({{ $labels.network }}) was removed{{ else }}Validator ${validatorName} does not validate: stake again, or stop watching it{{ end }}`,
  description: (severity) =>
    severity === "critical"
      ? `${validatorStates.missing.fix} ${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}, and earns nothing. ${validatorStates.missing.meaning}`
      : `{{ if $labels.validation_id }}${l1ValidatorStates.missing.fix} The P-Chain has no L1 validator with the watched validation ID {{ $labels.validation_id }}.{{ else }}${validatorStates.absent.fix} ${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}. Its period has ended, or it never was a validator.{{ end }} It earns nothing.`,
});

const budget = alert({
  name: "AvaxValidatorOfflineBudgetLow",
  tiers: {
    critical: { for: "25m", parameters: { duration: "2d", below: thresholds.budgetCritical } },
    warning: { for: "1h", parameters: { duration: "1y", below: 0.9 } },
  },
  keepFiringFor: "20m",
  sentence: "The validator soon loses its reward at the present downtime, and little of its offline budget is left.",
  // little of the budget is used by an outage that has just begun
  expr: ({ duration, below }) => {
    const ratio = validator.metric("offline_budget_ratio");
    const own = `max by (${perValidator}) (last_over_time(${ratio.name}{own="true"}[10m]))`;
    return `${seesLoss(`> 0 < bool ${duration}`)}\nand (${own} or ${median(ratio, perValidator)}) < ${below}`;
  },
  summary: `Validator ${validatorName} will lose its reward${ifRenewing(" and leave the set")}: keep its node online.${lostIn}`,
  description: `${validatorStates.at_risk.fix} At the present rate the validator ${longValidatorName} uses up its offline budget before its staking period ends. Then it and its delegators lose the whole reward of the period${ifRenewing(", and it leaves the set at the end of its cycle instead of renewing")}.`,
});

const idleStake = valueAs("Stake in AVAX that earns nothing from then on:", validatorStake, 'printf "%.0f"', [
  "node_id",
  "subnet_id",
]);
const ending = alert({
  name: "AvaxValidatorEndingSoon",
  tiers: {
    critical: { for: "10m", parameters: { window: "10m" } },
    warning: { for: "5m", parameters: { window: "10m" } },
  },
  // longer than AvaxValidatorMissing needs after the end of the period
  keepFiringFor: "30m",
  sentence:
    "The period of the validator ends soon, and does not renew. Critical: it was to renew, and has missed its uptime.",
  expr: ({ window }, severity) => {
    const condition =
      severity === "critical"
        ? `(${seesLoss("== bool 0")})\nand max by (${perValidator}) (last_over_time(${stateSeries(validator, "leaving")}[${window}])) > 0`
        : mostSee(validator, perValidator, "ending", window);
    return `${median(validator.metric("time_left_seconds"), perValidator)}\nand ${condition}`;
  },
  summary: (severity) =>
    severity === "critical"
      ? `Validator ${validatorName} has missed its uptime, and leaves the set in {{ $value | humanizeDuration }}: plan its next stake.${idleStake}`
      : `Staking period of ${validatorName} ends in {{ $value | humanizeDuration }}: plan the next one`,
  description: (severity) =>
    severity === "critical"
      ? `${validatorStates.leaving.fix} ${validatorStates.leaving.meaning} The validator is ${longValidatorName}.`
      : `${validatorStates.ending.fix} The staking period of ${longValidatorName} on the subnet {{ $labels.subnet_id }} ends in {{ $value | humanizeDuration }}, and it does not renew automatically.`,
});

const unrewarded = alert({
  name: "AvaxValidatorUnrewarded",
  tiers: { warning: { for: "10m", parameters: { duration: durationOf(unrewardedFor) } } },
  keepFiringFor: "15m",
  sentence: "The validator was not rewarded for its last period, or has lost the reward of the present one.",
  // a range, because an exporter that starts does not know earlier periods. The end of a period and its reward are from the same exporter
  expr: ({ duration }) => `max by (${perValidator}) (
  last_over_time(${validatorLastEnd.name}[7d]) > time() - ${duration}
  and last_over_time(${validatorLastRewarded.name}[7d]) == 0
)
or label_replace(${seesLoss("== bool 0")}, "state", "reward_lost", "", "") unless ${renewing}`,
  summary: `Validator ${validatorName} {{ if $labels.state }}has lost the reward of this period{{ else }}was not rewarded for its last period{{ end }}: find its outages`,
  description: `${validatorStates.unrewarded.fix} {{ if $labels.state }}${validatorStates.reward_lost.meaning} ${validatorStates.reward_lost.fix}{{ else }}The network did not reward its last staking period: validators with most of the stake had observed too low an uptime.{{ end }} The validator is ${longValidatorName}.`,
});

export const validatorAlerts: AlertGroup = {
  name: "avalanche-validators",
  dashboard: toValidator,
  alerts: [offline, flapping, missing, budget, ending, unrewarded],
};
