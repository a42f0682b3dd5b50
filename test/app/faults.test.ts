/** Faults of the node: the exposition stays complete, the reason is right, and other collectors are not affected. */
import { expect, test } from "vitest";
import type { Reason } from "../../src/node-api/errors.ts";
import type { Fault } from "../../src/simulator/faults.ts";
import { fastClock } from "../../src/tools/support/clock.ts";
import { startTarget } from "../support/target.ts";

/** A fault of each layer; test/node-api has those of each reason. */
const faults: readonly (readonly [Fault, Reason])[] = [
  [{ kind: "hang" }, "timeout"],
  [{ kind: "reset" }, "connect"],
  [{ kind: "status", status: 500, text: "oops" }, "http_status"],
  [{ kind: "missing", field: "price" }, "schema"],
  [{ kind: "error", message: "database closed" }, "rpc_error"],
];
const states: readonly (readonly [Fault, string])[] = [
  [{ kind: "bootstrapping" }, "bootstrapping"],
  [{ kind: "method-unknown" }, "method_unknown"],
];
const named = <T>(rows: readonly (readonly [Fault, T])[]) =>
  rows.map(([fault, expected]) => [Object.values(fault).join(" ").trim(), fault, expected] as const);
const only = ["p-fee", "p-height", "p-stake", "x-height"];
test.each(named(faults))("%s", async (_name, fault, reason) => {
  const {
    simulator,
    target,
    collected: data,
    own,
    value,
    stateOf,
    until,
  } = await startTarget({
    only,
    clock: fastClock(10), // probes of an unresponsive chain are sent sooner
    interval: 1000,
    collectorOptions: { "p-fee": reason === "timeout" ? { timeout: 500 } : {} },
  });
  target.start();
  await until(() => expect(target.collectorStates().map(({ state }) => state.kind)).toEqual(only.map(() => "ok")));
  const families = data().match(/^# TYPE .*/gm);

  simulator.faults.add({ method: "platform.getFeeState", fault });
  await until(() => expect(stateOf("p-fee")).toMatchObject({ kind: "failed", reason }));

  expect(data().match(/^# TYPE .*/gm)).toEqual(families); // failed values stay until stale-after
  expect(await value('avax_exporter_collector_failures_total{collector="p-fee"}')).toBeGreaterThan(0);
  expect(await value(`avax_exporter_rpc_request_failures_total{reason="${reason}"}`)).toBeGreaterThan(0);
  expect(await value('avax_exporter_collector_success{collector="p-fee"}')).toBe(0);
  expect(await value("avax_up")).toBe(0);
  const others = only.filter((name) => name !== "p-fee");
  expect(others.map(stateOf)).toEqual(others.map(() => ({ kind: "ok" })));
  const counted = (await own()).matchAll(/^avax_exporter_collector_failures_total\{collector="(.+)"\} [1-9]/gm);
  expect([...counted].map(([, name]) => name)).toEqual(["p-fee"]);

  simulator.faults.clear();
  await until(() => expect(stateOf("p-fee")).toEqual({ kind: "ok" }));
  await until(async () => expect(await value("avax_up")).toBe(1));
});

test.each(named(states))("%s is a state of the node, not a failure", async (_name, fault, what) => {
  const { simulator, target, data, value, stateOf, until } = await startTarget({ only });
  target.start();
  await until(() => expect(stateOf("p-fee")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "platform.getFeeState", fault });
  await until(() => expect(stateOf("p-fee")).toMatchObject({ kind: "unavailable", reason: what }));
  expect(data()).not.toContain("avax_pchain_gas_capacity"); // unavailable data is dropped at once
  expect([
    await value('avax_exporter_collector_success{collector="p-fee"}'),
    await value(`avax_exporter_collector_unavailable{collector="p-fee",reason="${what}"}`),
    await value("avax_up"),
  ]).toEqual([1, 1, 1]);
});

test("data that the node provides again is no longer unavailable", async () => {
  const { simulator, target, own, stateOf, until } = await startTarget({ only: ["p-fee"], interval: 30 });
  simulator.faults.add({ method: "platform.getFeeState", fault: { kind: "bootstrapping" } });
  target.start();
  await until(() => expect(stateOf("p-fee")).toMatchObject({ kind: "unavailable" }));
  simulator.faults.clear();
  await until(() => expect(stateOf("p-fee")).toEqual({ kind: "ok" }));
  expect(await own()).not.toContain("avax_exporter_collector_unavailable{");
});

test("a null list is a failure, not an empty set", async () => {
  const { simulator, target, data, stateOf, until } = await startTarget({ only: ["p-validators"] });
  target.start();
  await until(() => expect(stateOf("p-validators")).toEqual({ kind: "ok" }));
  simulator.faults.add({ method: "platform.getCurrentValidators", fault: { kind: "null-list", field: "validators" } });
  await until(() => expect(stateOf("p-validators")).toMatchObject({ kind: "failed", reason: "schema" }));
  expect(data()).toMatch(/^avax_validators\{.*\} 20$/m);
});
