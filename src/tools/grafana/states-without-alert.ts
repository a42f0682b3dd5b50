/** States of tone `bad` or `warn` that no default alert reads, with the reason. */

const byMetric = (alert: string, facts: string) => `${alert} reads ${facts}, from which the state follows.`;
const collectorOff =
  "AvaxCollectorUnavailable fires if the API is disabled. A disabled collector is a decision, and `status` shows it.";
const failingCheck = "AvaxNodeHealthCheckFailing fires for the check of the chain.";

/** By entity and state. */
export const statesWithoutAlert: Readonly<Record<string, string>> = {
  "node unchecked": collectorOff,
  "node unidentified": collectorOff,
  "chain slow": failingCheck,
  "chain failing": failingCheck,
  "validator inactive": "AvaxL1ValidatorInactive reads the same state of the L1 validator.",
  "validator reward_lost": byMetric("AvaxValidatorOfflineBudgetLow", "the time to the loss of the reward"),
  "validator at_risk": byMetric("AvaxValidatorOfflineBudgetLow", "the time to the loss of the reward"),
  "validator unrewarded": byMetric("AvaxValidatorUnrewarded", "the reward of the last period"),
  "subnet empty": "Its chains cannot run: AvaxChainHalted or the check of the chain fires on each node that runs one.",
  "l1 halted": "AvaxL1QuorumRisk reads the active weight, and AvaxChainHalted the states of its chains.",
  "l1 slow": byMetric("AvaxL1QuorumRisk", "the active weight"),
  "l1 at_risk": byMetric("AvaxL1HaltAhead", "the time to the halt"),
  "l1 degraded": byMetric("AvaxL1QuorumRisk", "the active weight"),
  "l1_validator low_balance": byMetric("AvaxL1BalanceLow", "the time to the end of the balance"),
};
