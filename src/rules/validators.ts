/** Alerts about watched validators: one per validator, however many nodes observe it. */
import { validatorStates } from "../facts/states.ts";
import { longValidatorName, median, mostSee, ownOrMedian, perValidator, validatorName } from "./expressions.ts";
import { toValidator } from "./links.ts";
import { type AlertGroup, alert } from "./rule.ts";
import { thresholds } from "./thresholds.ts";

const state = "avax_validator_state";
const budgetLeft =
  '{{ with query (printf "quantile(0.5, avax_validator_offline_budget_seconds{node_id=%q})" $labels.node_id) }} Its offline budget is used up in {{ (first .).Value | humanizeDuration }}.{{ end }}';

const offline = alert({
  name: "AvaxValidatorOffline",
  tiers: { critical: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  // AvaxL1ValidatorOffline is about L1 validators
  expr: ({ window }) =>
    `${mostSee(state, perValidator, "offline", window)}\nunless on (network, subnet_id, node_id) avax_l1_validator_state`,
  summary: `Validator ${validatorName} is offline`,
  description: `Most monitored nodes have no connection to ${longValidatorName}.${budgetLeft} It loses its reward if the budget ends sooner than its staking period.`,
  dashboard: toValidator,
});

const flapping = alert({
  name: "AvaxValidatorFlapping",
  tiers: { warning: { for: "5m", parameters: { window: "2h", above: thresholds.flappingOffline } } },
  keepFiringFor: "30m",
  expr: ({
    window,
    above,
  }) => `avg by (${perValidator}) (avg_over_time(${state}{state="offline"}[${window}])) > ${above}
and max by (${perValidator}) (changes(${state}{state="offline"}[${window}])) >= 4`,
  summary: `Validator ${validatorName} was offline for {{ $value | humanizePercentage }} of the time`,
  description: `The validator ${longValidatorName} comes and goes. It was offline for {{ $value | humanizePercentage }} of the last hours. Each outage uses up its offline budget.`,
  dashboard: toValidator,
});

const missing = alert({
  name: "AvaxValidatorMissing",
  tiers: {
    critical: { for: "10m", parameters: { state: "missing", window: "10m", lookback: "3d" } },
    warning: { for: "10m", parameters: { state: "absent", window: "10m" } },
  },
  keepFiringFor: "15m",
  // an exporter that has restarted does not know the period of a validator that was missing
  expr: ({ state: current, window, lookback }, severity) =>
    severity === "critical"
      ? `avg by (${perValidator}) (sum without (state) (
  avg_over_time(${state}{state=~"${current}|absent"}[${window}])
)) > ${thresholds.majorityOfWindow}
and on (network, subnet_id, node_id) max_over_time(${state}{state="${current}"}[${lookback}]) == 1`
      : mostSee(state, perValidator, current, window),
  summary: `Validator ${validatorName} no longer validates`,
  description: (severity) =>
    `${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}, and earns nothing. ${severity === "critical" ? validatorStates.missing.meaning : "Its period has ended, or it never was a validator."}`,
  dashboard: toValidator,
});

const budget = alert({
  name: "AvaxValidatorOfflineBudgetLow",
  tiers: {
    critical: { for: "5m", parameters: { seconds: thresholds.budgetCritical } },
    warning: { for: "10m", parameters: { below: thresholds.budgetWarning, lookback: "1d" } },
  },
  keepFiringFor: "15m",
  // critical: most observers see the validator offline; warning: some of the budget was used lately
  expr: ({ seconds, below, lookback }, severity) => {
    const ratio = "avax_validator_offline_budget_ratio";
    return severity === "critical"
      ? `${median("avax_validator_time_to_reward_loss_seconds", perValidator)} < ${seconds}
and on (network, subnet_id, node_id) ${mostSee(state, perValidator, "offline", "10m")}`
      : `${ownOrMedian(ratio, perValidator)} < ${below}
and on (network, subnet_id, node_id) max_over_time(${ratio}[${lookback}]) - ${ratio} > 0.01`;
  },
  summary: (severity) =>
    severity === "critical"
      ? `Validator ${validatorName} is offline, and loses its reward in {{ $value | humanizeDuration }}`
      : `Validator ${validatorName} has {{ $value | humanizePercentage }} of its offline budget left`,
  description: (severity) =>
    severity === "critical"
      ? `${longValidatorName} is offline. If it stays so for {{ $value | humanizeDuration }}, the validator and its delegators lose the whole reward of this staking period.`
      : `${longValidatorName} was offline in the last day, and has {{ $value | humanizePercentage }} of the time left that it may be offline in its staking period.${budgetLeft} Below 0 the validator and its delegators lose the whole reward, unless other validators have observed a higher uptime.`,
  dashboard: toValidator,
});

const ending = alert({
  name: "AvaxValidatorEndingSoon",
  tiers: { warning: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `${median("avax_validator_time_left_seconds", perValidator)}
and on (network, subnet_id, node_id) ${mostSee(state, perValidator, "ending", window)}`,
  summary: `Staking period of ${validatorName} ends in {{ $value | humanizeDuration }}`,
  description: `The staking period of ${longValidatorName} on the subnet {{ $labels.subnet_id }} ends in {{ $value | humanizeDuration }}, and it does not renew automatically. After that it earns nothing until it is staked again.`,
  dashboard: toValidator,
});

const unrewarded = alert({
  name: "AvaxValidatorUnrewarded",
  tiers: { warning: { for: "10m", parameters: { seconds: thresholds.unrewarded } } },
  keepFiringFor: "15m",
  // a range, because an exporter that starts does not know earlier periods
  expr: ({ seconds }) => `max by (${perValidator}) (last_over_time(avax_validator_last_period_rewarded[7d])) == 0
and on (network, subnet_id, node_id)
last_over_time(avax_validator_last_period_end_timestamp_seconds[7d]) > time() - ${seconds}`,
  summary: `Validator ${validatorName} was not rewarded for its last period`,
  description: `The network did not reward ${longValidatorName} for its last staking period: validators with most of the stake had observed too low an uptime. Its stake was returned without a reward. The last values of avax_node_insufficient_uptime_stake_ratio show how much stake refused.`,
  dashboard: toValidator,
});

export const noKey = alert({
  name: "AvaxValidatorNoSigner",
  tiers: { info: { for: "1h", parameters: {} } },
  expr: () => `max by (${perValidator}) (avax_validator_bls_key) == 0
and on (network, subnet_id, node_id) avax_validator_present == 1`,
  summary: `Validator ${validatorName} has no BLS key registered`,
  description: `${longValidatorName} was registered on the subnet {{ $labels.subnet_id }} without a BLS key: it cannot sign messages between chains.`,
  dashboard: toValidator,
});

export const validatorAlerts: AlertGroup = {
  name: "avalanche-validators",
  alerts: [offline, flapping, missing, budget, ending, unrewarded],
};
