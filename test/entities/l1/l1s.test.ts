import { expect, test } from "vitest";
import * as l1 from "../../../src/collectors/kinds/l1-validators.ts";
import { createLineFormatter } from "../../../src/engine/exposition.ts";
import { projection } from "../../../src/engine/metric.ts";
import { entities, factItems, factMetrics, watchedObserved, watchedUnobserved } from "../../../src/entities/all.ts";
import { topUpsOf } from "../../../src/entities/l1/record.ts";
import { nothing, nothingWatched } from "../../../src/entities/observer.ts";
import { emptyNodeId } from "../../../src/node-api/ids.ts";
import * as o from "../observed.ts";

const { now, day, own } = o;

/** Returns the current state of the only watched L1 validator, and the states that have no series. */
function statesOf(given: o.Given) {
  const samples = factItems(o.factsFrom(given)).flatMap(projection(factMetrics));
  const set = samples.filter(({ metric }) => metric === entities.l1_validator.metric("state"));
  const shown = set.map(({ labels }) => labels?.["state"]);
  const [state] = set.filter(({ value }) => value === 1).map(({ labels }) => labels?.["state"]);
  return { state, absent: ["offline", "wrong_key"].filter((one) => !shown.includes(one)) };
}
const runsChain = o.chainOf({});
const disconnected = o.chainOf({ disconnectedIds: new Set(["NodeID-A"]) });
const both = ["offline", "wrong_key"];

test.each<[title: string, given: o.Given, state: string | undefined, absent: readonly string[]]>([
  ["with a connection is ok", [o.l1Validator(), runsChain], "ok", ["wrong_key"]],
  ["without a connection is offline", [o.l1Validator(), disconnected], "offline", ["wrong_key"]],
  ["whose chain the node does not run is registered, and offline is unknown", [o.l1Validator()], "registered", both],
  ["that is inactive is not offline", [o.l1Validator({ balance: 0n }), disconnected], "inactive", both],
  ["has no state for an isolated node", [o.l1Validator(), disconnected, o.isolated], undefined, both],
  [
    "whose balance lasts less than 7 days is low",
    [o.l1Validator({ balance: BigInt(7 * day - 1) })],
    "low_balance",
    both,
  ],
  ["whose balance lasts 7 days is ok", [o.l1Validator({ balance: BigInt(7 * day) }), runsChain], "ok", ["wrong_key"]],
  ["whose fee is unknown has no state", [o.l1Validator(), o.feesOf({})], undefined, both],
  ["whose balance is unknown has no state", [o.l1Validator({ balance: undefined })], undefined, both],
  ["has no state while the node is behind", [o.l1Validator(), o.behind], undefined, both],
])("a watched L1 validator %s", (_title, given, state, absent) => {
  expect(statesOf(given)).toEqual({ state, absent });
});

const ofNode = { node_id: own, isWatched: false };
const key = (matches: boolean) => l1.blsKey.item({ ...o.l1Labels, node_id: own, matches });
test.each<[title: string, given: o.Given, state: string, absent: readonly string[]]>([
  ["whose chain the node does not run is not running", [key(true)], "not_running", ["offline"]],
  ["with the registered BLS key is ok", [key(true), runsChain], "ok", []],
  ["with another BLS key has the wrong key", [key(false), runsChain], "wrong_key", []],
  ["that is isolated is offline", [runsChain, o.isolated], "offline", ["wrong_key"]],
])("the L1 validator of the node itself %s", (_title, given, state, absent) => {
  expect(statesOf([o.l1Validator(ofNode), ...given])).toEqual({ state, absent });
});

test("a validator that is not watched has no facts", () => {
  expect(o.factsFrom([o.l1Validator({ isWatched: false })]).l1_validators).toEqual([]);
});

test("a validator whose node is watched has facts, whichever collector reads its balance", () => {
  expect(o.factsFrom([o.presence(), o.l1Validator({ isWatched: false })]).l1_validators).toHaveLength(1);
});

test("a validator of another subnet than the watched one has no facts", () => {
  const other = o.l1Validator({ subnet_id: "subnet-2", isWatched: false });
  expect(o.factsFrom([o.presence(), other]).l1_validators).toEqual([]);
});

test.each<
  [title: string, given: o.Given, balance: number | undefined, runway: number | undefined, topUp: number | undefined]
>([
  ["are known", [o.l1Validator({ balance: 100n })], 1e-7, 100, (30 * day - 100) / 1e9],
  ["are unknown with the balance", [o.l1Validator({ balance: undefined })], undefined, undefined, undefined],
  ["have a balance without a fee", [o.l1Validator({ balance: 100n }), o.feesOf({})], 1e-7, undefined, undefined],
  [
    "have a balance for a node that is behind",
    [o.l1Validator({ balance: 100n }), o.behind],
    1e-7,
    undefined,
    undefined,
  ],
])("balance, time left and top-up of an L1 validator %s", (_title, given, balance, runway, topUp) => {
  expect(o.factsFrom(given).l1_validators).toMatchObject([
    { balance_avax: balance, balance_runway_seconds: runway, top_up_avax: topUp },
  ]);
});

test.each([
  ["has none", false],
  ["has one", true],
])("a watched L1 validator that %s knows it: a deactivation owner", (_title, hasDeactivationOwner) => {
  const [one] = o.factsFrom([o.l1Validator({ owners: { digest: 7, hasDeactivationOwner } })]).l1_validators;
  expect(one?.has_deactivation_owner).toBe(hasDeactivationOwner);
});

test("a watched validation that does not exist is missing", () => {
  const validation = l1.validation.item({ validation_id: "v", alias: "ours", isPresent: false });
  expect(o.factsFrom([validation]).l1_validators).toMatchObject([{ validation_id: "v", state: "missing" }]);
});

test.each<[title: string, given: o.Given, runway: number | undefined]>([
  ["counts from the time of the fee", [o.l1Validator({ balance: 100n })], 100],
  [
    "counts from now",
    [o.l1Validator({ balance: 100n }), o.feesOf({ state: { ...o.feeState, timestamp: o.at(now - 40) } })],
    60,
  ],
  ["is 0 while inactive", [o.l1Validator({ balance: 0n })], 0],
  ["is absent without a fee", [o.l1Validator(), o.feesOf({ state: { ...o.feeState, price: 0n } })], undefined],
  ["is absent while the fee is unknown", [o.l1Validator(), o.feesOf({})], undefined],
])("the time until a balance runs out %s", (_title, given, runway) => {
  expect(o.factsFrom(given).l1_validators[0]?.balance_runway_seconds).toBe(runway);
});

const lasting = 30 * day;
const halted = [o.member(74n, lasting), o.member(26n, 0)];
test.each<[title: string, given: o.Given, facts: object]>([
  [
    "whose validators are all active is registered",
    [o.l1Set()],
    { state: "registered", weight_active_ratio: 1, top_up: [] },
  ],
  [
    "with an inactive validator is degraded",
    [o.l1Set([o.member(90n, lasting), o.member(10n, 0)])],
    {
      state: "degraded",
      weight_active_ratio: 0.9,
      balance_runway_seconds: 0,
      validators_active: 1,
      top_up: [{ validation_id: "validation-1", balance_runway_seconds: 0 }],
    },
  ],
  ["that has less than 75 % of its weight has halted", [o.l1Set(halted)], { state: "halted", halt_seconds: 0 }],
  [
    "that has less than 80 % of its weight is slow",
    [o.l1Set([o.member(79n, lasting), o.member(21n, 0)])],
    { state: "slow" },
  ],
  [
    "that halts within 7 days is at risk",
    [o.l1Set([o.member(70n, lasting), o.member(30n, 6 * day)])],
    { state: "at_risk", halt_seconds: 6 * day, weight_active_forecast_ratio: 0.7 },
  ],
  [
    "that never halts has no such time",
    [o.l1Set([o.member(100n, undefined)])],
    { state: "registered", halt_seconds: undefined, validators_active: 1 },
  ],
  [
    "whose fee is unknown has a weight, and no forecast",
    [o.l1Set(), o.feesOf({})],
    { state: undefined, missing: ["fee"], weight_active_ratio: 1, weight_active_forecast_ratio: undefined },
  ],
  [
    "whose P-Chain is idle has no time below 0",
    [o.l1Set([o.member(100n, 0, { balance: 1n })]), o.feesOf({ state: { ...o.feeState, timestamp: o.at(now - 6) } })],
    { balance_runway_seconds: 0 },
  ],
])("an L1 %s", (_title, given, facts) => {
  expect(o.factsFrom(given).l1s).toMatchObject([facts]);
});

test("an L1 with exactly 75 % of its weight has not halted, and halts with the next balance", () => {
  const [facts] = o.factsFrom([o.l1Set([o.member(75n, day), o.member(25n, 0)])]).l1s;
  expect(facts?.halt_seconds).toBe(day);
});

test("an L1 without weight has no facts", () => {
  expect(o.factsFrom([o.l1Set([])]).l1s).toEqual([]);
});

test.each<[title: string, given: o.Given, facts: readonly unknown[]]>([
  ["is not known if it was not read", [], [undefined, undefined, undefined]],
  ["has a weight and a churn", [o.managerOf()], [5n, 0.25, 15n]],
  ["can have less weight than the P-Chain", [o.managerOf({ weight: 90n })], [-10n, 0.25, 15n]],
  ["that shows no churn has a weight", [o.managerOf({ churn: undefined })], [5n, undefined, undefined]],
  ["of another L1 does not count", [o.managerOf({ subnet_id: "subnet-2" })], [undefined, undefined, undefined]],
  ["is not compared by a node that is behind", [o.managerOf(), o.behind], [undefined, undefined, undefined]],
])("the validator manager of an L1 %s", (_title, given, facts) => {
  const [one] = o.factsFrom([o.l1Set(), ...given]).l1s;
  expect([one?.manager_weight_difference, one?.manager_churn_used_ratio, one?.manager_churn_left]).toEqual(facts);
});

test("validators from before the conversion are none of the validator manager", () => {
  const members = [o.member(100n, lasting), o.member(50n, undefined, { validation_id: "" })];
  const [one] = o.factsFrom([o.l1Set(members), o.managerOf({ weight: 100n })]).l1s;
  expect([one?.manager_weight, one?.manager_weight_difference]).toEqual([100n, 0n]);
});

test("the difference of weights above 2^53 has all digits on the page, and is a number in JSON", () => {
  const [members, weight] = [[o.member(2n ** 63n - 1n, lasting)], 2n ** 62n];
  const [one] = o.factsFrom([o.l1Set(members), o.managerOf({ weight })]).l1s;
  if (one === undefined) throw new Error("no L1");
  const metric = entities.l1.metric("manager_weight_difference");
  const lines = projection([metric])(entities.l1.item(one)).map(createLineFormatter());
  expect(lines).toEqual([
    'avax_l1_manager_weight_difference{subnet_id="subnet-1",alias="our L1"} -4611686018427387903\n',
  ]);
  expect(entities.l1.toJson(one, { since_timestamp_seconds: null }).manager_weight_difference).toBe(-(2 ** 62));
});

test("the churn of a period that is over is 0, without another run", () => {
  const [one] = o.factsFrom([o.l1Set(), o.managerOf()], { now: now + 3540 }).l1s;
  expect([one?.manager_churn_used_ratio, one?.manager_churn_left]).toEqual([0, 21n]);
});

test("while the node is behind an L1 has no facts, only its name", () => {
  const [facts] = o.factsFrom([o.behind, o.l1Set(halted)]).l1s;
  const { subnet_id, alias, needed_ratio: _, missing, top_up, weight_signing_ratio, ...others } = facts ?? {};
  const values = [
    ...Object.values(others),
    ...Object.values(weight_signing_ratio ?? {}).map((ratio) => ratio ?? undefined),
  ];
  expect([subnet_id, alias, missing, top_up, new Set(values)]).toEqual([
    "subnet-1",
    "our L1",
    [],
    [],
    new Set([undefined]),
  ]);
});

const ending = (weight: bigint, exhaustion: number) => ({ ...o.l1Labels, weight, balance: 0n, exhaustion });
test("inactive validators with the largest weight come first, then those that run out first within a week", () => {
  const members = [
    { ...ending(9n, now + 8 * day), validation_id: "in 8 days" },
    { ...ending(1n, 0), validation_id: "small" },
    { ...ending(1n, now + 2 * day), validation_id: "in 2 days" },
    { ...ending(5n, 0), validation_id: "large" },
    { ...ending(1n, now + day), validation_id: "tomorrow" },
  ];
  expect(topUpsOf(members, {}, now).map(({ validation_id }) => validation_id)).toEqual([
    "large",
    "small",
    "tomorrow",
    "in 2 days",
  ]);
});

test("a balance that lasts a week is not listed, and a list ends after 100 validators", () => {
  const lasts = [...Array(101).keys()].map((index) => ending(1n, now + 6 * day + index));
  expect(topUpsOf([ending(1n, now + 7 * day)], {}, now)).toEqual([]);
  expect(topUpsOf(lasts, {}, now)).toHaveLength(100);
});

test("a validator that an idle P-Chain deactivates late is not inactive yet", () => {
  expect(topUpsOf([ending(1n, now - 5)], {}, now)).toMatchObject([{ balance_runway_seconds: 1 }]);
});

test("a top-up is the amount with which a balance lasts for 30 days, at the fee of the forecast", () => {
  const fee = (excessRate: number) => ({
    state: { price: 1000n, excess: 0n, timestamp: o.at(now) },
    config: { capacity: 20_000n, target: 10_000n, minPrice: 1000n, excessConversionConstant: 10_000_000n },
    excessRate,
  });
  const amount = (excessRate: number) =>
    topUpsOf([{ ...ending(1n, 0), balance: 0n }], fee(excessRate), now)[0]?.top_up_avax;
  expect(amount(0)).toBeCloseTo((30 * day * 1000) / 1e9);
  expect(amount(1)).toBeGreaterThan((30 * day * 1000) / 1e9);
  expect(amount(20)).toBeUndefined(); // more than tenfold
  expect(topUpsOf([ending(1n, 0)], {}, now)[0]?.top_up_avax).toBeUndefined();
});

test("the top-ups of an L1 are the sum over all balances, and 0 where they last", () => {
  const [facts] = o.factsFrom([o.l1Set([o.member(1n, 30 * day), o.member(1n, 60 * day)])]).l1s;
  expect([facts?.top_up_30_days_avax, facts?.top_up_90_days_avax]).toEqual([0, (90 * day) / 1e9]);
});

test("a watched validation has one row, whether or not it was read", () => {
  const validation_ids = ["validation-1", "validation-2"].map((id) => ({ id, alias: "" }));
  const rows = o.factsFrom([o.l1Validator()], { watched: { ...nothingWatched, validation_ids } }).l1_validators;
  expect(rows.map(({ validation_id, state }) => [validation_id, state])).toEqual([
    ["validation-1", "registered"],
    ["validation-2", undefined],
  ]);
});

test("each watched entity has a row, also while nothing is known about it", () => {
  const watched = {
    ...nothingWatched,
    node_ids: [{ id: "NodeID-x", alias: "x", subnet_ids: ["subnet-1"] }],
    subnet_ids: [{ id: "subnet-1", alias: "our L1" }],
    validation_ids: [{ id: "validation-9", alias: "v" }],
  };
  const facts = o.factsFrom([], { watched });
  const rows = [...facts.validators, ...facts.subnets, ...facts.l1_validators];
  expect(rows.map(({ alias, state }) => [alias, state])).toEqual([
    ["x", undefined],
    ["our L1", undefined],
    ["v", undefined],
  ]);
});

const weights = { "NodeID-own": 30n, "NodeID-A": 30n, "NodeID-B": 20n, "NodeID-left": 10n, [emptyNodeId]: 10n };
const today = { "NodeID-own": 60n, "NodeID-A": 30n, "NodeID-B": 10n };
const signers = o.signersOf(weights, ["NodeID-A", "NodeID-left"], today);
const wrongKey = (changes: { node_id: string; subnet_id?: string }) =>
  l1.blsKey.item({ ...o.l1Labels, ...changes, matches: false });
test.each<[title: string, given: o.Given, into: number | undefined, out: number | undefined]>([
  ["that of connected validators, also of those that have left", [], 0.7, 0.9],
  ["without that of the node itself if its key is wrong", [wrongKey({ node_id: "NodeID-own" })], 0.4, 0.3],
  [
    "with that of the node if a key on another L1 is wrong",
    [wrongKey({ node_id: own, subnet_id: "subnet-2" })],
    0.7,
    0.9,
  ],
  ["the lowest of its chains", [o.signersOf(weights, ["NodeID-A"], today, { chain: "chain-2" })], 0.6, 0.9],
  ["unknown while the node is isolated", [o.isolated], undefined, undefined],
])("the weight that can sign messages of an L1 is %s", (_title, given, into, out) => {
  const [found] = o.factsFrom([o.l1Set(), signers, ...given]).l1s;
  expect(found?.weight_signing_ratio).toEqual({ in: into, out });
});

test("the labels of a watched entity do not change when it is read", () => {
  const watched = {
    ...nothingWatched,
    node_ids: [{ id: own, alias: "", subnet_ids: ["subnet-1"] }],
    subnet_ids: [{ id: "subnet-1", alias: "ours" }],
    validation_ids: [{ id: "validation-1", alias: "first" }],
  };
  const labelsFrom = (given: o.Given) =>
    factItems(o.factsFrom(given, { watched }), watched)
      .flatMap(projection([watchedObserved]))
      .map(({ labels }) => labels);
  const ofChain = [o.chainOf({}), o.signersOf({ [own]: 1n }, [])];
  const read = [
    ...ofChain,
    o.presence(undefined, { node_id: own, alias: "name" }),
    o.l1Set(undefined, "other"),
    o.l1Validator(),
  ];
  expect(labelsFrom(read)).toEqual(labelsFrom([]));
});

const stopped = [o.chainOf({}), o.check("chain-1"), o.bootstrapped("chain-1", false)];
test.each<[title: string, given: o.Given, isUnobserved: number | undefined]>([
  ["that has a state is observed", [o.l1Set(halted)], 0],
  ["of whose next block nothing is known is not", [o.l1Set(), o.chainOf({})], 1],
  ["whose chain the node bootstraps is for others to observe", [o.l1Set(), ...stopped], undefined],
  ["is for others to observe while the node is behind", [o.l1Set(), o.behind], undefined],
])("an L1 %s", (_title, given, isUnobserved) => {
  const samples = factItems(o.factsFrom(given)).flatMap(projection([watchedUnobserved]));
  expect(samples.map(({ value }) => value)).toEqual(isUnobserved === undefined ? [] : [isUnobserved]);
});

test.each<[title: string, given: o.Given, share: number | undefined]>([
  ["is unknown without peers", [], undefined],
  ["is unknown if no validator is connected", [o.connectedTo({ "NodeID-X": "subnet-1" })], undefined],
  [
    "is that of the validators whose nodes do not track it",
    [o.connectedTo({ "NodeID-A": "subnet-2", "NodeID-B": "subnet-1" })],
    0.6,
  ],
  ["is 0 if all connected ones track it", [o.connectedTo({ "NodeID-B": "subnet-1" })], 0],
  [
    "is that of the last look at the signers, which is later",
    [
      o.connectedTo({ "NodeID-A": "subnet-1" }),
      o.chainOf({}),
      o.signersOf({ "NodeID-A": 1n }, [], {}, { untracked: new Set(["NodeID-A"]) }),
    ],
    0.6,
  ],
])("the share of the weight that does not track an L1 %s", (_title, given, share) => {
  const members = [o.member(60n, lasting), o.member(40n, lasting, { node_id: "NodeID-B" })];
  const [found] = o.factsFrom([o.l1Set(members), ...given]).l1s;
  expect(found?.weight_not_tracking_ratio).toBe(share);
});

const ownOnL1 = o.presence(undefined, { node_id: own });
const identity = { node_id: own, version: "avalanchego/1.14.2", network_id: "1" };
test.each<[title: string, given: o.Given, tracks: boolean | undefined]>([
  ["that runs its chain tracks it", [runsChain], true],
  ["that bootstraps its chain tracks it", [o.chainOf({}), o.bootstrapped("chain-1", false)], true],
  ["that runs other chains only does not track it", [o.primaryChain("P")], false],
  ["whose chains are unknown may track it", [o.chainOf({ subnet_id: "" })], undefined],
])("the queried node %s", (_title, given, tracks) => {
  const [found] = o.factsFrom([ownOnL1, ...given], { remembered: { ...nothing, identity } }).validators;
  expect([found?.tracks, found?.version]).toEqual([tracks, "avalanchego/1.14.2"]);
});

test.each<[title: string, given: o.Given]>([
  ["is isolated", [o.isolated]],
  ["is behind", [o.behind]],
])("a node that %s knows the versions of its peers, and what they track", (_title, given) => {
  const [found] = o.factsFrom([o.presence(), o.connectedTo({ "NodeID-A": "subnet-1" }), ...given]).validators;
  expect([found?.tracks, found?.version]).toEqual([true, "avalanchego/1.14.2"]);
});
