import { expect, test } from "vitest";
import type { Settings } from "../../src/collectors/collector.ts";
import { subnets } from "../../src/collectors/subnets.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { entities } from "../../src/entities/all.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { exampleResults } from "../support/example-results.ts";
import {
  type Answers,
  createRuns,
  failedError,
  runOnce,
  samples,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const ours = "2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof";
const other = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";

const l1 = exampleResults["platform.getSubnet"];
const none = primaryNetwork;
const permissioned = { ...l1, isPermissioned: true, conversionID: none, managerChainID: none, managerAddress: null };
const elastic = { ...permissioned, isPermissioned: false, subnetTransformationTxID: "transformation" };

const member = (node: string, weight: number) => ({
  txID: `tx-${node}`,
  nodeID: `NodeID-${node}`,
  weight: String(weight),
  startTime: "1735689600",
  endTime: "1767225600",
});
const l1Validator = (node: string, weight: number, balance: string) => ({
  nodeID: `NodeID-${node}`,
  validationID: `validation-${node}`,
  weight: String(weight),
  startTime: "1734034648",
  minNonce: "0",
  balance,
});
const nameOf = (id: string) => `name of ${id.slice(0, 2)}`;
const tracking = (changes: Parameters<typeof settings>[0] = {}, ...ids: string[]) =>
  settings({
    ...changes,
    watch: { subnet_ids: ids.map((id) => ({ id, alias: nameOf(id) })), ...changes.watch },
  });

const feeTime = Date.parse("2024-12-16T17:19:07Z") / 1000;
const feesAt = (price: bigint) => ({ state: { excess: 0n, price, timestamp: new Date(1000 * feeTime) } });

const answersFor = (subnet: object, validators: readonly object[] = [], more: Answers = {}): Answers => ({
  "platform.getSubnet": subnet,
  "platform.getCurrentValidators": { validators },
  ...more,
});
async function run(answers: Answers, given: Settings = tracking({}, ours), more: Parameters<typeof runOnce>[2] = {}) {
  const outcome = await runOnce(subnets, answers, { settings: given, ...more });
  const { ended } = outcome;
  const text = `${outcome.text}${samplesOf(outcome.facts, entities.l1.metric("weight_active_ratio"), entities.l1.metric("validators_active")).join("\n")}`;
  const lines = samples(text);
  const of = (metric: string) => lines.filter((line) => line.startsWith(`${metric}{`));
  const value = (metric: string) => of(metric).map((line) => Number(line.split(" ").at(-1)));
  const nodes = (metric: string) => of(metric).map((line) => /node_id="NodeID-(\w+)"/.exec(line)?.[1]);
  return { text, lines, ended, of, value, nodes, names: [...new Set(lines.map((line) => line.replace(/\{.*/, "")))] };
}

test("an L1 without a manager has no address of one", async () => {
  const { of } = await run(answersFor({ ...l1, managerChainID: none, managerAddress: "0x" }));
  expect(of("avax_subnet_info")[0]).not.toContain("manager_");
});

test("the supply is requested only for an elastic subnet", async () => {
  const refused = { "platform.getCurrentSupply": failedError() };
  const { ended } = await run(answersFor(permissioned, [], refused));
  const { value } = await run(answersFor(elastic, [], { "platform.getCurrentSupply": { supply: "77", height: "1" } }));
  expect([ended.failed, value("avax_subnet_supply")]).toEqual([[], [77]]);
});

test("a permissioned subnet has no such totals", async () => {
  const { names } = await run(answersFor(permissioned, [member("a", 1)]));
  expect(names.filter((name) => name.startsWith("avax_l1_"))).toEqual([]);
});

test("each subnet has a separate top", async () => {
  const { nodes } = await run(
    answersFor(permissioned, [member("a", 3), member("b", 2), member("c", 1)]),
    tracking({ validators: { detail: "top", top: 2 } }, ours),
  );
  expect(nodes("avax_validator_weight")).toEqual(["a", "b"]);
});

test("the balance runs out at the time of the fee state plus balance ÷ price, independent of the clock", async () => {
  const { value, nodes } = await run(
    answersFor(l1, [l1Validator("a", 30, "1000"), l1Validator("b", 20, "0")]),
    tracking({}, ours),
    { fees: feesAt(2n) },
  );
  const exhaustion = "avax_l1_validator_balance_exhaustion_timestamp_seconds";
  expect([nodes(exhaustion), value(exhaustion)]).toEqual([["a"], [feeTime + 500]]);
});

test("the balance runs out earlier while the number of active validators lets the fee rise", async () => {
  const config = { capacity: 20n, target: 10n, minPrice: 2n, excessConversionConstant: 100n };
  const { value } = await run(answersFor(l1, [l1Validator("a", 30, "1000")]), tracking({}, ours), {
    fees: { ...feesAt(2n), config, excessRate: 1 },
  });
  const [time] = value("avax_l1_validator_balance_exhaustion_timestamp_seconds");
  expect(time).toBe(Math.floor(feeTime + 100 * Math.log(1 + 1000 / (100 * 2))));
});

test("without a known fee an L1 has all samples except the time at which a balance runs out", async () => {
  const set = answersFor(l1, [l1Validator("a", 30, "1000")]);
  const { names } = await run(set, tracking({}, ours), { fees: {} });
  expect(names).toEqual(expect.arrayContaining(["avax_l1_weight_active_ratio", "avax_l1_validator_balance_avax"]));
  expect(names.filter((name) => name.includes("exhaustion"))).toEqual([]);
});

test("the validators of a subnet are read once", async () => {
  let sets = 0;
  const counted: Answers = {
    ...answersFor(permissioned),
    "platform.getCurrentValidators": () => {
      sets++;
      return { validators: [member("a", 1)] };
    },
  };
  const { ended } = await run(counted);
  expect([sets, classifyRun(ended)]).toEqual([1, { kind: "ok" }]);
});

test("a subnet that does not exist is a failure that names it and the setting, and does not affect the others", async () => {
  const known: Answers = {
    ...answersFor(permissioned, [member("a", 1)]),
    "platform.getSubnet": (params) =>
      (params as { subnetID: string }).subnetID === ours ? unavailableError("not_found") : permissioned,
  };
  const { ended, of } = await run(known, tracking({}, ours, other));
  expect(classifyRun(ended)).toMatchObject({
    kind: "failed",
    reason: "rpc_error",
    error: { message: `watch.subnet_ids: ${ours} is no subnet of this network` },
  });
  expect(of("avax_validators")).toEqual([`avax_validators{subnet_id="${other}",alias="${nameOf(other)}"} 1`]);
});

test("the series limit drops the smallest shares of all tracked L1s", async () => {
  const sets: Readonly<Record<string, readonly object[]>> = {
    [ours]: [l1Validator("large", 1_000_000, "0"), l1Validator("small", 10, "0")],
    [other]: [l1Validator("half", 5, "0"), l1Validator("other", 5, "0")],
  };
  const answers: Answers = {
    "platform.getSubnet": l1,
    "platform.getCurrentValidators": (params) => ({ validators: sets[(params as { subnetID: string }).subnetID] }),
  };
  const all = await run(answers, tracking({}, ours, other));
  const lines = all.lines.filter((line) => !/^avax_l1_(weight_active_ratio|validators_active)\{/.test(line));
  const seriesEach = lines.filter((line) => line.includes('validation_id="validation-small"')).length;
  const { nodes, ended } = await run(answers, tracking({}, ours, other), { limit: lines.length - 1 });
  expect([nodes("avax_l1_validator_weight"), ended.dropped]).toEqual([["large", "half", "other"], seriesEach]);
});

test("values of a failed call are retained, and the others are published", async () => {
  const failing = { "platform.getCurrentSupply": failedError() };
  const { names, ended } = await run(answersFor(elastic, [member("a", 1)], failing));
  expect([
    names.includes("avax_subnet_supply"),
    names.includes("avax_validators"),
    ended.updates.get(`supply ${ours}`),
  ]).toEqual([false, true, "keep"]);
});

test("in each tracked subnet a validator of the top stays until it ranks below 1.25 times the number", async () => {
  const next = createRuns(subnets, { settings: tracking({ validators: { detail: "top", top: 4 } }, ours, other) });
  const shown = (text: string, subnet: string) =>
    [...text.matchAll(new RegExp(`^avax_validator_weight\\{subnet_id="${subnet}",node_id="NodeID-(\\w)`, "gm"))]
      .map(([, node]) => node)
      .join("");
  const seen: string[] = [];
  for (const order of ["abcdef", "abcedf"]) {
    const { text } = await next({
      "platform.getSubnet": permissioned,
      "platform.getCurrentValidators"(params) {
        const nodes = (params as { subnetID: string }).subnetID === ours ? order : "fedcba";
        return { validators: [...nodes].map((node, rank) => member(node, 3000 - rank)) };
      },
    });
    seen.push(shown(text, ours), shown(text, other));
  }
  expect(seen).toEqual(["abcd", "fedc", "abced", "fedc"]);
});

test("the top of an L1 excludes validators that are exported individually anyway", async () => {
  const set = [l1Validator("x", 100, "0"), l1Validator("y", 90, "0"), member("a", 3), member("b", 2), member("c", 1)];
  const { nodes } = await run(answersFor(l1, set), tracking({ validators: { detail: "top", top: 2 } }, ours));
  expect(nodes("avax_validator_weight")).toEqual(["a", "b"]);
});

test("a tracked subnet that becomes an L1 changes its kind, and its new validators appear", async () => {
  const next = createRuns(subnets, { settings: tracking({ validators: { detail: "all" } }, ours) });
  const old = member("a", 20);
  const { text: before } = await next(answersFor(permissioned, [old]));
  const { text, facts } = await next(answersFor(l1, [old, l1Validator("b", 30, "512")]));
  const after = `${text}${facts}`;
  const kinds = [before, after].map((one) => /kind="(\w+)"/.exec(one)?.[1]);
  expect(kinds).toEqual(["permissioned", "l1"]);
  expect(after).toContain("avax_l1_validator_active{");
  expect(after).toMatch(/^avax_l1_weight_active_ratio\{.*\} 1$/m);
});

const secondsOf = (days: number) => String(days * 86_400);
test.each([
  ["watched", ""],
  ["low", "inactive soon disconnected"],
  ["all", "long inactive soon disconnected"],
] as const)("with l1.detail %s the validators %j are exported", async (detail, expected) => {
  const set = [
    l1Validator("long", 4, secondsOf(31)),
    l1Validator("inactive", 3, "0"),
    l1Validator("soon", 2, secondsOf(29)),
    l1Validator("disconnected", 1, secondsOf(31)),
  ];
  const { nodes } = await run(answersFor(l1, set), tracking({ l1: { detail } }, ours), {
    fees: feesAt(1n),
    chains: [{ chain: "chain", subnet_id: ours, alias: "", disconnectedIds: new Set(["NodeID-disconnected"]) }],
  });
  expect(nodes("avax_l1_validator_weight").join(" ")).toBe(expected);
});

test("the detail of validators without a validation ID depends on validators.detail", async () => {
  const set = answersFor(l1, [member("old", 100), l1Validator("a", 30, "512")]);
  const shown = async (detail: "watched" | "top") =>
    (await run(set, tracking({ validators: { detail, top: 1 } }, ours))).nodes("avax_validator_weight");
  expect([await shown("watched"), await shown("top")]).toEqual([[], ["old"]]);
});
