/** The exporter of a real node: each value is compared with the node's response. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { nativeMetrics } from "../../src/tools/grafana/native-metrics.ts";
import { ofPrometheus } from "../../src/tools/packaging/programs.ts";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, checked, startNode } from "./support/avalanche-node.ts";
import { type Exporter, everySecond, type Page, ready, startExporter } from "./support/exporter.ts";
import { genesis } from "./support/identities.ts";

const primary = '{subnet_id="11111111111111111111111111111111LpoYY"}';
const watched = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const absent = "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD";
const of = (node: string) => `{subnet_id="11111111111111111111111111111111LpoYY",node_id="${node}"}`;

let node: AvalancheNode;
let exporter: Exporter;
let page: Page;

beforeAll(async () => {
  node = await startNode();
  exporter = await startExporter([`--node.url=${node.url}`, `--watch.node-id=${watched},${absent}`]);
  await ready(exporter);
  page = await exporter.page();
});
afterAll(async () => {
  await exporter?.stop();
  await node?.stop();
});

const p = (method: string, params = {}) => node.ask("/ext/bc/P", method, params);
/** nAVAX, in either form, as AVAX. */
const avax = (nano: string | number) => Number(nano) / 1e9;
const seconds = (time: string) => Date.parse(time) / 1000;
const sum = (values: readonly string[]) => Number(values.reduce((total, value) => total + BigInt(value), 0n));

test("every collector has succeeded or reports its state, and the node is up", () => {
  const failures = page.names.filter(
    (name) => name.startsWith("avax_exporter_collector_success") && page.value(name) !== 1,
  );
  expect([failures, page.value("avax_up"), page.value("avax_node_reachable")]).toEqual([[], 1, 1]);
});

test("heights and chain time are the node's", async () => {
  const { height } = await p("platform.getHeight");
  const { height: proposed } = await p("platform.getProposedHeight");
  const { timestamp } = await p("platform.getTimestamp");
  const { height: x } = await node.ask("/ext/bc/X", "avm.getHeight");
  expect(
    ["avax_pchain_height", "avax_pchain_proposed_height", "avax_pchain_timestamp_seconds", "avax_xchain_height"].map(
      page.value,
    ),
  ).toEqual([Number(height), Number(proposed), seconds(timestamp), Number(x)]);
});

test("the fee state is the node's", async () => {
  const state = await p("platform.getFeeState");
  expect({
    capacity: page.value("avax_pchain_gas_capacity"),
    excess: page.value("avax_pchain_gas_excess"),
    price: page.value("avax_pchain_gas_price_avax"),
    time: page.value("avax_pchain_timestamp_seconds"),
  }).toEqual({
    capacity: state.capacity,
    excess: state.excess,
    price: avax(state.price),
    time: seconds(state.timestamp),
  });
});

test("the validator fee state and its configuration are the node's", async () => {
  const state = await p("platform.getValidatorFeeState");
  const config = await p("platform.getValidatorFeeConfig");
  const name = (end: string) => page.value(`avax_pchain_validator_fee_${end}`);
  expect([
    name("excess"),
    name("price_avax_per_second"),
    name("state_timestamp_seconds"),
    name("capacity"),
    name("target"),
  ]).toEqual([state.excess, avax(state.price), seconds(state.timestamp), config.capacity, config.target]);
});

test("supply, stake and fee of the X-Chain are the node's", async () => {
  const { supply } = await p("platform.getCurrentSupply");
  const { weight } = await p("platform.getTotalStake");
  const fees = await node.ask("/ext/bc/X", "avm.getTxFee");
  expect([
    page.value("avax_pchain_supply_avax"),
    page.value("avax_pchain_stake_avax"),
    page.value("avax_xchain_tx_fee_avax"),
  ]).toEqual([supply, weight, fees.txFee].map(avax));
});

type Validator = Record<"nodeID" | "weight" | "delegatorWeight" | "delegatorCount", string> & { connected: boolean };

test("the totals are sums over the node's validators", async () => {
  const { validators }: { validators: Validator[] } = await p("platform.getCurrentValidators");
  const weights = validators.map((v) => String(BigInt(v.weight) + BigInt(v.delegatorWeight)));
  expect(
    ["", "_connected", "_weight", "_delegated_avax", "_largest_weight"].map((end) =>
      page.value(`avax_validators${end}${primary}`),
    ),
  ).toEqual([
    validators.length,
    validators.filter(({ connected }) => connected).length,
    sum(weights),
    avax(sum(validators.map((v) => v.delegatorWeight))),
    Math.max(...weights.map(Number)),
  ]);
  expect(page.value(`avax_delegators${primary}`)).toBe(sum(validators.map((v) => v.delegatorCount)));
});

test("a watched validator has the values of the node, and one that is not in the set is absent", async () => {
  const { validators } = await p("platform.getCurrentValidators");
  const validator = validators.find(({ nodeID }: Validator) => nodeID === watched);
  const value = (end: string) => page.value(`avax_validator_${end}${of(watched)}`);
  expect([
    value("present"),
    value("weight"),
    value("stake_avax"),
    value("delegated_avax"),
    value("delegators"),
    value("delegation_fee_ratio"),
    value("potential_reward_avax"),
    value("accrued_delegatee_reward_avax"),
    value("connected"),
    value("start_timestamp_seconds"),
    value("end_timestamp_seconds"),
    value("bls_key"),
  ]).toEqual([
    1,
    Number(validator.weight) + Number(validator.delegatorWeight),
    avax(validator.weight),
    avax(validator.delegatorWeight),
    Number(validator.delegatorCount),
    Number(validator.delegationFee) / 100,
    avax(validator.potentialReward),
    avax(validator.accruedDelegateeReward),
    Number(validator.connected),
    Number(validator.startTime),
    Number(validator.endTime),
    Number(validator.signer !== undefined),
  ]);
  expect(value("uptime_ratio")).toBeCloseTo(Number(validator.uptime) / 100, 3);
  const ofCollectors = page.names.filter((name) => !name.startsWith("avax_validator_state{"));
  expect(ofCollectors.filter((name) => name.includes(absent) && !name.startsWith("avax_watched_"))).toEqual([
    `avax_validator_present${of(absent)}`,
  ]);
  expect(page.value(`avax_validator_present${of(absent)}`)).toBe(0);
});

test("an enabled, empty index is available, without a last container", async () => {
  await expect(node.ask("/ext/index/X/block", "index.getLastAccepted")).rejects.toThrow("no containers");
  const labels = '{chain="X",index="block"}';
  expect([page.value(`avax_index_available${labels}`), page.value(`avax_index_last_accepted_index${labels}`)]).toEqual([
    1,
    undefined,
  ]);
});

test("promtool accepts the page", () => {
  const { stdout, stderr, status } = spawnSync(ofPrometheus("promtool"), ["check", "metrics"], { input: page.text });
  expect([String(stdout), String(stderr), status]).toEqual(["", "", 0]);
});

test("each series occurs once", () => {
  const lines = page.text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(new Set(page.names).size).toBe(lines.length);
});

test("once prints the same families and exits with 0", async () => {
  const { stdout, status } = spawnSync("node", ["src/main.ts", "once", `--node.url=${node.url}`], { encoding: "utf8" });
  expect(status).toBe(0);
  const families = (text: string) => text.match(/^# TYPE avax_(pchain|xchain|validators|index)\w* /gm);
  expect(families(stdout)).toEqual(families(page.text));
});

test("call prints the node's result", async () => {
  const { stdout, status } = spawnSync("node", [
    "src/main.ts",
    "call",
    "platform.getCurrentSupply",
    `--node.url=${node.url}`,
  ]);
  expect([JSON.parse(String(stdout)), status]).toEqual([await p("platform.getCurrentSupply"), 0]);
});

test("call prints the refusal of the node and exits with 1", () => {
  const method = ["call", "index.getLastAccepted", "--index=X/block"];
  const { stderr, status } = spawnSync("node", ["src/main.ts", ...method, `--node.url=${node.url}`], {
    encoding: "utf8",
  });
  expect([stderr, status]).toEqual([
    "index.getLastAccepted at /ext/index/X/block: no containers have been accepted\n",
    1,
  ]);
});

test("a node without index and admin API exports everything else: the missing features are no failures", async () => {
  const bare = await startNode({ flags: ["--index-enabled=false", "--api-admin-enabled=false"] });
  onTestFinished(() => bare.stop());
  await checked(bare);
  const watched = { nodes: [{ id: genesis.first }], detail: "all", blockchains: true } as const;
  const its = await startExporter([`--node.url=${bare.url}`, ...flagsOf(watched), ...everySecond]);
  onTestFinished(() => its.stop().then(() => {}));
  await ready(its);
  const { names, value } = (await expectAgreement(bare, its, watched)).page;
  const failures = names.filter(
    (name) => name.startsWith("avax_exporter_collector_failures_total") && value(name) !== 0,
  );
  const unavailable = names.flatMap(
    (name) => /^avax_exporter_collector_unavailable\{collector="(.*?)",/.exec(name)?.[1] ?? [],
  );
  expect([value("avax_up"), failures, unavailable.sort()]).toEqual([1, [], ["index"]]);
});

test("the node has every metric of its own that rules and dashboards use, with its labels", async () => {
  const metrics = Object.values(nativeMetrics);
  const text = await (await fetch(`${node.url}/ext/metrics`)).text();
  const found = metrics.map(({ name }) => {
    const [, sample] = new RegExp(`^${name}(\\{.*\\})? `, "m").exec(text) ?? [];
    const [, type] = new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(text) ?? [];
    return { name, labels: [...(sample ?? "").matchAll(/(\w+)="/g)].map(([, label]) => label), type };
  });
  expect(found).toEqual(metrics);
});
