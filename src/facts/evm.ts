/** Units of EVM chains. */

/** Smallest units of the native token in one token. */
const unitsPerToken = 1e18;
export const tokensOf = (units: bigint): number => Number(units) / unitsPerToken;

// AvalancheGo's MinDelayMilliseconds and ConversionRate (ACP-226)
const minDelaySeconds = 0.001;
const delayConversionRate = 2 ** 20;
/** Returns the minimum time between two blocks in seconds, from the excess in a header. */
export const delayOf = (excess: bigint): number => minDelaySeconds * Math.exp(Number(excess) / delayConversionRate);
