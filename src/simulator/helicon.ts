/** Helicon: higher uptime requirement (ACP-267) and auto-renewing validators (ACP-236). */
import { minRateAt, rewardOf } from "./fees.ts";
import { maxWeight, type Renewal, type Validator } from "./stakers.ts";

const perMillion = 1_000_000n;
const renewingEvery = 5;
/** The first auto-renewing node, and the next one, which does not renew again. */
export const firstRenewing = 1;
export const stopping = firstRenewing + renewingEvery;

/** Returns the uptime required for a reward, 0 to 1. Times in Unix seconds. */
export const requiredUptime = (start: number, helicon: number): number => (start >= helicon ? 0.9 : 0.8);

/** Whether a validator that starts at that time auto-renews. */
export const renews = (node: number, start: number, helicon: number): boolean =>
  start >= helicon && node % renewingEvery === firstRenewing;

/** Returns the part of an amount that is restaked. */
const restaked = (amount: bigint, { shares }: Renewal): bigint =>
  amount - ((perMillion - BigInt(shares)) * amount) / perMillion;

/** Returns the next cycle of an auto-renewing validator; undefined if it stops. */
export function nextCycle(validator: Validator, supply: bigint, helicon: number): Validator | undefined {
  const { renewal, end } = validator;
  if (!renewal || renewal.nextPeriod === 0) return undefined;
  const grown = validator.weight + restaked(validator.reward, renewal) + restaked(validator.accrued, renewal);
  const weight = grown < maxWeight ? grown : maxWeight;
  return {
    ...validator,
    start: end,
    end: end + renewal.nextPeriod,
    weight,
    reward: rewardOf(weight, BigInt(renewal.nextPeriod), supply, minRateAt(end, helicon)),
    delegators: new Set(),
    delegated: 0n,
    accrued: 0n,
    up: 0,
    seen: end,
  };
}
