/** Fees and rewards as AvalancheGo computes them: integers only. Gas fee: ACP-103; validator fee: ACP-77. */
import { exponential } from "./exponential.ts";

const max = (left: bigint, right: bigint) => (left > right ? left : right);
const min = (left: bigint, right: bigint) => (left < right ? left : right);

export type GasConfig = {
  readonly weights: readonly bigint[];
  readonly maxCapacity: bigint;
  readonly maxPerSecond: bigint;
  readonly targetPerSecond: bigint;
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
};
export type GasState = { readonly capacity: bigint; readonly excess: bigint };

export const advanceGas = (config: GasConfig, { capacity, excess }: GasState, seconds: bigint): GasState => ({
  capacity: min(capacity + config.maxPerSecond * seconds, config.maxCapacity),
  excess: max(excess - config.targetPerSecond * seconds, 0n),
});
export const consumeGas = ({ capacity, excess }: GasState, gas: bigint): GasState => ({
  capacity: capacity - gas,
  excess: excess + gas,
});

export type ValidatorFeeConfig = {
  readonly capacity: bigint;
  readonly target: bigint;
  /** nAVAX per second. */
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
};
/** `active`: L1 validators that pay. */
export type ValidatorFeeState = { readonly active: bigint; readonly excess: bigint };

export const validatorPrice = (config: ValidatorFeeConfig, excess: bigint): bigint =>
  exponential(config.minPrice, excess, config.excessConversionConstant);

export const excessAfter = (
  { target }: ValidatorFeeConfig,
  { active, excess }: ValidatorFeeState,
  seconds: bigint,
): bigint => max(excess + (active - target) * seconds, 0n);

/** Yields the cost of each of the next `seconds`, at the price of its end. */
function* costs(config: ValidatorFeeConfig, state: ValidatorFeeState, seconds: bigint) {
  let { excess } = state;
  let price = validatorPrice(config, excess);
  for (let second = 0n; second < seconds; second++) {
    const next = excessAfter(config, { ...state, excess }, 1n);
    if (next !== excess) price = validatorPrice(config, next);
    excess = next;
    yield price;
  }
}
const isSteady = ({ target }: ValidatorFeeConfig, { active, excess }: ValidatorFeeState) =>
  active === target || (excess === 0n && active < target);

/** nAVAX that one active L1 validator pays for the next `seconds`. */
export function costOf(config: ValidatorFeeConfig, state: ValidatorFeeState, seconds: bigint): bigint {
  if (isSteady(config, state)) return seconds * validatorPrice(config, state.excess);
  let sum = 0n;
  for (const cost of costs(config, state, seconds)) sum += cost;
  return sum;
}

/** The first of the next `within` seconds at whose end `funds` cannot pay one more, if any; 0 if not even the next. */
export function secondsUntilEmpty(
  config: ValidatorFeeConfig,
  state: ValidatorFeeState,
  funds: bigint,
  within: bigint,
): bigint | undefined {
  if (isSteady(config, state)) {
    const seconds = funds / validatorPrice(config, state.excess);
    return seconds <= within ? seconds : undefined;
  }
  let left = funds;
  let second = 0n;
  for (const cost of costs(config, state, within + 1n)) {
    if (left < cost) return second;
    left -= cost;
    second++;
  }
  return undefined;
}

export const supplyCap = 720_000_000n * 10n ** 9n;
const mintingPeriod = 365n * 86_400n;
const perMillion = 1_000_000n;
/** Reward rates in parts per million per year. */
export const minRate = 100_000n;
export const maxRate = 120_000n;
const minRateAfterHelicon = 75_000n;
const reductionSeconds = 90n * 86_400n;

/** Returns the minimum rate of a staking period by its start. It falls within 90 days of Helicon (ACP-285). Times in Unix seconds. */
export function minRateAt(start: number, helicon: number): bigint {
  if (start < helicon) return minRate;
  const elapsed = min(BigInt(Math.floor(start - helicon)), reductionSeconds);
  return minRate - ((minRate - minRateAfterHelicon) * elapsed) / reductionSeconds;
}

/** Returns the reward in nAVAX: the stake's share of the supply, of `from` to 12 % per year of the amount not yet minted. */
export function rewardOf(stake: bigint, seconds: bigint, supply: bigint, from = minRate): bigint {
  const rate = (maxRate - from) * seconds + from * mintingPeriod;
  const numerator = (supplyCap - supply) * rate * stake * seconds;
  return numerator / (mintingPeriod * perMillion) / supply / mintingPeriod;
}
