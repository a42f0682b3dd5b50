/** Health checks over time. The rules of conformance check their form. */
import { expect, test } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { simulate } from "./ask.ts";

const notYetRun = { error: "not yet run", timestamp: "0001-01-01T00:00:00Z", duration: 0 };
const sendFailure = "network layer is unhealthy reason: messages failure send rate 0.95 > 0.9";

async function simulateHealth(options: SimulatorOptions) {
  const all = await simulate(options);
  return { ...all, report: async () => (await all.rpc("health.health", {}, "/ext/health")).result };
}
type Checks = Readonly<Record<string, { readonly error?: string }>>;
const failing = (checks: Checks) =>
  Object.fromEntries(Object.entries(checks).flatMap(([name, { error }]) => (error ? [[name, error]] : [])));

test("unhealthy: the checks of chains run later than those of the node, and the network check fails in each run", async () => {
  const { report, clock } = await simulateHealth({ scenario: "unhealthy" });
  const first = await report();
  const pending = { P: "not yet run", X: "not yet run", C: "not yet run", bootstrapped: "not yet run" };
  expect([failing(first.checks), first.healthy]).toEqual([{ ...pending, network: sendFailure }, false]);
  expect(first.checks.P).toEqual(notYetRun);
  clock.now += 5000;
  const second = await report();
  expect([failing(second.checks), second.healthy]).toEqual([{ network: sendFailure }, false]);
  expect(second.checks.network).toMatchObject({
    timestamp: "2026-03-01T12:00:05.000077007Z",
    contiguousFailures: 2,
    timeOfFirstFailure: "2026-03-01T12:00:00.000077007Z",
  });
});

test.each([
  ["/ext/health", 503, 503],
  ["/ext/health/health", 503, 503],
  ["/ext/health/readiness", 503, 200],
  ["/ext/health/liveness", 200, 200],
])("unhealthy: GET of %s is %d, after the second run %d", async (path, first, second) => {
  const { ask, clock } = await simulateHealth({ scenario: "unhealthy" });
  const get = async () => (await ask({ path, method: "GET", headers: {} })).status;
  const before = await get();
  clock.now += 5000;
  expect([before, await get()]).toEqual([first, second]);
});

test("the heights in a report are those of the last run of the checks", async () => {
  const { report, rpc, clock } = await simulateHealth({});
  const checked = async () => (await report()).checks.P.message.engine.consensus.lastAcceptedHeight;
  const height = async () => Number((await rpc("platform.getHeight")).result.height);
  const [before, accepted] = [await checked(), await height()];
  clock.now += 29_000;
  expect(await height()).toBeGreaterThan(accepted);
  expect(await checked()).toBe(before);
  clock.now += 1000;
  expect(await checked()).toBe(await height());
});
