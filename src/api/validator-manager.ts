/** Functions of the contract that manages the validators of an L1: those of ACP-99, and those that icm-contracts has since version 2. */

/** A function without parameters. */
export type ContractFunction<T> = {
  readonly signature: string;
  /** The first four bytes of the Keccak-256 of the signature. */
  readonly selector: string;
  /** Returns what the function has returned; undefined if these bytes are those of another contract. */
  readonly decode: (bytes: string) => T | undefined;
};
const define = <T>(definition: ContractFunction<T>) => definition;

/** Hexadecimal digits of a value. */
const wordDigits = 64;

/** Returns the values in bytes, with so many bits each; undefined if the bytes are fewer or more, or if a value has more bits. */
function wordsOf<const B extends readonly number[]>(bytes: string, ...bits: B) {
  const hex = bytes.slice(2);
  if (hex.length !== wordDigits * bits.length) return undefined;
  const words = bits.map((_, i) => BigInt(`0x${hex.slice(wordDigits * i, wordDigits * (i + 1))}`));
  const fits = words.every((word, i) => word >> BigInt(bits[i] ?? 0) === 0n);
  return fits ? (words as { [I in keyof B]: bigint }) : undefined;
}

export const managerFunctions = {
  /** Weight of all validators (ACP-99): with those whose registration has begun, without those whose removal has begun. */
  totalWeight: define({
    signature: "l1TotalWeight()",
    selector: "0xbb0b1938",
    decode: (bytes) => wordsOf(bytes, 64)?.[0],
  }),
  /** The same weight, and the churn of the last period. */
  churnTracker: define({
    signature: "getChurnTracker()",
    selector: "0x4d693536",
    decode(bytes) {
      const words = wordsOf(bytes, 64, 8, 256, 64, 64, 64);
      if (!words) return undefined;
      const [periodSeconds, maxPercent, start, initialWeight, totalWeight, amount] = words;
      return { periodSeconds, maxPercent, start, initialWeight, totalWeight, amount };
    },
  }),
  /** Address that can register and remove validators, and change their weights. */
  owner: define({
    signature: "owner()",
    selector: "0x8da5cb5b",
    decode: (bytes) => (wordsOf(bytes, 160) ? `0x${bytes.slice(-40).toLowerCase()}` : undefined),
  }),
} as const;
