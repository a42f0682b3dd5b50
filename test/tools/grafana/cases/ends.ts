/** Quantities that alerts compare, each at its worst value: no alert is resolved because its quantity has ended or is used up. */
import { here, hereOwn, l1, member, own, type Series, stateSet, tokyo } from "./series.ts";

/** Minutes from the start to the worst value. */
export const worstAt = 60;

export type End = {
  readonly name: string;
  /** The quantity reaches its worst value at `worstAt`. */
  readonly series: Series;
  /** At each minute one of these alerts fires, and the last one at the end. */
  readonly alerts: readonly [string, ...string[]];
};
/** Returns a quantity that falls to 0 within an hour, and what follows. */
const falls = (perMinute: number, then = "0") => `${perMinute * worstAt}-${perMinute}x${worstAt} ${then}`;
const later = { ...tokyo, own: "false" };

export const ends: readonly End[] = [
  {
    name: "the first balance of an L1 runs out",
    series: { [here("avax_l1_balance_runway_seconds", l1)]: falls(60) },
    alerts: ["AvaxL1BalanceLow"],
  },
  {
    name: "the balance of a watched L1 validator runs out",
    series: {
      [here("avax_l1_validator_balance_runway_seconds", member)]: falls(60),
      [here("avax_l1_balance_runway_seconds", l1)]: falls(60),
      ...stateSet(here, "avax_l1_validator_state", member, [["low_balance", worstAt], "inactive"]),
    },
    alerts: ["AvaxL1BalanceLow"],
  },
  {
    name: "an L1 halts, because its balances have run out",
    series: {
      [here("avax_l1_time_to_halt_seconds", l1)]: falls(60),
      [here("avax_l1_weight_active_ratio", l1)]: `0.85x${worstAt} 0.7`,
      ...stateSet(here, "avax_l1_state", l1, [["at_risk", worstAt], "halted"]),
    },
    alerts: ["AvaxL1HaltAhead"],
  },
  {
    name: "the offline budget of a validator is used up, and its reward is lost",
    series: {
      [here("avax_validator_time_to_reward_loss_seconds", later)]: falls(60),
      [here("avax_validator_offline_budget_ratio", later)]: `0.1-0.0016x${worstAt} -0.1`,
    },
    alerts: ["AvaxValidatorOfflineBudgetLow", "AvaxValidatorUnrewarded"],
  },
  {
    name: "the offline budget of a validator that is to renew is used up, and it leaves the set",
    series: {
      [here("avax_validator_info", { ...tokyo, tx_id: "tx", auto_renew: "true" })]: "1",
      [here("avax_validator_time_to_reward_loss_seconds", later)]: falls(60),
      [here("avax_validator_offline_budget_ratio", later)]: `0.1-0.0016x${worstAt} -0.1`,
      [here("avax_validator_time_left_seconds", tokyo)]: `_x${worstAt} 86400`,
      ...stateSet(here, "avax_validator_state", tokyo, [["at_risk", worstAt], "leaving"]),
    },
    alerts: ["AvaxValidatorOfflineBudgetLow", "AvaxValidatorEndingSoon"],
  },
  {
    name: "the cycle of a validator ends that was to renew, and has missed its uptime",
    series: {
      [here("avax_validator_info", { ...tokyo, tx_id: "tx", auto_renew: "true" })]: `1x${worstAt} stale`,
      [here("avax_validator_time_to_reward_loss_seconds", later)]: `0x${worstAt} stale`,
      [here("avax_validator_time_left_seconds", tokyo)]: falls(60, "stale"),
      ...stateSet(here, "avax_validator_state", tokyo, [["leaving", worstAt], "missing"]),
      [here("avax_validator_present", tokyo)]: `1x${worstAt} 0`,
    },
    alerts: ["AvaxValidatorEndingSoon", "AvaxValidatorMissing"],
  },
  {
    name: "a staking period ends",
    series: {
      ...stateSet(here, "avax_validator_state", tokyo, [["ending", worstAt], "absent"]),
      [here("avax_validator_time_left_seconds", tokyo)]: falls(60, "stale"),
      [here("avax_validator_present", tokyo)]: `1x${worstAt} 0`,
    },
    alerts: ["AvaxValidatorEndingSoon", "AvaxValidatorMissing"],
  },
  {
    name: "a disk is full, and its node stops",
    series: {
      [here("avax_node_disk_available_bytes", { node_id: own })]: falls(5e8, "stale"),
      [here("avax_node_disk_available_ratio", { node_id: own })]: falls(0.0008, "stale"),
      ...stateSet(here, "avax_node_state", { node_id: own }, [["ok", worstAt], "unreachable"]),
      [hereOwn("avax_node_reachable")]: `1x${worstAt} 0`,
    },
    alerts: ["AvaxNodeDiskLow", "AvaxNodeUnreachable"],
  },
  {
    name: "a disk is full, of a node that does not report its share",
    series: {
      [here("avax_node_disk_available_bytes", { node_id: own })]: falls(5e8),
      [here("avax_node_disk_available_ratio", { node_id: own })]: "stale",
    },
    alerts: ["AvaxNodeDiskLow"],
  },
  {
    name: "an upgrade activates that a node does not know",
    series: { [here("avax_node_upgrade_unknown_seconds", { node_id: own })]: `${worstAt * 60}-60` },
    alerts: ["AvaxNodeUpgradeUnknown"],
  },
  {
    name: "a watched address is empty",
    series: {
      [here("avax_address_balance_avax", { address: "P-avax1a", alias: "payer", chain: "P", state: "unlocked" })]:
        falls(0.01),
    },
    alerts: ["AvaxAddressBalanceLow"],
  },
  {
    name: "no weight of an L1 can sign its messages",
    series: { [here("avax_l1_weight_signing_ratio", { ...l1, direction: "out" })]: falls(0.01) },
    alerts: ["AvaxL1SigningRisk"],
  },
];
