/** Facts about simulated nodes, and their samples on the page. */
import { afterAll, expect, onTestFinished, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import type { Settings } from "../../src/collectors/collector.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { contract, isMethodName } from "../../src/node-api/contract.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import type { Simulator, SimulatorOptions } from "../../src/simulator/simulator.ts";
import type { OnEnd } from "../support/exporter.ts";
import { metricsAboutNode } from "../support/exposition.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";
import { until } from "../support/until.ts";

const only = collectors.filter(({ disabledByDefault }) => !disabledByDefault).map(({ name }) => name);
const start = Date.UTC(2026, 10, 21);

type Watch = Partial<Settings["watch"]>;
/** Returns a target after one run of each collector. `at` sets the time in seconds after the start. */
async function after(
  simulator: SimulatorOptions,
  watch: (simulator: Simulator) => Watch = () => ({}),
  seconds = 90,
  onEnd: OnEnd = onTestFinished,
) {
  let now = start;
  const started = await startTarget({
    only,
    simulator: { validators: 8, l1Validators: 5, now: () => now, pause: async () => {}, ...simulator },
    settings: (simulator) => settings({ watch: watch(simulator) }),
    interval: 60_000,
    onEnd,
  });
  const runAt = async (seconds: number) => {
    now = start + 1000 * seconds;
    await started.target.once();
    return started.target.facts();
  };
  /** Returns the facts at a later time, without a collector run. */
  const factsAt = (seconds: number) => {
    started.simulator.chain.advance(new Date(start + 1000 * seconds));
    return started.target.facts();
  };
  return { ...started, runAt, factsAt, facts: await runAt(seconds) };
}

const watching =
  (n: number) =>
  ({ chain }: Simulator) => ({
    node_ids: [{ id: chain.names.nodeId(n), alias: "ours", subnet_ids: [primaryNetwork] }],
  });

/** A healthy node, one with an offline validator and one with an offline L1 validator, for tests that only read them. */
const healthy = await after({}, () => ({ own: true }), 90, afterAll);
const offline = await after(
  { scenario: "validator-offline" },
  (simulator) => ({ ...watching(1)(simulator), own: true }),
  600,
  afterAll,
);

test("every series of the data of a node that has responded has the name of its network, and no own metric has one", async () => {
  const { target } = healthy;
  const lines = target.exposition.text().split("\n");
  expect(lines.filter((line) => !/^$|^#|[{,]network="mainnet"[,}]/.test(line))).toEqual([]);
  expect(await target.metrics.text()).not.toContain("network=");
});

test("every series about a node and its chains has the ID of the node", async () => {
  const { data, simulator } = await after({ scenario: "l1-stalled" }, (one) => ({ ...watchingL1(one), own: true }));
  const lines = data()
    .split("\n")
    .filter((line) => metricsAboutNode.has(/^\w+/.exec(line)?.[0] ?? ""));
  expect(lines.length).toBeGreaterThan(40);
  expect(lines.filter((line) => !line.includes(`{node_id="${simulator.nodeId}"`))).toEqual([]);
});

test("until a node has responded no series has a network", async () => {
  const { target } = await startTarget({ only: ["p-height"], url: "http://127.0.0.1:1" });
  await target.once();
  expect(target.exposition.text()).not.toContain("network=");
});

test("a node keeps avax_node_validates when its info API is disabled", async () => {
  const faults = Object.keys(contract)
    .filter(isMethodName)
    .filter((method) => method.startsWith("info."))
    .map((method) => ({ method, fault: { kind: "api-off" as const } }));
  const { data } = await after({ faults }, () => ({ own: true }));
  expect(data()).not.toMatch(/^avax_node_info/m);
  expect(data()).toMatch(/^avax_node_validates\{node_id="NodeID-\w+"\} 1$/m);
});

const watchingL1 = ({ chain }: Simulator) => ({
  subnet_ids: [{ id: chain.subnets.l1s()[0]?.id ?? "", alias: "our L1" }],
  validation_ids: demoWatchOf(chain).validation_ids,
});

test("on an idle P-Chain the times until balances run out count from now, for an L1 and its validator alike", async () => {
  const { runAt } = await after({ network: "local", blocksFor: 0, l1Validators: 1 }, watchingL1, 0);
  const day = 86_400;
  const { l1s, l1_validators } = await runAt(5 * day);
  const [l1, validator] = [l1s[0], l1_validators[0]];
  expect(validator?.balance_runway_seconds).toBeGreaterThan(day);
  expect(l1?.balance_runway_seconds).toBeCloseTo(validator?.balance_runway_seconds ?? 0, 0);
  expect(l1?.halt_seconds).toBeCloseTo(validator?.balance_runway_seconds ?? 0, 0);
});

test("an L1 and its validator have the same time until a balance runs out, and all collectors together read the fee once", async () => {
  const calls: unknown[] = [];
  const { facts, runAt } = await after(
    { scenario: "congested", l1Validators: 1, onCall: ({ method }) => calls.push(method) },
    (simulator) => ({
      ...watchingL1(simulator),
      node_ids: [{ id: simulator.nodeId, alias: "", subnet_ids: [simulator.chain.subnets.l1s()[0]?.id ?? ""] }],
    }),
  );
  for (const { l1s, l1_validators } of [facts, await runAt(150), await runAt(210)]) {
    expect(l1_validators[0]?.balance_runway_seconds).toBeGreaterThan(0);
    expect(l1s[0]?.balance_runway_seconds).toBe(l1_validators[0]?.balance_runway_seconds);
  }
  const count = (method: string) => calls.filter((one) => one === method).length;
  expect([count("platform.getValidatorFeeState"), count("info.upgrades")]).toEqual([3, 3]);
});

test("with watch.own the validator of the queried node is watched, with the budget that the network sees", async () => {
  const { facts, simulator, data } = healthy;
  const [own, ...others] = facts.validators;
  expect(others).toEqual([]);
  expect(own).toMatchObject({ node_id: simulator.nodeId, own: true, present: true, state: "ok" });
  expect(own?.offline_budget_ratio).toBeGreaterThan(0);
  expect(facts.node.validates).toBe(true);
  expect(data()).toContain(`avax_node_validates{node_id="${simulator.nodeId}"} 1`);
});

test("stake without a connection does not reduce the uptime of the queried node", async () => {
  const { facts, data } = offline;
  const rewarding = Number(/^avax_node_rewarding_stake_ratio(?:\{.*\})? (\S+)$/m.exec(data())?.[1]);
  const own = facts.validators.find((one) => one.own);
  expect(own?.uptime_ratio).toBeGreaterThan(0.98);
  expect(rewarding).toBeLessThan(0.98);
});

test("a node that no longer responds keeps its identity, and is unreachable", async () => {
  const { simulator, data, runAt } = await after({});
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  const { node } = await runAt(120);
  expect(node).toMatchObject({ state: "unreachable", node_id: simulator.nodeId, network: "mainnet" });
  expect(data()).toContain(`avax_node_info{node_id="${simulator.nodeId}"`);
});

test("whether the identity of a node is shown after an outage does not depend on an earlier scrape", async () => {
  let passed = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + passed };
  const only = ["node", "p-fee", "p-validators"];
  const { simulator, target, data } = await startTarget({ only, clock });
  await target.once();
  passed = 3_600_000;
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  await target.once();
  expect(data()).toContain(`avax_node_info{node_id="${simulator.nodeId}",version=`);
  expect(data()).toContain(`avax_node_validates{node_id="${simulator.nodeId}"} 0`);
  expect(data()).not.toContain("avax_node_bootstrapped");
});

test("all metrics of an L1 whose node answers are there after the first runs", async () => {
  const { target, data } = await startTarget({
    only,
    simulator: { scenario: "l1-stalled" },
    settings: (simulator) => settings({ watch: { ...demoWatchOf(simulator.chain), own: true } }),
    interval: 3_600_000,
    limit: 10_000,
  });
  target.start();
  await until(() => expect(target.ready()).toBe(true));
  for (const name of [
    "avax_evm_height",
    "avax_chain_epoch_p_chain_height",
    "avax_l1_validator_connected",
    "avax_l1_validator_bls_key_matches",
  ])
    expect(data()).toMatch(new RegExp(`^${name}\\{`, "m"));
});

test("if the chains can only be read later, the collectors that need them run again at once", async () => {
  const { simulator, target, data, url } = await startTarget({
    only: ["health", "evm"],
    simulator: {
      scenario: "l1-stalled",
      faults: [{ method: "health.health", fault: { kind: "status", status: 503, text: "" } }],
    },
    interval: 3_600_000,
    collectorOptions: { health: { interval: 100 } },
  });
  expect(url).toBeTruthy();
  target.start();
  await until(() => expect(data()).toMatch(/^avax_evm_height\{.*chain="C"/m));
  expect(data()).not.toMatch(/^avax_evm_height\{.*alias="Simulated L1"|^avax_chain_last_accepted_height/m);
  simulator.faults.clear();
  await until(() => expect(data().match(/^avax_evm_height\{/gm)).toHaveLength(2));
});

test.each([
  [420, -420],
  [-1200, 1200],
  [0, 0],
])("a clock of the exporter that is %i s ahead turns no healthy node into another state", async (ahead, difference) => {
  const simulatorTime = Date.UTC(2026, 10, 21);
  const clock = { ...systemClock, date: () => simulatorTime + 1000 * ahead };
  const simulator = { now: () => simulatorTime };
  const { target } = await startTarget({ only: ["health", "node", "p-fee"], simulator, clock, ownDate: true });
  await target.once();
  const { node } = target.facts();
  expect([node.state, node.clock_difference_seconds]).toEqual(["ok", expect.closeTo(difference, -1)]);
  expect(node.pchain_block_age_seconds).toBeLessThan(60);
});
