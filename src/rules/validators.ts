/** Alerts about watched validators: one per validator, however many nodes observe it. */
import { validatorStates } from "../facts/states.ts";
import { longValidatorName, median, mostSee, perValidator, validatorName } from "./expressions.ts";
import { toValidator } from "./links.ts";
import { type AlertGroup, alert } from "./rule.ts";
import { thresholds } from "./thresholds.ts";

const state = "avax_validator_state";

const offline = alert({
  name: "AvaxValidatorOffline",
  tiers: {
    critical: { for: "5m", parameters: { window: "10m" } },
    info: { for: "1h", parameters: { window: "1h" } },
  },
  keepFiringFor: "15m",
  // AvaxL1ValidatorOffline is about L1 validators
  expr: ({ window }, severity) =>
    `${
      severity === "critical"
        ? mostSee(state, perValidator, "offline", window)
        : `max by (${perValidator}) (avg_over_time(${state}{state="offline"}[${window}])) > 0.9`
    }\nunless on (network, subnet_id, node_id) avax_l1_validator_state`,
  summary: `Validator ${validatorName} is offline`,
  description: `Most monitored nodes have no connection to ${longValidatorName} (severity info: one of them). While it is offline, it uses up its offline budget. It loses its reward if the budget ends sooner than its staking period.`,
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
    critical: { for: "10m", parameters: { state: "missing", window: "10m" } },
    warning: { for: "10m", parameters: { state: "absent", window: "10m" } },
  },
  keepFiringFor: "15m",
  expr: ({ state: current, window }) => mostSee(state, perValidator, current, window),
  summary: `Validator ${validatorName} is not in the current set`,
  description: `${longValidatorName} is not a current validator of the subnet {{ $labels.subnet_id }}, and earns nothing. Critical: ${validatorStates.missing.meaning} Warning: its period has ended, or it never was a validator.`,
  dashboard: toValidator,
});

const budget = alert({
  name: "AvaxValidatorOfflineBudgetLow",
  tiers: {
    critical: { for: "10m", parameters: { below: thresholds.budgetCritical } },
    warning: { for: "10m", parameters: { below: thresholds.budgetWarning } },
  },
  keepFiringFor: "15m",
  // below 0 nothing can be done at night any more
  expr: ({ below }, severity) =>
    `${median("avax_validator_offline_budget_ratio", perValidator)} < ${below}${severity === "critical" ? " >= 0" : ""}`,
  summary: `Validator ${validatorName} has {{ $value | humanizePercentage }} of its offline budget left`,
  description: `${longValidatorName} has {{ $value | humanizePercentage }} of the time left that it may be offline in its staking period. Below 0 the validator and its delegators lose the whole reward, unless other validators have observed a higher uptime.`,
  dashboard: toValidator,
});

const ending = alert({
  name: "AvaxValidatorEndingSoon",
  tiers: {
    warning: { for: "5m", parameters: { seconds: thresholds.endWarning } },
    info: { for: "5m", parameters: { seconds: thresholds.endInfo } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds }) => `${median("avax_validator_time_left_seconds", perValidator)} < ${seconds}`,
  summary: `Staking period of ${validatorName} ends in {{ $value | humanizeDuration }}`,
  description: `The staking period of ${longValidatorName} on the subnet {{ $labels.subnet_id }} ends in {{ $value | humanizeDuration }}, and it does not renew automatically. After that it earns nothing until it is staked again.`,
  dashboard: toValidator,
});

const benched = alert({
  name: "AvaxValidatorBenched",
  tiers: { warning: { for: "10m", parameters: { window: "1h" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `avg by (${perValidator}) (avg_over_time(avax_validator_benched_chains[${window}])) > 0.5`,
  summary: `Validator ${validatorName} is benched by most observers`,
  description: `Most monitored nodes have benched ${longValidatorName} on a chain, because it did not answer their queries. A benched validator counts as disconnected on all chains, and loses uptime.`,
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
  alerts: [offline, flapping, missing, budget, ending, benched],
};
