/** The states of a watched validator. */
import { ok, registered, stateTable } from "../../engine/states.ts";
import { notRunning, offline, topUp } from "../words.ts";

export const validatorStates = stateTable({
  missing: {
    tone: "bad",
    meaning:
      "The validator left the current set, although its last known period has not ended, has no end, or was to renew.",
    fix: "Check with another node. If it was to renew, it has missed its uptime: stake again. Otherwise it was removed from its subnet or L1.",
  },
  inactive: {
    tone: "bad",
    meaning: "The balance of the L1 validator has run out.",
    fix: topUp,
  },
  not_running: notRunning,
  leaving: {
    tone: "bad",
    meaning: "The validator has missed its uptime, and leaves the set at the end of its cycle instead of renewing.",
    fix: "Prepare the next staking transaction for that time. The stake is returned; the reward of the cycle is lost.",
  },
  offline,
  reward_lost: {
    tone: "bad",
    meaning: "The validator cannot reach its required uptime in this staking period any more.",
    fix: "The reward of this period is lost. Keep the node online for the next one.",
  },
  unrewarded: {
    tone: "warn",
    meaning: "The last staking period ended without its reward.",
    fix: "Find its outages, and the stake that refused in the last values of avax_node_insufficient_uptime_stake_ratio, before the next period ends in the same way.",
  },
  at_risk: {
    tone: "warn",
    meaning: "The uptime so far is below the required one.",
    fix: "Keep the node online. The offline budget is the time that is left.",
  },
  ending: {
    tone: "warn",
    meaning: "The staking period ends soon, and does not renew automatically.",
    fix: "Stake again when it has ended: until then the validator earns nothing.",
  },
  absent: {
    tone: "warn",
    meaning: "The validator is not in the current set.",
    fix: "Check the NodeID and the network. If its period has ended, register it again, or remove it from watch.node_ids.",
  },
  registered,
  ok,
});
export type ValidatorState = keyof typeof validatorStates;

export const evidence = ["set", "block", "connections", "uptime", "requirement", "chain"] as const;

type Conditions = {
  readonly isPresent: boolean;
  /** The last known period has ended, or the validator has not been seen in the set. */
  readonly hasEnded: boolean;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  /** Its node runs no chain of its subnet or L1. */
  readonly lacksChain: boolean | undefined;
  readonly uptime: number | undefined;
  readonly required: number | undefined;
  readonly budget: number | undefined;
  /** By its setting. */
  readonly isToRenew: boolean;
  readonly isRenewing: boolean | undefined;
  /** The last period ended without its reward, not long ago. */
  readonly isUnrewarded: boolean;
  /** The period ends soon, and does not renew. */
  readonly isEnding: boolean;
};
/** Returns the worst problem; undefined without one. */
export function validatorProblem(validator: Conditions): ValidatorState | undefined {
  const { uptime, required, budget, isUnrewarded } = validator;
  if (!validator.isPresent) return !validator.hasEnded ? "missing" : isUnrewarded ? "unrewarded" : "absent";
  if (validator.isActive === false) return "inactive";
  if (validator.lacksChain) return "not_running";
  // whether it is connected or not
  if (validator.isToRenew && validator.isRenewing === false) return "leaving";
  if (validator.isConnected === false) return "offline";
  if (budget !== undefined && budget < 0 && !validator.isToRenew) return "reward_lost";
  if (isUnrewarded) return "unrewarded";
  if (uptime !== undefined && required !== undefined && uptime < required) return "at_risk";
  return validator.isEnding ? "ending" : undefined;
}
