/** When an L1 validator's balance runs out, by the rule of ACP-77. Amounts in nAVAX, times in seconds. */
import type { Result } from "../../contract/contract.ts";

export type FeeState = Result<"platform.getValidatorFeeState">;
export type FeeConfig = Result<"platform.getValidatorFeeConfig">;

const unixTimeAfter = ({ timestamp }: FeeState, seconds: number) => timestamp.getTime() / 1000 + seconds;

/** In whole Unix seconds; undefined where nothing is paid. */
type Exhaustion = (balance: bigint) => number | undefined;
const neverExhausted: Exhaustion = () => undefined;

/** At the price of the fee state. As long as the price stays the node evicts at exactly that second, whatever the clock says:
 *  whoever cannot pay the next one. */
export const exhaustionAt =
  (state: FeeState): Exhaustion =>
  (balance) =>
    balance > 0n && state.price > 0n ? unixTimeAfter(state, Number(balance / state.price)) : undefined;

/** The same if from now on there are as many validators as can be, so that the price rises as fast as it can. It is taken to
 *  rise continuously, while the node reckons second by second: they differ by a second or two. */
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
