import { expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import { type MethodName, readArguments } from "../../src/simulator/arguments.ts";

const nodeId = "NodeID-EVyc3N1qZpLTsmk1xDhUU3WfZmJ9MCABV";
const startIndex = { address: "P-x", utxo: "x" };

test.each<[MethodName, object, object]>([
  ["platform.getBlock", {}, { blockID: primaryNetwork, encoding: "hex" }],
  ["platform.getBlockByHeight", {}, { height: 0, encoding: "hex" }],
  ["platform.getStake", {}, { addresses: [], validatorsOnly: false, encoding: "hex" }],
  ["platform.getUTXOs", {}, { addresses: [], sourceChain: "", limit: 0, encoding: "hex" }],
  ["admin.setLoggerLevel", {}, { loggerName: "" }],
])("%s: missing members have the zero value", (name, given, read) => {
  expect(readArguments(name, given)).toEqual(read);
});

test.each<[MethodName, string, unknown, unknown]>([
  ["index.getContainerByIndex", "index", "18446744073709551615", "18446744073709551615"],
  ["platform.getUTXOs", "limit", 4294967295, 4294967295],
  ["platform.sampleValidators", "size", "65535", "65535"],
  ["platform.getValidatorsAt", "height", "proposed", "proposed"],
  ["platform.getBlock", "encoding", "JSON", "json"],
  ["admin.setLoggerLevel", "logLevel", "trace", "TRACE"],
  ["platform.getCurrentValidators", "nodeIDs", [nodeId], [nodeId]],
  ["platform.getSubnets", "ids", [null], [primaryNetwork]],
  ["platform.getUTXOs", "startIndex", startIndex, startIndex],
  ["platform.getUTXOs", "startIndex", { address: "P-x" }, { address: "P-x", utxo: "" }],
])("%s accepts %s %j", (name, member, value, read) => {
  expect(readArguments(name, { [member]: value })).toMatchObject({ [member]: read });
});

test.each<[object, string]>([
  [{ ALIAS: "X" }, "X"],
  [{ alias: "X", Alias: "C" }, "C"],
  [{ Alias: "C", alias: "X" }, "X"],
  [{ alias: "X", ALIAS: null }, "X"],
])("the name of a member is case-insensitive, and the last value that is not null applies: %j", (given, alias) => {
  expect(readArguments("info.getBlockchainID", given)).toEqual({ alias });
});

test("a member in any case must be of the method's type", () => {
  expect(readArguments("info.getBlockchainID", { alias: "X", ALIAS: 5 })).toBeUndefined();
});

test("names of nested members are case-insensitive, too", () => {
  const given = { StartIndex: { Address: "P-x", UTXO: "x" } };
  expect(readArguments("platform.getUTXOs", given)).toMatchObject({ startIndex });
});

test("a number beyond 2^53 is exact", () => {
  expect(readArguments("index.getContainerByIndex", { index: 2n ** 64n - 1n })).toMatchObject({
    index: 2n ** 64n - 1n,
  });
  expect(readArguments("index.getContainerByIndex", { index: 2n ** 64n })).toBeUndefined();
});

test.each<[MethodName, string, unknown]>([
  ["platform.getUTXOs", "limit", 4294967296],
  ["platform.getUTXOs", "startIndex", { address: 1 }],
])("%s rejects %s %j", (name, member, value) => {
  expect(readArguments(name, { [member]: value })).toBeUndefined();
});

test.each([[undefined], [null], [[]], [[null]], [{}], [[{}]], [[{}, "more"]]])(
  "%j is equivalent to no arguments",
  (params) => {
    expect(readArguments("platform.getHeight", params)).toEqual({});
  },
);
