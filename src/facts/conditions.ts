/** The states that follow from conditions. Undefined conditions are unknown. Ratios are shares (0 to 1), ages and durations in seconds. */
import { acceptanceQuorum, healthyQuorum, visibleShare } from "./consensus.ts";
import { forecastSeconds } from "./l1.ts";
import * as states from "./states.ts";

const isBelow = (ratio: number | undefined, limit: number) => ratio !== undefined && ratio < limit;

type NetworkConditions = {
  /** Share of the stake that the node is connected to. */
  readonly connectedRatio: number | undefined;
  /** The last block of the chain that always advances is old. */
  readonly isBehind: boolean;
};
/** Returns undefined if the node sees too little of the network. */
export function networkState({ connectedRatio, isBehind }: NetworkConditions): states.NetworkState | undefined {
  if (connectedRatio === undefined || connectedRatio < visibleShare) return undefined;
  if (isBehind || connectedRatio < acceptanceQuorum) return "halted";
  return connectedRatio < healthyQuorum ? "slow" : "ok";
}

type NodeConditions = {
  readonly isReachable: boolean | undefined;
  readonly isBootstrapped: boolean | undefined;
  readonly connectedRatio: number | undefined;
  readonly isBehind: boolean;
  readonly hasFailingCheck: boolean | undefined;
  /** The collector health has not run yet, or fails. */
  readonly awaitsChecks: boolean;
  /** The ID and the network of the node are known. */
  readonly isIdentified: boolean;
  /** The collector node has not run yet, or fails. */
  readonly awaitsIdentity: boolean;
};
/** Returns undefined while the health checks or the identity of the node cannot be read, unless they are disabled. */
export function nodeState(node: NodeConditions): states.NodeState | undefined {
  if (node.isReachable === false) return "unreachable";
  if (node.isBootstrapped === false) return "bootstrapping";
  if (isBelow(node.connectedRatio, acceptanceQuorum)) return "isolated";
  if (node.isBehind) return "behind";
  if (node.hasFailingCheck) return "unhealthy";
  if (node.hasFailingCheck === undefined) return node.awaitsChecks ? undefined : "unchecked";
  if (!node.isIdentified) return node.awaitsIdentity ? undefined : "unidentified";
  return "ok";
}

type ChainConditions = {
  readonly isBootstrapped: boolean | undefined;
  readonly connectedRatio: number | undefined;
  /** The chain accepts blocks at any time, so that an old last block is a problem. */
  readonly alwaysAdvances: boolean;
  /** Age of the last accepted block. */
  readonly acceptedAge: number | undefined;
  /** Age of the last executed block; undefined on chains that execute a block when they accept it. */
  readonly executedAge: number | undefined;
  /** Time from the last executed block to the last accepted one; undefined on the same chains. */
  readonly executionDelay: number | undefined;
  /** The chain of an L1 waits for its next block, because too little of the weight was active at its epoch. */
  readonly awaitsEpoch: boolean;
  /** No validator at the epoch of the chain of an L1 is in the set of today. */
  readonly isFrozen: boolean;
  readonly passesCheck: boolean | undefined;
};
export function chainState(chain: ChainConditions): states.ChainState {
  const isOld = (age = 0) => chain.alwaysAdvances && age > states.haltedAfter;
  if (chain.isBootstrapped === false) return "bootstrapping";
  if (isBelow(chain.connectedRatio, acceptanceQuorum)) return "isolated";
  if (isOld(chain.acceptedAge)) return "halted";
  if (isOld(chain.executedAge)) return chain.acceptedAge === undefined ? "halted" : "not_executing";
  if (chain.isFrozen) return "epoch_frozen";
  if (chain.awaitsEpoch) return "epoch_behind";
  if (isBelow(chain.connectedRatio, healthyQuorum)) return "slow";
  if (chain.passesCheck === false) return "failing";
  return chain.alwaysAdvances && (chain.executionDelay ?? 0) > states.slowExecutionAfter ? "execution_behind" : "ok";
}

type ValidatorConditions = {
  readonly isPresent: boolean;
  /** The last known period has ended, or the validator has not been seen in the set. */
  readonly hasEnded: boolean;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  /** The validator is on the primary network, where every identified node sees its connections. */
  readonly isPrimary: boolean;
  readonly uptime: number | undefined;
  readonly required: number | undefined;
  readonly budget: number | undefined;
  /** The last period ended without its reward, not long ago. */
  readonly isUnrewarded: boolean;
  /** The period ends soon, and does not renew. */
  readonly isEnding: boolean;
};
/** Returns undefined if nothing is known to be wrong, and the connection cannot be known: the ID of the queried node is missing. */
export function validatorState(validator: ValidatorConditions): states.ValidatorState | undefined {
  const { uptime, required, budget, isUnrewarded } = validator;
  if (!validator.isPresent) return !validator.hasEnded ? "missing" : isUnrewarded ? "unrewarded" : "absent";
  if (validator.isActive === false) return "inactive";
  if (validator.isConnected === false) return "offline";
  if (budget !== undefined && budget < 0) return "reward_lost";
  if (isUnrewarded) return "unrewarded";
  if (uptime !== undefined && required !== undefined && uptime < required) return "at_risk";
  if (validator.isEnding) return "ending";
  return validator.isPrimary && validator.isConnected === undefined ? undefined : "ok";
}

type FrozenConditions = {
  /** Share of the weight at the P-Chain height of the epoch whose validators are active today. */
  readonly currentRatio: number | undefined;
  /** Time since the chain accepted a block. */
  readonly blockAge: number | undefined;
};
type EpochConditions = {
  /** Active share of the weight of the L1 now, and at the P-Chain height of the epoch. */
  readonly activeRatio: number | undefined;
  readonly epochRatio: number | undefined;
  /** Time since the chain accepted a block. */
  readonly blockAge: number | undefined;
};
/** Returns whether no validator at the epoch of a chain of an L1 is in the set of today, and the chain accepts no blocks. */
export const isFrozen = ({ currentRatio, blockAge = 0 }: FrozenConditions): boolean =>
  currentRatio === 0 && blockAge > states.haltedAfter;

/** Returns whether a chain of an L1 waits for its next block although enough of the weight is active: only a block ends an epoch. */
export const awaitsEpoch = ({ activeRatio = 0, epochRatio = 1, blockAge = 0 }: EpochConditions): boolean =>
  activeRatio >= acceptanceQuorum && epochRatio < acceptanceQuorum && blockAge > states.haltedAfter;

/** Returns the state of a subnet that is no L1, by the number of its validators. */
export const subnetState = (validators: number): states.SubnetState => (validators === 0 ? "empty" : "ok");

type L1Conditions = {
  readonly activeRatio: number;
  /** A chain waits for its next block, because too little of the weight was active at its epoch. */
  readonly awaitsEpoch: boolean;
  /** No validator at the epoch of a chain is in the set of today. */
  readonly isFrozen: boolean;
  /** Seconds until the L1 halts without top-ups; undefined if it never does, or if that is unknown. */
  readonly haltsIn: number | undefined;
};
export function l1State({ activeRatio, awaitsEpoch, isFrozen, haltsIn }: L1Conditions): states.L1State {
  if (activeRatio < acceptanceQuorum) return "halted";
  if (isFrozen) return "epoch_frozen";
  if (awaitsEpoch) return "epoch_behind";
  if (activeRatio < healthyQuorum) return "slow";
  if (haltsIn !== undefined && haltsIn < forecastSeconds) return "at_risk";
  return activeRatio < 1 ? "degraded" : "ok";
}

type L1ValidatorConditions = {
  readonly isPresent: boolean;
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  /** The registered BLS key is that of the node; known to the node of the validator only. */
  readonly hasOwnKey: boolean | undefined;
  /** Time until the balance runs out. */
  readonly runway: number | undefined;
};
/** Returns undefined if the balance is unknown. */
export function l1ValidatorState(validator: L1ValidatorConditions): states.L1ValidatorState | undefined {
  const { isPresent, isActive, isConnected, hasOwnKey, runway } = validator;
  if (!isPresent) return "missing";
  if (isActive === undefined) return undefined;
  if (!isActive) return "inactive";
  if (isConnected === false) return "offline";
  if (hasOwnKey === false) return "wrong_key";
  return runway !== undefined && runway < forecastSeconds ? "low_balance" : "ok";
}
