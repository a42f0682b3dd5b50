/** States of a node in the metrics: recognized, exported, and not failures. */
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { familiesOf } from "../../src/entities/all.ts";
import { methodOf, pathOf } from "../../src/node-api/contract.ts";
import type { Method } from "../../src/node-api/method.ts";
import type { ScenarioName } from "../../src/simulator/scenarios.ts";
import { smallScenarios as names, runScenario } from "../support/scenario.ts";

const only = collectors.map(({ name }) => name);
/** Returns this reason for each collector whose first method is like this, except one that asks chains of L1s only. */
function unavailable(isLacking: (method: Method) => boolean, reason: string): Readonly<Record<string, string>> {
  const asking = collectors.filter(({ name }) => name !== "evm-upgrades");
  const lacking = asking.filter(({ reads: [first] }) => first && isLacking(methodOf(first)));
  return Object.fromEntries(lacking.map(({ name }) => [name, reason]));
}
const isBelow = (path: string) => (method: Method) => pathOf(method).startsWith(path);
const lacking = ["bootstrapping", "no-index", "no-health", "no-x-chain", "forwarder-403"];

const expositions = new Map<string, ReturnType<typeof runScenario>>();
/** Returns the state after one run, or after two with `first`. Tests share it, because each scenario takes time to simulate. */
function after(...given: Parameters<typeof runScenario>): ReturnType<typeof runScenario> {
  const [scenario, seconds = 90, first] = given;
  const key = [scenario, seconds, first].join();
  const known = expositions.get(key) ?? runScenario(...given);
  expositions.set(key, known);
  return known;
}
const expositionOf = (scenario: ScenarioName) => after(scenario);

/** Samples whose value shows the scenario, with that of a healthy node. */
test.each<[ScenarioName, RegExp, number, number]>([
  ["auto-renewed", /^avax_upgrade_timestamp_seconds\{.*"helicon"\}/, 1790035200, 1760659200],
  ["auto-renewed", /^avax_validator_uptime_required_ratio\{.*"demo-2"\}/, 0.8, 0.9],
  ["auto-renewed", /^avax_validator_offline_budget_seconds\{.*"demo-2",own="false"\}/, 6237937.314521, 3084337.314521],
  ["congested", /^avax_pchain_gas_excess/, 7140, 9318434],
  ["congested", /^avax_pchain_gas_price_avax/, 0.000000001, 0.000000074],
  ["congested", /^avax_pchain_validator_fee_price_avax_per_second/, 0.000000512, 0.000002352],
  [
    "validator-offline",
    /^avax_chain_connected_weight_without_ratio\{chain="P".*"demo-1"\}/,
    0.9681151563261088,
    0.8317888060888583,
  ],
  ["quiet", /^avax_pchain_height/, 361, 200],
  ["quiet", /^avax_pchain_block_age_seconds/, 5, 180],
])("in the scenario %s %s has another value than in a healthy one", async (scenario, series, base, value) => {
  const valueIn = async (name: ScenarioName) =>
    Number(
      (await expositionOf(name)).data
        .split("\n")
        .find((line) => series.test(line))
        ?.split(" ")
        .at(-1),
    );
  expect([await valueIn("healthy"), await valueIn(scenario)]).toEqual([base, value]);
});

test.each(names.filter((name) => !lacking.includes(name)))(
  "in the scenario %s the node provides all data",
  async (scenario) => {
    const { states, failures, up } = await expositionOf(scenario);
    expect([states, failures, up]).toEqual([{}, null, 1]);
  },
);

const later: readonly ScenarioName[] = ["validator-leaving", "unrewarded", "l1-stalled"];

test("every metric of the catalog is emitted by some scenario, and no other metric is", async () => {
  const states = [...names.map(expositionOf), ...later.map((scenario) => after(scenario, 200, 90))];
  const texts = await Promise.all(states);
  const emitted = new Set(texts.flatMap(({ data }) => data.match(/^avax_\w+/gm) ?? []));
  expect(emitted).toEqual(new Set([...familiesOf(collectors)].map(({ name }) => name)));
});

test("a bootstrapping node is up, and its chains have no samples yet", async () => {
  const { states, failures, up, data } = await after("bootstrapping", 0);
  // the node serves the X- and C-Chain later: until then they are 404, and no exports are requested
  const isOfChain = (method: Method) => ["P", "X", "C"].some((chain) => isBelow(`/ext/bc/${chain}`)(method));
  expect({ ...states, exports: "bootstrapping" }).toEqual(unavailable(isOfChain, "bootstrapping"));
  expect(states).not.toHaveProperty("exports");
  const exported = new Set(data.match(/^avax_\w+/gm));
  const fromChains = collectors
    .flatMap(({ metrics }) => metrics)
    .filter(({ name, from }) => exported.has(name) && /\b(platform|avm|proposervm)\./.test(from ?? ""));
  expect([failures, up, fromChains]).toEqual([null, 1, []]);
});

test.each([
  ["no-index", ["/ext/index"]],
  ["no-health", ["/ext/health"]],
  ["no-x-chain", ["/ext/bc/X", "/ext/bc/C/rpc"]],
] as const)("in the scenario %s the node is up, and collectors that read %s are disabled", async (scenario, paths) => {
  const { states, failures, up } = await expositionOf(scenario);
  expect(Object.keys(states)).not.toEqual([]);
  expect([states, failures, up]).toEqual([
    unavailable((method) => paths.some((path) => isBelow(path)(method)), "api_off"),
    null,
    1,
  ]);
});

test("a rejection by a proxy in front of the node makes every collector fail, and the node is not up", async () => {
  const { states, up, data } = await expositionOf("forwarder-403");
  // without the collector health no chain is known
  const withoutChains = ["l1-uptimes", "evm-upgrades", "exports"];
  expect(new Set(Object.keys(states))).toEqual(new Set(only.filter((name) => !withoutChains.includes(name))));
  for (const state of Object.values(states)) expect(state).toMatchObject({ kind: "failed", reason: "http_status" });
  expect(up).toBe(0);
  const samples = data.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(samples.filter((line) => !/^avax_watched_(observed\{.*\} 0|unobserved\{.*\} 1)$/.test(line))).toEqual([]);
});

test("a swapped node is detected by the ID of the node that responds", async () => {
  const nodesAt = async (seconds: number) => {
    const { data, simulator } = await after("node-swapped", seconds);
    return [
      /^avax_node_info\{node_id="([^"]+)"/m.exec(data)?.[1] === simulator.nodeId,
      /^avax_node_info\{/m.test(data),
    ];
  };
  expect([await nodesAt(59), await nodesAt(90)]).toEqual([
    [true, true],
    [false, true],
  ]);
});

test("a node without the index is reported as such", async () => {
  const { data } = await expositionOf("no-index");
  expect(data.match(/^avax_index_.*$/gm)).toEqual(
    ["P", "X", "C"].map((chain) =>
      expect.stringMatching(`^avax_index_available\\{node_id=".+",chain="${chain}",index="block"\\} 0$`),
    ),
  );
});

test("after Helicon some validators must be online for 90 % of the time, others for 80 %, and some auto-renew", async () => {
  const { values, data } = await expositionOf("healthy");
  expect(new Set(values("avax_validator_uptime_required_ratio"))).toEqual(new Set([0.8, 0.9]));
  expect(data).toMatch(/^avax_validator_info\{.*auto_renew="true"\} 1$/m);
});

test.each([
  ["validator-leaving", 1, 37795.4910819],
  ["unrewarded", 0, 0],
] as const)("%s: after the end of the period its result is exported", async (scenario, rewarded, reward) => {
  const { values } = await after(scenario, 200, 90);
  const result = ["rewarded", "reward_avax", "end_timestamp_seconds"].map(
    (name) => `avax_validator_last_period_${name}`,
  );
  expect(result.map(values)).toEqual([[rewarded], [reward], [1795219380]]);
});

test("the BLS key that the L1 has for the node is not that of the node in wrong-key, and is it in l1-stalled", async () => {
  const matches = async (scenario: ScenarioName) =>
    (await after(scenario, 200, 90)).values("avax_l1_validator_bls_key_matches");
  expect([await matches("wrong-key"), await matches("l1-stalled")]).toEqual([[0], [1]]);
});

test.each([
  ["converting", 30, ["primary", "l1", "permissioned", "elastic"]],
  ["converting", 90, ["primary", "l1", "l1", "elastic"]],
  ["elastic", 90, ["primary", "elastic"]],
  ["permissioned", 90, ["primary", "permissioned"]],
] as const)("%s: after %i seconds the subnets are exported with their kinds", async (scenario, seconds, kinds) => {
  const { data } = await after(scenario, seconds);
  expect([...data.matchAll(/kind="(\w+)"/g)].map(([, kind]) => kind)).toEqual(kinds);
});

test("the failing check of an unhealthy node is exported by name, and checks that have not run are absent", async () => {
  const early = await after("unhealthy", 1);
  const late = await expositionOf("unhealthy");
  expect(early.data).toMatch(/^avax_node_health_check_passing\{node_id=".+",check="network"\} 0$/m);
  expect(early.values("avax_node_health_check_passing").length).toBeLessThan(
    late.values("avax_node_health_check_passing").length,
  );
});

test("the parts of every set add up to its totals", async () => {
  const { data } = await expositionOf("healthy");
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
