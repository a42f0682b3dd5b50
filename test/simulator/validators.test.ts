import { expect, test } from "vitest";
import { emptyNodeId, primaryNetwork } from "../../src/api/ids.ts";
import { exhaustionAt } from "../../src/facts/validator-fee.ts";
import { type Chain, createChain } from "../../src/simulator/chain.ts";
import type { ChainOptions } from "../../src/simulator/chain-options.ts";
import { validatorPrice } from "../../src/simulator/fees.ts";
import { handlers } from "../../src/simulator/handlers/registry.ts";
import { sampleByWeight } from "../../src/simulator/handlers/sampling.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { createNode } from "../../src/simulator/node.ts";
import { createRandom } from "../../src/simulator/random.ts";
import { fc, runs } from "../support/random.ts";
import { fewBlocks, simulate, start } from "./ask.ts";

const day = 86_400_000;
const create = (options: Partial<ChainOptions>) => createChain({ start: new Date(start), ...options });

/** The first L1 validator, and the fee state that the node returns. */
function firstPaying({ l1s, blocks, network }: Chain) {
  const first = l1s.validators[0];
  if (!first) throw new Error("there is no L1 validator");
  const { excess } = l1s.state();
  const price = validatorPrice(network.validatorFee, excess);
  const balance = l1s.balance(first);
  return { first, balance, price, state: { excess, price, timestamp: new Date(1000 * blocks.time()) } };
}
const listed = 9; // of ten one is inactive
const atTarget = { elsewhere: 10_000 - listed, blockEvery: 20 };

test.each([
  { excess: 0n, price: 512n },
  { excess: 400_000_000n, price: 705n },
  { excess: 2_000_000_000n, price: 2547n },
])("at $price nAVAX an L1 validator is inactive from the second that the exporter predicts", ({ excess, price }) => {
  const chain = create({ ...atTarget, validatorExcess: excess, hasShortBalances: true });
  const { first, balance, ...rest } = firstPaying(chain);
  expect([rest.price, balance % price === 0n]).toEqual([price, price === 512n]);
  const second = exhaustionAt(balance, rest.state) ?? 0;
  chain.advance(new Date(1000 * second - 1));
  expect(chain.l1s.balance(first)).toBeGreaterThanOrEqual(price);
  chain.advance(new Date(1000 * second + 999));
  expect([chain.l1s.balance(first), first.inactiveSince, chain.blocks.time()]).toEqual([0n, second, second]);
});

test("at any price, no validator with a lower balance is active", () => {
  const options = { elsewhere: fc.constantFrom(0, 9995, 15_000), validatorExcess: fc.bigInt(0n, 4_000_000_000n) };
  fc.assert(
    fc.property(fc.record(options), fc.integer({ min: 0, max: 3600 }), (traits, seconds) => {
      const chain = create({ ...traits, blockEvery: 20, l1Validators: 40, hasShortBalances: true });
      chain.advance(new Date(start + 1000 * seconds));
      const { price } = firstPaying(chain);
      const active = chain.l1s.validators.map(chain.l1s.balance).filter((balance) => balance > 0n);
      for (const balance of active) expect(balance).toBeGreaterThanOrEqual(price);
    }),
    { numRuns: runs(10) },
  );
});

const sampled = (weights: readonly bigint[], count: number, seed = "1") =>
  sampleByWeight(
    weights.map((weight, n) => ({ n, weight })),
    count,
    createRandom(seed),
  )?.map(({ n }) => n);
const weights = fc.array(fc.bigInt(0n, 30n), { maxLength: 20 });
const total = (all: readonly bigint[]) => all.reduce((sum, weight) => sum + weight, 0n);

test("a sample has the requested size, and no validator more often than its weight", () => {
  fc.assert(
    fc.property(weights, fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), (all, seed, share) => {
      const count = Math.floor(share * Number(total(all)));
      const sample = sampled(all, count, seed) ?? [];
      expect(sample).toHaveLength(count);
      for (const [n, weight] of all.entries()) {
        expect(sample.filter((one) => one === n).length).toBeLessThanOrEqual(Number(weight));
      }
    }),
  );
});

test("a sample of the whole weight has every validator by its weight; a larger one is impossible", () => {
  fc.assert(
    fc.property(weights, (all) => {
      const count = Number(total(all));
      expect(sampled(all, count)).toEqual(all.flatMap((weight, n) => Array(Number(weight)).fill(n)));
      expect(sampled(all, count + 1)).toBeUndefined();
    }),
  );
});

test("three times the weight is sampled three times as often, up to the largest weights", () => {
  const random = createRandom("often");
  const two = [2n ** 62n, 3n * 2n ** 62n - 1n].map((weight, n) => ({ n, weight }));
  const drawn = Array.from({ length: 4000 }, () => sampleByWeight(two, 1, random)?.[0]?.n);
  expect(drawn.filter((n) => n === 1).length / drawn.length).toBeCloseTo(0.75, 1);
});

const contextOf = (chain: Chain) => ({ chain, node: createNode({}, "NodeID-x", start), now: chain.now() });
/** Returns the members of every subnet at a height. */
const membersAt = (chain: Chain, height: number | "proposed") =>
  [primaryNetwork, ...subnetsOf(chain).map(({ id }) => id)].map((subnetID) =>
    handlers["platform.getValidatorsAt"]?.(contextOf(chain), { height, subnetID }, undefined),
  );
const busy = { l1s: 3, l1Validators: 30, elsewhere: 0, convertsAfter: 3600, blockEvery: 15 };

test("at every height the validators are those of that time", () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const chain = create({ seed, ...busy, ...fewBlocks });
      const then = new Map<number, unknown>();
      for (let ms = 0; ms <= 3 * day; ms += day / 24) {
        chain.advance(new Date(start + ms));
        const height = chain.blocks.height();
        then.set(height, membersAt(chain, height));
      }
      expect(new Set([...then.values()].map((members) => JSON.stringify(members))).size).toBeGreaterThan(10);
      for (const [height, members] of then) expect(membersAt(chain, height)).toEqual(members);
    }),
    { numRuns: runs(3) },
  );
});

test("the proposed validators are those of the proposed height, although the current ones differ", () => {
  const chain = create({ ...busy, convertsAfter: 60 });
  chain.advance(new Date(start + 62_000));
  expect(membersAt(chain, "proposed")).toEqual(membersAt(chain, chain.blocks.proposedHeight(chain.now())));
  expect(membersAt(chain, "proposed")).not.toEqual(membersAt(chain, chain.blocks.height()));
});

test("before the start of the simulation the validators are the initial ones", () => {
  const chain = create({ ...busy, ...fewBlocks });
  const { p } = chain.network.begin;
  const beginning = membersAt(chain, p);
  chain.advance(new Date(start + 30 * day));
  expect([membersAt(chain, 1), membersAt(chain, p - 1), membersAt(chain, p)]).toEqual(Array(3).fill(beginning));
  expect(membersAt(chain, chain.blocks.height())).not.toEqual(beginning);
});

test("the node returns a new sample each time, and the same sequence with the same seed", async () => {
  const [one, same] = [await simulate(), await simulate()];
  const samples = async ({ rpc }: typeof one) => [
    (await rpc("platform.sampleValidators", { size: 8 })).result.validators,
    (await rpc("platform.sampleValidators", { size: 8 })).result.validators,
  ];
  const [first, second] = await samples(one);
  expect(first).not.toEqual(second);
  expect(await samples(same)).toEqual([first, second]);
});

test("the empty node ID, with the weight of inactive L1 validators, is sampled as well", async () => {
  const { rpc, simulator } = await simulate({ l1Validators: 3, hasShortBalances: true });
  const subnetID = subnetsOf(simulator.chain)[0]?.id;
  const { weight } = (await rpc("platform.getTotalStake", { subnetID })).result;
  const { validators } = (await rpc("platform.sampleValidators", { size: weight, subnetID })).result;
  expect(validators[0]).toBe(emptyNodeId); // in order of bytes
});
