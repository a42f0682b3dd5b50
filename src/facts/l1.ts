/** Facts about the validator set of an L1. */
import { quorum } from "./consensus.ts";

/** Number of days for which the weight of an L1 is forecast. */
export const forecastDays = 7;
/** The same in seconds. */
export const forecastSeconds = forecastDays * 86_400;

export type Member = {
  readonly weight: bigint;
  /** Seconds until the balance runs out: 0 while inactive, Infinity without a fee, undefined if unknown. */
  readonly runway: number | undefined;
};

/** Returns the sum of the weights. */
export const sumOfWeights = (members: readonly Pick<Member, "weight">[]): bigint =>
  members.reduce((sum, { weight }) => sum + weight, 0n);

/** Returns the share (0 to 1) of the weight whose validators are active after so many seconds; undefined if it is unknown. */
function activeRatio(members: readonly Member[], after: number): number | undefined {
  const total = sumOfWeights(members);
  if (total === 0n || members.some(({ runway }) => runway === undefined)) return undefined;
  const active = members.filter(({ runway = 0 }) => runway > after);
  return Number(active.length === members.length ? total : sumOfWeights(active)) / Number(total);
}

/** Returns the share (0 to 1) of the weight of an L1 that is active. */
export const activeWeightRatio = (members: readonly Member[]) => activeRatio(members, 0);

/** Returns the share (0 to 1) of the weight of an L1 that will be active after `forecastDays`, without top-ups. */
export const forecastWeightRatio = (members: readonly Member[]) => activeRatio(members, forecastSeconds);

/** Returns the seconds until the first balance runs out; undefined without active validators that pay a fee. */
export function lowestRunway(members: readonly Member[]): number | undefined {
  let lowest: number | undefined;
  for (const { runway = 0 } of members)
    if (runway > 0 && Number.isFinite(runway)) lowest = Math.min(runway, lowest ?? runway);
  return lowest;
}

/** Returns the seconds until less than the quorum of the weight is active, without top-ups: 0 if that has happened;
 *  undefined if it never happens, or if a runway is unknown. */
export function timeToHalt(members: readonly Member[]): number | undefined {
  const ends = members.flatMap(({ weight, runway }) => (runway === undefined ? [] : [{ weight, runway }]));
  if (ends.length < members.length) return undefined;
  const total = Number(sumOfWeights(members));
  let active = total;
  for (const { weight, runway } of ends.toSorted((a, b) => a.runway - b.runway)) {
    if (!Number.isFinite(runway)) return undefined;
    active -= Number(weight);
    if (active < quorum * total) return runway;
  }
  return undefined;
}
