import { expect, test } from "vitest";
import { createChain } from "../../src/simulator/chain.ts";
import type { ChainOptions } from "../../src/simulator/chain-options.ts";
import { handlers } from "../../src/simulator/handlers/registry.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { createNode } from "../../src/simulator/node.ts";
import { delegationCapacityOf } from "../../src/simulator/stakers.ts";
import type { Staking } from "../../src/simulator/staking.ts";
import { fc, runs } from "../support/random.ts";
import { fewBlocks, start } from "./ask.ts";

const day = 86_400_000;
type Chain = ReturnType<typeof createChain>;
const create = (options: Partial<ChainOptions> = {}) => createChain({ start: new Date(start), ...options });
const after = (chain: Chain, ms: number) => chain.advance(new Date(start + ms));
const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);
const context = (chain: Chain) => ({ chain, node: createNode({}, "NodeID-x", start), now: chain.now() });

/** Returns all data that a client can read, as text. */
function look(chain: Chain): string {
  const now = context(chain);
  const subnets = subnetsOf(chain).map(({ id }) => id);
  return JSON.stringify([
    handlers["platform.getProposedHeight"]?.(now, {}, undefined),
    handlers["platform.getFeeState"]?.(now, {}, undefined),
    handlers["platform.getValidatorFeeState"]?.(now, {}, undefined),
    handlers["platform.getCurrentSupply"]?.(now, {}, undefined),
    handlers["platform.getTotalStake"]?.(now, {}, undefined),
    handlers["platform.getCurrentValidators"]?.(now, {}, undefined),
    subnets.map((subnetID) => handlers["platform.getCurrentValidators"]?.(now, { subnetID }, undefined)),
    subnets.map((subnetID) => handlers["platform.getSubnet"]?.(now, { subnetID }, undefined)),
    handlers["index.getLastAccepted"]?.(now, {}, "P/block"),
    handlers["index.getLastAccepted"]?.(now, {}, "C/block"),
    handlers["proposervm.getCurrentEpoch"]?.(now, {}, "P"),
  ]);
}

test("many steps have the same result as one step", () => {
  const steps = fc.array(fc.integer({ min: 0, max: day / 4 }), { minLength: 1, maxLength: 30 });
  const changes = { l1s: 3, convertsAfter: 3600, heliconAfter: (-30 * day) / 1000 };
  const options = {
    validators: 40,
    l1Validators: 30,
    elsewhere: 12_000,
    load: 1.5,
    ...fewBlocks,
    blockEvery: 60,
    ...changes,
  };
  fc.assert(
    fc.property(fc.integer(), steps, (seed, times) => {
      const [step, leap] = [create({ seed, ...options }), create({ seed, ...options })];
      const last = times.toSorted((left, right) => left - right);
      for (const ms of last) after(step, ms);
      after(leap, last.at(-1) ?? 0);
      expect(look(step)).toBe(look(leap));
    }),
    { numRuns: runs(5) },
  );
});

function expectSoundStaking({ validators, total }: Staking) {
  expect(total()).toBe(sum(validators.map(({ weight, delegated }) => weight + delegated)));
  for (const validator of validators) {
    expect(validator.delegated).toBe(sum([...validator.delegators].map(({ weight }) => weight)));
    expect(delegationCapacityOf(validator)).toBeGreaterThanOrEqual(0n);
    for (const { end } of validator.delegators) expect(end).toBeLessThanOrEqual(validator.end);
  }
}
function expectSound(chain: Chain, elsewhere: number) {
  const { blocks, l1s, gas } = chain;
  const proposed = blocks.proposedHeight(chain.now());
  expect(proposed).toBeLessThanOrEqual(blocks.height());
  expect(proposed).toBeGreaterThanOrEqual(blocks.height() - 64);
  expect(blocks.time() * 1000).toBeLessThanOrEqual(chain.now());
  expectSoundStaking(chain.primary);
  expectSoundStaking(chain.elastic);
  const balances = l1s.validators.map(l1s.balance);
  for (const [i, { paidUntil }] of l1s.validators.entries()) {
    expect(balances[i]).toBeGreaterThanOrEqual(0n);
    expect(balances[i] === 0n).toBe(paidUntil === 0n);
  }
  const active = balances.filter((balance) => balance > 0n).length;
  expect(l1s.state().active).toBe(BigInt(active + elsewhere));
  expect(gas.state().capacity).toBeGreaterThanOrEqual(0n);
  expect(gas.state().capacity).toBeLessThanOrEqual(1_000_000n);
}

test("the chain is consistent and never goes back at any time", () => {
  const steps = fc.array(fc.integer({ min: 0, max: 2 * day }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.integer(), steps, fc.constantFrom(0, 9990), (seed, times, elsewhere) => {
      const changes = { l1s: 3, convertsAfter: 86_400, heliconAfter: (-30 * day) / 1000 };
      const chain = create({
        seed,
        validators: 30,
        l1Validators: 20,
        elsewhere,
        load: 0.8,
        ...fewBlocks,
        ...changes,
      });
      let was = [0, 0, 0, 0];
      let now = 0;
      for (const ms of times) {
        now += ms;
        after(chain, now);
        expectSound(chain, elsewhere);
        const is = [
          chain.blocks.height(),
          chain.blocks.time(),
          chain.x(chain.now()).height,
          chain.c(chain.now()).height,
        ];
        is.forEach((value, i) => void expect(value).toBeGreaterThanOrEqual(was[i] ?? 0));
        was = is;
      }
    }),
    { numRuns: runs(5) },
  );
});
