/** Balances of addresses, as AvalancheGo counts them from unspent outputs in nAVAX; units and blocks of EVM chains.
 *  Source: AvalancheGo, vms/platformvm/service.go and vms/avm/service.go (GetBalance). Witness: test/e2e/populated.test.ts. */

/** Times in Unix seconds until which an output cannot be spent, or can be staked only; 0 if there is none. */
type Output = { readonly amount: bigint; readonly locktime: bigint; readonly stakeableLocktime: bigint };
type OwnedOutput = Output & { readonly owners: readonly string[] };

export const sumOf = (outputs: readonly Pick<Output, "amount">[]): bigint =>
  outputs.reduce((sum, { amount }) => sum + amount, 0n);

type Kind = "unlocked" | "lockedStakeable" | "lockedNotStakeable";
function balanceKindOf({ locktime, stakeableLocktime }: Output, now: number): Kind {
  if (locktime > now) return "lockedNotStakeable";
  return stakeableLocktime > now ? "lockedStakeable" : "unlocked";
}

/** Returns the balance of an address on the P-Chain at a time in Unix seconds. Outputs that need several signatures count in full. */
export function balanceOnP(outputs: readonly Output[], now: number): Readonly<Record<Kind, bigint>> {
  const of = (kind: Kind) => sumOf(outputs.filter((output) => balanceKindOf(output, now) === kind));
  return {
    unlocked: of("unlocked"),
    lockedStakeable: of("lockedStakeable"),
    lockedNotStakeable: of("lockedNotStakeable"),
  };
}

/** Returns the balance of an address on the X-Chain at a time in Unix seconds: outputs that it can spend alone and at once. */
export const balanceOnX = (outputs: readonly OwnedOutput[], now: number): bigint =>
  sumOf(outputs.filter(({ owners, locktime }) => owners.length === 1 && locktime <= now));

/** Unlocked AVAX, or native tokens of an EVM chain, below which an address has a low balance. */
export const lowBalance = 1;

// Units and blocks of EVM chains. Source: ACP-194. Witness: test/e2e/evm-l1.test.ts, test/fixtures/c-chain-after-helicon.

/** Smallest units of the native token in one token. */
const unitsPerToken = 1e18;
export const tokensOf = (units: bigint): number => Number(units) / unitsPerToken;

type Header = { readonly settledHeight?: bigint | null | undefined };
/** Returns whether the header shows that its block is executed after its acceptance, as those of the C-Chain since Helicon (ACP-194). */
export const isAsynchronous = ({ settledHeight }: Header): boolean => settledHeight != null;
