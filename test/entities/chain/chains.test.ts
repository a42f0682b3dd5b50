import { expect, test } from "vitest";
import { pTime } from "../../../src/collectors/fees.ts";
import { chain as chainKind } from "../../../src/collectors/kinds/chains.ts";
import { projection } from "../../../src/engine/metric.ts";
import { entities, factItems, factMetrics } from "../../../src/entities/all.ts";
import { createBlockAge, type Known } from "../../../src/entities/observer.ts";
import { emptyNodeId } from "../../../src/node-api/ids.ts";
import { quorumOf } from "../../../src/protocol/consensus.ts";
import * as o from "../observed.ts";

const { now, own } = o;
const heightSince = (age: number) => ({ height: 7n, since: 1000 * (now - age), seenAt: 1000 * now, isFirst: false });
const executedAt = (timestamp: number) => o.latestOf("C", timestamp);

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
  expect(createBlockAge(o.observations(given), { ...o.known, network })("C").older).toBe(age);
});

test("the age of the last block of a chain with the consensus Simplex is that of its virtual machine", () => {
  const block = o.latestOf("chain-1", now - 40);
  const simplex = o.chainOf({ height: undefined });
  expect(createBlockAge(o.observations([simplex, block]), o.known)("chain-1").accepted).toBe(40);
  expect(o.factsFrom([simplex]).chains).toMatchObject([{ height: undefined, connected_ratio: 0.9 }]);
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
  expect(createBlockAge(o.observations(given, now - ago), o.known)("C").older).toBe(age);
});

test("the age that is shown of a block includes that of its reading", () => {
  const given = [o.primaryChain("C", { observed: heightSince(7) })];
  expect(o.factsFrom(given, { network: "local" }, now - 40).chains[0]?.block_age_seconds).toBe(47);
});

test.each<[title: string, given: o.Given, known: Partial<Known>, state: string | undefined]>([
  ["that passes its check is ok", [o.primaryChain("C", { observed: heightSince(2) }), executedAt(now - 2)], {}, "ok"],
  ["of mainnet of whose blocks no age is known has no state", [o.primaryChain("C")], {}, undefined],
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
  [
    "of mainnet whose last accepted block was executed, and is old, has halted, although its age was not seen",
    [o.primaryChain("C", { height: 1n, observed: heightSince(2) }), executedAt(now - 301)],
    {},
    "halted",
  ],
  ["of an idle network has not", [o.primaryChain("C"), executedAt(now - 601)], { network: "local" }, "ok"],
  ["with 74 % of its weight connected is isolated", [o.primaryChain("C", { connected_ratio: 0.74 })], {}, "isolated"],
  ["with 79 % of its weight connected is slow", [o.primaryChain("C", { connected_ratio: 0.79 })], {}, "slow"],
])("a chain %s", (_title, given, changes, state) => {
  const facts = o.factsFrom([o.check("C"), ...given], changes);
  expect(facts.chains.map((chain) => chain.state)).toEqual([state]);
});

const stuck = [o.primaryChain("C", { observed: heightSince(301) }), executedAt(now - 301), o.check("C")];
test.each<[title: string, given: o.Given, states: readonly string[]]>([
  ["follows the network has all states", [], ["bootstrapping", "isolated", "halted", "not_executing", "slow"]],
  ["bootstraps it has none about whether it advances", [o.bootstrapped("C", false)], ["bootstrapping", "slow"]],
  ["is behind has none", [o.behind], []],
])("a chain of a node that %s", (_title, given, states) => {
  const samples = factItems(o.factsFrom([...stuck, ...given])).flatMap(projection(factMetrics));
  const ofC = samples.filter(
    ({ metric, labels }) => metric === entities.chain.metric("state") && labels?.["chain"] === "C",
  );
  const others = new Set(["failing", "ok"]);
  expect(ofC.map(({ labels }) => labels?.["state"]).filter((state) => !others.has(state ?? ""))).toEqual(states);
});

const since = now - 600;
const isAway = o.chainOf({ disconnectedIds: new Set(["NodeID-A"]) });
const runs = o.signersOf({ "NodeID-A": 1n }, ["NodeID-A"]);
test.each<[title: string, given: o.Given, state: string | undefined]>([
  [
    "none of whose proposers is connected has halted",
    [isAway, o.signersOf({ "NodeID-A": 1n }, []), o.latestOf("chain-1", since)],
    "halted",
  ],
  [
    "whose only proposer is connected, and does not track it, has halted",
    [o.signersOf({ "NodeID-A": 1n }, [], {}, { untracked: new Set(["NodeID-A"]) }), o.latestOf("chain-1", since)],
    "halted",
  ],
  [
    "whose only proposer has left the set, and is not connected, has no state",
    [o.signersOf({ "NodeID-left": 1n }, []), o.latestOf("chain-1", since)],
    undefined,
  ],
  [
    "one of whose proposers is connected can make a block",
    [o.signersOf({ "NodeID-A": 1n, "NodeID-B": 9n }, ["NodeID-A"]), o.latestOf("chain-1", since)],
    "ok",
  ],
  [
    "whose proposers have left the set and run can make a block",
    [o.signersOf({ "NodeID-left": 1n }, ["NodeID-left"]), o.latestOf("chain-1", since)],
    "ok",
  ],
  [
    "of which the node itself is a proposer can make a block",
    [o.signersOf({ [own]: 1n }, []), o.latestOf("chain-1", since)],
    "ok",
  ],
  [
    "whose proposers were all inactive can make a block by anyone",
    [o.signersOf({ [emptyNodeId]: 1n }, []), o.latestOf("chain-1", since)],
    "ok",
  ],
  [
    "whose last block did not end its epoch has halted if its proposers are known to be away",
    [isAway, o.signersOf({ "NodeID-A": 1n }, []), o.latestOf("chain-1", since + 1)],
    "halted",
  ],
  [
    "whose last block did not end its epoch has no state while no one has asked for the proposed height",
    [o.signersOf({ "NodeID-A": 1n }, ["NodeID-A"], {}, { proposed: undefined }), o.latestOf("chain-1", since + 1)],
    undefined,
  ],
  ["whose proposers are unknown has no state", [], undefined],
  ["that accepts blocks is ok", [o.chainOf({ observed: { ...heightSince(10), after: 1000 * (now - 20) } })], "ok"],
  [
    "whose validators have not agreed on a block for five minutes has halted",
    [runs, o.chainOf({ observed: heightSince(301), processingBlocks: 4n, longestProcessingSeconds: 301 })],
    "halted",
  ],
  [
    "that is slow, and accepts a block now and then, has not",
    [runs, o.chainOf({ observed: heightSince(240), processingBlocks: 4n, longestProcessingSeconds: 301 })],
    "ok",
  ],
  [
    "that is idle for an hour is ok",
    [runs, o.chainOf({ observed: heightSince(3600), processingBlocks: 0n, longestProcessingSeconds: 0 })],
    "ok",
  ],
])("a chain of an L1 %s, and so its L1", (_title, given, state) => {
  const hasChain = given.some(({ kind }) => kind === chainKind);
  const { chains, l1s } = o.factsFrom([...(hasChain ? [] : [o.chainOf({})]), ...given, o.l1Set()]);
  expect([chains[0]?.state, l1s[0]?.state]).toEqual([state, state]);
});

const [own60, own78, own77] = [0.6721, 0.78, 0.77];
test.each<[title: string, connected: number, error: string | undefined, isAdvancing: boolean, state: string]>([
  [
    "below the limit of its check, and above that of its engine, is slow",
    own60,
    "connected to 67.210000%; required at least 70.666667%",
    false,
    "slow",
  ],
  ["that passes its check is ok", own78, undefined, false, "ok"],
  [
    "with a higher limit is isolated",
    own77,
    "connected to 77.000000%; required at least 84.000000%",
    false,
    "isolated",
  ],
  [
    "with the default parameters is isolated",
    0.7,
    "connected to 70.000000%; required at least 80.000000%",
    false,
    "isolated",
  ],
  [
    "exactly at the limit of its engine is slow",
    2 / 3,
    "connected to 66.666667%; required at least 73.333333%",
    false,
    "slow",
  ],
  ["whose check fails for another reason is failing", 0.7, "block processing too long", false, "failing"],
])("a chain with consensus parameters of its own %s", (_title, connected_ratio, error, isAdvancing, state) => {
  const after = isAdvancing ? 1000 * (now - 30) : undefined;
  const observed = { height: 7n, since: 1000 * now, seenAt: 1000 * now, isFirst: false, after };
  const quorum = quorumOf({ error, connectedRatio: connected_ratio });
  const one = o.chainOf({ connected_ratio, quorum, observed });
  expect(o.factsFrom([one, runs, o.check("chain-1", error === undefined)]).chains[0]?.state).toBe(state);
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
  [
    "with neither, which the node could not create",
    [o.chainOf({ height: undefined, connected_ratio: undefined })],
    ["chain-1"],
  ],
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
  const ratios = (given: o.Given) => o.factsFrom(given).chains[0]?.without?.map(({ ratio }) => ratio);
  expect(ratios([o.weightOf("subnet-1", 100n), ...two])).toEqual([expect.closeTo(0.7), expect.closeTo(0.8)]);
  expect([ratios(two), ratios([o.weightOf("subnet-1", 0n), ...two])]).toEqual([[], []]);
});

test("the share without a validator that is not watched is not known, except for the node itself", () => {
  const of = (node_id: string) => o.l1Validator({ node_id, isWatched: false });
  const [chain] = o.factsFrom([o.weightOf("subnet-1", 100n), o.chainOf({}), of("NodeID-B"), of(own)]).chains;
  expect(chain?.without?.map(({ node_id }) => node_id)).toEqual([own]);
});
