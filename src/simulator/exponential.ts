/** Prices and rates that the protocol computes from an exponent.
 *  Source: AvalancheGo, vms/components/gas/gas.go (CalculatePrice). Witness: test/conformance/rules/fees.ts. */

const maxUint64 = 2n ** 64n - 1n;

/** Returns `minimum` times e to the power of `exponent / constant` by AvalancheGo's integer series (CalculatePrice, EIP-4844), at most the
 *  largest number of 64 bits. */
export function exponential(minimum: bigint, exponent: bigint, constant: bigint): bigint {
  const maxSum = constant * maxUint64;
  let sum = 0n;
  let term = minimum * constant;
  for (let i = 1n; term > 0n; i++) {
    sum += term;
    if (sum >= maxSum) return maxUint64;
    term = (term * exponent) / constant / i;
  }
  return sum / constant;
}
