/** States of a node in the metrics: recognized, exported, and not failures.
 *
 *  Golden files: `golden/NAME.prom` is a whole exposition. `golden/NAME.diff` contains the lines in which one differs from
 *  `golden/healthy.prom`, removed ones with "-" and added ones with "+".
 *  `npx vitest run --config test/vitest.config.ts test/exporter/scenarios.test.ts -u` updates them: review the changes. */
import { diff } from "node:util";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { type Scenario, type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

const only = collectors.map(({ name }) => name);
const start = Date.UTC(2026, 10, 21);

/** Runs all collectors once, so many seconds after the start, watching everything. Returns those that are not ok with
 *  their results, and the exposition. The clock is frozen, and slow responses take no time. With `first`, there
 *  is an earlier run, so many seconds after the start. */
async function after(scenario: ScenarioName, seconds = 90, first?: number) {
  let now = start;
  const { target, data, own, value, stateOf, simulator } = await startTarget({
    only,
    simulator: { scenario, validators: 8, l1Validators: 5, now: () => now, pause: async () => {} },
    settings: (simulator) => settings({ watch: demoWatchOf(simulator.chain), validators: { detail: "all" } }),
    interval: 60_000,
  });
  for (const time of [first, seconds]) {
    if (time === undefined) continue;
    now = start + time * 1000;
    await target.once();
  }
  const states = only.flatMap((name) => {
    const state = stateOf(name);
    if (!state || state.kind === "ok") return [];
    return [[name, state.kind === "unavailable" ? state.reason : state]];
  });
  const failures = (await own()).match(/^avax_exporter_collector_failures_total\{.*\} [1-9].*$/gm);
  const text = data();
  const values = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, "gm"))].map(([, value]) => Number(value));
  return { states: Object.fromEntries(states), failures, up: await value("avax_up"), data: text, values, simulator };
}
const all: Readonly<Record<ScenarioName, Scenario>> = scenarios;
const names = (Object.keys(all) as ScenarioName[]).filter((name) => !all[name].large);
const lacking = ["bootstrapping", "no-index", "no-admin", "no-x-chain", "old-node", "forwarder-403"];

/** Scenarios whose exposition is stored whole: the base, and those that are shorter than their difference. */
const whole: readonly ScenarioName[] = ["healthy", "bootstrapping", "forwarder-403"];

/** Returns the lines that `page` removes from `base` and adds to it, in their order and without context. */
function differenceOf(page: string, base: string): string {
  const signs = { [-1]: "+", 0: "", 1: "-" }; // 1 marks a line that only the first argument has
  const changes = diff(base.split("\n"), page.split("\n")).filter(([operation]) => operation !== 0);
  return changes.map(([operation, line]) => `${signs[operation]}${line}\n`).join("");
}

test.each(whole)("the exposition of the scenario %s matches its golden file", async (scenario) => {
  const { data } = await after(scenario);
  await expect(data).toMatchFileSnapshot(`golden/${scenario}.prom`);
});

test.each(names.filter((name) => !whole.includes(name)))(
  "the difference of the scenario %s from a healthy one matches its golden file",
  async (scenario) => {
    const [{ data }, { data: healthy }] = await Promise.all([after(scenario), after("healthy")]);
    await expect(differenceOf(data, healthy)).toMatchFileSnapshot(`golden/${scenario}.diff`);
  },
);

test.each(names.filter((name) => !lacking.includes(name)))(
  "in the scenario %s the node provides all data",
  async (scenario) => {
    const { states, failures, up } = await after(scenario);
    expect([states, failures, up]).toEqual([{}, null, 1]);
  },
);

test("a bootstrapping node is up, and its chains have no samples yet", async () => {
  const { states, failures, up, data } = await after("bootstrapping", 0);
  expect(states).toEqual({
    "p-height": "bootstrapping",
    "p-fee": "bootstrapping",
    "p-fee-config": "bootstrapping",
    "p-validator-fee": "bootstrapping",
    "p-validator-fee-config": "bootstrapping",
    "p-supply": "bootstrapping",
    "p-stake": "bootstrapping",
    "p-validators": "bootstrapping",
    "watched-validators": "bootstrapping",
    rewards: "bootstrapping",
    delegations: "bootstrapping",
    subnets: "bootstrapping",
    "l1-validators": "bootstrapping",
    addresses: "bootstrapping",
    blockchains: "bootstrapping",
    "x-height": "api_off",
    "x-fee": "api_off",
  });
  const families = new Set(data.match(/^avax_[a-z]+_(?!peer_info|last_contact|benched)/gm)); // peers are exported
  const known = new Set(["avax_index_", "avax_node_", "avax_chain_", "avax_upgrade_"]);
  expect([failures, up, families]).toEqual([null, 1, known]);
});

test.each([
  ["no-index", ["index"]],
  ["no-admin", ["admin"]],
  ["no-x-chain", ["x-height", "x-fee"]],
] as const)("in the scenario %s the node is up, and %j are reported as disabled", async (scenario, off) => {
  const { states, failures, up } = await after(scenario);
  expect([states, failures, up]).toEqual([Object.fromEntries(off.map((name) => [name, "api_off"])), null, 1]);
});

test("a rejection by a proxy in front of the node makes every collector fail, and the node is not up", async () => {
  const { states, up, data } = await after("forwarder-403");
  expect(new Set(Object.keys(states))).toEqual(new Set(only));
  for (const state of Object.values(states)) expect(state).toMatchObject({ kind: "failed", reason: "http_status" });
  expect([up, data]).toEqual([0, ""]);
});

test("a swapped node is detected by the ID of the node that responds", async () => {
  const nodesAt = async (seconds: number) => {
    const { data, simulator } = await after("node-swapped", seconds);
    return [
      /^avax_node_info\{node_id="([^"]+)"/m.exec(data)?.[1] === simulator.nodeId,
      /^avax_node_info\{/m.test(data),
    ];
  };
  expect([await nodesAt(59), await nodesAt(60)]).toEqual([
    [true, true],
    [false, true],
  ]);
});

test("a node without the index is reported as such", async () => {
  const { data } = await after("no-index");
  expect(data.match(/^avax_index_.*$/gm)).toEqual(
    ["P", "X", "C"].map((chain) => `avax_index_available{chain="${chain}",container="block"} 0`),
  );
});

test("a node before Etna has all samples except those of the fees", async () => {
  const { states, failures, up, data } = await after("old-node");
  expect(states).toEqual({
    "p-fee": "not_activated",
    "p-fee-config": "not_activated",
    "p-validator-fee": "method_unknown",
    "p-validator-fee-config": "method_unknown",
    "x-fee": "method_unknown",
  });
  expect([failures, up]).toEqual([null, 1]);
  expect(data).not.toMatch(/^avax_pchain_(gas|fee|validator_fee)/m);
  expect(data).toMatch(/^avax_pchain_height \d+$/m);
});

test("after Helicon some validators must be online for 90 % of the time, others for 80 %, and some auto-renew", async () => {
  const { values, data } = await after("healthy");
  expect(new Set(values("avax_validator_uptime_required_ratio"))).toEqual(new Set([0.8, 0.9]));
  expect(data).toMatch(/^avax_validator_info\{.*auto_renew="true"\} 1$/m);
});

test.each([
  ["validator-leaving", 1],
  ["unrewarded", 0],
] as const)("%s: after the end of the period its result is exported", async (scenario, rewarded) => {
  const { data, values } = await after(scenario, 200, 90);
  expect(values("avax_validator_last_period_rewarded")).toEqual([rewarded]);
  const lines = data.match(/^avax_validator_last_period_.*\n/gm) ?? [];
  await expect(lines.join("")).toMatchFileSnapshot(`golden/${scenario}.ended.prom`);
});

test("a subnet that becomes an L1 is exported with its old kind, then with its new kind", async () => {
  const kinds = async (seconds: number) =>
    [...(await after("converting", seconds)).data.matchAll(/kind="(\w+)"/g)].map(([, kind]) => kind);
  expect([await kinds(30), await kinds(90)]).toEqual([
    ["primary", "l1", "permissioned", "elastic"],
    ["primary", "l1", "l1", "elastic"],
  ]);
});

test("the failing check of an unhealthy node is exported by name, and checks that have not run are absent", async () => {
  const early = await after("unhealthy", 1);
  const late = await after("unhealthy", 30);
  expect(early.data).toMatch(/^avax_node_health_check_passing\{check="network"\} 0$/m);
  expect(early.values("avax_node_health_check_passing").length).toBeLessThan(
    late.values("avax_node_health_check_passing").length,
  );
});

test("the parts of every set add up to its totals", async () => {
  const { data } = await after("healthy");
  const sums = (metric: string) => {
    const bySubnet = new Map<string, bigint>();
    for (const [, subnet = "", value = ""] of data.matchAll(
      new RegExp(`^${metric}\\{subnet_id="(\\w+)".*\\} (\\d+)$`, "gm"),
    )) {
      bySubnet.set(subnet, (bySubnet.get(subnet) ?? 0n) + BigInt(value));
    }
    return bySubnet;
  };
  const parts = sums("avax_validator_weight");
  for (const [subnet, weight] of sums("avax_l1_validator_weight"))
    parts.set(subnet, (parts.get(subnet) ?? 0n) + weight);
  expect(parts).toEqual(sums("avax_validators_weight"));
});
