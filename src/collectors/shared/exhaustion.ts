/** Time at which the balance of an L1 validator runs out (ACP-77). Amounts in nAVAX, times in seconds. */
import type { Result } from "../../contract/contract.ts";

export type FeeState = Result<"platform.getValidatorFeeState">;
export type FeeConfig = Result<"platform.getValidatorFeeConfig">;

const unixTimeAfter = ({ timestamp }: FeeState, seconds: number) => timestamp.getTime() / 1000 + seconds;

/** Returns whole Unix seconds; undefined if no fee is paid. */
type Exhaustion = (balance: bigint) => number | undefined;
const neverExhausted: Exhaustion = () => undefined;

/** Exhaustion at the current fee. While the fee is constant, the node deactivates a validator at exactly this chain time: when
 *  its balance cannot pay the next second. */
export const exhaustionAt =
  (state: FeeState): Exhaustion =>
  (balance) =>
    balance > 0n && state.price > 0n ? unixTimeAfter(state, Number(balance / state.price)) : undefined;

/** Exhaustion if the number of active validators is at its maximum from now on, so that the fee rises at its maximum rate. The
 *  fee is integrated continuously, the node computes it per second: the results differ by a second or two. */
export function worstExhaustionAt(state: FeeState, config: FeeConfig): Exhaustion {
  const exhaustion = exhaustionAt(state);
  const constant = Number(config.excessConversionConstant);
  const excessRate = Number(config.capacity - config.target);
  const price = Number(config.minPrice) * Math.exp(Number(state.excess) / constant);
  if (!(constant > 0 && price > 0)) return neverExhausted;
  if (excessRate <= 0) return exhaustion;
  const begin = unixTimeAfter(state, 0);
  return (balance) => {
    const atPrice = exhaustion(balance);
    if (atPrice === undefined) return undefined;
    const seconds = (constant / excessRate) * Math.log1p((Number(balance) * excessRate) / (constant * price));
    return Math.min(Math.floor(begin + seconds), atPrice);
  };
}
