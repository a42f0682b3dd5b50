import { expect, test } from "vitest";
import { createChain } from "../../src/simulator/chain.ts";
import type { ChainOptions } from "../../src/simulator/chain-options.ts";
import { createConnectivity } from "../../src/simulator/connectivity.ts";
import { nextCycle, requiredUptime } from "../../src/simulator/helicon.ts";
import { createRandom } from "../../src/simulator/random.ts";
import type { ScenarioName } from "../../src/simulator/scenarios.ts";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { maxWeight, reconnect, type Validator } from "../../src/simulator/stakers.ts";
import { fc, runs } from "../support/random.ts";
import { fewBlocks, simulate, start } from "./ask.ts";

type Row = Readonly<Record<string, string>>;
const day = 86_400;
const supply = 460_000_000n * 10n ** 9n;
const fields = ["validatorAuthority", "nextPeriod", "autoCompoundRewardShares"];

async function simulateHelicon(options: SimulatorOptions = {}) {
  const all = await simulate(options);
  return {
    ...all,
    upgrades: async () => (await all.rpc("info.upgrades", {}, "/ext/info")).result,
    rows: async (): Promise<readonly Row[]> => (await all.rpc("platform.getCurrentValidators")).result.validators,
  };
}
const create = (options: Partial<ChainOptions> = {}) => createChain({ start: new Date(start), ...options });
const renewing = ({ renewal }: Validator) => renewal !== undefined && renewal.nextPeriod > 0;

test.each([
  [{}, "2025-12-31T12:00:00Z"],
  [{ heliconAfter: Number.POSITIVE_INFINITY }, "9999-12-01T00:00:00Z"],
  [{ heliconAfter: 3600 }, "2026-03-01T13:00:00Z"],
  [{ version: "1.14.1" }, "2025-12-31T12:00:00Z"],
  [{ version: "1.14.0" }, undefined],
  [{ scenario: "old-node" }, undefined],
] as const)("a node with %j names %s as Helicon's time", async (options, time) => {
  const { upgrades } = await simulateHelicon(options);
  expect((await upgrades()).heliconTime).toBe(time);
});

test("helicon: some periods started before it, some after, and auto-renewing ones only after", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const { primary, helicon } = create({ seed });
      const isAfter = primary.validators.map((validator) => validator.start >= helicon);
      expect(new Set(isAfter)).toEqual(new Set([true, false]));
      for (const validator of primary.validators) if (validator.renewal) expect(validator.start >= helicon).toBe(true);
    }),
    { numRuns: runs(20) },
  );
});

test("helicon: auto-renewing validators have an owner, a period and a share; one has requested to stop", async () => {
  const { rows } = await simulateHelicon();
  const renewed = (await rows()).filter((row) => fields.some((field) => field in row));
  const periods = renewed.map(({ nextPeriod, startTime, endTime }) => [
    nextPeriod,
    Number(endTime) - Number(startTime),
  ]);
  expect(periods.map(([next, now]) => next === String(now))).toEqual([true, false, true, true]);
  expect(periods[1]?.[0]).toBe("0");
  for (const { validatorAuthority, autoCompoundRewardShares } of renewed) {
    expect(validatorAuthority).toMatchObject({ locktime: "0", threshold: "1", addresses: [expect.any(String)] });
    expect(autoCompoundRewardShares).toMatch(/^\d+$/);
    expect(Number(autoCompoundRewardShares)).toBeLessThanOrEqual(1_000_000);
  }
});

test.each<[ScenarioName | "helicon to come", SimulatorOptions]>([
  ["old-node", { scenario: "old-node" }],
  ["helicon to come", { heliconAfter: day }],
])("%s: no validator auto-renews", async (_name, options) => {
  const { rows } = await simulateHelicon(options);
  expect((await rows()).filter((row) => fields.some((field) => field in row))).toEqual([]);
});

test("helicon: after the first cycle the next one starts, with the same node and transaction", async () => {
  const { rows, clock } = await simulateHelicon();
  const before = (await rows()).find((row) => fields.some((field) => field in row)) as Row;
  clock.now = 1000 * (Number(before["endTime"]) + 1);
  const after = (await rows()).find(({ nodeID }) => nodeID === before["nodeID"]) as Row;
  expect(clock.now - start).toBeLessThan(3_600_000);
  expect([after["txID"], after["startTime"]]).toEqual([before["txID"], before["endTime"]]);
  expect(Number(after["endTime"])).toBe(Number(before["endTime"]) + Number(before["nextPeriod"]));
  expect([after["uptime"], after["accruedDelegateeReward"], after["delegatorCount"]]).toEqual(["100.0000", "0", "0"]);
});

test("helicon: restaked rewards and the potential reward of a new cycle are in stake and supply", () => {
  const chain = create();
  const [first] = chain.primary.validators.filter(renewing) as [Validator];
  const others = () =>
    chain.primary.validators.filter(({ n }) => n !== first.n).map(({ weight, delegated }) => weight + delegated);
  chain.advance(new Date(1000 * first.end + 999));
  const next = chain.primary.validators.find(({ n }) => n === first.n) as Validator;
  expect(next.start).toBe(first.end);
  expect(chain.primary.total()).toBe([next.weight, ...others()].reduce((left, right) => left + right));
  expect(next.weight).toBeGreaterThanOrEqual(first.weight);
});

test("helicon: each cycle starts when the previous one ends", () => {
  const chain = create({ seed: 3, ...fewBlocks });
  const [{ n }] = chain.primary.validators.filter(renewing) as [Validator];
  const of = () => chain.primary.validators.find((validator) => validator.n === n);
  for (let cycles = 0; cycles < 4; cycles++) {
    const { end } = of() as Validator;
    chain.advance(new Date(1000 * end + 999));
    expect(of()?.start).toBe(end);
  }
});

test("helicon: a validator that has requested to stop leaves at the end of the cycle", () => {
  const chain = create({ ...fewBlocks });
  const { n, end } = chain.primary.validators.find(({ renewal }) => renewal?.nextPeriod === 0) as Validator;
  const has = () => chain.primary.validators.some((validator) => validator.n === n);
  chain.advance(new Date(1000 * end - 1));
  expect(has()).toBe(true);
  chain.advance(new Date(1000 * end + 999));
  expect(has()).toBe(false);
});

test("helicon: with a low uptime a validator and its delegators lose the reward, and it does not renew", () => {
  const chain = create();
  const [first] = chain.primary.validators.filter(renewing) as [Validator];
  reconnect(first, false, first.start);
  first.up = Math.floor(0.89 * (first.end - first.start));
  chain.advance(new Date(1000 * first.end - 1));
  const before = chain.primary.supply();
  const lost = [first, ...first.delegators].map(({ reward }) => reward).reduce((left, right) => left + right);
  chain.advance(new Date(1000 * first.end + 999));
  expect(chain.primary.validators.some(({ n }) => n === first.n)).toBe(false);
  const stakers = chain.primary.validators.flatMap((validator) => [validator, ...validator.delegators]);
  const begun = stakers.filter(({ start }) => start === first.end).reduce((sum, { reward }) => sum + reward, 0n);
  expect(before + begun - chain.primary.supply()).toBe(lost);
});

test("helicon: a validator that is disconnected when a cycle ends connects again in the next one", () => {
  const validators = create()
    .primary.validators.slice(3, 6)
    .map((each) => ({ ...each, connected: true }));
  const connectivity = createConnectivity(validators, { random: createRandom("sight"), time: 0, away: 0 });
  const lost = validators.findIndex(({ connected }) => !connected);
  const next = { ...(validators[lost] as Validator) };
  validators[lost] = next;
  for (let second = 0; second < 20 && !next.connected; second++) connectivity.step(next.start + second);
  expect(next.connected).toBe(true);
});

test.each([
  [99, 0.8],
  [100, 0.9],
  [101, 0.9],
])("a period from %d has the required uptime %d, with Helicon at 100", (begin, uptime) => {
  expect(requiredUptime(begin, 100)).toBe(uptime);
});

test("without Helicon no required uptime is above 0.8", () => {
  expect(requiredUptime(Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY)).toBe(0.8);
});

const [, sample] = create().primary.validators as readonly Validator[] as [Validator, Validator];
const validator = (weight: bigint, reward: bigint, accrued: bigint, shares: number, nextPeriod = 14 * day) => ({
  ...sample,
  weight,
  reward,
  accrued,
  renewal: { authority: 0, nextPeriod, shares, first: { weight, period: nextPeriod } },
});

test.each([
  [0, 10_000n],
  [300_000, 10_031n], // 30 of 100, and 1 of 1: the withdrawn amount is rounded down
  [1_000_000, 10_101n],
])("with %d parts per million restaked, 10,000 with rewards of 100 and 1 become %d", (shares, weight) => {
  expect(nextCycle(validator(10_000n, 100n, 1n, shares), supply, 0)?.weight).toBe(weight);
});

test("a next cycle restakes at most the rewards, and never exceeds the maximum stake", () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 13n });
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: maxWeight }),
      amount,
      amount,
      fc.integer({ min: 0, max: 10 ** 6 }),
      (...of) => {
        const [weight, reward, accrued] = of;
        const next = nextCycle(validator(...of), supply, 0);
        expect(next?.weight).toBeGreaterThanOrEqual(weight);
        expect(next?.weight).toBeLessThanOrEqual(weight + reward + accrued);
        expect(next?.weight).toBeLessThanOrEqual(maxWeight);
      },
    ),
  );
});

test("after a next period of 0 there is no cycle", () => {
  expect(nextCycle(validator(1n, 0n, 0n, 0, 0), supply, 0)).toBeUndefined();
});
