/** P-Chain gas: consumption and price. */
import { exponential } from "./exponential.ts";
import { advanceGas, consumeGas, type GasConfig, type GasState } from "./fees.ts";
import type { Random } from "./random.ts";

/** Gas price in nAVAX above which users postpone transactions. */
const deferralPrice = 100;

/** Gas demand: drifts around `load`, a share of the target, and falls as the price rises. */
function createDemand(config: GasConfig, random: Random, load: number) {
  let drift = 0;
  return ({ capacity, excess }: GasState, seconds: number): bigint => {
    drift = 0.99 * drift + 0.08 * random.normal();
    const price = Math.exp(Number(excess) / Number(config.excessConversionConstant));
    const rate = (Number(config.targetPerSecond) * load * Math.exp(drift)) / Math.sqrt(1 + price / deferralPrice);
    const gas = BigInt(Math.floor(rate * seconds * random.between(0.3, 1.7)));
    return gas < capacity ? gas : capacity;
  };
}

export function createGas(config: GasConfig, random: Random, load: number) {
  const demand = createDemand(config, random, load);
  let state: GasState = { capacity: config.maxCapacity, excess: 0n };

  return {
    config,
    state: () => state,
    /** nAVAX per gas. */
    price: () => exponential(config.minPrice, state.excess, config.excessConversionConstant),
    /** A block, so many seconds after the one before. */
    accept(seconds: number, hasTransactions: boolean) {
      state = advanceGas(config, state, BigInt(seconds));
      if (hasTransactions) state = consumeGas(state, demand(state, seconds));
    },
  };
}
