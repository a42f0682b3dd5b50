import { expect, test } from "vitest";
import { node } from "../../src/collectors/node.ts";
import { classifyRun } from "../../src/exporter/after-run.ts";
import { createRuns, failedError, runOnce, unavailableError } from "../support/run-collector.ts";

test("a node that is not a validator has all samples except its uptime", async () => {
  const { text, ended } = await runOnce(node, { "info.uptime": unavailableError("not_validator") });
  expect([
    text.includes("avax_node_rewarding_stake_ratio"),
    text.includes("avax_node_bootstrapped"),
    classifyRun(ended),
  ]).toEqual([false, true, { kind: "ok" }]);
});

test("a node whose info API is disabled has no samples, which is not a failure", async () => {
  const off = unavailableError("api_off");
  const methods = node.reads.map((method) => [method, off] as const);
  const { text, ended } = await runOnce(node, Object.fromEntries(methods));
  expect([text, classifyRun(ended)]).toEqual(["", expect.objectContaining({ kind: "unavailable", reason: "api_off" })]);
});

test("the address is read once, and a run without a response does not publish it again", async () => {
  let reads = 0;
  const answers = { "info.getNodeIP": () => ({ ip: `203.0.113.${++reads}:9651` }) };
  const run = createRuns(node);
  const first = await run(answers);
  await run(answers);
  expect([reads, first.text.includes("avax_node_public_address_digest")]).toEqual([1, true]);
  const failing = Object.fromEntries(node.reads.map((method) => [method, failedError()] as const));
  const { ended } = await run(failing);
  // identity, address, uptime, and three chains
  const kept = [...ended.updates].filter(([, update]) => update === "keep");
  expect([ended.failed.length, kept.length]).toEqual([6, 6]);
});
