/** Validators of the primary network: how they are asked for, and what is told of one. */
import type { Params } from "../../contract/contract.ts";
import { primaryNetwork } from "../../contract/ids.ts";
import * as m from "../../metrics/validators.ts";
import type { NodeError } from "../../node/errors.ts";
import type { Emit } from "../../prometheus/exposition.ts";
import type { Node } from "../collector.ts";
import { type HeliconMemory, rememberHelicon, requiredUptime } from "./helicon.ts";
import { readSelf } from "./self.ts";
import { emitMember, isL1Validator, memberMetrics, type Validator } from "./validators.ts";

export const stakerMethods = ["platform.getCurrentValidators", "info.upgrades", "info.getNodeID"] as const;

/** Returns true for a validator of the primary network. Only an L1 validator has a validation ID, and only its node can be
 *  there twice. */
const isStaker = (validator: Validator) => !isL1Validator(validator);

type Stakers = {
  readonly validators: readonly Validator[];
  /** The queried node, where that is known. */
  readonly self: string | undefined;
  /** Why the time of Helicon is not known. */
  readonly error: NodeError | undefined;
};

/** Validators, and what it takes to tell of them one by one. */
export async function readStakers(
  node: Node<(typeof stakerMethods)[number]>,
  params: Params<"platform.getCurrentValidators">,
  memory: HeliconMemory,
): Promise<Stakers> {
  const [{ validators }, error] = await Promise.all([
    node.call("platform.getCurrentValidators", params),
    rememberHelicon(node, memory),
  ]);
  return { validators: validators.filter(isStaker), self: await readSelf(node), error };
}

// AvalancheGo's MaxValidatorWeightFactor and MaxValidatorStake
const maxWeightFactor = 5n;
const maxWeight = 3_000_000n * 10n ** 9n;

/** What may still be delegated, in nAVAX. */
export function delegationCapacity(own: bigint, delegated: bigint): bigint {
  const most = own * maxWeightFactor < maxWeight ? own * maxWeightFactor : maxWeight;
  const left = most - own - delegated;
  return left > 0n ? left : 0n;
}

export const stakerMetrics = [
  ...memberMetrics,
  m.validatorStake,
  m.validatorDelegated,
  m.validatorDelegators,
  m.validatorDelegationCapacity,
  m.validatorDelegationFee,
  m.validatorPotentialReward,
  m.validatorAccruedDelegateeReward,
  m.validatorUptime,
  m.validatorUptimeRequired,
  m.validatorConnected,
  m.validatorBlsKey,
] as const;

/** What all of them are told with. */
export type Beside = {
  /** The queried node, which always sees itself at its best; where it is not known, nobody's uptime is told. */
  readonly self: string | undefined;
  readonly helicon: HeliconMemory["told"];
  /** The time of Helicon, for nodes that do not tell. */
  readonly configured: Date | undefined;
  /** The operator's names for some. */
  readonly aliases: ReadonlyMap<string, string>;
};

export function emitStaker(v: Validator, beside: Beside, emit: Emit<(typeof stakerMetrics)[number]>) {
  const { self, helicon, configured, aliases } = beside;
  const labels = { subnet_id: primaryNetwork, node_id: v.nodeID };
  const isSeen = self !== undefined && self !== v.nodeID;
  const required = requiredUptime(v.startTime, helicon, configured);
  emitMember(v, labels, aliases.get(v.nodeID) ?? "", emit);
  emit(m.validatorStake, v.weight, labels);
  if (v.delegatorWeight !== undefined) {
    emit(m.validatorDelegated, v.delegatorWeight, labels);
    emit(m.validatorDelegationCapacity, delegationCapacity(v.weight, v.delegatorWeight), labels);
  }
  if (v.delegatorCount !== undefined) emit(m.validatorDelegators, v.delegatorCount, labels);
  if (v.delegationFee !== undefined) emit(m.validatorDelegationFee, v.delegationFee, labels);
  if (v.potentialReward !== undefined) emit(m.validatorPotentialReward, v.potentialReward, labels);
  if (v.accruedDelegateeReward !== undefined) {
    emit(m.validatorAccruedDelegateeReward, v.accruedDelegateeReward, labels);
  }
  if (v.uptime !== undefined && isSeen) emit(m.validatorUptime, v.uptime, labels);
  if (required !== undefined) emit(m.validatorUptimeRequired, required, labels);
  if (v.connected !== undefined && isSeen) emit(m.validatorConnected, v.connected, labels);
  emit(m.validatorBlsKey, v.signer !== undefined, labels);
}
