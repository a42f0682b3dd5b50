/** Units and parameters of EVM chains.
 *  Source: AvalancheGo, vms/evm/acp226 and vms/evm/acp176; ACP-194 and ACP-283.
 *  Witness: test/e2e/evm-l1.test.ts, test/fixtures/c-chain-after-helicon. */
import { exponential } from "./exponential.ts";

/** Smallest units of the native token in one token. */
const unitsPerToken = 1e18;
export const tokensOf = (units: bigint): number => Number(units) / unitsPerToken;

// AvalancheGo's MinDelayMilliseconds and ConversionRate (ACP-226)
const minDelaySeconds = 0.001;
const delayConversionRate = 2 ** 20;
/** Returns the minimum time between two blocks in seconds, from the excess in a header. */
export const delayOf = (excess: bigint): number => minDelaySeconds * Math.exp(Number(excess) / delayConversionRate);

// AvalancheGo's MinTarget and conversionRate (ACP-176)
const minGasTarget = 1_000_000n;
const targetConversionRate = 2n ** 25n;
/** Returns the gas target per second, from the exponent in a header. */
export const gasTargetOf = (exponent: bigint): bigint => exponential(minGasTarget, exponent, targetConversionRate);

// AvalancheGo's minimum and conversionRate (ACP-283)
const priceConversionRate = 415_828_534_307_635_077n;
/** Returns the minimum base fee in the smallest unit of the token, from the exponent in a header. */
export const minBaseFeeOf = (exponent: bigint): bigint => exponential(1n, exponent, priceConversionRate);

/** The part of a header that shows which kind of chain its block is of. */
type Settling = { readonly settledHeight?: bigint | null | undefined };
/** Returns whether a block is executed after its acceptance, as those of the C-Chain since Helicon (ACP-194). */
export const isAsynchronous = ({ settledHeight }: Settling): boolean => settledHeight != null;
