import { expect, test } from "vitest";
import { node } from "../../src/collectors/node.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { runOnce, unavailableError } from "../support/run-collector.ts";

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
