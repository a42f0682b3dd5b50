/** The model of a simulated node, and its samples on the page. */
import { afterAll, expect, onTestFinished, test } from "vitest";
import { contract, isMethodName } from "../../src/api/contract.ts";
import { primaryNetwork } from "../../src/api/ids.ts";
import { collectors } from "../../src/collectors/all.ts";
import type { Settings } from "../../src/collectors/settings.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import type { Simulator, SimulatorOptions } from "../../src/simulator/simulator.ts";
import type { OnEnd } from "../support/exporter.ts";
import { metricsAboutNode } from "../support/exposition.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

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
    return started.target.model();
  };
  /** Returns the model at a later time, without a collector run. */
  const modelAt = (seconds: number) => {
    started.simulator.chain.advance(new Date(start + 1000 * seconds));
    return started.target.model();
  };
  return { ...started, runAt, modelAt, model: await runAt(seconds) };
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

const offlineL1 = await after(
  { scenario: "l1-validator-offline" },
  ({ chain }) => demoWatchOf(chain),
  undefined,
  afterAll,
);

test("every series of a node that has responded has the name of its network", async () => {
  const { target } = healthy;
  const lines = [target.page.text(), await target.metrics.text()]
    .join("")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.filter((line) => !/[{,]network="mainnet"[,}]/.test(line))).toEqual([]);
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
  expect(target.page.text()).not.toContain("network=");
});

test("a node without a problem is ok, and so are its chains", async () => {
  const { model } = healthy;
  expect(model.node).toMatchObject({ state: "ok", network: "mainnet", failingChecks: [] });
  expect(model.chains.map(({ chain, state }) => [chain, state])).toEqual([
    ["P", "ok"],
    ["X", "ok"],
    ["C", "ok"],
  ]);
});

test.each<[scenario: NonNullable<SimulatorOptions["scenario"]>, seconds: number, state: string]>([
  ["bootstrapping", 0, "bootstrapping"],
  ["unhealthy", 90, "unhealthy"],
  ["halted", 1800, "behind"],
])("in the scenario %s after %i seconds the node is %s", async (scenario, seconds, state) => {
  const { model } = await after({ scenario }, undefined, seconds);
  expect(model.node.state).toBe(state);
});

test("a node whose health API is disabled is unchecked, and so it is reported by the collector", async () => {
  const { model, own } = await after({ faults: [{ method: "health.health", fault: { kind: "api-off" } }] });
  expect(model.node.state).toBe("unchecked");
  expect(await own()).toContain('avax_exporter_collector_unavailable{collector="health",reason="api_off"} 1');
});

test("a node whose health checks cannot be read for once is not unchecked", async () => {
  const { model } = await after({
    faults: [{ method: "health.health", fault: { kind: "status", status: 503, text: "" } }],
  });
  expect(model.node.state).toBeUndefined();
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

test("on Fuji a node whose P-Chain has no block for more than ten minutes is ok, and its validators and L1s have states", async () => {
  const { runAt } = await after({ scenario: "quiet", network: "fuji" }, (simulator) => ({
    ...watching(1)(simulator),
    subnet_ids: [{ id: simulator.chain.subnets.l1s()[0]?.id ?? "", alias: "our L1" }],
  }));
  const ages: number[] = [];
  for (const seconds of [600, 1800, 2700, 3300]) {
    const { node, chains, validators, l1s } = await runAt(seconds);
    ages.push(node.pChainAge ?? 0);
    const states = [node, ...chains, ...validators, ...l1s].map(({ state }) => state);
    expect(states).toEqual(["ok", "ok", "ok", "ok", "ok", "ok"]);
  }
  expect(Math.max(...ages)).toBeGreaterThan(600);
});

test("on Fuji a node whose C-Chain has accepted no block for five minutes is behind", async () => {
  const { runAt } = await after({ scenario: "halted", network: "fuji" });
  const { node, chains } = await runAt(60 + 330);
  expect(node.state).toBe("behind");
  expect(chains.filter(({ state }) => state === "halted")).toEqual([]);
  expect((await runAt(60 + 660)).chains.map(({ chain, state }) => [chain, state])).toEqual([
    ["P", "ok"],
    ["X", "ok"],
    ["C", "halted"],
  ]);
});

test("on a network without a known name, a node without a block for an hour is ok", async () => {
  const { runAt } = await after({ scenario: "halted", network: "local" });
  const { node, chains } = await runAt(3600);
  expect([node, ...chains].map(({ state }) => state)).toEqual(["ok", "ok", "ok", "ok"]);
});

const watchingL1 = ({ chain }: Simulator) => ({
  subnet_ids: [{ id: chain.subnets.l1s()[0]?.id ?? "", alias: "our L1" }],
  validation_ids: demoWatchOf(chain).validation_ids,
});

test("the times until balances run out and an L1 halts fall by a second per second, without a collector run", async () => {
  const { modelAt, model } = await after({}, watchingL1);
  const timesOf = ({ l1s, l1Validators }: typeof model) =>
    [...l1s.flatMap(({ runway, haltsIn }) => [runway, haltsIn]), ...l1Validators.map(({ runway }) => runway)].map(
      Number,
    );
  const before = timesOf(model);
  expect(before.filter((time) => time > 30)).toHaveLength(3);
  expect(timesOf(modelAt(90 + 30))).toEqual(before.map((time) => expect.closeTo(time - 30, 3)));
});

test("on an idle P-Chain the times until balances run out count from now, for an L1 and its validator alike", async () => {
  const { runAt } = await after({ network: "local", blocksFor: 0, l1Validators: 1 }, watchingL1, 0);
  const day = 86_400;
  const { l1s, l1Validators } = await runAt(5 * day);
  const [l1, validator] = [l1s[0], l1Validators[0]];
  expect(validator?.runway).toBeGreaterThan(day);
  expect(l1?.runway).toBeCloseTo(validator?.runway ?? 0, 0);
  expect(l1?.haltsIn).toBeCloseTo(validator?.runway ?? 0, 0);
});

test("on an idle P-Chain an L1 is at risk a week before its last balance runs out", async () => {
  const { runAt, model } = await after({ network: "local", blocksFor: 0, l1Validators: 1 }, watchingL1, 0);
  const day = 86_400;
  const halt = model.l1s[0]?.haltsIn ?? 0;
  expect((await runAt(halt - 8 * day)).l1s).toMatchObject([{ state: "ok", forecastRatio: 1 }]);
  const [l1] = (await runAt(halt - 6 * day)).l1s;
  expect(l1?.state).toBe("at_risk");
  expect(l1?.forecastRatio).toBeLessThan(0.8);
});

/** Returns the current states of the samples of a state set, and the number of its series. */
const statesIn = (text: string, metric: string) => {
  const all = [...text.matchAll(new RegExp(`^${metric}\\{.*state="(\\w+)"\\} (\\d)$`, "gm"))];
  return {
    current: all.filter(([, , value]) => value === "1").map(([, state]) => state),
    known: all.map(([, state]) => state),
  };
};

test("a watched L1 validator is offline if a chain of its L1 on the node has no connection to it", async () => {
  const { model, data } = offlineL1;
  expect(model.l1Validators).toMatchObject([{ alias: "demo-l1-validator", state: "offline", isConnected: false }]);
  expect(statesIn(data(), "avax_l1_validator_state").current).toEqual(["offline"]);
});

test("a node that runs no chain of an L1 does not know whether its validators are offline", async () => {
  const { model, data } = await after({}, watchingL1);
  expect(model.l1Validators).toMatchObject([{ alias: "demo-l1-validator", state: "ok", isConnected: undefined }]);
  expect(statesIn(data(), "avax_l1_validator_state")).toEqual({
    current: ["ok"],
    known: ["missing", "inactive", "low", "ok"],
  });
});

test("a chain that always advances has halted after ten minutes without a block", async () => {
  const { runAt } = await after({ scenario: "halted" });
  const { chains } = await runAt(1800);
  expect(chains.find(({ chain }) => chain === "P")).toMatchObject({ state: "halted" });
});

test("a C-Chain that accepts blocks has halted after ten minutes without an executed one", async () => {
  const { runAt } = await after({ scenario: "c-chain-stalled" });
  const { chains } = await runAt(60 + 660);
  expect(chains.map(({ chain, state }) => [chain, state])).toEqual([
    ["P", "ok"],
    ["X", "ok"],
    ["C", "halted"],
  ]);
});

test("with watch.own the validator of the queried node is watched, with the budget that the network sees", async () => {
  const { model, simulator, data } = healthy;
  const [own, ...others] = model.validators;
  expect(others).toEqual([]);
  expect(own).toMatchObject({ nodeId: simulator.nodeId, isOwn: true, isPresent: true, state: "ok" });
  expect(own?.budget?.ratio).toBeGreaterThan(0);
  expect(model.node.validates).toBe(true);
  expect(data()).toContain(`avax_node_validates{node_id="${simulator.nodeId}"} 1`);
});

test("stake without a connection does not reduce the uptime of the queried node", async () => {
  const { model, data } = offline;
  const average = Number(/^avax_node_uptime_weighted_average_ratio(?:\{.*\})? (\S+)$/m.exec(data())?.[1]);
  const own = model.validators.find(({ isOwn }) => isOwn);
  expect(own?.uptime).toBeGreaterThan(0.98);
  expect(average).toBeLessThan(0.98);
});

test("without watch.own nothing is watched", async () => {
  expect((await after({})).model.validators).toEqual([]);
});

test("a validator without a connection is offline, and its state set has one 1", async () => {
  const { model, data } = offline;
  expect(model.validators).toContainEqual(expect.objectContaining({ alias: "ours", state: "offline" }));
  const states = [...data().matchAll(/^avax_validator_state\{.*alias="ours",state="(\w+)"\} (\d)$/gm)];
  expect(states.filter(([, , value]) => value === "1").map(([, state]) => state)).toEqual(["offline"]);
  expect(states.length).toBeGreaterThan(4);
});

test("while the node is behind, the states of validators and L1s are absent", async () => {
  const { runAt, data } = await after({ scenario: "halted" }, (simulator) => ({
    ...watching(1)(simulator),
    subnet_ids: simulator.chain.subnets.l1s().map(({ id }) => ({ id, alias: "" })),
  }));
  expect(data()).toMatch(/^avax_(validator|l1)_state/m);
  const { validators, l1s } = await runAt(1800);
  expect([...validators, ...l1s].map(({ state }) => state)).not.toContain("ok");
  expect(data()).not.toMatch(/^avax_(validator|l1)_state/m);
});

test("an L1 with more than a fifth of its weight inactive has halted, and its balances decide on its validators", async () => {
  const { model } = await after({ scenario: "l1-draining" }, ({ chain }) => ({
    subnet_ids: chain.subnets.l1s().map(({ id, name }) => ({ id, alias: name })),
    validation_ids: chain.l1s.validators.map((one) => ({ id: chain.origins.validationId(one), alias: "" })),
  }));
  expect(model.l1s).toMatchObject([{ alias: "Simulated L1", state: "halted", haltsIn: 0 }]);
  expect(model.l1s[0]?.topUps.map(({ runway }) => runway)).toContain(0);
  expect([...new Set(model.l1Validators.map(({ state }) => state))].toSorted()).toEqual(["inactive", "low", "ok"]);
});

test("only a validator that does not renew automatically has time left", async () => {
  const { model, data } = await after({}, ({ chain }) => ({
    node_ids: [1, 2].map((n) => ({ id: chain.names.nodeId(n), alias: `v${n}`, subnet_ids: [primaryNetwork] })),
  }));
  const left = model.validators.map(({ alias, end = 0, timeLeft }) => [alias, timeLeft, end - start / 1000 - 90]);
  expect(left).toEqual([
    ["v1", undefined, expect.any(Number)],
    ["v2", left[1]?.[2], left[1]?.[1]],
  ]);
  expect(data()).toMatch(/^avax_validator_time_left_seconds\{.*alias="v2"\} \d+$/m);
  expect(data()).not.toMatch(/^avax_validator_time_left_seconds\{.*alias="v1"/m);
});

test("a node that no longer responds keeps its identity, and is unreachable", async () => {
  const { simulator, target, data, runAt } = await after({});
  simulator.faults.add({ method: "*", fault: { kind: "reset" } });
  const { node } = await runAt(120);
  expect(node).toMatchObject({ state: "unreachable", nodeId: simulator.nodeId, network: "mainnet" });
  target.page.clear();
  expect(data()).toContain(`avax_node_info{node_id="${simulator.nodeId}"`);
});

test("another node at the URL has its own network", async () => {
  const { simulator, target, runAt } = await after({ scenario: "node-swapped" }, undefined, 0);
  const { node } = await runAt(90);
  expect(node.nodeId).not.toBe(simulator.nodeId);
  expect(node.network).toBe("mainnet");
  expect(target.page.text()).toContain('avax_pchain_height{network="mainnet"}');
});

test("a chain has the share of its weight that stays connected without each watched validator", async () => {
  const [p] = offline.model.chains;
  const [own, ours] = ["", "ours"].map((alias) => p?.without.find((one) => one.alias === alias)?.ratio);
  expect(ours).toBe(p?.connectedRatio);
  expect(own).toBeLessThan(p?.connectedRatio ?? 0);
});

test("a watched validation whose node is not connected has no share of the connected weight of its chain", async () => {
  const l1 = offlineL1.model.chains.find(({ without }) => without.some(({ alias }) => alias === "demo-l1-validator"));
  expect(l1?.without.find(({ alias }) => alias === "demo-l1-validator")?.ratio).toBe(l1?.connectedRatio);
});

test("the node validates the L1 that it runs: its key matches, and validators without a connection are named", async () => {
  const { data, runAt } = await after({ scenario: "l1-stalled" }, () => ({ own: true }));
  await runAt(180);
  expect(data()).toMatch(/^avax_chain_info\{.*name="Simulated L1"/m);
  expect(data()).toMatch(/^avax_l1_validator_bls_key_matches\{.*\} 1$/m);
  expect(data()).toMatch(/^avax_chain_validator_disconnected\{.*\} 1$/m);
});
