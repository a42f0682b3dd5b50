/** Facts about the validator set of an L1. Times in Unix seconds.
 *  Source: AvalancheGo, vms/platformvm/state/l1_validator.go. Witness: test/e2e/evm-l1.test.ts. */
import { emptyNodeId } from "../api/ids.ts";
import { isBelow } from "./consensus.ts";
import { earliestExhaustion, type Fees } from "./validator-fee.ts";

/** Number of days for which the weight of an L1 is forecast. */
export const forecastDays = 7;
/** The same in seconds. */
export const forecastSeconds = forecastDays * 86_400;

type Weighted = { readonly weight: bigint };
export type Member = Weighted & {
  /** Time at which the balance runs out: 0 while inactive, Infinity without a fee, undefined if unknown. */
  readonly exhaustion: number | undefined;
};
/** A member of an L1 whose balance has run out, or runs out soon. */
export type L1Member = Weighted & {
  readonly validation_id: string;
  readonly node_id: string;
  readonly alias: string;
  /** nAVAX. */
  readonly balance: bigint;
  readonly exhaustion: number;
};

/** Returns the sum of the weights. */
export const sumOfWeights = (members: readonly Weighted[]): bigint =>
  members.reduce((sum, { weight }) => sum + weight, 0n);

/** Returns the weight that counts for consensus: that of an inactive L1 validator is 0. */
export const activeWeight = <W extends number | bigint>(weight: W, isActive: boolean | undefined): W =>
  isActive === false ? ((typeof weight === "bigint" ? 0n : 0) as W) : weight;

/** Returns the time at which a balance in nAVAX runs out: 0 if it has, Infinity for a validator from before the conversion of its L1,
 *  which pays no fee. */
export function exhaustionOf(balance: bigint | undefined, fees: Fees): number | undefined {
  if (balance === 0n) return 0;
  return balance === undefined ? Number.POSITIVE_INFINITY : earliestExhaustion(balance, fees);
}

/** Returns a share of the weight (0 to 1); undefined without weight. */
export const shareOf = (part: bigint, total: bigint): number | undefined =>
  total === 0n ? undefined : Number(part) / Number(total);

/** The validators of an L1 at a P-Chain height by node ID. All inactive ones have the empty node ID there. */
export type ValidatorsAt = Readonly<Record<string, Weighted>>;

/** Returns the share (0 to 1) of the weight in a set whose validators are active and satisfy a condition; undefined without weight. */
export function activeShareAt(validators: ValidatorsAt, satisfies: (nodeId: string) => boolean): number | undefined {
  const counted = Object.entries(validators).filter(([id]) => id !== emptyNodeId && satisfies(id));
  return shareOf(sumOfWeights(counted.map(([, one]) => one)), sumOfWeights(Object.values(validators)));
}

/** Returns whether none of the validators that can make the next block of a chain is online: those at the P-Chain height of its last
 *  block. Inactive ones do not count, and without any other validator anyone can make it. Sources: AvalancheGo vms/proposervm/block.go and
 *  proposer/windower.go. Witness: test/e2e/l1-consensus.test.ts. */
export function lacksProposer(validators: ValidatorsAt, isOnline: (nodeId: string) => boolean): boolean {
  const proposers = Object.keys(validators).filter((id) => id !== emptyNodeId);
  return proposers.length > 0 && !proposers.some(isOnline);
}

/** Returns the share (0 to 1) of the weight of an L1 that is active at a time, without top-ups. */
export const forecastRatio = (total: bigint, ending: readonly L1Member[], time: number): number | undefined =>
  shareOf(total - sumOfWeights(ending.filter(({ exhaustion }) => exhaustion <= time)), total);

/** Returns the first time at which a balance runs out; undefined without active validators that pay a fee. */
export function firstExhaustion(members: readonly Member[]): number | undefined {
  let first: number | undefined;
  for (const { exhaustion = 0 } of members)
    if (exhaustion > 0 && Number.isFinite(exhaustion)) first = Math.min(exhaustion, first ?? exhaustion);
  return first;
}

/** Returns the time at which the L1 halts without top-ups, because less than `needed` (0 to 1) of the weight is active: 0 if that has
 *  happened; undefined if it never happens, or if a time is unknown. */
export function haltTime(members: readonly Member[], needed: number): number | undefined {
  const ends = members.flatMap(({ weight, exhaustion }) => (exhaustion === undefined ? [] : [{ weight, exhaustion }]));
  if (ends.length < members.length) return undefined;
  const total = Number(sumOfWeights(members));
  let active = total;
  for (const { weight, exhaustion } of ends.toSorted((a, b) => a.exhaustion - b.exhaustion)) {
    if (!Number.isFinite(exhaustion)) return undefined;
    active -= Number(weight);
    if (isBelow(active / total, needed)) return exhaustion;
  }
  return undefined;
}
