/** L1 validators: metrics and samples of one, and the fee that they pay (ACP-77). */
import type { Result } from "../../api/contract.ts";
import { sample } from "../../exposition/sample.ts";
import * as m from "../../metrics/l1.ts";
import { attempt, type NodeError } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import { createMemory } from "./memory.ts";
import type { L1Validator } from "./validators.ts";

export type FeeState = Result<"platform.getValidatorFeeState">;
export type FeeConfig = Result<"platform.getValidatorFeeConfig">;

/** Returns the time in Unix seconds at which a balance in nAVAX runs out at the current fee; undefined if no fee is paid. While
 *  the fee is constant, the node deactivates a validator at exactly this chain time: when it cannot pay the next second. */
export const exhaustionAt = (balance: bigint, { price, timestamp }: FeeState): number | undefined =>
  balance > 0n && price > 0n ? timestamp.getTime() / 1000 + Number(balance / price) : undefined;

/** Returns the time in Unix seconds at which a balance in nAVAX runs out while the excess grows by `excessRate` per second, or falls
 *  to 0 if it is negative; undefined if no fee is paid. The fee is integrated continuously, the node computes it per second: the
 *  results differ by a second or two. */
export function exhaustionAtRate(
  balance: bigint,
  state: FeeState,
  config: FeeConfig,
  excessRate: number,
): number | undefined {
  const atPrice = exhaustionAt(balance, state);
  const constant = Number(config.excessConversionConstant);
  const minPrice = Number(config.minPrice);
  const excess = Number(state.excess);
  const price = minPrice * Math.exp(excess / constant);
  if (atPrice === undefined || !(constant > 0 && price > 0)) return undefined;
  if (excessRate === 0 || (excessRate < 0 && excess === 0)) return atPrice;
  const start = state.timestamp.getTime() / 1000;
  const costUntilMinimum = excessRate < 0 ? (constant / -excessRate) * (price - minPrice) : Number.POSITIVE_INFINITY;
  if (Number(balance) > costUntilMinimum)
    return Math.floor(start + excess / -excessRate + (Number(balance) - costUntilMinimum) / minPrice);
  const seconds = (constant / excessRate) * Math.log1p((Number(balance) * excessRate) / (constant * price));
  const at = Math.floor(start + seconds);
  return excessRate > 0 ? Math.min(at, atPrice) : at;
}

/** Returns the time at which a balance runs out if the number of active validators stays as it is. */
const forecastExhaustionAt = (balance: bigint, { state, config, excessRate }: Fees): number | undefined =>
  state && config && excessRate !== undefined ? exhaustionAtRate(balance, state, config, excessRate) : undefined;

/** Returns the time in Unix seconds at which a positive balance runs out: at the current fee, or earlier if the number of active
 *  validators lets the fee rise. Infinity without a fee, undefined if the fee is unknown. */
export function earliestExhaustion(balance: bigint, fees: Fees): number | undefined {
  if (!fees.state) return undefined;
  const never = Number.POSITIVE_INFINITY;
  return Math.min(exhaustionAt(balance, fees.state) ?? never, forecastExhaustionAt(balance, fees) ?? never);
}

/** Returns the time at which a balance runs out if the number of active validators is at its maximum from now on. */
export const worstExhaustionAt = (balance: bigint, state: FeeState, config: FeeConfig): number | undefined =>
  exhaustionAtRate(balance, state, config, Math.max(Number(config.capacity - config.target), 0));

/** Number of runs that use the same parameters of the fee. */
const runsPerConfig = 20;

export const feeMethods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;

/** Fee state and parameters, if known; otherwise `error`, unless the node does not know the methods. */
export type Fees = {
  readonly state?: FeeState | undefined;
  readonly config?: FeeConfig | undefined;
  /** Growth of the excess per second, from two states of the fee. */
  readonly excessRate?: number | undefined;
  readonly error?: NodeError | undefined;
};

/** Returns the growth of the excess per second: the number of active validators without the target. */
function excessRateOf(before: FeeState | undefined, after: FeeState): number | undefined {
  const seconds = before ? (after.timestamp.getTime() - before.timestamp.getTime()) / 1000 : 0;
  return before && seconds > 0 ? Number(after.excess - before.excess) / seconds : undefined;
}

/** Returns a function that reads the fee, once per run. Balances that are read afterwards can be of a later block: an exhaustion time is
 *  then too early by the time between the two blocks. */
export function createFeeReader() {
  const readConfig = createMemory<FeeConfig>(runsPerConfig);
  let last: FeeState | undefined;
  let excessRate: number | undefined;

  return async ({ call }: RunClient<(typeof feeMethods)[number]>): Promise<Fees> => {
    const reads = [
      attempt(call("platform.getValidatorFeeState", {})),
      attempt(readConfig("", () => call("platform.getValidatorFeeConfig", {}))),
    ] as const;
    const [{ value: state, error: stateError }, { value: config, error: configError }] = await Promise.all(reads);
    if (state) {
      excessRate = excessRateOf(last, state) ?? excessRate;
      if (last?.timestamp.getTime() !== state.timestamp.getTime()) last = state;
    }
    const error = [stateError, configError].find((one) => one && one.unavailable !== "method_unknown");
    return { state, config, excessRate, error };
  };
}

export const l1ValidatorMetrics = [
  m.l1Balance,
  m.l1Active,
  m.l1Weight,
  m.l1MinNonce,
  m.l1Start,
  m.l1Exhaustion,
  m.l1ForecastExhaustion,
  m.l1WorstExhaustion,
] as const;

/** Returns the samples of one L1 validator at the given fees. */
export function l1ValidatorSamples(
  validator: L1Validator,
  { subnet_id, alias }: { readonly subnet_id: string; readonly alias: string },
  fees: Fees,
) {
  const { state, config } = fees;
  const { validationID, nodeID, weight, startTime, minNonce, balance } = validator;
  const labels = { subnet_id, validation_id: validationID, node_id: nodeID, alias };
  const common = [
    sample(m.l1Weight, weight, labels),
    sample(m.l1MinNonce, minNonce, labels),
    sample(m.l1Start, startTime, labels),
  ];
  if (balance === undefined) return common;
  return [
    ...common,
    sample(m.l1Balance, balance, labels),
    sample(m.l1Active, balance > 0n, labels),
    sample(m.l1Exhaustion, state && exhaustionAt(balance, state), labels),
    sample(m.l1ForecastExhaustion, forecastExhaustionAt(balance, fees), labels),
    sample(m.l1WorstExhaustion, state && config && worstExhaustionAt(balance, state, config), labels),
  ];
}
