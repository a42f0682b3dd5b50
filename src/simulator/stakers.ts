/** Validators and delegators, and their random generation. Seconds are Unix seconds. Amounts are in the smallest unit of the
 *  staked asset: nAVAX on the primary network. */
import { minRateAt, rewardOf } from "./fees.ts";
import { ownerCount } from "./identities.ts";
import type { Random } from "./random.ts";

/** Staking parameters. `supply` is the initial supply, without rewards of initial stakers. */
export type StakingParams = {
  readonly asset: string;
  readonly minStake: { readonly validator: bigint; readonly delegator: bigint };
  readonly minDays: number;
  readonly supply: bigint;
};
export type Stake = {
  /** Names its transaction. */
  readonly n: number;
  readonly start: number;
  readonly end: number;
  readonly weight: bigint;
  /** Potential reward. */
  readonly reward: bigint;
  readonly owner: number;
};
export type Delegator = Stake & { readonly to: Validator };
/** Settings of an auto-renewing validator. */
export type Renewal = {
  /** Number of the owner that may change the settings. */
  readonly authority: number;
  /** Seconds; 0 to stop at the end of this cycle. */
  readonly nextPeriod: number;
  /** Parts per million of the rewards that are restaked. */
  readonly shares: number;
  /** Stake and seconds of the first cycle. */
  readonly first: { readonly weight: bigint; readonly period: number };
};
/** Settings before the stake is known. */
export type RenewalTerms = Omit<Renewal, "first">;
export type Validator = Stake & {
  /** Names the node ID and the keys, which outlast one staking period. */
  readonly node: number;
  /** Parts per million of the delegators' rewards. */
  readonly fee: number;
  readonly renewal: Renewal | undefined;
  readonly delegators: Set<Delegator>;
  delegated: bigint;
  /** Delegatee reward of ended delegations. */
  accrued: bigint;
  connected: boolean;
  /** Seconds seen connected, until `seen`. */
  up: number;
  seen: number;
};

export const ownNode = 0;
/** Numbers of the nodes that scenarios affect. */
export const offlineNode = 1;
export const leavingNode = 2;
/** Nodes that only a scenario disconnects: their past uptime is high, and their staking periods end late. */
export const steadyNodes: readonly number[] = [ownNode, offlineNode, leavingNode];
/** Number of the node that answers after the swap. */
export const otherNode = 1;
const day = 86_400;
export const maxWeight = 3_000_000n * 10n ** 9n;
export const maxDelegationFactor = 5n;
export const maxDays = 365;
const maxCycleDays = 60;
const restakedShares = [0, 300_000, 500_000, 1_000_000];
export const minDelegationFee = 20_000;
const fees = [
  minDelegationFee,
  minDelegationFee,
  minDelegationFee,
  30_000,
  50_000,
  100_000,
  125_000,
  200_000,
  1_000_000,
];

/** Seconds seen connected up to now as share of the time since the start, from 0 to 1. */
export function uptimeOf({ start, up, connected, seen }: Validator, now: number): number {
  const total = now - start;
  const seconds = connected ? up + now - seen : up;
  return total > 0 ? Math.min(seconds / total, 1) : 1;
}

/** Sets the connection state and updates the uptime. */
export function reconnect(validator: Validator, connected: boolean, now: number) {
  if (validator.connected) validator.up += now - validator.seen;
  validator.seen = now;
  validator.connected = connected;
}

/** Returns the remaining delegation capacity. */
export function delegationCapacityOf({ weight, delegated }: Validator): bigint {
  const most = weight * maxDelegationFactor < maxWeight ? weight * maxDelegationFactor : maxWeight;
  return most - weight - delegated;
}

const whole = (amount: number) => BigInt(Math.floor(amount));

type Population = { readonly count: number; readonly helicon: number };

/** `helicon` in Unix seconds. */
export function createStakerGenerator(
  random: Random,
  { minStake, minDays }: StakingParams,
  { count, helicon }: Population,
) {
  let last = -1;
  /** In large sets most stakes are small; in small sets most are large. */
  const skew = count > 200 ? 2.5 : 0.6;
  const stake = (start: number, end: number, weight: bigint, supply: bigint): Stake => ({
    n: ++last,
    start,
    end,
    weight,
    reward: rewardOf(weight, BigInt(end - start), supply, minRateAt(start, helicon)),
    owner: random.below(ownerCount),
  });

  return {
    validator(node: number, start: number, end: number, supply: bigint, terms: RenewalTerms | undefined): Validator {
      const weight = whole(random.magnitude(Number(minStake.validator), Number(maxWeight), skew));
      const fee = fees[random.below(fees.length)] as number;
      const renewal = terms && { ...terms, first: { weight, period: end - start } };
      const none = { delegators: new Set<Delegator>(), delegated: 0n, accrued: 0n };
      return { ...stake(start, end, weight, supply), node, fee, renewal, ...none, connected: true, up: 0, seen: start };
    },
    /** Returns the past uptime of a validator; a few are low. */
    pastUptime(node: number): number {
      if (node === ownNode) return 1;
      const isLow = random.chance(0.03) && !steadyNodes.includes(node);
      return isLow ? random.between(0.2, 0.95) : 1 - random.between(0, 0.15) ** 2;
    },
    /** Returns undefined if there is no capacity. */
    delegator(to: Validator, start: number, end: number, supply: bigint): Delegator | undefined {
      const room = delegationCapacityOf(to);
      const drawn = whole(random.magnitude(Number(minStake.delegator), Number(minStake.delegator) * 400));
      const weight = drawn < room ? drawn : room;
      if (weight < minStake.delegator || end - start < minDays * day) return undefined;
      return { ...stake(start, end, weight, supply), to };
    },
    /** Seconds of a staking period. */
    period: () => Math.floor(random.magnitude(minDays, maxDays, 0.5) * day),
    cycle: () => Math.floor(random.magnitude(minDays, maxCycleDays) * day),
    renewal: (nextPeriod: number): RenewalTerms => ({
      authority: random.below(ownerCount),
      nextPeriod,
      shares: restakedShares[random.below(restakedShares.length)] as number,
    }),
    delegation: () => Math.floor(random.magnitude(minDays, 90) * day),
  };
}
