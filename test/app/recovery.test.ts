/** Collectors while a chain or the node is unresponsive, and after it recovers. */
import { expect, test } from "vitest";
import { collector } from "../../src/collectors/collector.ts";
import { xHeight } from "../../src/collectors/heights.ts";
import { pSupply } from "../../src/collectors/primary-network.ts";
import { sinceOf } from "../../src/entities/status.ts";
import { contract, type RpcMethodName } from "../../src/node-api/contract.ts";
import { callLimit } from "../support/limits.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

const another = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const onP = Object.keys(contract).filter((name) => name.startsWith("platform.")) as RpcMethodName[];
const only = ["p-height", "p-fee", "p-supply", "x-height"];
const required = ["p-height", "p-fee", "p-supply"];

test("if a chain hangs, all of its collectors fail, and the node is not up", async () => {
  const { simulator, target, value, stateOf, until } = await startTarget({
    only,
    timeout: 200,
    collectorOptions: { "x-height": { timeout: callLimit } },
  });
  target.start();
  await until(() => expect(only.map((name) => stateOf(name)?.kind)).toEqual(["ok", "ok", "ok", "ok"]));
  for (const method of onP) simulator.faults.add({ method, fault: { kind: "hang" } });
  await until(() => {
    for (const name of required)
      expect([name, stateOf(name)]).toMatchObject([name, { kind: "failed", reason: "timeout" }]);
  });
  expect([stateOf("x-height"), await value("avax_up")]).toEqual([{ kind: "ok" }, 0]);
});

test("calls that are refused while the chain is unresponsive are not counted, only the probe is", async () => {
  const calls: unknown[] = [];
  const { simulator, target, value, stateOf, until } = await startTarget({
    only: ["p-fee", "p-supply"],
    timeout: 200,
    simulator: { onCall: ({ method }) => calls.push(method) },
  });
  simulator.faults.add({ method: "platform.getFeeState", fault: { kind: "hang" } });
  simulator.faults.add({ method: "platform.getHeight", fault: { kind: "hang" } });
  target.start();
  await until(() => expect(stateOf("p-supply")).toMatchObject({ kind: "failed", reason: "timeout" }));
  await target.stop();
  expect(calls).not.toContain("platform.getCurrentSupply");
  const sent = calls.filter((method) => method === "platform.getFeeState" || method === "platform.getHeight");
  expect(await value('avax_exporter_rpc_duration_seconds_count{lock="p",cost="light"}')).toBe(sent.length);
});

test("a bug in one collector is logged and only fails that collector", async () => {
  const name = "p-supply";
  const buggy = collector({
    ...pSupply,
    map: {
      primary: () => {
        throw new TypeError("bug");
      },
    },
  });
  const { target, stateOf, lines, until } = await startTarget({
    only: [name, "x-height"],
    collectors: [buggy, xHeight],
  });
  target.start();
  await until(() => expect(stateOf(name)).toMatchObject({ kind: "failed", reason: "schema" }));
  await until(() => expect(stateOf("x-height")).toEqual({ kind: "ok" }));
  expect(lines.find(({ level }) => level === 50)).toMatchObject({ collector: name, err: { message: "bug" } });
});

test("once starts again if another node responds during the runs", async () => {
  const { simulator, target, data, value } = await startTarget({ only });
  const fault = { kind: "identity", nodeId: another } as const;
  simulator.faults.add({ method: "platform.getCurrentSupply", fault, times: 1 });
  expect(await target.once()).toBe(true);
  expect(data()).toContain("avax_pchain_supply_avax");
  expect(await value("avax_exporter_node_identity_changes_total")).toBeGreaterThan(0);
});

test("the time since which a state has lasted is unknown after another node responds", async () => {
  const { simulator, target } = await startTarget({ only });
  const sinceNow = async () => {
    await target.once();
    const { state } = target.facts().node;
    return [state, sinceOf(target.since(), "node", state)];
  };
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  expect(await sinceNow()).toEqual(["unreachable", undefined]);
  simulator.faults.clear();
  const [state, since] = await sinceNow();
  expect(since).toEqual(expect.any(Number));
  simulator.faults.add({ method: "*", fault: { kind: "identity", nodeId: another } });
  expect(await sinceNow()).toEqual([state, undefined]);
});

test("once ends when it is stopped", async () => {
  const { simulator, target } = await startTarget({ only });
  simulator.faults.add({ method: "*", fault: { kind: "hang" } });
  const once = target.once();
  await target.stop();
  expect(await once).toBe(false);
});

test("a missing API is requested once at the start, not again after the success of another collector", async () => {
  const calls: (string | undefined)[] = [];
  const { target, until } = await startTarget({
    only: ["x-fee", ...only],
    simulator: {
      onCall: ({ method }) => calls.push(method),
      faults: [{ method: "avm.getTxFee", fault: { kind: "method-unknown" } }],
    },
    interval: 50,
  });
  target.start();
  await until(() => expect(calls.filter((method) => method === "avm.getHeight").length).toBeGreaterThan(3));
  expect(calls.filter((method) => method === "avm.getTxFee").length).toBeLessThanOrEqual(2);
});

test("an EVM chain that hangs gets one call at a time, and does not make the node unreachable", async () => {
  const addresses = Array.from({ length: 20 }, (_, i) => `0x${String(i).padStart(40, "0")}`);
  const { simulator, value, stateOf, until, lines, target } = await startTarget({
    only: ["p-height", "p-fee", "evm"],
    timeout: 200,
    settings: () => settings({ watch: { evm_addresses: addresses.map((id) => ({ id, chain: "C", alias: "" })) } }),
  });
  for (const method of ["eth.getBalance", "eth.getHeaderByNumber"] as const)
    simulator.faults.add({ method, fault: { kind: "hang" } });
  target.start();
  await until(() => expect(stateOf("evm")).toMatchObject({ kind: "failed", reason: "timeout" }));
  await until(() => expect(["p-height", "p-fee"].map((name) => stateOf(name)?.kind)).toEqual(["ok", "ok"]));
  expect(await value("avax_node_reachable")).toBe(1);
  expect(await value('avax_exporter_rpc_request_failures_total{reason="timeout"}')).toBeLessThan(20);
  expect(lines.map(({ msg }) => msg)).not.toContain("node unreachable");
});

test("the upgrades of chains are read again when the node responds again, and other data with a long interval is not", async () => {
  const calls: unknown[] = [];
  const { simulator, target, stateOf, until } = await startTarget({
    only: ["p-height", "health", "evm-upgrades", "upgrades"],
    collectorOptions: { "evm-upgrades": { interval: 3_600_000 }, upgrades: { interval: 3_600_000 } },
    simulator: { scenario: "l1-upgrade", onCall: ({ method }) => calls.push(method) },
  });
  const reads = (name: string) => calls.filter((method) => method === name).length;
  target.start();
  await until(() => expect([reads("eth.getChainConfig"), reads("info.upgrades")]).toEqual([1, 1]));
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  await until(() => expect(stateOf("p-height")).toMatchObject({ kind: "failed", reason: "connect" }));
  simulator.faults.clear();
  await until(() => expect([reads("eth.getChainConfig"), reads("info.upgrades")]).toEqual([2, 1]));
});
