/** Validators of the primary network: their calls and their samples. */
import type { Params } from "../../contract/contract.ts";
import { primaryNetwork } from "../../contract/ids.ts";
import * as m from "../../metrics/validators.ts";
import type { NodeError } from "../../node/errors.ts";
import { sample } from "../../prometheus/sample.ts";
import { known, type Node } from "../collector.ts";
import { type HeliconMemory, rememberHelicon, requiredUptime } from "./helicon.ts";
import { readSelf } from "./self.ts";
import { isL1Validator, memberMetrics, memberSamples, type Validator } from "./validators.ts";

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

export type StakerContext = {
  /** The queried node, whose answer about itself is always the best. If it is unknown, no uptime is exposed. */
  readonly self: string | undefined;
  readonly helicon: HeliconMemory["told"];
  /** The time of Helicon, for nodes that do not tell. */
  readonly configured: Date | undefined;
  /** The operator's names for some. */
  readonly aliases: ReadonlyMap<string, string>;
};

/** Returns the samples of one validator of the primary network. */
export function stakerSamples(v: Validator, context: StakerContext) {
  const { self, helicon, configured, aliases } = context;
  const labels = { subnet_id: primaryNetwork, node_id: v.nodeID };
  const isSeen = self !== undefined && self !== v.nodeID;
  const capacity = v.delegatorWeight === undefined ? undefined : delegationCapacity(v.weight, v.delegatorWeight);
  return known<(typeof stakerMetrics)[number]>([
    ...memberSamples(v, labels, aliases.get(v.nodeID) ?? ""),
    sample(m.validatorStake, v.weight, labels),
    sample(m.validatorDelegated, v.delegatorWeight, labels),
    sample(m.validatorDelegationCapacity, capacity, labels),
    sample(m.validatorDelegators, v.delegatorCount, labels),
    sample(m.validatorDelegationFee, v.delegationFee, labels),
    sample(m.validatorPotentialReward, v.potentialReward, labels),
    sample(m.validatorAccruedDelegateeReward, v.accruedDelegateeReward, labels),
    sample(m.validatorUptime, isSeen ? v.uptime : undefined, labels),
    sample(m.validatorUptimeRequired, requiredUptime(v.startTime, helicon, configured), labels),
    sample(m.validatorConnected, isSeen ? v.connected : undefined, labels),
    sample(m.validatorBlsKey, v.signer !== undefined, labels),
  ]);
}
