/** Units and blocks of EVM chains. Source: ACP-194.
 *  Witness: test/e2e/evm-l1.test.ts, test/fixtures/c-chain-after-helicon. */
/** Smallest units of the native token in one token. */
const unitsPerToken = 1e18;
export const tokensOf = (units: bigint): number => Number(units) / unitsPerToken;

/** The part of a header that shows which kind of chain its block is of. */
type Settling = { readonly settledHeight?: bigint | null | undefined };
/** Returns whether a block is executed after its acceptance, as those of the C-Chain since Helicon (ACP-194). */
export const isAsynchronous = ({ settledHeight }: Settling): boolean => settledHeight != null;
