/** Facts about the validator set of an L1. Times in Unix seconds.
 *  Source: AvalancheGo, vms/platformvm/state/l1_validator.go. Witness: test/e2e/evm-l1.test.ts. */
import { emptyNodeId } from "../node-api/ids.ts";
import { isBelow } from "./consensus.ts";
import { earliestExhaustion, type Fees, topUpUntil } from "./validator-fee.ts";

/** Number of days for which the weight of an L1 is forecast. */
export const forecastDays = 7;
/** The same in seconds. */
export const forecastSeconds = forecastDays * 86_400;

type Weighted = { readonly weight: bigint };
/** A validator of an L1. */
export type L1Member = Weighted & {
  /** Empty for a validator from before the conversion. */
  readonly validation_id: string;
  readonly node_id: string;
  readonly alias: string;
  /** nAVAX: 0 while inactive; undefined for a validator from before the conversion, which pays no fee. */
  readonly balance: bigint | undefined;
};
type Balanced = Weighted & Pick<L1Member, "balance">;
/** A member whose balance has run out, or runs out soon: at 0 or later. */
export type EndingMember = L1Member & { readonly balance: bigint; readonly exhaustion: number };

export const sumOfWeights = (members: readonly Weighted[]): bigint =>
  members.reduce((sum, { weight }) => sum + weight, 0n);

/** Returns whether a validator of an L1 is active; undefined for one from before the conversion, which has no balance and stays active. */
export const isActive = (balance: bigint | undefined): boolean | undefined =>
  balance === undefined ? undefined : balance > 0n;

/** Returns the time at which a balance in nAVAX runs out: 0 if it has, Infinity for a validator from before the conversion of its L1,
 *  which pays no fee. */
export function exhaustionOf(balance: bigint | undefined, fees: Fees): number | undefined {
  if (isActive(balance) === false) return 0;
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

/** Returns the members in the order in which their balances run out, whatever the fee is: those that pay none are last. */
export const inOrderOfBalances = <M extends Balanced>(members: readonly M[]): readonly M[] =>
  members.toSorted(({ balance: a }, { balance: b }) => {
    if (a === b) return 0;
    return b === undefined || (a !== undefined && a < b) ? -1 : 1;
  });

/** Returns the members whose balances have run out, or run out until a time. `members` are in the order of their balances. Undefined if
 *  the fee is unknown. */
export function endingUntil(
  members: readonly L1Member[],
  fees: Fees,
  time: number,
): readonly EndingMember[] | undefined {
  const ending: EndingMember[] = [];
  for (const member of members) {
    const { balance } = member;
    const exhaustion = exhaustionOf(balance, fees);
    if (exhaustion === undefined) return undefined;
    if (balance === undefined || exhaustion > time) break;
    ending.push({ ...member, balance, exhaustion });
  }
  return ending;
}

/** Returns a time at which a balance runs out, if there is one. */
const finite = (time: number | undefined) => (Number.isFinite(time) ? time : undefined);

/** Returns the first time at which a balance runs out. `members` are in the order of their balances. Undefined without active validators
 *  that pay a fee. */
export const firstExhaustion = (members: readonly Balanced[], fees: Fees): number | undefined =>
  finite(exhaustionOf(members.find(({ balance }) => isActive(balance) !== false)?.balance, fees));

/** Returns the time at which the L1 halts without top-ups, because less than `needed` (0 to 1) of the weight is active: 0 if that has
 *  happened. `members` are in the order of their balances. Undefined if it never happens, or if the fee is unknown. */
export function haltTime(members: readonly Balanced[], fees: Fees, needed: number): number | undefined {
  const total = Number(sumOfWeights(members));
  let active = total;
  const last = members.find(({ weight }) => {
    active -= Number(weight);
    return isBelow(active / total, needed);
  });
  return last && finite(exhaustionOf(last.balance, fees));
}

/** Returns the nAVAX to add so that all balances last for so many days; undefined if the fee is unknown. */
export function totalTopUp(members: readonly Balanced[], fees: Fees, now: number, days: number): number | undefined {
  const amountFor = topUpUntil(now + days * 86_400, now, fees);
  const add = (sum: number, { balance }: Balanced) => (balance === undefined ? sum : sum + (amountFor?.(balance) ?? 0));
  return amountFor && members.reduce(add, 0);
}
