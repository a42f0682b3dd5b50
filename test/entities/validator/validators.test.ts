import { expect, test } from "vitest";
import { pTime } from "../../../src/collectors/fees.ts";
import { type Period, presence, validatorView } from "../../../src/collectors/kinds/validators.ts";
import { endedPeriod } from "../../../src/collectors/rewards.ts";
import { projection } from "../../../src/engine/metric.ts";
import { entities, factItems, factMetrics, factsOf } from "../../../src/entities/all.ts";
import { type Known, nothing, nothingWatched } from "../../../src/entities/observer.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import * as o from "../observed.ts";

const { now, day, own } = o;
const disconnected = (...ids: readonly string[]) => o.chainOf({ disconnectedIds: new Set(ids) });
const onPrimary = { subnet_id: primaryNetwork };
const period = { start: o.at(now - 10 * day), end: o.at(now + 90 * day) };

const bootstraps = o.bootstrapped("chain-1", false);
/** Returns the current state of the only watched validator, and the states that have no series. */
function statesOf(given: o.Given, changes: Partial<Known> = {}) {
  const facts = o.factsFrom(given, changes);
  const samples = factItems(facts).flatMap(projection(factMetrics));
  const set = samples.filter(({ metric }) => metric === entities.validator.metric("state"));
  const shown = set.map(({ labels }) => labels?.["state"]);
  const [state] = set.filter(({ value }) => value === 1).map(({ labels }) => labels?.["state"]);
  return { state, absent: ["offline", "inactive"].filter((one) => !shown.includes(one)) };
}

test.each<[title: string, given: o.Given, state: string | undefined, absent: readonly string[]]>([
  ["of a chain that the node runs, and is connected to, is ok", [disconnected("NodeID-B")], "ok", ["inactive"]],
  ["without a connection is offline", [disconnected("NodeID-A")], "offline", ["inactive"]],
  ["of a chain that the node does not run is registered", [], "registered", ["offline", "inactive"]],
  ["of a chain that bootstraps has no state", [bootstraps, o.chainOf({})], undefined, ["offline", "inactive"]],
  ["is unknown to an isolated node", [disconnected("NodeID-A"), o.isolated], undefined, ["offline", "inactive"]],
  ["is unknown to a node that is behind", [disconnected("NodeID-A"), o.behind], undefined, ["offline", "inactive"]],
  [
    "of an L1 without a balance is inactive, not offline",
    [disconnected("NodeID-A"), o.l1Validator({ balance: 0n })],
    "inactive",
    ["offline"],
  ],
  ["of an L1 with a balance is ok", [disconnected(), o.l1Validator()], "ok", []],
])("a validator of a subnet or L1 %s", (_title, given, state, absent) => {
  expect(statesOf([o.presence(), ...given])).toEqual({ state, absent });
});

test.each<[title: string, given: o.Given, state: string | undefined]>([
  ["with a connection is ok", [o.current({ connected: true, uptime: 0.99 })], "ok"],
  ["without a connection is offline", [o.current({ connected: false, uptime: 0.99 })], "offline"],
  ["below its required uptime is at risk", [o.current({ connected: true, uptime: 0.5 })], "at_risk"],
  ["without an observed connection has no state", [o.current({}, { isOther: false })], undefined],
  [
    "whose period ends within its last tenth is ending",
    [o.presence({ start: o.at(now - 99 * day), end: o.at(now + day) }, onPrimary), o.current({ connected: true })],
    "ending",
  ],
  [
    "that renews automatically does not end",
    [
      o.presence({ start: o.at(now - 99 * day), end: o.at(now + day), renews: true }, onPrimary),
      o.current({ connected: true }),
    ],
    "ok",
  ],
  ...[true, false].map((connected): [string, o.Given, string] => [
    `that was to renew and cannot reach its required uptime any more leaves, connected ${connected}`,
    [
      o.presence({ start: o.at(now - 90 * day), end: o.at(now + 10 * day), renews: true }, onPrimary),
      o.current({ connected, uptime: 0.5 }),
    ],
    "leaving",
  ]),
  [
    "whose period has no end does not end",
    [o.presence({ start: o.at(now - day), end: undefined }, onPrimary), o.current({ connected: true })],
    "ok",
  ],
  [
    "that cannot reach its required uptime any more has lost its reward",
    [
      o.presence({ start: o.at(now - 90 * day), end: o.at(now + 10 * day) }, onPrimary),
      o.current({ connected: true, uptime: 0.5 }),
    ],
    "reward_lost",
  ],
])("a validator of the primary network %s", (_title, given, state) => {
  const present = given.length > 1 ? [] : [o.presence(period, onPrimary)];
  expect(statesOf([...present, ...given]).state).toBe(state);
});

test.each<[title: string, given: o.Given, missing: readonly string[]]>([
  ["on an L1 whose chain bootstraps", [o.chainOf({}), bootstraps], ["chain"]],
  ["on an L1 whose chain runs", [o.chainOf({})], []],
  [
    "while the connections of the node are unknown",
    [o.primaryChain("P", { connected_ratio: undefined }), o.chainOf({})],
    ["connections"],
  ],
])("the validator of the node itself %s is ok only with what it lacks", (_title, given, missing) => {
  const [one] = o.factsFrom([o.presence(period, { node_id: own }), ...given]).validators;
  expect([one?.missing, one?.state]).toEqual([missing, missing.length === 0 ? "ok" : undefined]);
});

test("a required uptime that is unknown leaves the offline budget and the state unknown", () => {
  const given = [
    o.presence(period, onPrimary),
    o.current({ connected: true, uptime: 0.5 }, { requiredUptime: undefined }),
  ];
  const [validator] = o.factsFrom(given).validators;
  expect([validator?.missing, validator?.offline_budget_seconds]).toEqual([["requirement"], undefined]);
});

test.each<[title: string, given: o.Given, connected: boolean | undefined, uptime: number | undefined]>([
  ["a node observes connection and uptime", [o.current({ connected: true, uptime: 0.97 })], true, 0.97],
  [
    "a node with 75 % of the stake observes both",
    [o.current({ connected: true, uptime: 0.97 }), o.primaryChain("P", { connected_ratio: 0.75 })],
    true,
    0.97,
  ],
  [
    "an isolated node observes the uptime only",
    [o.current({ connected: true, uptime: 0.97 }), o.isolated],
    undefined,
    0.97,
  ],
  [
    "of itself a node observes neither",
    [o.current({ connected: true, uptime: 0.97 }, { isOther: false })],
    undefined,
    undefined,
  ],
  ["neither is known while the set is unknown", [], undefined, undefined],
])("of a validator: %s", (_title, given, connected, uptime) => {
  const [facts] = o.factsFrom([o.presence(period, onPrimary), ...given]).validators;
  expect([facts?.connected, facts?.uptime_ratio]).toEqual([connected, uptime]);
});

test("the uptime that the primary network observes is not that of a validator of a subnet", () => {
  const given = o.current({ connected: true, uptime: 0.5 }, { subnet_id: "subnet-1" });
  const [facts] = o.factsFrom([o.presence(period), given]).validators;
  expect([facts?.uptime_ratio, facts?.offline_budget_seconds, facts?.state]).toEqual([
    undefined,
    undefined,
    "registered",
  ]);
});

const ended = (isRewarded: boolean) =>
  endedPeriod.item({ ...o.labels, ...onPrimary, isRewarded, reward: 1_500_000_000n, end: o.at(now - day) });
test.each([
  [false, "unrewarded"],
  [true, "ok"],
])("after a last period with its reward %s a validator is %s", (isRewarded, state) => {
  const other = endedPeriod.item({ ...o.labels, isRewarded: !isRewarded, reward: 1n, end: o.at(now) });
  const given = [o.presence(period, onPrimary), o.current({ connected: true, uptime: 0.99 }), ended(isRewarded), other];
  expect(o.factsFrom(given).validators).toMatchObject([
    {
      state,
      last_period_rewarded: isRewarded,
      last_period_reward_avax: isRewarded ? 1.5 : 0,
      last_period_end_timestamp_seconds: now - day,
    },
  ]);
});

const ofNode = { ...onPrimary, node_id: own, isConfigured: false };
const ownValidator = o.current({ connected: true, uptime: 1 }, { node_id: own, isOther: false });
test.each<[title: string, given: o.Given, uptime: number | undefined, state: string | undefined]>([
  [
    "is the median that the stake observes, plus the half percent that it is rounded by",
    [o.primaryChain("P"), o.median(0.98)],
    0.985,
    "ok",
  ],
  ["is at most 1", [o.primaryChain("P"), o.median(1)], 1, "ok"],
  ["is unknown without a report, as is its state", [o.primaryChain("P")], undefined, undefined],
  [
    "is unknown while the connections are unknown, as is its state",
    [o.primaryChain("P", { connected_ratio: undefined }), o.median(0.98)],
    undefined,
    undefined,
  ],
  ["is unknown while it is isolated, and it is offline itself", [o.isolated, o.median(0.98)], undefined, "offline"],
])("the uptime of the node itself %s", (_title, given, uptime, state) => {
  const facts = o.factsFrom([o.presence(period, ofNode), ownValidator, ...given]);
  const [validator] = facts.validators;
  expect([validator?.own, validator?.uptime_ratio, validator?.state]).toEqual([true, uptime, state]);
  const views = factItems(facts).flatMap(({ kind, value }) => (kind === validatorView ? value : []));
  expect(views).toEqual([expect.objectContaining({ node_id: own, uptime, connected: validator?.connected })]);
});

test("the node itself that is not in the set is not shown as the stake observes it", () => {
  const none = presence.item({ ...o.labels, ...ofNode, isConfigured: true, period: undefined });
  const views = factItems(o.factsFrom([none])).filter(({ kind }) => kind === validatorView);
  expect(views).toEqual([]);
});

test("the median of whole percents does not show that the node itself misses its renewal, a lower one does", () => {
  const half = { start: o.at(now - 50 * day), end: o.at(now + 50 * day), renews: true };
  const stateAt = (uptime: number) => {
    const given = [o.presence(half, ofNode), ownValidator, o.median(uptime)];
    const [validator] = o.factsFrom(given).validators;
    return [validator?.state, validator?.auto_renew];
  };
  // the budget is used up at 80 %
  expect([0.8, 0.792, 0.78].map(stateAt)).toEqual([
    ["at_risk", true],
    ["at_risk", undefined],
    ["leaving", false],
  ]);
});

const until = (seconds: number) => ({ start: o.at(now - day), end: o.at(now + seconds) });
const remembering = (last: Period | undefined) => ({
  remembered: { ...nothing, periods: new Map(last ? [["subnet-1 NodeID-A", last]] : []) },
});
type Chain = { readonly time: number; readonly readAt: number };
test.each<[title: string, last: Period | undefined, state: string, chain?: Chain | null]>([
  ["has been seen and whose period has no end is missing", { start: o.at(now - day), end: undefined }, "missing"],
  [
    "has been seen and whose period has not ended is missing",
    { start: o.at(now - day), end: o.at(now + day) },
    "missing",
  ],
  ["has been seen and whose period has ended is absent", { start: o.at(now - day), end: o.at(now - 1) }, "absent"],
  ["has been seen and whose period ends now is absent", { start: o.at(now - day), end: o.at(now) }, "absent"],
  [
    "was to renew when its period ended is missing",
    { start: o.at(now - day), end: o.at(now - 1), renews: true },
    "missing",
  ],
  ["has never been seen is absent", undefined, "absent"],
  ["left as the clock is slow is absent", until(25), "absent", { time: now + 25, readAt: now }],
  ["left as the clock is fast is missing", until(-25), "missing", { time: now - 26, readAt: now }],
  ["left before the P-Chain was read is missing", until(25), "missing", { time: now, readAt: now + 1 }],
  ["left after the P-Chain was read is absent", until(60), "absent", { time: now - 30, readAt: now - 1 }],
  [
    "left more than a minute early, after the P-Chain was read, is missing",
    until(61),
    "missing",
    { time: now, readAt: now - 1 },
  ],
  ["left at an unknown time of the P-Chain is absent", until(60), "absent", null],
])("a validator that is not in the set and %s", (_title, last, state, chain = { time: now, readAt: now }) => {
  const none = presence.item({ ...o.labels, isConfigured: true, period: undefined });
  const time = chain ? o.observations([pTime.item({ timestamp: o.at(chain.time) })], chain.readAt) : () => [];
  const facts = factsOf((kind) => [...o.observations([none])(kind), ...time(kind)], {
    ...o.known,
    ...remembering(last),
  });
  expect(facts.validators[0]?.state).toBe(state);
});

const unrewarded = endedPeriod.item({
  ...o.labels,
  ...ofNode,
  isRewarded: false,
  reward: 1n,
  end: o.at(now - 2 * day),
});
const over = (seconds: number) => ({ start: o.at(now - 9 * day), end: o.at(now - seconds) });
test.each<
  [title: string, last: Period | undefined, states: readonly string[], given?: o.Given, isConfigured?: boolean]
>([
  ["has not been in a set is no watched validator", undefined, []],
  ["left the set a day ago is absent", over(day), ["absent"]],
  ["left the set more than a day ago is no watched validator", over(day + 1), []],
  ["left the set too early is missing", over(-30 * day), ["missing"]],
  ["got no reward stays unrewarded", over(2 * day), ["unrewarded"], [unrewarded]],
  ["is configured stays absent", over(2 * day), ["absent"], [], true],
  [
    "stakes again is a watched validator",
    over(2 * day),
    ["ok"],
    [o.presence(period, ofNode), ownValidator, o.median(1)],
  ],
])("the node itself, which %s", (_title, last, states, given = [], isConfigured = false) => {
  const none = presence.item({ ...o.labels, ...ofNode, isConfigured, period: undefined });
  const periods = new Map(last ? [[`${primaryNetwork} ${own}`, last]] : []);
  const shown = given.some(({ kind }) => kind === presence) ? given : [none, ...given];
  const { validators } = o.factsFrom(shown, { remembered: { ...nothing, periods } });
  expect(validators.map(({ state }) => state)).toEqual(states);
});

const unknownUptime = { requiredUptime: undefined };
test.each<[title: string, renews: boolean, of: o.Given, left: number | undefined, renewing: boolean | undefined]>([
  ["ends with its period", false, [o.current()], 90 * day, false],
  ["that renews automatically has no end", true, [o.current()], undefined, true],
  [
    "that was to renew and has missed its uptime ends with its cycle",
    true,
    [o.current({ uptime: -0.1 })],
    90 * day,
    false,
  ],
  ["that is to renew and has an unknown uptime is unknown", true, [o.current({}, unknownUptime)], undefined, undefined],
  ["is unknown to a node that is behind", false, [o.current(), o.behind], undefined, false],
  ["is unknown to an isolated node", false, [o.current(), o.isolated], undefined, false],
])("the time left to a validator %s", (_title, renews, given, left, renewing) => {
  const [validator] = o.factsFrom([o.presence({ ...period, renews }, onPrimary), ...given]).validators;
  expect([validator?.time_left_seconds, validator?.auto_renew]).toEqual([left, renewing]);
});

test("the offline budget of a validator that the node cannot judge is absent", () => {
  const given = [o.presence(period, onPrimary), o.current({ connected: true, uptime: 0.99 })];
  const shown = (more: o.Given) =>
    factItems(o.factsFrom([...given, ...more]))
      .flatMap(projection(factMetrics))
      .some(({ metric }) => metric === entities.validator.metric("offline_budget_seconds"));
  expect([[], [o.behind], [o.isolated]].map(shown)).toEqual([true, false, false]);
});

type Seen = Parameters<typeof o.current>[0];
test.each<[title: string, seen: Seen, days: number, seconds: number | undefined, more?: o.Given]>([
  ["offline: when its budget is used up", { connected: false, uptime: 0.99 }, 90, 9.9 * day],
  ["offline with enough uptime: never", { connected: false, uptime: 0.99 }, 0.5, Number.POSITIVE_INFINITY],
  ["whose reward is lost: now", { connected: false, uptime: 0.01 }, 0.5, 0],
  ["online whose reward is lost: now", { connected: true, uptime: 0.01 }, 0.5, 0],
  ["below its required uptime: at this rate", { connected: true, uptime: 0.86 }, 90, 5_307_429],
  ["online: never", { connected: true, uptime: 0.99 }, 90, Number.POSITIVE_INFINITY],
  ["without a known connection: unknown", { uptime: 0.86 }, 90, undefined],
  ["seen by a node that is behind: unknown", { connected: false, uptime: 0.99 }, 90, undefined, [o.behind]],
])("a validator loses its reward, %s", (_title, seen, days, seconds, more = []) => {
  const period = { start: o.at(now - 10 * day), end: o.at(now + days * day) };
  const [facts] = o.factsFrom([o.presence(period, onPrimary), o.current(seen), ...more]).validators;
  expect(facts?.reward_loss_seconds).toBe(seconds);
});

test("a validator without an end has no time left", () => {
  const [facts] = o.factsFrom([o.presence({ start: o.at(now - day), end: undefined })]).validators;
  expect([facts?.present, facts?.time_left_seconds]).toEqual([true, undefined]);
});

test("a watched validator on two subnets has a row for the one that has not been read, too", () => {
  const watched = {
    ...nothingWatched,
    node_ids: [
      { id: "NodeID-A", alias: "tokyo", subnet_ids: ["subnet-1", "subnet-2"] },
      { id: own, alias: "", subnet_ids: ["subnet-1"] },
    ],
  };
  const rows = o.factsFrom([o.presence()], { watched }).validators;
  expect(rows.map((row) => [row.subnet_id, row.node_id, row.own, row.state])).toEqual([
    ["subnet-1", "NodeID-A", false, "registered"],
    ["subnet-2", "NodeID-A", false, undefined],
    ["subnet-1", own, true, undefined],
  ]);
});
