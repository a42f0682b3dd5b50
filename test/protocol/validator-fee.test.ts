import { expect, test } from "vitest";
import {
  earliestExhaustion,
  exhaustionAt,
  type FeeConfig,
  type FeeState,
  type Fees,
  feesAfter,
  priceOf,
  topUpUntil,
} from "../../src/protocol/validator-fee.ts";
import { costOf, secondsUntilEmpty, validatorPrice } from "../../src/simulator/fees.ts";
import { networks } from "../../src/simulator/networks.ts";
import { fc } from "../support/random.ts";

const time = 1_700_000_000;
const at = new Date(time * 1000);
const mainnet: FeeConfig = networks.mainnet.validatorFee;
const state = (price: bigint, excess = 0n): FeeState => ({ price, excess, timestamp: at });
/** The exhaustion with the network at capacity. */
const worstExhaustionAt = (balance: bigint, state: FeeState, config = mainnet) =>
  earliestExhaustion(balance, { state, config, excessRate: Number(config.capacity - config.target) });
const stateAt = (excess: bigint, config = mainnet) => state(validatorPrice(config, excess), excess);

test.each<[title: string, fees: Fees, excess: number | undefined, price: number | undefined]>([
  ["the one that the node reports", { state: state(600n, 1n), config: mainnet }, undefined, 600],
  ["the minimum without excess", { config: mainnet }, 0, 512],
  ["e times the minimum at an excess of the constant", { config: mainnet }, 1_246_488_515, 512 * Math.E],
  ["unknown without the state", { config: mainnet }, undefined, undefined],
  ["unknown at an excess without the parameters", { state: state(600n) }, 0, undefined],
])("the price of a validator is %s", (_title, fees, excess, price) => {
  expect(priceOf(fees, excess)).toEqual(price);
});

test("the price at an excess is that of the node, which is rounded down", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 20_000_000_000n }), (excess) => {
      const price = priceOf({ config: mainnet }, Number(excess)) ?? 0;
      expect(Math.abs(price - Number(validatorPrice(mainnet, excess)))).toBeLessThan(1 + price * 1e-9);
    }),
  );
});

test("the growth of the excess is that between the last two states of different times, and parameters stay", () => {
  const states = [
    [0, 1000n],
    [10, 1050n],
    [10, 1050n],
    [20, 1050n],
  ] as const;
  let fees: Fees = { config: mainnet };
  const rates = states.map(([second, excess]) => {
    fees = feesAfter(fees, { price: 512n, excess, timestamp: new Date(1000 * second) });
    return fees.excessRate;
  });
  expect([rates, fees.config]).toEqual([[undefined, 5, 5, 0], mainnet]);
});

test("at a constant price the balance runs out at the time of the fee state plus balance ÷ price", () => {
  expect(exhaustionAt(512n * 86_400n, state(512n))).toBe(time + 86_400);
});

test("a validator without balance is inactive and has no time at which its balance runs out", () => {
  expect([exhaustionAt(0n, state(512n)), worstExhaustionAt(0n, state(512n))]).toEqual([
    undefined,
    Number.POSITIVE_INFINITY,
  ]);
});

test("an all-zero fee divides nothing", () => {
  const zeros = { capacity: 0n, target: 0n, minPrice: 0n, excessConversionConstant: 0n };
  expect(worstExhaustionAt(1n, state(1n, 1n), { ...mainnet, excessConversionConstant: 0n })).toBe(time + 1);
  expect([exhaustionAt(1n, state(0n)), worstExhaustionAt(1n, state(1n), zeros)]).toEqual([undefined, time + 1]);
});

test("with the network at capacity the price of a month's balance has doubled thirty times", () => {
  const month = 512n * 86_400n * 30n;
  const days = ((worstExhaustionAt(month, state(512n)) ?? 0) - time) / 86_400;
  expect(days).toBeCloseTo(Math.log2(1 + 30 * Math.LN2), 3);
});

test.each<[title: string, balance: bigint, price: bigint, excessRate: number | undefined, seconds: number]>([
  ["without a fee it never ends", 1n, 0n, 5000, Number.POSITIVE_INFINITY],
  ["the current fee is used until the rate is known", 512n * 86_400n, 512n, undefined, 86_400],
  ["a fee that falls does not make it later", 512n * 86_400n, 512n, -5000, 86_400],
  ["a fee that rises makes it earlier", 512n * 86_400n, 512n, 10_000, Math.floor(86_400 * Math.log2(1 + Math.LN2))],
])("the earliest exhaustion: %s", (_title, balance, price, excessRate, seconds) => {
  expect(earliestExhaustion(balance, { state: state(price), config: mainnet, excessRate })).toBeCloseTo(
    time + seconds,
    -1,
  );
});

test("the earliest exhaustion is unknown without the fee", () => {
  expect(earliestExhaustion(1n, {})).toBeUndefined();
});

const config = fc.constantFrom(...Object.values(networks).map(({ validatorFee }) => validatorFee));
const excess = fc.bigInt({ min: 0n, max: 5_000_000_000n });
const balance = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });

test("the worst case is never later than at the current price, nor before the fee state", () => {
  fc.assert(
    fc.property(config, excess, balance, (config, excess, balance) => {
      const state = stateAt(excess % (20n * config.excessConversionConstant), config);
      const worst = worstExhaustionAt(balance, state, config) ?? 0;
      expect(worst).toBeGreaterThanOrEqual(time);
      expect(worst).toBeLessThanOrEqual(exhaustionAt(balance, state) ?? 0);
    }),
  );
});

test("more balance never runs out sooner", () => {
  fc.assert(
    fc.property(excess, balance, balance, (excess, one, other) => {
      const [less, more] = one < other ? [one, other] : [other, one];
      const state = stateAt(excess);
      expect(exhaustionAt(less, state)).toBeLessThanOrEqual(exhaustionAt(more, state) ?? 0);
      expect(worstExhaustionAt(less, state)).toBeLessThanOrEqual(worstExhaustionAt(more, state) ?? 0);
    }),
  );
});

test("the worst case equals the node's second-by-second calculation to a thousandth, and is never later", () => {
  const days = fc.bigInt({ min: 1n, max: 3n });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 3_000_000_000n }), days, (excess, days) => {
      const state = stateAt(excess);
      const balance = state.price * 86_400n * days;
      const node = Number(secondsUntilEmpty(mainnet, { active: mainnet.capacity, excess }, balance, 86_400n * days));
      const ours = (worstExhaustionAt(balance, state) ?? 0) - time;
      expect(ours).toBeLessThanOrEqual(node + 1);
      expect(ours).toBeGreaterThan(node * 0.997 - 1);
    }),
    { numRuns: 3 },
  );
});

test("the worst case is never later than at a price above that of the formula", () => {
  expect(worstExhaustionAt(512_000n, state(5120n))).toBe(exhaustionAt(512_000n, state(5120n)));
});

test("the rest of a balance after the last whole second has no effect", () => {
  expect(exhaustionAt(1000n, state(512n))).toBe(time + 1);
});

test.each([
  [200n, 1n],
  [5010n, 3n],
])(
  "with %d active validators above the target, the time until a balance for %d days at the current price runs out equals the node's second-by-second calculation to a thousandth",
  (above, days) => {
    const excess = 1_900_000_000n;
    const state = stateAt(excess);
    const active = mainnet.target + above;
    const balance = state.price * 86_400n * days;
    const node = Number(secondsUntilEmpty(mainnet, { active, excess }, balance, 86_400n * 60n));
    const ours = (earliestExhaustion(balance, { state, config: mainnet, excessRate: Number(above) }) ?? 0) - time;
    expect(Math.abs(ours - node)).toBeLessThan(node * 0.001 + 2);
  },
);

test.each([0, -7000])("while the excess grows by %d, the time is that at the current price", (excessRate) => {
  expect(earliestExhaustion(51_200n, { state: state(512n, 9n), config: mainnet, excessRate })).toBe(time + 100);
});

const later = time + 30 * 86_400;
test.each<[title: string, balance: bigint, now: number, seconds: number]>([
  ["of an inactive validator pays the fee from now on", 0n, time + 40, 30 * 86_400 - 40],
  ["of an active validator pays from the time of the fee state on", 1n, time + 40, 30 * 86_400 - 1 / 512],
  ["of a balance that lasts is nothing", 512n * 30n * 86_400n, time, 0],
])("a top-up %s", (_title, balance, now, seconds) => {
  expect(topUpUntil(later, now, { state: state(512n) })?.(balance)).toBeCloseTo(512 * seconds);
});

test("a top-up while the fee rises is at most 1 nAVAX per second above the node's sum, and never below it", () => {
  const rate = fc.bigInt({ min: 1n, max: 10_000n });
  const seconds = fc.bigInt({ min: 1n, max: 20_000n });
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 3_000_000_000n }), rate, seconds, (excess, rate, seconds) => {
      const fees = { state: stateAt(excess), config: mainnet, excessRate: Number(rate) };
      const node = Number(costOf(mainnet, { active: mainnet.target + rate, excess }, seconds));
      const amount = topUpUntil(time + Number(seconds), time, fees)?.(0n) ?? 0;
      expect(amount).toBeGreaterThanOrEqual(node);
      expect(amount).toBeLessThanOrEqual(node + Number(seconds) + 1);
    }),
    { numRuns: 20 },
  );
});

test("no top-up is known without a fee, or while the fee would grow more than tenfold", () => {
  const fees = { state: state(512n), config: mainnet, excessRate: 10_000 };
  expect([topUpUntil(later, time, {}), topUpUntil(later, time, fees)]).toEqual([undefined, undefined]);
});
