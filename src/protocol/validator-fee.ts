/** The fee of L1 validators (ACP-77), and the time at which it uses up a balance.
 *  Source: AvalancheGo, vms/platformvm/validators/fee/fee.go. Witness: test/e2e/populated.test.ts. */

/** The fee per second in nAVAX, and the excess that determines it, at a chain time. */
export type FeeState = { readonly price: bigint; readonly excess: bigint; readonly timestamp: Date };
/** `capacity` and `target`: numbers of active validators. */
export type FeeConfig = {
  readonly capacity: bigint;
  readonly target: bigint;
  readonly minPrice: bigint;
  readonly excessConversionConstant: bigint;
};

/** Fee state and parameters, if known. */
export type Fees = {
  readonly state?: FeeState | undefined;
  readonly config?: FeeConfig | undefined;
  /** Growth of the excess per second, from two states of the fee. */
  readonly excessRate?: number | undefined;
};

/** Returns the fees after another state: the excess grows by the number of active validators without the target. The parameters stay if
 *  they were not read. */
export function feesAfter({ state: last, ...before }: Fees, state: FeeState, config = before.config) {
  const seconds = last ? (state.timestamp.getTime() - last.timestamp.getTime()) / 1000 : 0;
  const excessRate = last && seconds > 0 ? Number(state.excess - last.excess) / seconds : before.excessRate;
  return { state, config, excessRate };
}

/** Returns the nAVAX that one L1 validator pays per second: the price that the node reports, or the price of the formula at an excess.
 *  Undefined if it is unknown. All validators pay the same (ACP-77). Everything that depends on the price of a validator uses this
 *  function. */
export function priceOf({ state, config }: Fees, excess?: number): number | undefined {
  if (excess === undefined) return state && Number(state.price);
  return config && Number(config.minPrice) * Math.exp(excess / Number(config.excessConversionConstant));
}

/** Returns the time in Unix seconds at which a balance in nAVAX runs out at the current fee; undefined if no fee is paid. While
 *  the fee is constant, the node deactivates a validator at exactly this chain time: when it cannot pay the next second. Between two
 *  blocks balance and state can be of different ones: the time is then off by the time between them. */
export function exhaustionAt(balance: bigint, state: FeeState): number | undefined {
  const price = priceOf({ state }) ?? 0;
  return balance > 0n && price > 0 ? state.timestamp.getTime() / 1000 + Number(balance / BigInt(price)) : undefined;
}

/** Returns the time in Unix seconds at which a positive balance runs out: at the current fee, or earlier if the number of active
 *  validators lets the fee rise. Infinity without a fee, undefined if the fee is unknown. A rising fee is integrated continuously. The node
 *  computes it per second and cuts it to whole nAVAX: the balance lasts up to a thousandth longer, and more if the fee falls. */
export function earliestExhaustion(balance: bigint, { state, config, excessRate = 0 }: Fees): number | undefined {
  if (!state) return undefined;
  const atPrice = exhaustionAt(balance, state);
  if (atPrice === undefined) return Number.POSITIVE_INFINITY;
  const constant = Number(config?.excessConversionConstant ?? 0);
  const price = priceOf({ config }, Number(state.excess)) ?? 0;
  if (!(constant > 0 && price > 0 && excessRate > 0)) return atPrice;
  const seconds = (constant / excessRate) * Math.log1p((Number(balance) * excessRate) / (constant * price));
  return Math.min(Math.floor(state.timestamp.getTime() / 1000 + seconds), atPrice);
}

/** Returns the nAVAX that an active validator pays from the time of the fee state until another time in Unix seconds: at the current fee,
 *  or more if the number of active validators lets the fee rise. Undefined if the fee is unknown. Rising prices
 *  are added exactly, and the node cuts them to whole nAVAX: the sum is at most 1 nAVAX per second too high, and never too low. */
function costUntil(time: number, { state, config, excessRate = 0 }: Fees): number | undefined {
  const price = priceOf({ state });
  if (state === undefined || price === undefined) return undefined;
  const seconds = Math.max(time - state.timestamp.getTime() / 1000, 0);
  const atPrice = price * seconds;
  const constant = Number(config?.excessConversionConstant ?? 0);
  if (!(constant > 0 && excessRate > 0)) return atPrice;
  const [growth, exact = price] = [excessRate / constant, priceOf({ config }, Number(state.excess))];
  return Math.max((exact * Math.expm1(growth * seconds)) / -Math.expm1(-growth), atPrice);
}

/** Growth of the cost over that at the current fee, above which no forecast holds: validators leave earlier. */
const maxGrowth = 10;

/** Returns a function that returns the nAVAX to add to a balance in nAVAX, so that it lasts until a time. An inactive validator pays from
 *  `now` on. Amounts are rounded up. Undefined if the fee is unknown, or would let the cost grow more than tenfold. */
export function topUpUntil(time: number, now: number, fees: Fees): ((balance: bigint) => number) | undefined {
  const { state } = fees;
  const cost = costUntil(Math.ceil(time), fees);
  const atPrice = costUntil(Math.ceil(time), { state });
  if (cost === undefined || atPrice === undefined || cost > maxGrowth * atPrice) return undefined;
  const ofInactive = cost - (costUntil(Math.floor(now), fees) ?? 0);
  return (balance) => Math.ceil(balance === 0n ? ofInactive : Math.max(cost - Number(balance), 0));
}
