import { expect, test } from "vitest";
import { createChain } from "../../src/simulator/chain.ts";
import { health } from "../../src/simulator/handlers/health.ts";
import { createNode, type NodeOptions } from "../../src/simulator/node.ts";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { fc } from "../support/random.ts";
import { fewBlocks, simulate, start } from "./ask.ts";

const notYetRun = { error: "not yet run", timestamp: "0001-01-01T00:00:00Z", duration: 0 };
const sendFailure = "network layer is unhealthy reason: messages failure send rate 0.95 > 0.9";

async function simulateHealth(options: SimulatorOptions) {
  const all = await simulate(options);
  return {
    ...all,
    report: async () => (await all.rpc("health.health", {}, "/ext/health")).result,
    get: async (path: string) => {
      const { status, body } = await all.ask({ path, method: "GET", headers: {} });
      return { status, report: JSON.parse(body) };
    },
  };
}
type Checks = Readonly<Record<string, { readonly error?: string }>>;
const failing = (checks: Checks) =>
  Object.fromEntries(Object.entries(checks).flatMap(([name, { error }]) => (error ? [[name, error]] : [])));

test("healthy: no check fails, and the node's have run", async () => {
  const { report } = await simulateHealth({});
  const { checks, healthy } = await report();
  expect([failing(checks), healthy]).toEqual([{}, true]);
  expect(Object.keys(checks).toSorted()).toEqual(
    ["P", "X", "C", "bls", "bootstrapped", "database", "diskspace", "futureupgrade", "network", "router"].toSorted(),
  );
});

test("unhealthy: at first the checks of its chains have not run, its own have", async () => {
  const { report } = await simulateHealth({ scenario: "unhealthy" });
  const { checks, healthy } = await report();
  const later = { P: "not yet run", X: "not yet run", C: "not yet run", bootstrapped: "not yet run" };
  expect([failing(checks), healthy]).toEqual([{ ...later, network: sendFailure }, false]);
  expect(checks.P).toEqual(notYetRun);
  expect(checks.network).toMatchObject({
    message: { connectedPeers: expect.any(Number), sendFailRate: 0.95 },
    timestamp: "2026-03-01T12:00:00.000077007Z",
    contiguousFailures: 1,
    timeOfFirstFailure: "2026-03-01T12:00:00.000077007Z",
  });
});

test("unhealthy: after the second run only the network check fails, which has failed twice", async () => {
  const { report, clock } = await simulateHealth({ scenario: "unhealthy" });
  clock.now += 5000;
  const { checks, healthy } = await report();
  expect([failing(checks), healthy]).toEqual([{ network: sendFailure }, false]);
  expect(checks.network).toMatchObject({
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
  const { get, clock } = await simulateHealth({ scenario: "unhealthy" });
  const before = await get(path);
  clock.now += 5000;
  const after = await get(path);
  expect([before.status, after.status]).toEqual([first, second]);
  expect([before.report.healthy, after.report.healthy]).toEqual([first === 200, second === 200]);
});

test("bootstrapping: the check reports it from the second run until bootstrapping is done", async () => {
  const { report, clock } = await simulateHealth({ scenario: "bootstrapping" });
  const bootstrapped = async () => (await report()).checks.bootstrapped;
  expect(await bootstrapped()).toEqual(notYetRun);
  clock.now += 95_000;
  expect(await bootstrapped()).toMatchObject({
    error: "subnets not bootstrapped",
    contiguousFailures: 3,
    timeOfFirstFailure: "2026-03-01T12:00:30.000077012Z",
  });
  clock.now += 25_000;
  expect(await bootstrapped()).toMatchObject({ message: [], timestamp: "2026-03-01T12:02:00.000077012Z" });
});

const chain = createChain({ start: new Date(start), validators: 1, l1Validators: 0 });
const reportAt = (options: Partial<NodeOptions>, now: number) =>
  health["health.health"]({ chain, node: createNode(options, "NodeID-x", start), now });

test("checks run once in each period, and a failing check has failed in every run", () => {
  const options = fc.record({ checksEvery: fc.integer({ min: 1, max: 60 }), upFor: fc.integer({ min: 0, max: 7200 }) });
  fc.assert(
    fc.property(options, fc.integer({ min: 0, max: 10 ** 6 }), (given, later) => {
      const { checks } = reportAt({ ...given, sendFailRate: 1 }, start + later);
      const at = Date.parse(checks["network"]?.timestamp ?? "");
      const first = Date.parse(checks["network"]?.timeOfFirstFailure ?? "");
      expect(start + later - at).toBeGreaterThanOrEqual(0);
      expect(start + later - at).toBeLessThan(1000 * given.checksEvery);
      expect(first).toBe(start - 1000 * given.upFor);
      expect(checks["network"]?.contiguousFailures).toBe(1 + (at - first) / (1000 * given.checksEvery));
    }),
  );
});

test("the heights in a report are those of the checks' last run, on every chain", async () => {
  const { report, rpc, clock } = await simulateHealth({});
  type Check = {
    readonly message: { readonly engine: { readonly consensus: { readonly lastAcceptedHeight: number } } };
  };
  const heights = async () => {
    const { checks } = await report();
    return (["P", "X", "C"] as const).map(
      (name) => (checks[name] as Check).message.engine.consensus.lastAcceptedHeight,
    );
  };
  const before = await heights();
  const { height } = (await rpc("platform.getHeight")).result;
  clock.now += 29_000;
  expect(Number((await rpc("platform.getHeight")).result.height)).toBeGreaterThan(Number(height));
  expect(await heights()).toEqual(before);
  clock.now += 1000;
  expect((await heights())[0]).toBe(Number((await rpc("platform.getHeight")).result.height));
});

test.each([
  [0.9, undefined],
  [0.91, "network layer is unhealthy reason: messages failure send rate 0.91 > 0.9"],
])("with a failure rate of %d for messages the error is %s", (sendFailRate, error) => {
  expect(reportAt({ sendFailRate }, start).checks["network"]?.error).toBe(error);
});

type ChainCheck = {
  readonly message: {
    readonly engine: {
      readonly consensus: {
        readonly lastAcceptedHeight: number;
        readonly processingBlocks: number;
        readonly longestProcessingBlock: string;
      };
    };
    readonly networking: { readonly disconnectedValidators: readonly string[]; readonly percentConnected: number };
  };
  readonly error?: string;
  readonly timeOfFirstFailure?: string;
};

test("the chains of the primary network know the validators that the node is not connected to", async () => {
  const { report, rpc } = await simulateHealth({});
  type Listed = { readonly nodeID: string; readonly connected: boolean };
  const { validators } = (await rpc("platform.getCurrentValidators")).result as { validators: readonly Listed[] };
  const away = validators.filter(({ connected }) => !connected).map(({ nodeID }) => nodeID);
  const { networking } = ((await report()).checks.C as ChainCheck).message;
  expect(away).not.toEqual([]);
  expect(networking.disconnectedValidators).toEqual(away);
  expect(networking.percentConnected).toBeGreaterThan(0.8);
  expect(networking.percentConnected).toBeLessThan(1);
});

test("l1-stalled: the L1's chain has stalled, its undecided blocks grow, and its check fails", async () => {
  const { report, clock, simulator } = await simulateHealth({ scenario: "l1-stalled" });
  const [l1] = simulator.chain.subnets.l1s();
  const later = async (seconds: number) => {
    clock.now = start + 1000 * seconds;
    const { message, error, timeOfFirstFailure } = (await report()).checks[l1?.chain ?? ""] as ChainCheck;
    return { ...message.engine.consensus, ...message.networking, error, timeOfFirstFailure };
  };
  const [first, second, third, fourth] = [await later(0), await later(60), await later(90), await later(180)];
  expect(first.error).toBeUndefined();
  expect(second).toMatchObject({ lastAcceptedHeight: first.lastAcceptedHeight + 30, processingBlocks: 0 });
  expect(third).toMatchObject({ lastAcceptedHeight: second.lastAcceptedHeight, processingBlocks: 3 });
  expect(third.error).toMatch(
    /^not connected to enough stake: connected to \d+\.\d{6}%; required at least 80\.000000%$/,
  );
  expect(fourth).toMatchObject({ processingBlocks: 12, longestProcessingBlock: "2m0s" });
  expect(fourth.error).toMatch(/^engine: block processing too long: 2m0s > 30s; networking: not connected/);
  expect(fourth.timeOfFirstFailure).toMatch(/^2026-03-01T12:01:00/);
  expect(fourth.percentConnected).toBeLessThan(0.75);
});

test("rolling-upgrade: most of the stake announces an upgrade, and more of it with time; the check fails before the upgrade", async () => {
  const { report, rpc, clock } = await simulateHealth({ scenario: "rolling-upgrade", ...fewBlocks });
  type Peers = { readonly peers: readonly { readonly version: string; readonly upgradeTime: number }[] };
  const versions = async () => {
    const { peers } = (await rpc("info.peers", {}, "/ext/info")).result as Peers;
    const upgraded = peers.filter(({ upgradeTime }) => upgradeTime === start / 1000 + 2 * 86_400);
    expect(upgraded.every(({ version }) => version === "avalanchego/1.16.0")).toBe(true);
    return { all: new Set(peers.map(({ version }) => version)).size, upgraded: upgraded.length / peers.length };
  };
  const announced = async () =>
    (await report()).checks.futureupgrade as { message: { modeUpgradeWeightPercentage: number }; error?: string };
  const [before, first] = [await versions(), await announced()];
  expect(before.all).toBe(3);
  expect(before.upgraded).toBeLessThan(1);
  expect(first.message.modeUpgradeWeightPercentage).toBeGreaterThan(50);
  expect(first.error).toBe("unknown network upgrade detected");
  clock.now += 47.5 * 3_600_000;
  expect((await versions()).upgraded).toBe(1);
  expect((await announced()).error).toMatch(/^imminent/);
});

test("the check does not fail if the node knows the newest upgrade, and older nodes have no such check", () => {
  const check = (version: string) => reportAt({ version }, start).checks["futureupgrade"];
  expect(check("1.15.0")).toMatchObject({ message: { modeUpgradeWeightPercentage: 0, numUpgradeTimes: 0 } });
  expect(check("1.15.0")?.error).toBeUndefined();
  expect(check("1.14.0")).toBeUndefined();
});
