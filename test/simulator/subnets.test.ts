import { expect, test } from "vitest";
import { methodOf, type RpcMethodName } from "../../src/api/contract.ts";
import { emptyNodeId, primaryNetwork } from "../../src/api/ids.ts";
import { type Chain, createChain } from "../../src/simulator/chain.ts";
import type { ChainOptions } from "../../src/simulator/chain-options.ts";
import { handlers } from "../../src/simulator/handlers/registry.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { createNode } from "../../src/simulator/node.ts";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { fc, runs } from "../support/random.ts";
import { fewBlocks, simulate, start } from "./ask.ts";

type Row = { readonly [member: string]: unknown; readonly nodeID: string; readonly weight: string };
const token = 10n ** 9n;
const unknownId = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const sum = (values: readonly (string | bigint)[]) => values.reduce<bigint>((all, value) => all + BigInt(value), 0n);
const weightsOf = (rows: readonly Row[]) =>
  sum(rows.flatMap(({ weight, delegatorWeight }) => [weight, String(delegatorWeight ?? 0)]));

/** Starts a simulator and returns its subnets, as in the contract. */
async function simulateSubnets(options: SimulatorOptions = {}) {
  const all = await simulate(options);
  const resultOf = async (method: RpcMethodName, params: unknown = {}) => {
    const { result, error } = await all.rpc(method, params);
    expect([error, methodOf(method).result.safeParse(result).error]).toEqual([undefined, undefined]);
    return result;
  };
  const [l1, permissioned, elastic] = subnetsOf(all.simulator.chain).map(({ id }) => id) as [string, string, string];
  return {
    ...all,
    resultOf,
    rowsOf: async (subnetID: string, nodeIDs?: readonly string[]): Promise<readonly Row[]> =>
      (await resultOf("platform.getCurrentValidators", { subnetID, nodeIDs })).validators,
    l1,
    permissioned,
    elastic,
  };
}
const create = (options: Partial<ChainOptions>) => createChain({ start: new Date(start), ...options });
const kindsOf = (chain: Chain) => subnetsOf(chain).map(({ kind }) => kind);

test("transactions of an elastic subnet differ from those of the primary network", async () => {
  const { rowsOf, elastic } = await simulateSubnets();
  const [ours, primary] = [await rowsOf(elastic), await rowsOf(primaryNetwork)];
  const ids = new Set([...ours, ...primary].map(({ txID }) => txID));
  expect(ids.size).toBe(ours.length + primary.length);
});

test("exactly one node ID returns the delegators of an elastic subnet's validator, more do not", async () => {
  const { rowsOf, elastic } = await simulateSubnets();
  const row = (await rowsOf(elastic)).find(({ delegatorCount }) => delegatorCount !== "0") as Row;
  const [alone] = await rowsOf(elastic, [row.nodeID]);
  const { delegators, ...rest } = alone as Row & { readonly delegators: readonly Row[] };
  expect(rest).toEqual(row);
  expect(delegators).toHaveLength(Number(row["delegatorCount"]));
  expect(sum(delegators.map(({ weight }) => weight))).toBe(BigInt(row["delegatorWeight"] as string));
  expect(await rowsOf(elastic, [row.nodeID, emptyNodeId])).toEqual([row]);
});

test("the supply of an elastic subnet is the initial one plus the rewards of all stakers", async () => {
  const { resultOf, rowsOf, elastic } = await simulateSubnets();
  const nodeIDs = (await rowsOf(elastic)).map(({ nodeID }) => nodeID);
  const each = await Promise.all(nodeIDs.map((nodeID) => rowsOf(elastic, [nodeID])));
  const stakers = each.flat().flatMap((row) => [row, ...(row["delegators"] as Row[])]);
  const { supply } = await resultOf("platform.getCurrentSupply", { subnetID: elastic });
  const rewards = sum(stakers.map(({ potentialReward }) => potentialReward as string));
  expect(BigInt(supply)).toBe(240_000_000n * token + rewards);
});

test.each([
  [{}, ["l1", "permissioned", "elastic"]],
  [{ l1s: 3 }, ["l1", "permissioned", "elastic", "l1", "l1"]],
  [{ l1s: 0 }, ["permissioned", "elastic"]],
  [{ etna: false, convertsAfter: 0 }, ["permissioned", "elastic"]],
  [{ convertsAfter: -1 }, ["l1", "l1", "elastic"]],
])("with %j the subnets are %j", (options, kinds) => {
  expect(kindsOf(create(options))).toEqual(kinds);
});

test("L1 validators are spread evenly, and each pays for one L1", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 100 }), (l1s, l1Validators) => {
      const chain = create({ l1s, l1Validators });
      const lists = subnetsOf(chain).flatMap(({ kind, n }) => (kind === "l1" ? [chain.l1s.of(n)] : []));
      const sizes = lists.map((list) => list.length);
      expect(sizes).toHaveLength(l1s);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(new Set(lists.flat())).toEqual(new Set(chain.l1s.validators));
      expect(chain.l1s.validators).toHaveLength(l1Validators);
    }),
    { numRuns: runs(10) },
  );
});

test("the first subnets are the same however many L1s there are", () => {
  const ids = (l1s: number) => subnetsOf(create({ l1s })).map(({ id }) => id);
  expect(ids(9).slice(0, 3)).toEqual(ids(1));
});

test("every L1 has its own IDs and its own chain", async () => {
  const { resultOf, simulator } = await simulateSubnets({ l1s: 4 });
  const subnets = subnetsOf(simulator.chain);
  const { blockchains } = await resultOf("platform.getBlockchains");
  for (const { id, chain, name, vm } of subnets) {
    expect(blockchains).toContainEqual({ id: chain, subnetID: id, name, vmID: vm });
  }
  const l1s = subnets.filter(({ kind }) => kind === "l1");
  const results = await Promise.all(l1s.map(({ id }) => resultOf("platform.getSubnet", { subnetID: id })));
  expect(results.map(({ managerChainID }) => managerChainID)).toEqual(l1s.map(({ chain }) => chain));
  expect(new Set(results.map(({ conversionID }) => conversionID)).size).toBe(4);
  expect(new Set(subnets.flatMap(({ id, chain, name }) => [id, chain, name])).size).toBe(3 * subnets.length);
});

test("a validation contains its L1", async () => {
  const { resultOf, rowsOf, simulator } = await simulateSubnets({ l1s: 3, l1Validators: 6 });
  for (const { id, kind } of subnetsOf(simulator.chain)) {
    const validations = (await rowsOf(id)).flatMap((row) => (row["validationID"] ? [row] : []));
    expect(validations).toHaveLength(kind === "l1" ? 2 : 0);
    for (const row of validations) {
      const { validationID } = row;
      expect(await resultOf("platform.getL1Validator", { validationID })).toMatchObject({ ...row, subnetID: id });
    }
  }
});

test("an L1 of at least three validators has an inactive one", () => {
  const chain = create({ l1s: 4, l1Validators: 12, hasShortBalances: true });
  const inactive = chain.l1s.validators.filter((validator) => chain.l1s.balance(validator) === 0n);
  expect(new Set(inactive.map(({ subnet }) => subnet)).size).toBe(4);
});

test("150 L1s with 15,000 validators are all returned", () => {
  const chain = create({ l1s: 150, l1Validators: 15_000 });
  const context = { chain, node: createNode({}, "NodeID-x", start), now: chain.now() };
  const sizes = subnetsOf(chain).flatMap(({ id, kind }) => {
    const { validators } = handlers["platform.getCurrentValidators"]?.(context, { subnetID: id }, undefined) ?? {};
    return kind === "l1" ? [validators?.length] : [];
  });
  expect(sizes).toEqual([101, ...Array.from({ length: 149 }, () => 100)]); // one is from before the first L1's conversion
});

test("a validator of a permissioned subnet validates until its end, for which there is a block", () => {
  const chain = create({});
  const [, permissioned] = subnetsOf(chain);
  const end = permissioned?.members[0]?.end ?? 0;
  expect(chain.subnets.due()).toBe(end);
  const countsAt = (time: number) => {
    const context = { chain: { ...chain, blocks: { ...chain.blocks, time: () => time, timeAt: () => time } } };
    const ask = (name: keyof typeof handlers) =>
      (handlers[name] as (all: object, params: object) => object)(
        { ...context, now: 1000 * time },
        { subnetID: permissioned?.id, height: "proposed" },
      );
    const { validators } = ask("platform.getCurrentValidators") as { readonly validators: readonly Row[] };
    const { weight } = ask("platform.getTotalStake") as { readonly weight: string };
    return [validators.length, Object.keys(ask("platform.getValidatorsAt")).length, weight];
  };
  expect(countsAt(end - 1)).toEqual([5, 5, "500"]);
  expect(countsAt(end)).toEqual([0, 0, "0"]);
});

const several = { l1s: 3, l1Validators: 172, hasShortBalances: true, convertsAfter: -1 };
test("the weights at a height are those of the validators, for every subnet", async () => {
  const { resultOf, rowsOf, simulator } = await simulateSubnets(several);
  for (const subnetID of [primaryNetwork, ...subnetsOf(simulator.chain).map(({ id }) => id), unknownId]) {
    const { height } = await resultOf("platform.getHeight");
    const members = await resultOf("platform.getValidatorsAt", { height, subnetID });
    const { weight } = await resultOf("platform.getTotalStake", { subnetID });
    const weights = Object.values<Row>(members).map((member) => member.weight);
    expect([sum(weights), weightsOf(await rowsOf(subnetID))]).toEqual([BigInt(weight), BigInt(weight)]);
  }
});

test("if all L1 validators are active, none has the empty node ID", async () => {
  const { resultOf, l1 } = await simulateSubnets({ l1Validators: 2 });
  const members = await resultOf("platform.getValidatorsAt", { height: "proposed", subnetID: l1 });
  expect(members[emptyNodeId]).toBeUndefined();
});

test.each(["primary", "permissioned", "elastic"] as const)(
  "at a height a node has one key, also on the subnet of kind %s",
  async (kind) => {
    const { resultOf, simulator, ...subnets } = await simulateSubnets();
    const subnetID = kind === "primary" ? primaryNetwork : subnets[kind];
    const members = await resultOf("platform.getValidatorsAt", { height: "proposed", subnetID });
    const { publicKey } = (await resultOf("platform.getCurrentValidators")).validators[2].signer;
    expect(members[simulator.chain.names.nodeId(2)].publicKey).toBe(publicKey);
  },
);

test.each(["l1", "permissioned", "elastic"] as const)(
  "for several node IDs, one of them twice, those of validators are returned: %s",
  async (kind) => {
    const { rowsOf, ...subnets } = await simulateSubnets();
    const rows = await rowsOf(subnets[kind]);
    const [first, last] = [rows[0], rows.at(-1)] as [Row, Row];
    const nodeIDs = [emptyNodeId, last.nodeID, first.nodeID, last.nodeID];
    expect(await rowsOf(subnets[kind], nodeIDs)).toEqual([first, last]);
    expect(await rowsOf(subnets[kind], [emptyNodeId])).toEqual([]);
    expect(await rowsOf(subnets[kind], [])).toEqual(rows);
  },
);

test("converting: the permissioned subnet becomes an L1 after a minute", async () => {
  const { resultOf, permissioned, clock, simulator } = await simulateSubnets({ scenario: "converting" });
  const before = await resultOf("platform.getSubnet", { subnetID: permissioned });
  expect(before).toMatchObject({ isPermissioned: true, conversionID: primaryNetwork, managerAddress: null });
  clock.now += 61_000;
  const { conversionID, ...after } = await resultOf("platform.getSubnet", { subnetID: permissioned });
  expect(after).toMatchObject({
    isPermissioned: false,
    controlKeys: before.controlKeys,
    managerChainID: subnetsOf(simulator.chain)[1]?.chain,
    managerAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/),
  });
  expect(conversionID).not.toBe(primaryNetwork);
});

test("converting: the validators from before are unchanged, and others join with a balance", async () => {
  const { rowsOf, permissioned, clock } = await simulateSubnets({ scenario: "converting" });
  const before = await rowsOf(permissioned);
  clock.now += 61_000;
  const after = await rowsOf(permissioned);
  expect(after.slice(0, before.length)).toEqual(before);
  const joined = after.slice(before.length);
  expect(joined).toHaveLength(3);
  for (const { startTime, minNonce, balance, validationID } of joined) {
    expect([startTime, minNonce, validationID]).toEqual([String(start / 1000 + 60), "0", expect.any(String)]);
    expect(BigInt(balance as string)).toBeGreaterThan(0n);
  }
});

test("converting: a new validator pays the fee from then on, and counts for it", () => {
  const chain = create({ convertsAfter: 60, elsewhere: 0 });
  const before = chain.l1s.state().active;
  chain.advance(new Date(start + 61_000));
  expect(chain.l1s.state().active).toBe(before + 3n);
  const [joined] = chain.l1s.of(1);
  const [balance, time] = [joined ? chain.l1s.balance(joined) : 0n, chain.blocks.time()];
  chain.advance(new Date(start + 300_000));
  expect(joined && chain.l1s.balance(joined)).toBe(balance - 512n * BigInt(chain.blocks.time() - time));
});

test("the conversion is in the block of its second", () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 600 }), (seed, convertsAfter) => {
      const chain = create({ seed, convertsAfter, blockEvery: 20 });
      chain.advance(new Date(start + 1000 * convertsAfter - 1));
      expect(kindsOf(chain)[1]).toBe("permissioned");
      chain.advance(new Date(start + 1000 * convertsAfter + 999));
      expect([kindsOf(chain)[1], chain.l1s.of(1)[0]?.start]).toEqual(["l1", start / 1000 + convertsAfter]);
    }),
    { numRuns: runs(10) },
  );
});

test("by default no subnet ever converts", () => {
  const chain = create(fewBlocks);
  chain.advance(new Date(start + 30 * 86_400_000));
  expect(kindsOf(chain)).toEqual(["l1", "permissioned", "elastic"]);
});
