/** Facts about the validator set of an L1. Times in Unix seconds.
 *  Source: AvalancheGo, vms/platformvm/state/l1_validator.go. Witness: test/e2e/evm-l1.test.ts. */
import { emptyNodeId } from "../../node-api/ids.ts";
import { isBelow } from "./consensus.ts";
import { earliestExhaustion, type Fees } from "./validator-fee.ts";

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
  finite(exhaustionOf(members.find(({ balance }) => balance !== 0n)?.balance, fees));

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

// The contract that manages the validators of an L1: its functions, and the churn, which is how much of the weight it may change in a
// period. Source: ACP-99; icm-contracts, ValidatorManager.sol (_checkAndUpdateChurnTracker). Witness: test/e2e/evm-l1.test.ts.

/** Function of a contract, without parameters. */
export type ContractFunction<T> = {
  readonly signature: string;
  /** The first four bytes of the Keccak-256 of the signature. */
  readonly selector: string;
  /** Returns what the function has returned; undefined if these bytes are those of another contract. */
  readonly decode: (bytes: string) => T | undefined;
};

/** Hexadecimal digits of a value. */
const wordDigits = 64;

/** Returns the values in bytes, by name; undefined if there are fewer or more, or if one has more bits than `bits` allows. */
function readWords<Name extends string>(bytes: string, bits: Readonly<Record<Name, number>>) {
  const digits = bytes.slice(2);
  const names = Object.keys(bits) as Name[];
  if (digits.length !== wordDigits * names.length) return undefined;
  const words = {} as Record<Name, bigint>;
  for (const [i, name] of names.entries()) {
    const word = BigInt(`0x${digits.slice(wordDigits * i, wordDigits * (i + 1))}`);
    if (word >> BigInt(bits[name]) !== 0n) return undefined;
    words[name] = word;
  }
  return words;
}

/** Functions of the contract that manages the validators of an L1: those of ACP-99, and those that icm-contracts has since version 2. */
export const managerFunctions = {
  /** Weight of all validators (ACP-99): with those whose registration has begun, without those whose removal has begun. */
  totalWeight: {
    signature: "l1TotalWeight()",
    selector: "0xbb0b1938",
    decode: (bytes) => readWords(bytes, { weight: 64 })?.weight,
  },
  /** The same weight, and the churn of the last period. Weights of the L1's own unit, times in Unix seconds. */
  churnTracker: {
    signature: "getChurnTracker()",
    selector: "0x4d693536",
    decode: (bytes) =>
      readWords(bytes, {
        periodSeconds: 64,
        /** Limit of the changes of a period, in percent of the weight at its start. */
        maxPercent: 8,
        /** Start of the last period; 0 before the first change. */
        start: 256,
        initialWeight: 64,
        totalWeight: 64,
        /** Sum of the changes of the last period: added and removed weight alike. */
        amount: 64,
      }),
  },
  /** Address that can register and remove validators, and change their weights. */
  owner: {
    signature: "owner()",
    selector: "0x8da5cb5b",
    decode: (bytes) => readWords(bytes, { owner: 160 }) && `0x${bytes.slice(-40).toLowerCase()}`,
  },
} satisfies Readonly<Record<string, ContractFunction<unknown>>>;

export type ChurnTracker = NonNullable<ReturnType<typeof managerFunctions.churnTracker.decode>>;

/** Returns the churn with which the contract judges the next change: the used share of the limit, and the weight that is left to add or
 *  remove. Undefined if the contract allows none. A change at the end of the last period, or later, starts a new one: its limit is a share
 *  of the present weight. */
export function churnAt(tracker: ChurnTracker, now: number) {
  const { periodSeconds, maxPercent, start, initialWeight, totalWeight } = tracker;
  const isOver = start === 0n || now >= Number(start + periodSeconds);
  const limit = maxPercent * (isOver ? totalWeight : initialWeight);
  const amount = isOver ? 0n : 100n * tracker.amount;
  if (limit === 0n) return undefined;
  return { used: Number(amount) / Number(limit), left: amount < limit ? (limit - amount) / 100n : 0n };
}
