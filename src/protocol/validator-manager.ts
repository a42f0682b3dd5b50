/** The contract that manages the validators of an L1: its functions, and the churn, which is how much of the weight it may change in a
 *  period. Source: ACP-99; icm-contracts, ValidatorManager.sol (_checkAndUpdateChurnTracker). Witness: test/e2e/evm-l1.test.ts. */

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
