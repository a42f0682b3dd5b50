/** Data that the API document and the nodes, or nodes of different versions, represent in different ways. */
import { describe, expect, test } from "vitest";
import { contract, methodOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import { exampleResults } from "../support/example-results.ts";

const parse = (name: RpcMethodName, wire: unknown) => methodOf(name).result.parse(wire);

/** Converts every integer to the other form; beyond 2^53 as the client reads it. */
function otherForm(wire: unknown): unknown {
  if (Array.isArray(wire)) return wire.map(otherForm);
  if (typeof wire === "object" && wire !== null) {
    return Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, otherForm(value)]));
  }
  if (typeof wire === "number") return String(wire);
  if (typeof wire !== "string" || !/^\d+$/.test(wire)) return wire;
  return Number.isSafeInteger(Number(wire)) ? Number(wire) : BigInt(wire);
}

/** Methods whose results have a part that is not decoded. */
const undecoded: readonly RpcMethodName[] = ["platform.getTx", "avm.getTx", "health.health"];
const decoded = (Object.keys(contract) as RpcMethodName[]).filter((name) => !undecoded.includes(name));

test.each(decoded)("%s: integers as text and as numbers give the same", (name) => {
  const result = exampleResults[name];
  expect(parse(name, otherForm(result))).toEqual(parse(name, result));
});

const node = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const key = "0x900c";
const validator = { nodeID: node, weight: "1", startTime: "1" };
const balances = { balances: {}, unlockeds: {}, lockedStakeables: {}, lockedNotStakeables: {} };
const feeConfig = { capacity: 20_000, target: 10_000, minPrice: 512, excessConversionConstant: 1 };
const time = "2021-09-07T00:00:00-04:00";
const health = { timestamp: "2026-11-21T05:51:48Z", duration: 2_000_000_000 };

describe("both forms give the same", () => {
  test.each<[string, RpcMethodName, unknown, unknown]>([
    [
      "a validator fee configuration with the member that the document adds",
      "platform.getValidatorFeeConfig",
      { ...feeConfig, targetPerSecond: 50 },
      feeConfig,
    ],
    [
      "validators at a height, without the key",
      "platform.getValidatorsAt",
      { [node]: { weight: "5" } },
      { [node]: { publicKey: null, weight: "5" } },
    ],
    ["a range whose list is null", "index.getContainerRange", { containers: null }, { containers: [] }],
    ["no subnets", "platform.getSubnets", { subnets: null }, { subnets: [] }],
    ["no aliases", "admin.getChainAliases", { aliases: null }, { aliases: [] }],
    ["no UTXOs", "platform.getBalance", { ...balances, utxoIDs: null }, { ...balances, utxoIDs: [] }],
    ["no failed virtual machines", "admin.loadVMs", { newVMs: {} }, { newVMs: {}, failedVMs: {} }],
    [
      "a check that never failed",
      "health.health",
      { checks: { bls: health }, healthy: true },
      { checks: { bls: { ...health, contiguousFailures: 0 } }, healthy: true },
    ],
  ])("%s", (_what, name, one, other) => {
    expect(parse(name, one)).toEqual(parse(name, other));
  });
});

describe("the one shape", () => {
  test.each<[string, RpcMethodName, unknown, unknown]>([
    [
      "validators at a height",
      "platform.getValidatorsAt",
      { [node]: { publicKey: key, weight: "5" } },
      { validators: { [node]: { publicKey: key, weight: 5n } } },
    ],
    ["total stake", "platform.getTotalStake", { weight: "7", stake: "7" }, { weight: 7n }],
    ["chain time", "platform.getTimestamp", { timestamp: time }, { timestamp: new Date("2021-09-07T04:00:00Z") }],
    [
      "an auto-renewing validator",
      "platform.getCurrentValidators",
      { validators: [{ ...validator, nextPeriod: "1209600" }] },
      { validators: [{ nodeID: node, weight: 1n, startTime: new Date(1000), nextPeriod: 1_209_600n }] },
    ],
    [
      "upgrades",
      "info.upgrades",
      { etnaTime: "2024-12-16T17:00:00Z", graniteEpochDuration: 300_000_000_000, cortinaXChainStopVertexID: "a" },
      { times: { etna: new Date("2024-12-16T17:00:00Z") }, graniteEpochDuration: 300 },
    ],
  ])("of %s", (_what, name, wire, result) => {
    expect(parse(name, wire)).toEqual(result);
  });
});

describe("refused", () => {
  test.each<[string, RpcMethodName, unknown]>([
    ["a list of current validators that is null", "platform.getCurrentValidators", { validators: null }],
    ["a current validator without weight", "platform.getCurrentValidators", { validators: [{ nodeID: node }] }],
    ["a current validator that is null", "platform.getCurrentValidators", { validators: [null] }],
    ["no validators at a height", "platform.getValidatorsAt", null],
    ["a validator at a height that is null", "platform.getValidatorsAt", { [node]: null }],
    ["a weight without a node", "platform.getValidatorsAt", { weight: "5" }],
    ["total stake under another name", "platform.getTotalStake", { height: "1" }],
    ["total stake that is null", "platform.getTotalStake", null],
    ["a range that is text", "index.getContainerRange", "0x00"],
    ["upgrades that are a list", "info.upgrades", []],
    ["an upgrade at no time", "info.upgrades", { etnaTime: "soon" }],
    ["a block that is neither bytes nor an object", "avm.getBlock", { block: 1, encoding: "hex" }],
  ])("%s", (_what, name, wire) => {
    expect(methodOf(name).result.safeParse(wire).success).toBe(false);
  });

  test("the error for a missing member names it", () => {
    const { error } = methodOf("platform.getValidatorsAt").result.safeParse({ [node]: { publicKey: null } });
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      [`validators.${node}.weight`, "expected an unsigned integer"],
    ]);
  });

  test("as parameter, an ID in an array", () => {
    const params = { validationID: ["9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo"] };
    expect(methodOf("platform.getL1Validator").params.safeParse(params).success).toBe(false);
  });
});

test.each([
  "couldn't get node uptime: node is not a validator",
  "couldn't get node uptime: error while fetching local validator start time not found",
])("info.uptime: the error %j means that the node is no validator", (message) => {
  expect(message).toMatch(methodOf("info.uptime").expectedErrors?.not_validator ?? /^$/);
});
