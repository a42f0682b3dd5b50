import { expect, test } from "vitest";
import { emptyNodeId, primaryNetwork } from "../../src/api/ids.ts";
import { evmChain } from "../../src/metrics/evm.ts";
import { pTime } from "../../src/metrics/pchain.ts";
import { createBlockAge, olderOf } from "../../src/model/chains.ts";
import type { Known } from "../../src/model/known.ts";
import * as o from "./observed.ts";

const { now, own } = o;
const heightSince = (age: number) => ({ height: 7n, since: 1000 * (now - age), seenAt: 1000 * now, isFirst: false });
const header = (timestamp: number) => ({ number: 1n, timestamp: BigInt(timestamp), gasUsed: 0n, gasLimit: 0n });
const executedAt = (timestamp: number) =>
  evmChain.item({
    ...{ chain: "C", subnet_id: primaryNetwork, alias: "" },
    latest: header(timestamp) as never,
  });

test.each<[title: string, network: string, accepted: number | undefined, executed: number | undefined, age?: number]>([
  ["is that of the accepted block", "mainnet", 30, undefined, 30],
  ["is that of the executed block if it is older", "mainnet", 30, 700, 700],
  ["is that of the accepted block if it is older", "mainnet", 700, 30, 700],
  ["is that of the executed block if the health API is disabled", "mainnet", undefined, 30, 30],
  ["ignores the executed block of an idle network", "local", 30, 700, 30],
  ["is unknown without both", "mainnet", undefined, undefined],
])("the age of the last C-Chain block %s", (_title, network, accepted, executed, age) => {
  const given = [
    ...(accepted === undefined ? [] : [o.primaryChain("C", { observed: heightSince(accepted) })]),
    ...(executed === undefined ? [] : [executedAt(now - executed)]),
  ];
  expect(olderOf(createBlockAge(o.observations(given), { ...o.known, network })("C"))).toBe(age);
});

test("the age of the last block of a chain with the consensus Simplex is that of its virtual machine", () => {
  const latest = header(now - 40) as never;
  const block = evmChain.item({ chain: "chain-1", subnet_id: "subnet-1", alias: "", latest });
  const simplex = o.chainOf({ height: undefined });
  expect(createBlockAge(o.observations([simplex, block]), o.known)("chain-1").accepted).toBe(40);
  expect(o.factsFrom([simplex]).chains).toMatchObject([{ state: "ok", height: undefined, connected_ratio: 0.9 }]);
});

test("the age of the last P-Chain block is that of its timestamp", () => {
  const given = [o.primaryChain("P", { observed: heightSince(30) }), pTime.item({ timestamp: o.at(now - 5) })];
  expect(createBlockAge(o.observations(given), o.known)("P").accepted).toBe(5);
});

test.each([
  ["5 minutes ago is known", 300, 700],
  ["more than 5 minutes ago is unknown", 301, undefined],
])("an age that was read %s", (_title, ago, age) => {
  const given = [o.primaryChain("C", { observed: heightSince(700) }), executedAt(now - 1000)];
  expect(olderOf(createBlockAge(o.observations(given, now - ago), o.known)("C"))).toBe(age);
});

test.each<[title: string, given: o.Given, known: Partial<Known>, state: string]>([
  ["that passes its check is ok", [o.primaryChain("C")], {}, "ok"],
  ["that bootstraps is bootstrapping", [o.primaryChain("C"), o.bootstrapped("C", false)], {}, "bootstrapping"],
  [
    "of mainnet without a block for five minutes has halted",
    [o.primaryChain("C", { observed: heightSince(301) }), executedAt(now - 301)],
    {},
    "halted",
  ],
  [
    "of mainnet that accepts blocks and executes none is not executing",
    [o.primaryChain("C", { observed: heightSince(2) }), executedAt(now - 301)],
    {},
    "not_executing",
  ],
  ["of an idle network has not", [o.primaryChain("C"), executedAt(now - 601)], { network: "local" }, "ok"],
  ["with 74 % of its weight connected is isolated", [o.primaryChain("C", { connected_ratio: 0.74 })], {}, "isolated"],
  ["with 79 % of its weight connected is slow", [o.primaryChain("C", { connected_ratio: 0.79 })], {}, "slow"],
])("a chain %s", (_title, given, changes, state) => {
  const facts = o.factsFrom([o.check("C"), ...given], changes);
  expect(facts.chains.map((chain) => chain.state)).toEqual([state]);
});

/** Weights of which a share in percent was active. */
const active = (percent: bigint) => ({ "NodeID-A": percent, [emptyNodeId]: 100n - percent });

test("a chain of an L1 that was topped up after its epoch waits for its next block, and so does the L1", () => {
  const epoch = o.epochOf("chain-1", "subnet-1", active(50n));
  const facts = (since: number) => o.factsFrom([o.chainOf({ observed: heightSince(since) }), o.l1Set(), epoch]);
  expect([facts(301).chains[0]?.state, facts(301).l1s[0]?.state]).toEqual(["epoch_behind", "epoch_behind"]);
  expect([facts(299).chains[0]?.state, facts(299).l1s[0]?.state]).toEqual(["ok", "ok"]);
  expect(facts(299).l1s[0]?.epoch_weight_active_ratio).toBe(0.5);
});

test.each([
  [
    "that stands while none of its validators at the epoch is in the set of today is frozen",
    "NodeID-gone",
    301,
    "epoch_frozen",
  ],
  ["that has had a block is not, because others than the validators of today run", "NodeID-gone", 299, "ok"],
  ["with one validator of the epoch in the set of today can make its next block", "NodeID-A", 301, "ok"],
])("a chain %s", (_title, id, since, state) => {
  const epoch = o.epochOf("chain-1", "subnet-1", { [id]: 1n, "NodeID-left": 99n });
  const { chains, l1s } = o.factsFrom([o.chainOf({ observed: heightSince(since) }), o.l1Set(), epoch]);
  expect([chains[0]?.state, l1s[0]?.state]).toEqual([state, state]);
});

test("the lowest share at the epochs of the chains of an L1 counts, and no chain of another L1", () => {
  const epochs = [
    ...[o.epochOf("chain-1", "subnet-1", active(90n)), o.epochOf("chain-2", "subnet-1", active(80n))],
    ...[o.epochOf("chain-3", "subnet-1", undefined), o.epochOf("chain-4", "subnet-2", active(50n))],
  ];
  const other = { chain: "chain-4", blockchain_id: "chain-4", subnet_id: "subnet-2" };
  const stands = o.chainOf({ ...other, observed: heightSince(301) });
  const sets = [o.l1Set(), o.l1Set({ subnet_id: "subnet-2" }), o.l1Set({ subnet_id: "subnet-3" })];
  const { l1s } = o.factsFrom([stands, ...sets, ...epochs]);
  expect(l1s.map(({ state, epoch_weight_active_ratio }) => [state, epoch_weight_active_ratio])).toEqual([
    ["ok", 0.8],
    ["epoch_behind", 0.5],
    ["ok", undefined],
  ]);
});

test("a chain whose check fails is failing", () => {
  expect(o.factsFrom([o.primaryChain("C"), o.check("C", false)]).chains[0]?.state).toBe("failing");
});

test("with partial sync X and C are chains without data, which bootstrap forever", () => {
  const { chains } = o.factsFrom([o.check("X"), o.bootstrapped("X", false)]);
  expect(chains).toMatchObject([
    { chain: "X", blockchain_id: "", subnet_id: "", alias: "", state: "bootstrapping", height: undefined },
  ]);
});

test.each<[title: string, given: o.Given, chains: readonly string[]]>([
  ["with a height alone", [o.chainOf({ connected_ratio: undefined })], ["chain-1"]],
  ["with connections alone", [o.chainOf({ height: undefined })], ["chain-1"]],
  ["with neither is no running chain", [o.chainOf({ height: undefined, connected_ratio: undefined })], []],
  ["without a check is none while it bootstraps", [o.bootstrapped("X", false)], []],
  ["without data is none once it has bootstrapped", [o.check("X"), o.bootstrapped("X")], []],
  ["that bootstraps is listed once", [o.primaryChain("X"), o.check("X"), o.bootstrapped("X", false)], ["X"]],
])("a chain %s", (_title, given, chains) => {
  expect(o.factsFrom(given).chains.map(({ chain }) => chain)).toEqual(chains);
});

const second = { chain: "chain-2", blockchain_id: "chain-2" };
test("a validator is offline if the check of one of two chains of its subnet names it", () => {
  const given = [o.presence(), o.chainOf({}), o.chainOf({ ...second, disconnectedIds: new Set(["NodeID-A"]) })];
  expect(o.factsFrom(given).validators[0]?.connected).toBe(false);
});

test("a chain that does not report its connections shows nothing about its validators", () => {
  const facts = o.factsFrom([o.weightOf("subnet-1", 100n), o.presence(), o.chainOf({ connected_ratio: undefined })]);
  expect([facts.validators[0]?.connected, facts.chains[0]?.without]).toEqual([undefined, []]);
});

test("an isolated node has no states of its chains, and no shares without a validator", () => {
  const { chains } = o.factsFrom([
    o.isolated,
    o.chainOf({}),
    o.weightOf("subnet-1", 100n),
    o.presence(),
    o.l1Validator(),
  ]);
  expect(chains.map(({ state, without }) => [state, without])).toEqual([
    [undefined, []],
    [undefined, []],
  ]);
});

const away = new Set(["NodeID-A"]);
test.each<[title: string, given: o.Given, ratio: number]>([
  ["is less by its weight", [o.chainOf({}), o.l1Validator()], 0.7],
  [
    "does not count the weight of others",
    [o.chainOf({}), o.l1Validator(), o.current({}, { subnet_id: "subnet-1", node_id: "NodeID-B" })],
    0.7,
  ],
  ["is the same if it is not connected", [o.chainOf({ disconnectedIds: away }), o.l1Validator()], 0.9],
  ["is the same if it is inactive, connected or not", [o.chainOf({}), o.l1Validator({ balance: 0n })], 0.9],
  [
    "counts each of its validations",
    [o.chainOf({}), o.l1Validator(), o.l1Validator({ validation_id: "validation-2" })],
    0.5,
  ],
  [
    "counts a validator of a permissioned subnet",
    [o.chainOf({}), o.presence(), o.current({}, { subnet_id: "subnet-1", weight: 30n })],
    0.6,
  ],
])("the connected share without a watched validator %s", (_title, given, ratio) => {
  const [chain] = o.factsFrom([o.weightOf("subnet-1", 100n), ...given]).chains;
  expect(chain?.without).toEqual([{ node_id: "NodeID-A", alias: "tokyo", ratio: expect.closeTo(ratio) }]);
});

test("the share without each of two watched validators is known, and none without the weight of the subnet", () => {
  const two = [o.chainOf({}), o.l1Validator(), o.l1Validator({ node_id: "NodeID-B", weight: 10n })];
  const ratios = (given: o.Given) => o.factsFrom(given).chains[0]?.without.map(({ ratio }) => ratio);
  expect(ratios([o.weightOf("subnet-1", 100n), ...two])).toEqual([expect.closeTo(0.7), expect.closeTo(0.8)]);
  expect([ratios(two), ratios([o.weightOf("subnet-1", 0n), ...two])]).toEqual([[], []]);
});

test("the share without a validator that is not watched is not known, except for the node itself", () => {
  const of = (node_id: string) => o.l1Validator({ node_id, isWatched: false });
  const [chain] = o.factsFrom([o.weightOf("subnet-1", 100n), o.chainOf({}), of("NodeID-B"), of(own)]).chains;
  expect(chain?.without.map(({ node_id }) => node_id)).toEqual([own]);
});
