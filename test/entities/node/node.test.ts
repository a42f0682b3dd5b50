import { expect, test } from "vitest";
import { pTime } from "../../../src/collectors/fees.ts";
import { announcedUpgrade } from "../../../src/collectors/health.ts";
import { type Known, nothing, remember, validatesIn } from "../../../src/entities/observer.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import * as o from "../observed.ts";

const { now, own } = o;
const healthy = [o.primaryChain("P"), o.bootstrapped("P"), o.check("P"), o.check("network")];
const timeOf = (age: number) => pTime.item({ timestamp: o.at(now - age) });

test.each<[title: string, given: o.Given, known: Partial<Known>, state: string | undefined]>([
  ["whose checks pass is ok", healthy, {}, "ok"],
  ["that does not respond is unreachable", healthy, { isReachable: false }, "unreachable"],
  ["whose P-Chain bootstraps is bootstrapping", [o.check("P"), o.bootstrapped("P", false)], {}, "bootstrapping"],
  [
    "whose C-Chain bootstraps is bootstrapping",
    [...healthy, o.check("C"), o.bootstrapped("C", false), o.primaryChain("C")],
    {},
    "bootstrapping",
  ],
  ["with partial sync, which has no check of X, is ok", [...healthy, o.bootstrapped("X", false)], {}, "ok"],
  ["with less than 80 % of the stake is isolated", [...healthy, o.isolated].slice(1), {}, "isolated"],
  ["of mainnet whose last block is older than 5 minutes is behind", [...healthy, timeOf(301)], {}, "behind"],
  ["of mainnet whose last block is 5 minutes old is ok", [...healthy, timeOf(300)], {}, "ok"],
  ["of Fuji whose P-Chain is quiet is ok", [...healthy, timeOf(3600)], { network: "fuji" }, "ok"],
  ["of an unknown network is never behind", [...healthy, timeOf(3600)], { network: "local" }, "ok"],
  [
    "whose P-Chain bootstraps while another chain has ended is bootstrapping",
    [o.bootstrapped("X"), o.bootstrapped("P", false), o.bootstrapped("C")],
    {},
    "bootstrapping",
  ],
  [
    "that sees 75 % of the stake is ok",
    [...healthy, o.primaryChain("P", { connected_ratio: 0.75 })].slice(1),
    {},
    "ok",
  ],
  ["without its network is unidentified", healthy, { network: undefined }, "unidentified"],
  ["without its ID is unidentified", healthy, { nodeId: undefined }, "unidentified"],
  ["with a failing check is unhealthy", [...healthy, o.check("bls", false)], {}, "unhealthy"],
  ["without health checks is unchecked", [o.bootstrapped("P")], {}, "unchecked"],
  ["that has not run its checks yet has no state", [o.bootstrapped("P")], { awaitsChecks: true }, undefined],
])("a node %s", (_title, given, changes, state) => {
  expect(o.factsFrom(given, changes).node.state).toBe(state);
});

test.each<[title: string, readAt: number, age: number | undefined, state: string | undefined]>([
  ["is its age when it was read", now - 200, 100, "ok"],
  ["is unknown if it was read more than 5 minutes ago", now - 301, undefined, undefined],
])(
  "the age of the last block %s, so that a long interval turns no healthy node into one that is behind",
  (_title, readAt, age, state) => {
    const time = pTime.item({ timestamp: o.at(readAt - 100) });
    const { node } = o.factsFrom([...healthy, time], {}, readAt);
    expect([node.pchain_block_age_seconds, node.state]).toEqual([age, state]);
  },
);

test("a block from the future has the age 0", () => {
  expect(o.factsFrom([timeOf(-10)]).node.pchain_block_age_seconds).toBe(0);
});

test("the failing checks are named", () => {
  expect(o.factsFrom([o.check("bls", false), o.check("P")]).node.failing_checks).toEqual([
    { check: "bls", error: "bls fails" },
  ]);
});

test.each<[unknown: Date | undefined, is: boolean, seconds: number | undefined]>([
  [undefined, false, undefined],
  [o.at(now + 60), true, 60],
  [o.at(now - 60), true, -60],
])("an announced upgrade of %s is unknown to the node: %s, in %s s", (unknownTime, is, seconds) => {
  const { node } = o.factsFrom([announcedUpgrade.item({ unknownTime })]);
  expect([node.upgrade_unknown, node.upgrade_unknown_seconds]).toEqual([is, seconds]);
});

const primary = o.subnetOf("primary", primaryNetwork);
test.each<[title: string, given: o.Given, validates: boolean | undefined]>([
  ["in the set does", [o.presence(undefined, { node_id: own })], true],
  ["with an L1 validator does", [o.l1Validator({ node_id: own, isWatched: false })], true],
  ["that is in no set does not", [timeOf(1), primary], false],
  ["whose sets are unknown may", [o.presence()], undefined],
])("a node %s validate", (_title, given, validates) => {
  expect(validatesIn(o.observations(given), own)).toBe(validates);
});

test("what a node was is remembered while its observations expire", () => {
  const period = { start: o.at(now), end: undefined };
  const seen = o.observations([timeOf(1), primary, o.presence(period)]);
  const remembered = remember(remember(nothing, seen, own), o.observations([]), own);
  expect(remembered.validates).toBe(false);
  expect([...remembered.periods]).toEqual([["subnet-1 NodeID-A", period]]);
  expect(o.factsFrom([], { remembered }).node.validates).toBe(false);
});

test.each([
  ["expire after its own", 30, true],
  ["are read after it has left", 330, false],
])("a node has validated while other observations %s", (_title, later, validates) => {
  const before = remember(nothing, o.observations([o.presence(undefined, { node_id: own })]), own);
  expect(remember(before, o.observations([timeOf(1), primary], now + later), own).validates).toBe(validates);
});

test("a day of Fuji, with gaps of 1 to 40 minutes between blocks of its P-Chain, changes no state", () => {
  const states = new Set<string | undefined>();
  const validator = [o.presence(), o.current({ connected: true, uptime: 0.99 }), o.l1Set(), o.l1Validator()];
  const ofL1 = [o.chainOf({}), o.signersOf({ "NodeID-A": 1n }, ["NodeID-A"])];
  let last = now;
  for (let time = now, gap = 1; time < now + o.day; time += 60) {
    if (time - last >= 60 * gap) [last, gap] = [time, (gap * 7) % 41];
    const chains = [
      o.primaryChain("P", { observed: { height: 7n, since: 1000 * last, seenAt: 1000 * time, isFirst: false } }),
      o.primaryChain("C", { observed: { height: 7n, since: 1000 * time, seenAt: 1000 * time, isFirst: false } }),
      o.latestOf("C", time),
    ];
    const given = [...chains, o.check("P"), o.check("C"), pTime.item({ timestamp: o.at(last) }), ...validator, ...ofL1];
    const facts = o.factsFrom(given, { network: "fuji", now: time }, time);
    for (const one of [facts.network, facts.node, ...facts.chains, ...facts.validators, ...facts.l1s])
      states.add(one.state);
  }
  expect([...states]).toEqual(["ok"]);
});

const seen = { height: 7n, since: 1000 * (now - 20), seenAt: 1000 * now, isFirst: false };
const accepts = { observed: { ...seen, after: 1000 * (now - 50) } };
const stands = { observed: { ...seen, since: 1000 * (now - 301) } };
test.each<[title: string, given: o.Given, known: Partial<Known>, state: string]>([
  ["stands has halted", [o.primaryChain("P", stands), timeOf(301)], {}, "halted"],
  [
    "accepts old blocks has not: it catches up, or its clock is wrong",
    [o.primaryChain("P", accepts), timeOf(301)],
    {},
    "ok",
  ],
  [
    "stands has halted, although blocks of X are accepted",
    [o.primaryChain("P", stands), o.primaryChain("X", accepts), timeOf(301)],
    {},
    "halted",
  ],
  [
    "accepts old blocks of C, on Fuji, has not",
    [o.primaryChain("P"), o.primaryChain("C", accepts), o.latestOf("C", now - 301)],
    { network: "fuji" },
    "ok",
  ],
])("the network of a node that %s", (_title, given, changes, state) => {
  const { network, node } = o.factsFrom([...healthy.slice(1), ...given], changes);
  expect([node.state, network.state]).toEqual(["behind", state]);
});
