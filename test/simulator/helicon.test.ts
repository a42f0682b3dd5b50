/** Cycles of auto-renewed validators. */
import { expect, test } from "vitest";
import { createChain } from "../../src/simulator/chain.ts";
import type { ChainOptions } from "../../src/simulator/chain-options.ts";
import { nextCycle } from "../../src/simulator/helicon.ts";
import { reconnect, type Validator } from "../../src/simulator/stakers.ts";
import { fewBlocks, start } from "./ask.ts";

const day = 86_400;
const supply = 460_000_000n * 10n ** 9n;
const create = (options: Partial<ChainOptions> = {}) =>
  createChain({ start: new Date(start), ...fewBlocks, ...options });
const renewing = ({ renewal }: Validator) => renewal !== undefined && renewal.nextPeriod > 0;

test("periods began before and after Helicon, those of auto-renewing validators only after", () => {
  const { primary, helicon } = create();
  const isAfter = primary.validators.map((validator) => validator.start >= helicon);
  expect(new Set(isAfter)).toEqual(new Set([true, false]));
  for (const validator of primary.validators) if (validator.renewal) expect(validator.start >= helicon).toBe(true);
});

test("before Helicon no validator auto-renews", () => {
  expect(create({ heliconAfter: day }).primary.validators.filter(({ renewal }) => renewal)).toEqual([]);
});

test("each cycle starts when the previous one ends, with restaked rewards", () => {
  const chain = create({ seed: 3 });
  const [{ n }] = chain.primary.validators.filter(renewing) as [Validator];
  const of = () => chain.primary.validators.find((validator) => validator.n === n);
  for (let cycles = 0; cycles < 4; cycles++) {
    const { end, weight } = of() as Validator;
    chain.advance(new Date(1000 * end + 999));
    expect(of()?.start).toBe(end);
    expect(of()?.weight).toBeGreaterThanOrEqual(weight);
  }
});

test("a validator that has requested to stop leaves at the end of the cycle", () => {
  const chain = create();
  const { n, end } = chain.primary.validators.find(({ renewal }) => renewal?.nextPeriod === 0) as Validator;
  const has = () => chain.primary.validators.some((validator) => validator.n === n);
  chain.advance(new Date(1000 * end - 1));
  expect(has()).toBe(true);
  chain.advance(new Date(1000 * end + 999));
  expect(has()).toBe(false);
});

test("with a low uptime a validator loses the reward, and does not renew", () => {
  const chain = create();
  const [first] = chain.primary.validators.filter(renewing) as [Validator];
  reconnect(first, false, first.start);
  first.up = Math.floor(0.89 * (first.end - first.start));
  chain.advance(new Date(1000 * first.end + 999));
  expect(chain.primary.validators.some(({ n }) => n === first.n)).toBe(false);
  chain.advance(new Date(1000 * (first.end + day)));
  expect(chain.primary.validators.some(({ node }) => node === first.node)).toBe(false);
});

test.each([
  [0, 10_000n],
  [300_000, 10_031n], // 30 of 100, and 1 of 1: the withdrawn amount is rounded down
  [1_000_000, 10_101n],
])("with %d parts per million restaked, 10,000 with rewards of 100 and 1 become %d", (shares, weight) => {
  const [, sample] = create().primary.validators as readonly Validator[] as [Validator, Validator];
  const renewal = { authority: 0, nextPeriod: 14 * day, shares, first: { weight: 10_000n, period: 14 * day } };
  const validator = { ...sample, weight: 10_000n, reward: 100n, accrued: 1n, renewal };
  expect(nextCycle(validator, supply, 0)?.weight).toBe(weight);
});
