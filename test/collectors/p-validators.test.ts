import fc from "fast-check";
import { expect, test } from "vitest";
import { delegationCapacity, pValidators } from "../../src/collectors/p-validators.ts";
import { primaryNetwork } from "../../src/contract/ids.ts";
import { roundOf, samples, settings } from "../support/round.ts";

const avax = 10n ** 9n;
const subnet = "2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof";

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
const watching = (...nodes: string[]) =>
  nodes.map((node) => ({ id: `NodeID-${node}`, alias: "", subnet_ids: [primaryNetwork] }));

async function round(validators: readonly object[], options: Parameters<typeof roundOf>[2] = {}) {
  const { text, ended } = await roundOf(pValidators, { "platform.getCurrentValidators": { validators } }, options);
  const lines = samples(text);
  const of = (metric: string) => lines.filter((line) => line.startsWith(`${metric}{`));
  const nodes = of("avax_validator_weight").map((line) => /node_id="NodeID-(\w+)"/.exec(line)?.[1]);
  const value = (metric: string) => of(metric).map((line) => line.split(" ").at(-1));
  return { ended, lines, of, nodes, value };
}
const three = [validator("a", 1000n), validator("b", 3000n), validator("c", 2000n, { connected: false })];

test("totals are sums over the set, exact beyond 2^53", async () => {
  const { value } = await round([
    validator("a", 9_007_199n, { weight: "9007199254740993" }),
    validator("b", 2n, { connected: false, weight: "2", delegatorCount: undefined, delegatorWeight: undefined }),
  ]);
  expect(
    [
      "avax_validators",
      "avax_validators_connected",
      "avax_validators_weight",
      "avax_validators_connected_weight",
      "avax_validators_delegated_avax",
      "avax_delegators",
      "avax_validators_largest_weight",
      "avax_validators_superminority",
    ].flatMap(value),
  ).toEqual(["2", "1", "9007299254740995", "9007299254740993", "100", "2", "9007299254740993", "1"]);
});

test("a set without validators has totals of 0", async () => {
  const { lines } = await round([]);
  expect(lines.map((line) => line.split(" ").at(-1))).toEqual(Array(8).fill("0"));
});

test("by default no validator is exported one by one", async () => {
  expect((await round(three)).nodes).toEqual([]);
});

test("a watched validator is exported, and present 1; one that is not in the set is present 0 and nothing else", async () => {
  const { nodes, of } = await round(three, { settings: settings({ watch: { node_ids: watching("b", "gone") } }) });
  expect(nodes).toEqual(["b"]);
  expect(of("avax_validator_present").map((line) => line.replace(/.*node_id="/, ""))).toEqual([
    'NodeID-b"} 1',
    'NodeID-gone"} 0',
  ]);
});

test("a node that is watched on another subnet only is none of this collector's", async () => {
  const node_ids = [{ id: "NodeID-b", alias: "", subnet_ids: [subnet] }];
  const { nodes, of } = await round(three, { settings: settings({ watch: { node_ids } }) });
  expect([nodes, of("avax_validator_present")]).toEqual([[], []]);
});

test("all exports everyone, the watched first, then from the heaviest down", async () => {
  const options = { settings: settings({ watch: { node_ids: watching("a") }, validators: { detail: "all" } }) };
  expect((await round(three, options)).nodes).toEqual(["a", "b", "c"]);
});

test("top exports the heaviest beside the watched", async () => {
  const options = { settings: settings({ watch: { node_ids: watching("a") }, validators: { detail: "top", top: 1 } }) };
  expect((await round(three, options)).nodes).toEqual(["a", "b"]);
});

test("the series limit drops the lightest as a whole, and never the watched", async () => {
  const options = {
    settings: settings({ watch: { node_ids: watching("a") }, validators: { detail: "all" } }),
    limit: 35,
  };
  const { nodes, ended, lines } = await round(three, options);
  expect([nodes, ended.dropped]).toEqual([["a", "b"], 11]);
  expect(lines.length).toBeLessThanOrEqual(35);
});

test("the queried node says nothing of its own uptime and connection, which it always sees at best", async () => {
  const options = { settings: settings({ validators: { detail: "all" } }), self: "NodeID-b" };
  const { of } = await round(three, options);
  const nodes = (metric: string) => of(metric).map((line) => /NodeID-\w+/.exec(line)?.[0]);
  expect([nodes("avax_validator_uptime_ratio"), nodes("avax_validator_connected")]).toEqual([
    ["NodeID-c", "NodeID-a"],
    ["NodeID-c", "NodeID-a"],
  ]);
});

test("what an entry does not have is absent, not 0", async () => {
  const bare = { txID: "tx", nodeID: "NodeID-a", weight: "1", startTime: "1735689600" };
  const { lines } = await round([bare], { settings: settings({ validators: { detail: "all" } }) });
  const names = lines.map((line) => line.replace(/\{.*/, "")).filter((name) => name.startsWith("avax_validator_"));
  expect(names).toEqual([
    "avax_validator_info",
    "avax_validator_weight",
    "avax_validator_stake_avax",
    "avax_validator_delegated_avax",
    "avax_validator_delegation_capacity_avax",
    "avax_validator_start_timestamp_seconds",
    "avax_validator_bls_key",
  ]);
});

test.each([
  ["0", "false"],
  ["86400", "true"],
  [undefined, "false"],
])("a next period of %s means auto_renew=%j", async (nextPeriod, expected) => {
  const { of } = await round([validator("a", 2000n, { nextPeriod })], {
    settings: settings({ validators: { detail: "all" } }),
  });
  expect(of("avax_validator_info")[0]).toContain(`auto_renew="${expected}"`);
});

test("a validator without an ID of its own transaction still has its facts", async () => {
  const { of } = await round([validator("a", 2000n, { txID: undefined })], {
    settings: settings({ validators: { detail: "all" } }),
  });
  expect(of("avax_validator_info")[0]).toContain('tx_id=""');
});

test.each([
  [2000n, 0n, 8000n],
  [2000n, 8000n, 0n],
  [1_000_000n, 500_000n, 1_500_000n],
  [3_000_000n, 0n, 0n],
  [3_000_000n, 1n, 0n],
])("with %i AVAX of its own and %i delegated there is room for %i", (own, delegated, room) => {
  expect(delegationCapacity(own * avax, delegated * avax)).toBe(room * avax);
});

test("delegations never take a validator beyond five times its stake or 3,000,000 AVAX", () => {
  const amount = fc.bigInt({ min: 0n, max: 4_000_000n * avax });
  fc.assert(
    fc.property(amount, amount, (own, delegated) => {
      const room = delegationCapacity(own, delegated);
      const total = own + delegated + room;
      expect(room === 0n || (total <= 5n * own && total <= 3_000_000n * avax)).toBe(true);
    }),
  );
});
