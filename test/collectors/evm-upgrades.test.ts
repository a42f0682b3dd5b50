import { expect, test } from "vitest";
import { evmUpgrades } from "../../src/collectors/evm-upgrades.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { type FailureCode, NodeError } from "../../src/node-api/errors.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { exampleResults } from "../support/example-results.ts";
import { type Answers, runOnce, samples } from "../support/run-collector.ts";

const chains = [
  { chain: "C", subnet_id: primaryNetwork, alias: "" },
  { chain: "ours", subnet_id: "l1", alias: "our L1" },
];
const config = exampleResults["eth.getChainConfig"];
const labels = 'chain="ours",subnet_id="l1",alias="our L1"';
const run = (answers: Answers = {}, date = 0) => runOnce(evmUpgrades, answers, { chains, date });
const numberIn = (lines: readonly string[], metric: string) =>
  Number(
    lines
      .find((line) => line.startsWith(metric))
      ?.split(" ")
      .at(-1),
  );

test("each chain of a subnet or L1 is asked twice, and the C-Chain never", async () => {
  const asked: string[] = [];
  const answer = (name: "eth.getChainConfig" | "eth.feeConfig") => (_params: unknown, chain?: string) => {
    asked.push(`${name} ${chain}`);
    return exampleResults[name];
  };
  await run({ "eth.getChainConfig": answer("eth.getChainConfig"), "eth.feeConfig": answer("eth.feeConfig") });
  expect(asked).toEqual(["eth.getChainConfig ours", "eth.feeConfig ours"]);
});

test("the digest depends on the upgrades alone", async () => {
  const digestOf = async (answer: object) =>
    numberIn(samples((await run({ "eth.getChainConfig": answer })).text), "avax_evm_upgrades_digest");
  const digest = await digestOf(config);
  expect(digest).toBeGreaterThan(0);
  expect(await digestOf({ ...config, heliconTimestamp: 1 })).toBe(digest);
  expect(await digestOf({ ...config, upgrades: {} })).not.toBe(digest);
});

test("the last activation and those ahead have series", async () => {
  const shown = async (date: number) =>
    samples((await run({}, 1000 * date)).text).filter((line) => line.startsWith("avax_evm_upgrade_timestamp"));
  expect(await shown(4_000_000_250)).toEqual([
    `avax_evm_upgrade_timestamp_seconds{${labels},upgrade="rewardManagerConfig"} 4000000200`,
    `avax_evm_upgrade_timestamp_seconds{${labels},upgrade="txAllowListConfig 2"} 4000000300`,
    `avax_evm_upgrade_timestamp_seconds{${labels},upgrade="stateUpgrade"} 4000000400`,
    `avax_evm_upgrade_timestamp_seconds{${labels},upgrade="stateUpgrade 2"} 9007199254740990`,
  ]);
});

test("an EVM without upgrades has no series, which is no failure", async () => {
  const { text, ended } = await run({ "eth.getChainConfig": { chainId: 1 } });
  expect([samples(text), classifyRun(ended)]).toEqual([[], { kind: "ok" }]);
});

test.each<[title: string, code: FailureCode, kind: string]>([
  ["that has another virtual machine is no failure", "api_off", "ok"],
  ["whose server does not know the methods is unavailable", "method_unknown", "unavailable"],
  ["whose server requires other credentials for the methods is unavailable", "unauthorized", "unavailable"],
  ["whose server does not allow the methods is unavailable", "wrong_path", "unavailable"],
  ["whose server rejects the methods is unavailable", "http_status", "unavailable"],
  ["whose server returns an error for the methods is unavailable", "rpc_error", "unavailable"],
  ["whose server does not respond fails", "timeout", "failed"],
  ["whose server limits the calls fails", "rate_limited", "failed"],
])("a chain %s", async (_title, code, kind) => {
  const answer = new NodeError("no", { code });
  const { text, ended } = await run({ "eth.getChainConfig": answer, "eth.feeConfig": answer });
  expect([samples(text), classifyRun(ended).kind]).toEqual([[], kind]);
});

test.each<[code: FailureCode, kind: string]>([
  ["unauthorized", "ok"],
  ["timeout", "failed"],
])("a fee configuration that cannot be read (%s) leaves the upgrades", async (code, kind) => {
  const { text, ended } = await run({ "eth.feeConfig": new NodeError("no", { code }) });
  expect([text.includes("avax_evm_upgrades_digest{"), classifyRun(ended).kind]).toEqual([true, kind]);
});
