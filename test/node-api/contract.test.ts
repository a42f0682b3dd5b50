import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  contract,
  isMethodName,
  lockOf,
  methodOf,
  type Params,
  type PathSelectorArgs,
  pathOf,
  type ReadMethodName,
  type Result,
  type RpcMethodName,
} from "../../src/node-api/contract.ts";
import { exampleResults } from "../support/example-results.ts";

const names = Object.keys(contract) as RpcMethodName[];
const writes = [
  "platform.issueTx",
  "avm.issueTx",
  "wallet.issueTx",
  "admin.alias",
  "admin.aliasChain",
  "admin.loadVMs",
  "admin.lockProfile",
  "admin.memoryProfile",
  "admin.setLoggerLevel",
  "admin.startCPUProfiler",
  "admin.stopCPUProfiler",
];
const parses = (name: RpcMethodName, params: unknown) => methodOf(name).params.safeParse(params).success;

test.each(names)("%s: the parameters of the example are accepted", (name) => {
  const { params, exampleParams } = methodOf(name);
  expect(() => params.parse(exampleParams)).not.toThrow();
});

test.each(names)("%s: a result without its required members is rejected", (name) => {
  const { result } = methodOf(name);
  const mayBeEmpty = Object.keys(exampleResults[name] as object).length === 0;
  const allOptional = ["info.upgrades", "platform.getValidatorsAt"].includes(name);
  expect(result.safeParse({}).success).toBe(mayBeEmpty || allOptional);
});

// a bare map and text have no fixed members
const withMembers = names.filter(
  (name) => name !== "platform.getValidatorsAt" && name !== "eth.getBalance" && name !== "eth.call",
);
test.each(withMembers)("%s: additional members of a result are ignored", (name) => {
  const { result } = methodOf(name);
  const example = exampleResults[name];
  expect(result.parse({ ...example, unheardOf: 1 })).toEqual(result.parse(example));
});

test("validation of a list of a result stops at its first invalid item: it is a listOf", () => {
  const lines = globSync("src/node-api/*.ts").flatMap((file) => readFileSync(file, "utf8").split("\n"));
  expect(lines.filter((line) => /z\.array\((?!w\.param|z\.string\(\)\.min)/.test(line))).toEqual([]);
});

test("exactly the methods that change state are writes", () => {
  expect(names.filter((name) => methodOf(name).effect === "write").sort()).toEqual(writes.toSorted());
});

test("a collector cannot use a method that writes", () => {
  // @ts-expect-error: a write
  const issue: ReadMethodName = "platform.issueTx";
  // @ts-expect-error: a write
  const set: ReadMethodName = "admin.setLoggerLevel";
  const get: ReadMethodName = "admin.getLoggerLevel";
  expect([issue, set, get].map((name) => methodOf(name).effect)).toEqual(["write", "write", "read"]);
});

test("the type of a result is that of the schema's output", () => {
  const result: Result<"platform.getTotalStake"> = { weight: 1n };
  // @ts-expect-error: on the wire only
  const wire: Result<"platform.getTotalStake"> = { weight: "1" };
  // @ts-expect-error: no bigint can be sent
  const params: Params<"platform.getBlockByHeight"> = { height: 1n };
  const selectors: [PathSelectorArgs<"index.getLastAccepted">, PathSelectorArgs<"platform.getHeight">] = [
    ["P/block"],
    [],
  ];
  // @ts-expect-error: no such index
  const noIndex: PathSelectorArgs<"index.getLastAccepted"> = ["P/tx"];
  expect([result, wire, params, selectors, noIndex]).toHaveLength(5);
});

test("isMethodName distinguishes methods from other text", () => {
  expect(["avm.getTx", "avm.GetTx", "toString"].map(isMethodName)).toEqual([true, false, false]);
});

describe("paths and locks", () => {
  test.each<[RpcMethodName, string | undefined, string, string | undefined]>([
    ["platform.getHeight", undefined, "/ext/bc/P", "P"],
    ["platform.getFeeConfig", undefined, "/ext/bc/P", undefined],
    ["platform.issueTx", undefined, "/ext/bc/P", "P"],
    ["avm.getHeight", undefined, "/ext/bc/X", "X"],
    ["avm.getHeight", "2oY", "/ext/bc/2oY", "2oY"],
    ["avm.getTxFee", undefined, "/ext/bc/X", undefined],
    ["wallet.issueTx", undefined, "/ext/bc/X/wallet", "X"],
    ["index.getLastAccepted", "X/vtx", "/ext/index/X/vtx", undefined],
    ["admin.getLoggerLevel", undefined, "/ext/admin", undefined],
    ["info.peers", undefined, "/ext/info", undefined],
    ["health.health", undefined, "/ext/health", undefined],
    ["proposervm.getCurrentEpoch", undefined, "/ext/bc/C/proposervm", "C"],
    ["proposervm.getCurrentEpoch", "P", "/ext/bc/P/proposervm", "P"],
    ["validators.getCurrentValidators", "2oY", "/ext/bc/2oY/validators", "P"],
  ])("%s at %s: %s", (name, selector, path, lock) => {
    expect([pathOf(methodOf(name), selector), lockOf(methodOf(name), selector)]).toEqual([path, lock]);
  });

  test("only the path of the P-Chain is served by every node", () => {
    const always = names.filter((name) => methodOf(name).endpoint.isAlwaysServed);
    expect(always).toEqual(names.filter((name) => pathOf(methodOf(name)) === "/ext/bc/P"));
  });

  test("an index is required", () => {
    expect(methodOf("index.getIndex").endpoint.selector).toEqual({
      of: "index",
      values: ["P/block", "X/block", "C/block", "X/tx", "X/vtx"],
    });
  });
});

describe("limits", () => {
  const address = "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
  const addresses = (count: number) => ({ addresses: Array.from({ length: count }, () => address) });

  test.each<[RpcMethodName, string, (n: number) => object, number, number]>([
    ["platform.getUTXOs", "limit", (limit) => ({ ...addresses(1), limit }), 0, 2 ** 32 - 1],
    ["platform.getUTXOs", "addresses", addresses, 1, 1024],
    ["avm.getUTXOs", "limit as text", (limit) => ({ ...addresses(1), limit: `${limit}` }), 0, 2 ** 32 - 1],
    ["avm.getUTXOs", "addresses", addresses, 1, 1024],
    ["platform.getStake", "addresses", addresses, 0, 256],
    ["platform.sampleValidators", "size", (size) => ({ size }), 0, 65_535],
    ["index.getContainerRange", "numToFetch", (numToFetch) => ({ startIndex: 0, numToFetch }), 1, 1024],
    ["admin.alias", "alias", (length) => ({ endpoint: "bc/X", alias: "a".repeat(length) }), 1, 512],
    ["admin.aliasChain", "alias", (length) => ({ chain: "X", alias: "a".repeat(length) }), 1, 512],
  ])("%s: %s", (name, _what, paramsOf, min, max) => {
    const counts = [Math.max(0, min - 1), min, max, max + 1];
    expect(counts.map((count) => parses(name, paramsOf(count)))).toEqual([min === 0, true, true, false]);
  });
});

describe("invalid parameters are rejected before the call", () => {
  const mistyped = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddX";
  test.each<[string, RpcMethodName, object]>([
    ["a mistyped subnet ID", "platform.getTotalStake", { subnetID: mistyped }],
    ["an empty subnet ID", "platform.getTotalStake", { subnetID: "" }],
    ["a mistyped node ID", "platform.getCurrentValidators", { nodeIDs: ["NodeID-bad"] }],
    ["a missing subnet", "platform.getSubnet", {}],
    ["an alias in place of an ID", "admin.getChainAliases", { chain: "X" }],
    ["no level at all", "admin.setLoggerLevel", { loggerName: "main" }],
    ["an unknown level", "admin.setLoggerLevel", { logLevel: "loud" }],
    ["an unknown encoding", "platform.getTx", { txID: mistyped.replace(/X$/, "T"), encoding: "cb58" }],
    ["encoding as an object, which only has bytes", "index.getLastAccepted", { encoding: "json" }],
    ["an invalid transaction", "platform.issueTx", { tx: "0x123" }],
    ["a height that is neither a number nor proposed", "platform.getValidatorsAt", { height: "latest" }],
    ["a height below 0", "platform.getBlockByHeight", { height: -1 }],
    ["a height beyond 64 bits", "platform.getBlockByHeight", { height: "18446744073709551616" }],
  ])("%s", (_what, name, params) => {
    expect(parses(name, params)).toBe(false);
  });

  test.each<[string, RpcMethodName, object]>([
    ["a height as number", "platform.getBlockByHeight", { height: 5 }],
    ["the largest height as text", "platform.getBlockByHeight", { height: "18446744073709551615" }],
    ["the height proposed", "platform.getAllValidatorsAt", { height: "proposed" }],
    ["a level in small letters", "admin.setLoggerLevel", { displayLevel: "verbo" }],
  ])("%s is accepted", (_what, name, params) => {
    expect(parses(name, params)).toBe(true);
  });
});

test("a subnet is read again until it is an L1", () => {
  const { isFixed, result } = contract["platform.getSubnet"];
  const l1 = result.parse(exampleResults["platform.getSubnet"]);
  const { conversionID: _converted, ...subnet } = l1;
  const before = { ...subnet, conversionID: "11111111111111111111111111111111LpoYY" };
  expect([isFixed?.(l1), isFixed?.(before)]).toEqual([true, false]);
});
