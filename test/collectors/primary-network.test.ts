import { expect, test } from "vitest";
import { pValidators } from "../../src/collectors/primary-network.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { type Answers, createRuns, runOnce, samples, settings, unavailableError } from "../support/run-collector.ts";

const avax = 10n ** 9n;

/** A validator of `stake` AVAX, as on the wire. */
const validator = (node: string, stake: bigint, more: object = {}) => ({
  txID: `tx-${node}`,
  nodeID: `NodeID-${node}`,
  weight: String(stake * avax),
  startTime: "1735689600",
  endTime: "1767225600",
  uptime: "99.5000",
  connected: true,
  delegatorCount: "2",
  delegatorWeight: String(100n * avax),
  ...more,
});
/** Response of a method that must not be called. */
const fail = (what: string): never => {
  throw new Error(`asked for the ${what}`);
};
const watching = (...nodes: string[]) =>
  nodes.map((node) => ({ id: `NodeID-${node}`, alias: "", subnet_ids: [primaryNetwork] }));

async function run(validators: readonly object[], options: Parameters<typeof runOnce>[2] = {}, more: Answers = {}) {
  const answers = { "platform.getCurrentValidators": { validators }, ...more };
  const { text, ended } = await runOnce(pValidators, answers, options);
  const lines = samples(text);
  const of = (metric: string) => lines.filter((line) => line.startsWith(`${metric}{`));
  const nodes = of("avax_validator_weight").map((line) => /node_id="NodeID-(\w+)"/.exec(line)?.[1]);
  const value = (metric: string) => of(metric).map((line) => line.split(" ").at(-1));
  return { ended, lines, of, nodes, value };
}
const all = settings({ validators: { detail: "all" } });
const three = [validator("a", 1000n), validator("b", 3000n), validator("c", 2000n, { connected: false })];

const totals = [
  "avax_validators",
  "avax_validators_connected",
  "avax_validators_weight",
  "avax_validators_delegated_avax",
  "avax_delegators",
  "avax_validators_largest_weight",
];

test("totals are sums over the set, exact beyond 2^53", async () => {
  const { value } = await run([
    validator("a", 9_007_199n, { weight: "9007199254740993" }),
    validator("b", 2n, { connected: false, weight: "2", delegatorCount: undefined, delegatorWeight: undefined }),
  ]);
  expect(totals.flatMap(value)).toEqual(["2", "1", "9007299254740995", "100", "2", "9007299254740993"]);
});

test.each<[title: string, network: string, secondsLeft: number, capacity: string]>([
  ["that accepts the shortest delegation has a capacity", "fuji", 86_400, "3900"],
  ["with less left than the shortest delegation has none", "fuji", 86_399, "0"],
  ["of an unknown shortest delegation has a capacity", "network-1337", 1, "3900"],
])("a validator %s", async (_title, network, secondsLeft, capacity) => {
  const { value } = await run([validator("a", 1000n)], {
    settings: settings({ validators: { detail: "all" } }),
    network,
    date: 1000 * (1_767_225_600 - secondsLeft),
  });
  expect(value("avax_validator_delegation_capacity_avax")).toEqual([capacity]);
});

test("a set without validators has totals of 0", async () => {
  const { value } = await run([]);
  expect(totals.flatMap(value)).toEqual(totals.map(() => "0"));
});

test("detail top exports the largest validators without the watched ones", async () => {
  const validators = { detail: "top", top: 2 } as const;
  const nodes = async (...watched: string[]) =>
    (await run(three, { settings: settings({ watch: { node_ids: watching(...watched) }, validators }) })).nodes;
  expect([await nodes(), await nodes("b")]).toEqual([["b", "c"], ["c"]]);
});

test("a validator of the top stays until it ranks below 1.25 times the number", async () => {
  const stakes = (...order: string[]) => order.map((node, rank) => validator(node, BigInt(3000 - rank)));
  const next = createRuns(pValidators, { settings: settings({ validators: { detail: "top", top: 4 } }) });
  const shown: string[] = [];
  for (const order of ["abcdef", "abcedf", "abcefd", "abcedf"]) {
    const { text } = await next({ "platform.getCurrentValidators": { validators: stakes(...order) } });
    shown.push([...text.matchAll(/^avax_validator_weight\{.*NodeID-(\w)/gm)].map(([, node]) => node).join(""));
  }
  expect(shown).toEqual(["abcd", "abced", "abce", "abce"]);
});

test("the series limit drops the smallest validators as a whole", async () => {
  const seriesOf = async (set: readonly object[]) => (await run(set, { settings: all })).lines.length;
  const limit = (await seriesOf(three.slice(0, 2))) + 5;
  const { nodes, ended, lines } = await run(three, { settings: all, limit });
  expect([nodes, ended.dropped]).toEqual([["b", "c"], (await seriesOf(three)) - lines.length]);
  expect(lines.length).toBeLessThanOrEqual(limit);
});

test("by default only the set is requested", async () => {
  const { ended } = await run(three, {}, { "info.getNodeID": () => fail("ID") });
  expect(classifyRun(ended)).toEqual({ kind: "ok" });
});

test("without a node-id header the node ID is requested, so that the node exports no uptime of itself", async () => {
  const nodeID = { nodeID: "NodeID-b" };
  const { of } = await run(three, { settings: all, self: null }, { "info.getNodeID": nodeID });
  expect(of("avax_validator_connected").filter((line) => line.includes("NodeID-b"))).toEqual([]);
  expect(of("avax_validator_connected").length).toBe(2);
});

test("without a known node ID uptime and connection are absent, because they may be the node's own", async () => {
  const { of } = await run(three, { settings: all, self: null }, { "info.getNodeID": unavailableError("api_off") });
  expect([
    of("avax_validator_uptime_ratio"),
    of("avax_validator_connected"),
    of("avax_validator_weight").length,
  ]).toEqual([[], [], 3]);
});

test("a bug in the request for the node ID is thrown, not handled as a state", async () => {
  const asked = run(three, { settings: all, self: null }, { "info.getNodeID": () => fail("ID") });
  await expect(asked).rejects.toThrow("asked for the ID");
});

test("missing members of an entry are absent, not 0", async () => {
  const bare = { txID: "tx", nodeID: "NodeID-a", weight: "1", startTime: "1735689600" };
  const { lines } = await run([bare], { settings: all });
  const names = lines.map((line) => line.replace(/\{.*/, ""));
  expect(names).toContain("avax_validator_weight");
  const fromMembers = /^avax_validator_(delegat|potential|accrued|uptime_ratio|connected|end|next|auto)/;
  expect(names.filter((name) => fromMembers.test(name))).toEqual([]);
});

test.each([
  ["0", "false"],
  ["86400", "true"],
  [undefined, "false"],
])("a next period of %s means auto_renew=%j", async (nextPeriod, expected) => {
  const { of } = await run([validator("a", 2000n, { nextPeriod })], { settings: all });
  expect(of("avax_validator_info")[0]).toContain(`auto_renew="${expected}"`);
});

test("a validator without a transaction ID has all other samples", async () => {
  const { of } = await run([validator("a", 2000n, { txID: undefined })], { settings: all });
  expect(of("avax_validator_info")[0]).not.toContain("tx_id=");
});

test("the BLS key sample is 1 with a key, otherwise 0", async () => {
  const set = [validator("a", 2n), validator("b", 1n, { signer: { publicKey: "0x00" } })];
  expect((await run(set, { settings: all })).value("avax_validator_bls_key")).toEqual(["0", "1"]);
});
