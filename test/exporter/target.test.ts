import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createSimulator } from "../../src/simulator/simulator.ts";
import { startTarget } from "../support/target.ts";

const another = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";

test("before its first round a target is not up, and says so; it knows of no node yet", async () => {
  const { own, value } = await startTarget({ only: ["p-height"] });
  expect([await value("avax_up"), await value("avax_node_reachable")]).toEqual([0, undefined]);
  expect(await own()).not.toContain("avax_exporter_collector_success{");
});

test("everything that can be counted is there at 0 from the start", async () => {
  const { own } = await startTarget({ only: ["p-height", "p-fee"] });
  const counters = (await own()).match(/^avax_exporter_\w+_total\{.*\} 0$/gm) ?? [];
  // 2 collectors: 8 reasons, runs, dropped; 5 methods: 10 reasons, bytes
  expect(counters.length).toBe(2 * 10 + 5 * 11);
});

test("a target whose node is not there is not up, has no data, and tells why", async () => {
  const { target, data, value, until, lines } = await startTarget({ only: ["p-height"], url: "http://127.0.0.1:1" });
  target.start();
  await until(() => expect(target.ready()).toBe(true));
  expect([await value("avax_up"), await value("avax_node_reachable"), data()]).toEqual([0, 0, ""]);
  expect(lines.filter(({ level }) => level >= 40)).toMatchObject([{ msg: "the node cannot be reached" }]);
});

test("a change of state is one line in the log, however often it is seen", async () => {
  const { simulator, target, lines, value, until, stateOf } = await startTarget({ only: ["p-height"], interval: 30 });
  target.start();
  await until(() => expect(stateOf("p-height")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "platform.getHeight", fault: { kind: "empty" } });
  const failures = 'avax_exporter_collector_failures_total{collector="p-height",reason="decode"}';
  await until(async () => expect(await value(failures)).toBeGreaterThan(2));
  simulator.faults.clear();
  await until(() => expect(stateOf("p-height")).toEqual({ kind: "ok" }));
  const told = lines.filter(({ msg }) => msg.startsWith("collector")).map(({ msg, cause }) => [msg, cause]);
  expect(told).toEqual([
    ["collector ok", undefined],
    ["collector failed", "decode"],
    ["collector ok", undefined],
  ]);
});

test("one item that fails keeps its old value while the others are read anew", async () => {
  const { simulator, target, data, until, stateOf } = await startTarget({ only: ["p-height"], interval: 30 });
  const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(data())?.[1]);
  target.start();
  await until(() => expect(stateOf("p-height")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "platform.getTimestamp", fault: { kind: "empty" } });
  await until(() => expect(stateOf("p-height")).toMatchObject({ kind: "failed" }));
  const [time, height] = [value("avax_pchain_timestamp_seconds"), value("avax_pchain_height")];
  await until(() => expect(value("avax_pchain_height")).toBeGreaterThan(height), 15_000);
  expect(value("avax_pchain_timestamp_seconds")).toBe(time);
}, 20_000);

test("what could not be read anew vanishes after stale-after", async () => {
  const knobs = { stale_after: 300 };
  const { simulator, target, data, value, until, stateOf } = await startTarget({ only: ["p-height"], knobs });
  target.start();
  await until(() => expect(stateOf("p-height")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  await until(() => expect(data()).toBe(""));
  await until(async () => expect(await value('avax_exporter_series{collector="p-height"}')).toBe(0));
  expect(await value('avax_exporter_collector_success{collector="p-height"}')).toBe(0);
});

test("the first success on a node wakes what waited for it", async () => {
  const { simulator, target, until, stateOf } = await startTarget({
    only: ["p-height", "x-fee"],
    simulator: { faults: [{ method: "*", fault: { kind: "bootstrapping" } }] },
    interval: 200,
  });
  target.start();
  await until(() => expect(target.ready()).toBe(true));
  simulator.faults.add({ method: "avm.getTxFee", fault: { kind: "api-off" } });
  await until(() => expect(stateOf("x-fee")).toMatchObject({ kind: "unavailable", what: "api_off" }));
  // by itself x-fee would be asked for again after five minutes
  simulator.faults.clear();
  await until(() => expect([stateOf("p-height"), stateOf("x-fee")]).toEqual([{ kind: "ok" }, { kind: "ok" }]));
});

test("a collector that fails alone wakes nobody by its recovery", async () => {
  const calls: (string | undefined)[] = [];
  const { simulator, target, until, stateOf } = await startTarget({
    only: ["p-height", "x-fee"],
    simulator: {
      onCall: ({ method }) => calls.push(method),
      faults: [{ method: "avm.getTxFee", fault: { kind: "method-unknown" } }],
    },
    interval: 50,
  });
  target.start();
  await until(() => expect([stateOf("p-height"), stateOf("x-fee")?.kind]).toEqual([{ kind: "ok" }, "unavailable"]));
  simulator.faults.add({ method: "platform.getHeight", fault: { kind: "error", message: "no" }, times: 2 });
  await until(() => expect(stateOf("p-height")).toMatchObject({ kind: "failed" }));
  await until(() => expect(stateOf("p-height")).toEqual({ kind: "ok" }));
  expect(calls.filter((method) => method === "avm.getTxFee").length).toBeLessThanOrEqual(2);
});

test("calls that take long stretch the interval, and it shrinks back; both are told once", async () => {
  const { simulator, target, value, lines, until } = await startTarget({ only: ["p-fee"], interval: 100 });
  const interval = 'avax_exporter_collector_interval_seconds{collector="p-fee"}';
  target.start();
  simulator.faults.add({ method: "platform.getFeeState", fault: { kind: "delay", ms: 40 }, times: 2 });
  await until(async () => expect(await value(interval)).toBeGreaterThanOrEqual(0.4));
  await until(async () => expect(await value(interval)).toBe(0.1));
  const told = lines.map(({ msg }) => msg).filter((msg) => msg.includes("interval"));
  expect(told).toEqual([
    "the node takes longer than a tenth of the interval to answer: the interval is stretched",
    "the interval is back to normal",
  ]);
});

test("when another node answers, what was known of the old one goes and all is read anew", async () => {
  const { simulator, target, data, value, lines, until } = await startTarget({
    only: ["p-height", "p-stake"],
  });
  target.start();
  await until(() => expect(data()).toContain("avax_pchain_stake_avax"));
  simulator.faults.add({ method: "*", fault: { kind: "identity", nodeId: another } });
  simulator.faults.add({ method: "platform.getTotalStake", fault: { kind: "hang" } });
  await until(() => expect(data()).not.toContain("avax_pchain_stake_avax"));
  await until(() => expect(data()).toContain("avax_pchain_height"));
  expect(await value("avax_exporter_node_identity_changes_total")).toBe(1);
  expect(lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)[0]).toContain("another node answers");
});

test("behind a load balancer data is kept, rounds of several nodes are not, and there is one warning", async () => {
  const nodes = await Promise.all([1, 2].map(async (seed) => createSimulator({ seed })));
  const urls = await Promise.all(nodes.map((node) => node.listen()));
  let turn = 0;
  const balancer = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const url = `${urls[turn++ % urls.length]}${request.url}`;
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "POST", headers, body: Buffer.concat(chunks).toString() });
    response.setHeader("node-id", answer.headers.get("node-id") ?? "");
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => balancer.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`;
  const { target, data, value, lines, until } = await startTarget({
    only: ["p-supply", "p-height"],
    url,
    interval: 50,
  });
  try {
    target.start();
    const changes = "avax_exporter_node_identity_changes_total";
    await until(async () => expect(await value(changes)).toBeGreaterThan(10), 10_000);
    await until(() => expect(data()).toContain("avax_pchain_supply_avax")); // one call: always of one node
    for (let i = 0; i < 20; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(data()).toContain("avax_pchain_supply_avax");
      expect(data()).not.toContain("avax_pchain_height"); // three calls: always of two
    }
    const warnings = lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(warnings.filter((msg) => msg.includes("load balancer")).length).toBe(1);
  } finally {
    await target.stop();
    balancer.closeAllConnections();
    balancer.close();
    await Promise.all(nodes.map((node) => node.close()));
  }
}, 20_000);

test("a target that is stopped calls no more", async () => {
  let calls = 0;
  const { target, until } = await startTarget({
    only: ["p-height"],
    interval: 20,
    simulator: { onCall: () => calls++ },
  });
  target.start();
  await until(() => expect(calls).toBeGreaterThan(5));
  await target.stop();
  const before = calls;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(calls - before).toBeLessThanOrEqual(1); // one may have been on its way
});

test("once runs each collector once and tells whether a required one failed", async () => {
  const { simulator, target, data } = await startTarget({ only: ["p-height", "x-height"] });
  simulator.faults.add({ method: "avm.getHeight", fault: { kind: "empty" } });
  const good = await target.once();
  simulator.faults.add({ method: "platform.getHeight", fault: { kind: "empty" } });
  const bad = await target.once();
  expect([good, bad]).toEqual([true, false]);
  expect(data()).toContain("avax_pchain_height");
});
