/** L1 validators: metrics and samples of one, and the fee that they pay (ACP-77). */
import type { Result } from "../../api/contract.ts";
import { sample } from "../../exposition/sample.ts";
import * as m from "../../metrics/l1.ts";
import { type Attempt, attempt, type NodeError } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
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

/** The last two fee states of different times. */
export type FeeHistory = { readonly states: FeeState[] };
export const createFeeHistory = (): FeeHistory => ({ states: [] });

function remember({ states }: FeeHistory, state: FeeState | undefined) {
  if (!state || states.at(-1)?.timestamp.getTime() === state.timestamp.getTime()) return;
  states.push(state);
  if (states.length > 2) states.shift();
}

/** Returns the growth of the excess per second: the number of active validators without the target. */
function excessRateOf({ states: [before, after] }: FeeHistory): number | undefined {
  const seconds = before && after ? (after.timestamp.getTime() - before.timestamp.getTime()) / 1000 : 0;
  return before && after && seconds > 0 ? Number(after.excess - before.excess) / seconds : undefined;
}

export const feeMethods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;

/** Result of a read. Both are absent if the node does not know the method. */
type ReadResult<T> = Partial<Attempt<T>>;

async function tryRead<T>(response: Promise<T>): Promise<ReadResult<T>> {
  const read = await attempt(response);
  return read.error?.unavailable === "method_unknown" ? {} : read;
}

/** Fee state and parameters, if known; otherwise `error`, unless the node does not know the methods. */
export type Fees = {
  readonly state?: FeeState | undefined;
  readonly config?: FeeConfig | undefined;
  /** Growth of the excess per second, from two states of the fee. */
  readonly excessRate?: number | undefined;
  readonly error?: NodeError | undefined;
};
export type WithFees<T> = Fees & { readonly value: T };

const maxAttempts = 3;

/** Returns a function that reads values sequentially. It reads the fee state before and after each value, and repeats up to three
 *  times while a block lies between. The second state serves the next value as its first. */
export function createFeeReader({ call }: RunClient<(typeof feeMethods)[number]>, history: FeeHistory) {
  let queue: Promise<unknown> = Promise.resolve();
  let latest: ReadResult<FeeState> | undefined;
  let config: ReadResult<FeeConfig> | undefined;
  const readState = () => tryRead(call("platform.getValidatorFeeState", {}));
  const timeOf = ({ value }: ReadResult<FeeState>) => value?.timestamp.getTime();

  async function next<T>(read: () => Promise<T>): Promise<WithFees<T>> {
    for (let attempts = 1; ; attempts++) {
      const before = latest ?? (await readState());
      const value = await read();
      latest = await readState();
      if (timeOf(before) !== timeOf(latest) && attempts < maxAttempts) continue;
      config ??= await tryRead(call("platform.getValidatorFeeConfig", {}));
      remember(history, before.value);
      const excessRate = excessRateOf(history);
      return { value, state: before.value, config: config.value, excessRate, error: before.error ?? config.error };
    }
  }

  return <T>(read: () => Promise<T>): Promise<WithFees<T>> => {
    const turn = queue.then(() => next(read));
    queue = turn.catch(() => {});
    return turn;
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
