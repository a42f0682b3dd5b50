/** The states that follow from conditions. Undefined conditions are unknown. Ratios are shares (0 to 1), ages and durations in seconds. */

import { type Judged, judge, type Known, outdated } from "./evidence.ts";
import { isBelow, type Quorum, visibleShare } from "./protocol/consensus.ts";
import { forecastSeconds } from "./protocol/l1.ts";
import type * as states from "./states.ts";

type NetworkConditions = {
  /** Share of the stake that the node is connected to. */
  readonly connectedRatio: number | undefined;
  readonly quorum: Quorum;
  /** The node is connected to too little of the stake to accept blocks. */
  readonly isIsolated: boolean | undefined;
  /** The last block of a chain that always advances is old. */
  readonly isBehind: boolean | undefined;
};
/** Returns no state if the node sees too little of the network. */
export function networkState(network: NetworkConditions): Judged<states.NetworkState> {
  const { connectedRatio, quorum, isIsolated, isBehind } = network;
  const of = (problem?: states.NetworkState) =>
    judge("network", problem, { connections: connectedRatio, block: isBehind });
  if (connectedRatio !== undefined && connectedRatio < visibleShare) return outdated;
  if (connectedRatio !== undefined && (isBehind || isIsolated)) return of("halted");
  return of(isBelow(connectedRatio, quorum.healthy) ? "slow" : undefined);
}

type NodeConditions = {
  readonly isReachable: boolean | undefined;
  readonly isBootstrapped: boolean | undefined;
  readonly isIsolated: boolean | undefined;
  readonly isBehind: boolean | undefined;
  readonly hasFailingCheck: boolean | undefined;
  /** The collector health has not run yet, or fails. */
  readonly awaitsChecks: boolean;
  /** The ID and the network of the node are known. */
  readonly isIdentified: boolean;
  /** The collector node has not run yet, or fails. */
  readonly awaitsIdentity: boolean;
};
/** Returns no state while the health checks or the identity of the node cannot be read, unless they are disabled. */
export function nodeState(node: NodeConditions): Judged<states.NodeState> {
  const known = { checks: node.hasFailingCheck, identity: node.isIdentified || undefined };
  const of = (problem?: states.NodeState) =>
    judge("node", problem, { ...known, connections: node.isIsolated, block: node.isBehind });
  if (node.isReachable === false) return of("unreachable");
  if (node.isBootstrapped === false) return of("bootstrapping");
  if (node.isIsolated) return of("isolated");
  if (node.isBehind) return of("behind");
  if (node.hasFailingCheck) return of("unhealthy");
  if (node.hasFailingCheck === undefined && !node.awaitsChecks) return of("unchecked");
  if (!node.isIdentified && !node.awaitsIdentity) return of("unidentified");
  return of();
}

type ChainConditions = {
  readonly isBootstrapped: boolean | undefined;
  readonly connectedRatio: number | undefined;
  readonly quorum: Quorum;
  /** A chain of the same validators has accepted a block lately, which the connected share does not contradict. */
  readonly isAdvancing: boolean;
  /** Age of the last block above which the chain has halted: Infinity for a chain that can be idle for any time. */
  readonly maxAge: number | undefined;
  /** Age of the last accepted block. */
  readonly acceptedAge: number | undefined;
  /** Age of the last executed block; undefined on chains that execute a block when they accept it. */
  readonly executedAge: number | undefined;
  /** The chain can execute a block later than it accepts it: the C-Chain. */
  readonly executesLater: boolean;
  /** No validator that can make the next block is connected. */
  readonly lacksProposer: boolean;
  readonly passesCheck: boolean | undefined;
};
export function chainState(chain: ChainConditions): Judged<states.ChainState> {
  const { connectedRatio, quorum, maxAge = Number.POSITIVE_INFINITY, acceptedAge, executedAge } = chain;
  const age = chain.executesLater ? executedAge : acceptedAge;
  const block = chain.maxAge === Number.POSITIVE_INFINITY || (chain.maxAge && age);
  const of = (problem?: states.ChainState) => judge("chain", problem, { connections: connectedRatio, block });
  if (chain.isBootstrapped === false) return of("bootstrapping");
  if (isBelow(connectedRatio, quorum.acceptance) && !chain.isAdvancing) return of("isolated");
  if ((acceptedAge ?? 0) > maxAge || chain.lacksProposer) return of("halted");
  if ((executedAge ?? 0) > maxAge) return of(acceptedAge === undefined ? "halted" : "not_executing");
  if (isBelow(connectedRatio, quorum.healthy)) return of("slow");
  return of(chain.passesCheck === false ? "failing" : undefined);
}

type ValidatorConditions = {
  readonly isPresent: boolean;
  /** The last known period has ended, or the validator has not been seen in the set. */
  readonly hasEnded: boolean;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  readonly uptime: number | undefined;
  readonly required: number | undefined;
  readonly budget: number | undefined;
  /** The last period ended without its reward, not long ago. */
  readonly isUnrewarded: boolean;
  /** The period ends soon, and does not renew. */
  readonly isEnding: boolean;
};
function validatorProblem(validator: ValidatorConditions): states.ValidatorState | undefined {
  const { uptime, required, budget, isUnrewarded } = validator;
  if (!validator.isPresent) return !validator.hasEnded ? "missing" : isUnrewarded ? "unrewarded" : "absent";
  if (validator.isActive === false) return "inactive";
  if (validator.isConnected === false) return "offline";
  if (budget !== undefined && budget < 0) return "reward_lost";
  if (isUnrewarded) return "unrewarded";
  if (uptime !== undefined && required !== undefined && uptime < required) return "at_risk";
  return validator.isEnding ? "ending" : undefined;
}
export const validatorState = (
  validator: ValidatorConditions,
  known: Known<"validator">,
): Judged<states.ValidatorState> => judge("validator", validatorProblem(validator), known);

/** Returns the state of a subnet that is no L1, by the number of its validators. */
export const subnetState = (validators: number | undefined, isBehind: boolean | undefined) =>
  judge("subnet", validators === 0 ? "empty" : undefined, { set: validators, block: isBehind });

type L1Conditions = {
  readonly activeRatio: number;
  readonly quorum: Quorum;
  /** A chain of the L1 has halted. */
  readonly hasHaltedChain: boolean;
  /** Seconds until the L1 halts without top-ups; undefined if it never does, or if that is unknown. */
  readonly haltsIn: number | undefined;
};
export function l1Problem({ activeRatio, quorum, hasHaltedChain, haltsIn }: L1Conditions): states.L1State | undefined {
  if (isBelow(activeRatio, quorum.acceptance) || hasHaltedChain) return "halted";
  if (isBelow(activeRatio, quorum.healthy)) return "slow";
  if (haltsIn !== undefined && haltsIn < forecastSeconds) return "at_risk";
  return activeRatio < 1 ? "degraded" : undefined;
}

type L1ValidatorConditions = {
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  /** The registered BLS key is that of the node; known to the node of the validator only. */
  readonly hasOwnKey: boolean | undefined;
  /** Time until the balance runs out. */
  readonly runway: number | undefined;
};
export function l1ValidatorProblem(validator: L1ValidatorConditions): states.L1ValidatorState | undefined {
  const { isActive, isConnected, hasOwnKey, runway } = validator;
  if (isActive === undefined) return undefined;
  if (!isActive) return "inactive";
  if (isConnected === false) return "offline";
  if (hasOwnKey === false) return "wrong_key";
  return runway !== undefined && runway < forecastSeconds ? "low_balance" : undefined;
}
