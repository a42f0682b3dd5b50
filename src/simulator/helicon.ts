/** What Helicon brought: more uptime for a reward (ACP-267), and validators that renew by themselves (ACP-236). */
import { rewardOf } from "./fees.ts";
import { maxWeight, type Renewal, type Validator } from "./stakers.ts";

const perMillion = 1_000_000n;
const renewingEvery = 5;
/** The first node whose validator renews, and the one after it: that one has asked to stop. */
export const firstRenewing = 1;
export const stopping = firstRenewing + renewingEvery;

/** Share of its period that a validator must be seen connected. All in Unix seconds. */
export const requiredUptime = (start: number, helicon: number): number => (start >= helicon ? 0.9 : 0.8);

/** Whether the node renews by itself, when it begins to stake at that time. */
export const renews = (node: number, start: number, helicon: number): boolean =>
  start >= helicon && node % renewingEvery === firstRenewing;

/** What of an amount is not withdrawn. */
const restaked = (amount: bigint, { shares }: Renewal): bigint =>
  amount - ((perMillion - BigInt(shares)) * amount) / perMillion;

/** The cycle after one that is rewarded, for the same transaction; none where there is to be none. */
export function nextCycle(validator: Validator, supply: bigint): Validator | undefined {
  const { renewal, end } = validator;
  if (!renewal || renewal.nextPeriod === 0) return undefined;
  const grown = validator.weight + restaked(validator.reward, renewal) + restaked(validator.accrued, renewal);
  const weight = grown < maxWeight ? grown : maxWeight;
  return {
    ...validator,
    start: end,
    end: end + renewal.nextPeriod,
    weight,
    reward: rewardOf(weight, BigInt(renewal.nextPeriod), supply),
    delegators: new Set(),
    delegated: 0n,
    accrued: 0n,
    up: 0,
    seen: end,
  };
}
