/** States of a node in the metrics: recognized, exported, and not failures.
 *
 *  Golden files: `golden/healthy.prom` is a whole exposition. `golden/NAME.diff` contains the samples of the metrics that the scenario
 *  is about, in which it differs from `golden/healthy.prom`: removed ones with "-" and added ones with "+".
 *  `npx vitest run --config test/vitest.config.ts test/app/scenarios.test.ts -u` updates them: review the changes. */
import { diff } from "node:util";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import * as evm from "../../src/collectors/evm.ts";
import * as fees from "../../src/collectors/fees.ts";
import { nodeHealthCheck, nodePeers, nodeUpgradeUnknown } from "../../src/collectors/health.ts";
import * as heights from "../../src/collectors/heights.ts";
import * as c from "../../src/collectors/kinds/chains.ts";
import * as l1 from "../../src/collectors/kinds/l1-validators.ts";
import * as v from "../../src/collectors/kinds/validators.ts";
import * as u from "../../src/collectors/l1-uptimes.ts";
import { nodeBootstrapped, upgradeTime } from "../../src/collectors/node.ts";
import * as p from "../../src/collectors/peers.ts";
import * as subnets from "../../src/collectors/subnets.ts";
import type { Metric } from "../../src/engine/metric.ts";
import { entities, familiesOf } from "../../src/entities/all.ts";
import { methodOf, pathOf } from "../../src/node-api/contract.ts";
import type { Method } from "../../src/node-api/method.ts";
import type { ScenarioName } from "../../src/simulator/scenarios.ts";
import { samplesOf } from "../support/run-collector.ts";
import { smallScenarios as names, runScenario } from "../support/scenario.ts";

const only = collectors.map(({ name }) => name);
/** Returns this reason for each collector whose first method is like this. */
function unavailable(isLacking: (method: Method) => boolean, reason: string): Readonly<Record<string, string>> {
  const lacking = collectors.filter(({ reads: [first] }) => first && isLacking(methodOf(first)));
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

/** Returns the lines that `page` removes from `base` and adds to it, in their order and without context. */
function differenceOf(page: readonly string[], base: readonly string[]): string {
  const signs = { [-1]: "+", 0: "", 1: "-" }; // 1 marks a line that only the first argument has
  const changes = diff(base, page).filter(([operation]) => operation !== 0);
  return changes.map(([operation, line]) => `${signs[operation]}${line}\n`).join("");
}

test("the exposition of a healthy node matches its golden file", async () => {
  const { data } = await expositionOf("healthy");
  await expect(data).toMatchFileSnapshot("golden/healthy.prom");
});

/** The metrics that each scenario is about. */
const subjects: Readonly<Partial<Record<ScenarioName, readonly Pick<Metric, "name">[]>>> = {
  "auto-renewed": [v.validatorUptimeRequired, upgradeTime, entities.validator.metric("offline_budget_seconds")],
  "c-chain-stalled": [evm.evmHeight],
  "l1-draining": [
    l1.l1Active,
    entities.l1.metric("validators_active"),
    entities.l1.metric("halt_seconds"),
    entities.l1_validator.metric("balance_runway_seconds"),
    entities.l1.metric("state"),
    entities.l1_validator.metric("state"),
  ],
  "l1-stalled": [
    c.chainInfo,
    entities.chain.metric("state"),
    c.chainValidatorDisconnected,
    nodeBootstrapped,
    entities.l1_validator.metric("state"),
  ],
  "l1-validator-offline": [
    u.l1Connected,
    c.chainConnectedWeight,
    u.l1UptimeProvenRatio,
    entities.l1_validator.metric("state"),
  ],
  "no-health": [nodeHealthCheck, c.chainInfo, entities.chain.metric("state"), entities.node.metric("state")],
  "no-x-chain": [nodeBootstrapped, c.chainHeight, entities.chain.metric("state"), heights.xAcceptedHeight],
  "rolling-upgrade": [
    nodeUpgradeUnknown,
    entities.node.metric("upgrade_unknown_seconds"),
    p.peersByVersion,
    entities.node.metric("state"),
  ],
  "stake-away": [c.chainConnectedWeight, nodeHealthCheck, entities.node.metric("state"), nodePeers],
  "validator-leaving": [v.validatorEnd, entities.validator.metric("time_left_seconds")],
  "validator-offline": [
    v.validatorConnected,
    c.chainValidatorDisconnected,
    entities.validator.metric("state"),
    nodePeers,
  ],
  bootstrapping: [nodeBootstrapped, nodeHealthCheck, entities.node.metric("state")],
  congested: [fees.gasPrice, fees.gasExcess, fees.validatorFeePrice],
  converting: [subnets.subnetInfo, l1.l1Active, entities.l1.metric("validators_active"), entities.l1.metric("state")],
  elastic: [subnets.subnetInfo, subnets.subnetSupply, v.validators],
  halted: [c.chainHeight, heights.height, entities.node.metric("pchain_block_age_seconds")],
  permissioned: [subnets.subnetInfo, subnets.subnetSupply, v.validators],
  quiet: [heights.height, entities.node.metric("pchain_block_age_seconds")],
  unhealthy: [nodeHealthCheck, entities.node.metric("state")],
  unrewarded: [v.validatorConnected, entities.validator.metric("state"), entities.node.metric("state")],
};
test.each(Object.keys(subjects) as ScenarioName[])(
  "the difference of the scenario %s from a healthy one matches its golden file",
  async (scenario) => {
    const pages = await Promise.all([expositionOf(scenario), expositionOf("healthy")]);
    const [page, base] = pages.map(({ data }) => samplesOf(data, ...(subjects[scenario] ?? [])));
    await expect(differenceOf(page ?? [], base ?? [])).toMatchFileSnapshot(`golden/${scenario}.diff`);
  },
);

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
  const withoutChains = ["l1-uptimes", "exports"];
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
  ["validator-leaving", 1],
  ["unrewarded", 0],
] as const)("%s: after the end of the period its result is exported", async (scenario, rewarded) => {
  const { data, values } = await after(scenario, 200, 90);
  expect(values("avax_validator_last_period_rewarded")).toEqual([rewarded]);
  const lines = data.match(/^avax_validator_last_period_.*\n/gm) ?? [];
  await expect(lines.join("")).toMatchFileSnapshot(`golden/${scenario}.ended.prom`);
});

test("the BLS key that the L1 has for the node is not that of the node in wrong-key, and is it in l1-stalled", async () => {
  const matches = async (scenario: ScenarioName) =>
    (await after(scenario, 200, 90)).values("avax_l1_validator_bls_key_matches");
  expect([await matches("wrong-key"), await matches("l1-stalled")]).toEqual([[0], [1]]);
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
