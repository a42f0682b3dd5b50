/** Sentences and cells about the time that is left to validators and L1s. */
import { expect, test } from "vitest";
import { explain } from "../../src/app/cli/status-text.ts";
import { entities } from "../../src/entities/all.ts";
import { issuesOf } from "../../src/entities/issues.ts";
import { type StatusDocument, statusOf } from "../../src/entities/status.ts";
import { tablesOf } from "../../src/entities/status-tables.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { check, factsFrom, primaryChain } from "./observed.ts";

const now = Date.UTC(2026, 10, 25, 7) / 1000;
const [hour, day] = [3600, 86_400];

const empty: StatusDocument = statusOf(
  { name: "", url: "http://node:9650", up: true, watching: true, collection: { state: "ok", collectors: [] } },
  factsFrom([primaryChain("P"), check("P")]),
);
const validator = (changes: Partial<StatusDocument["validators"][number]>) =>
  entities.validator.schema.parse({
    subnet_id: primaryNetwork,
    node_id: "NodeID-A",
    alias: "tokyo",
    own: false,
    state: "offline",
    connected: false,
    uptime_ratio: 0.99,
    uptime_required_ratio: 0.9,
    offline_budget_seconds: 5 * day,
    offline_budget_ratio: 0.5,
    end_timestamp_seconds: now + 100 * day,
    auto_renew: false,
    ...changes,
  });
const l1 = (changes: Partial<StatusDocument["l1s"][number]>) =>
  entities.l1.schema.parse({
    subnet_id: "subnet-1",
    alias: "our L1",
    state: "at_risk",
    weight_active_ratio: 1,
    needed_ratio: 0.75,
    weight_active_forecast_ratio: 0.5,
    balance_runway_seconds: 30,
    halt_seconds: 125,
    top_up: [],
    weight_signing_ratio: {},
    ...changes,
  });

const meaningOf = (status: Partial<StatusDocument>) =>
  issuesOf({ ...empty, ...status }, now).map(({ meaning }) => meaning);
const cellsOf = (entity: string, status: Partial<StatusDocument>) =>
  tablesOf({ ...empty, ...status }, now).find((one) => one.entity === entity)?.rows[0]?.cells;
const explained = (id: string, status: Partial<StatusDocument>) =>
  explain({ ...empty, ...status }, id, { hasColor: false, now })?.text;

test.each<[changes: Parameters<typeof l1>[0], lines: readonly string[]]>([
  [{}, []],
  [
    { manager_churn_used_ratio: 0.25, manager_churn_left: 15, manager_weight_difference: 0 },
    ["Churn 25.0 % of the limit used, weight of 15 left", "Manager has the weight of the P-Chain"],
  ],
  [
    { manager_weight_difference: 1005 },
    ["Manager weight 1,005 above that of the P-Chain: changes on their way, or expired"],
  ],
  [
    { manager_weight: 0, manager_weight_difference: -5 },
    ["Manager has no weight: it was never initialized (initializeValidatorSet)"],
  ],
  [{ manager_weight_difference: -5 }, ["Manager weight 5 below that of the P-Chain: changes on their way, or expired"]],
])("the validator manager of an L1 in the explanation of the L1: %o", (changes, lines) => {
  const text = explained("our L1", { l1s: [l1(changes)] }) ?? "";
  const found = text.split("\n").filter((line) => /^ {2}(Churn|Manager) /.test(line));
  expect(found.map((line) => line.trim().replaceAll(/ {2,}/g, " "))).toEqual(lines);
});

test.each<[hasOwner: boolean | null, line: string | undefined]>([
  [false, "Deactivation by anyone: it has no deactivation owner"],
  [true, undefined],
  [null, undefined],
])("the explanation of an L1 validator warns if it has no deactivation owner: %s", (has_deactivation_owner, line) => {
  const one: StatusDocument["l1_validators"][number] = {
    subnet_id: "subnet-1",
    validation_id: "V1",
    node_id: "NodeID-A",
    alias: "one",
    state: "ok",
    missing: [],
    connected: true,
    bls_key_matches: null,
    balance_avax: 1,
    balance_runway_seconds: null,
    top_up_avax: null,
    has_deactivation_owner,
    since_timestamp_seconds: null,
    version: null,
    tracks: null,
    found_on: null,
  };
  const text = explained("V1", { l1_validators: [one] }) ?? "";
  expect(text.match(/Deactivation.*/)?.[0].replaceAll(/ {2,}/g, " ")).toBe(line);
});

test("a validator that is offline loses its reward at the end of its offline budget", () => {
  const validators = [validator({})];
  expect(meaningOf({ validators })[0]).toMatch(
    / It loses its reward in 5 d, at 2026-11-30 07:00 UTC, if it stays offline\.$/,
  );
  expect(cellsOf("validator", { validators })).toMatchObject({ "Offline budget": "5 d", "Ends in": "100 d" });
  expect(explained("tokyo", { validators })).toContain("lost in 5 d, at 2026-11-30 07:00 UTC");
});

test("a validator whose staking period ends sooner than its offline budget cannot lose its reward", () => {
  const validators = [validator({ end_timestamp_seconds: now + 5 * hour })];
  expect(meaningOf({ validators })[0]).toMatch(/ It has enough uptime for the reward of this period\.$/);
  expect(cellsOf("validator", { validators })).toMatchObject({ "Offline budget": "5 d (safe)", "Ends in": "5 h" });
  expect(explained("tokyo", { validators })).toMatch(/Offline budget {2}5 d, .*\n {2}Reward +safe/);
  expect(explained("tokyo", { validators })).not.toContain("lost in");
});

test.each<[state: StatusDocument["collection"]["state"], fix: RegExp]>([
  ["multiple_nodes", /Point the exporter at one node, not at a load balancer\.$/],
  ["ok", /Enable the collector health, and start the node with `--api-health-enabled=true`\.$/],
])("the fix of an unknown state while the collection is %s", (state, fix) => {
  const collection = { ...empty.collection, state };
  const validators = [validator({ state: null, missing: ["connections"] })];
  const ofValidator = issuesOf({ ...empty, collection, validators }, now).find(({ entity }) => entity === "validator");
  expect(ofValidator?.fix).toMatch(fix);
  expect(explained("tokyo", { collection, validators })?.trimEnd()).toMatch(fix);
});

test.each<[title: string, changes: Parameters<typeof validator>[0], endsIn: string]>([
  ["whose uptime is unknown may renew", { auto_renew: null }, "may renew in 5 h"],
  ["that has missed its uptime leaves", { auto_renew: false, state: "leaving" }, "leaves in 5 h"],
  ["that was removed ends", { auto_renew: null, state: "missing" }, "5 h"],
])("a validator that was to renew and %s", (_title, changes, endsIn) => {
  const validators = [validator({ end_timestamp_seconds: now + 5 * hour, ...changes })];
  expect(cellsOf("validator", { validators })).toMatchObject({ "Ends in": endsIn });
});

test("a validator that renews automatically renews, and does not end", () => {
  const validators = [validator({ auto_renew: true, end_timestamp_seconds: now + 5 * hour })];
  expect(cellsOf("validator", { validators })).toMatchObject({ "Ends in": "renews in 5 h" });
  expect(explained("tokyo", { validators })).toMatch(/Period +renews in 5 h/);
});

const seen = { last_period_end_timestamp_seconds: now - day };
test.each<[title: string, changes: Parameters<typeof validator>[0], text: RegExp | undefined]>([
  [
    "that was rewarded has its amount",
    { ...seen, last_period_rewarded: true, last_period_reward_avax: 219.42 },
    /^rewarded with 219\.420 AVAX, ended at 2026-11-24 07:00 UTC$/,
  ],
  ["that was not rewarded has none", { ...seen, last_period_rewarded: false }, /^not rewarded, ended at 2026-11-24/],
  ["that the exporter has not seen can be looked up", {}, /^not known: .* call platform\.getRewardUTXOs '\{"txID":/],
  ["of an auto-renewing validator can not", { auto_renew: true }, /^not known: [^.]*$/],
  [
    "of a validator that has left can be looked up",
    { state: "absent", end_timestamp_seconds: now - day, auto_renew: null },
    /^not known: .* call platform/,
  ],
  ["of a validator that was never in the set is not shown", { end_timestamp_seconds: null }, undefined],
  ["on a subnet, which has no rewards, is not shown", { subnet_id: "subnet-1" }, undefined],
])("the last period %s", (_title, changes, text) => {
  const shown = explained("tokyo", { validators: [validator(changes)] })?.match(/Last period +(.*)/)?.[1];
  expect(shown ?? "absent").toMatch(text ?? /^absent$/);
});

test("a validator whose staking period has ended has no reward that is safe or lost", () => {
  const validators = [validator({ state: "absent", end_timestamp_seconds: now - day })];
  expect(explained("tokyo", { validators })).not.toMatch(/^ +Reward/m);
});

test("an L1 at risk names the time at which it halts, in its problem and in its table", () => {
  const l1s = [l1({})];
  expect(meaningOf({ l1s })[0]).toMatch(/ It halts in 2 min 5 s, at 2026-11-25 07:02 UTC, without top-ups\.$/);
  expect(cellsOf("L1", { l1s })).toMatchObject({ "Lowest runway": "30 s", "Halts in": "2 min 5 s" });
});

test("several L1s at risk name the time of each", () => {
  const l1s = [l1({}), l1({ subnet_id: "subnet-2", alias: "other", halt_seconds: day })];
  expect(meaningOf({ l1s })[0]).toMatch(/ our L1 halts in 2 min 5 s, .*; other halts in 1 d, .*, without top-ups\.$/);
});

test("an L1 that has halted, or never halts, names no time", () => {
  for (const changes of [
    { state: "halted", halt_seconds: 0 },
    { state: "ok", halt_seconds: null },
  ] as const) {
    expect(cellsOf("L1", { l1s: [l1(changes)] })).toMatchObject({ "Halts in": "–" });
    expect(meaningOf({ l1s: [l1(changes)] }).join(" ")).not.toContain("halts in");
  }
});

test.each<[changes: Parameters<typeof validator>[0][], label: string]>([
  [[{ since_timestamp_seconds: now - 14 * 60 - 5 }], "offline for 14 min"],
  [[{ since_timestamp_seconds: now - 5 }], "offline for 5 s"],
  [[{}], "offline"],
  [[{ since_timestamp_seconds: now - 60 }, { since_timestamp_seconds: now - 2 * hour }], "offline for up to 2 h"],
  [[{ since_timestamp_seconds: now - 60 }, {}], "offline"],
  [[{ state: null }], "unknown"],
])("an issue shows how long its state has lasted: %o", (changes, label) => {
  const validators = changes.map(validator);
  expect(issuesOf({ ...empty, validators }, now).map((one) => one.label)).toContain(label);
});
