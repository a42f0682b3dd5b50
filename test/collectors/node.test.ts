import { expect, test } from "vitest";
import { addresses } from "../../src/collectors/addresses.ts";
import { admin } from "../../src/collectors/admin.ts";
import { blockchains } from "../../src/collectors/blockchains.ts";
import { health } from "../../src/collectors/health.ts";
import { node } from "../../src/collectors/node.ts";
import { verdict } from "../../src/exporter/round.ts";
import { type Answers, absent, failed, roundOf, roundsOf, samples, settings } from "../support/round.ts";

const chainId = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";

test("a node that is no validator has no uptime of its own, and all else", async () => {
  const { text, ended } = await roundOf(node, { "info.uptime": absent("not_validator") });
  expect([text.includes("avax_node_rewarding_stake_ratio"), text.includes("avax_node_info"), verdict(ended)]).toEqual([
    false,
    true,
    { kind: "ok" },
  ]);
});

test("a node whose info API is off says nothing of itself, which is no failure", async () => {
  const off = absent("api_off");
  const methods = node.reads.map((method) => [method, off] as const);
  const { text, ended } = await roundOf(node, Object.fromEntries(methods));
  expect([text, verdict(ended)]).toEqual(["", expect.objectContaining({ kind: "unavailable", what: "api_off" })]);
});

const check = (more: object = {}) => ({ timestamp: "2026-11-21T05:51:48Z", duration: 1, ...more });

test("a health check that has not run yet is absent, one with an error does not pass", async () => {
  const checks = {
    good: check(),
    bad: check({ error: "network layer is unhealthy" }),
    new: check({ error: "not yet run", timestamp: "0001-01-01T00:00:00Z" }),
  };
  const { text } = await roundOf(health, { "health.health": { checks, healthy: false } });
  expect(samples(text)).toEqual([
    'avax_node_health_check_passing{check="good"} 1',
    'avax_node_health_check_passing{check="bad"} 0',
  ]);
});

test("while it is unhealthy the node is asked every five minutes, for it logs each time", async () => {
  const next = roundsOf(health);
  const seldom = async (healthy: boolean) => (await next({ "health.health": { checks: {}, healthy } })).seldom?.every;
  expect([await seldom(true), await seldom(false), await seldom(true)]).toEqual([undefined, "5m", undefined]);
});

test("a node that has just started is asked as often as configured: what has not run yet soon will", async () => {
  const checks = { new: check({ error: "not yet run" }), bad: check({ error: "network layer is unhealthy" }) };
  const { seldom } = await roundsOf(health)({ "health.health": { checks, healthy: false } });
  expect(seldom).toBeUndefined();
});

const addressed = (...given: string[]) => settings({ watch: { addresses: given } });

test("time-locked parts of a P-Chain balance are told apart", async () => {
  const balance = { unlocked: "1500000000", lockedStakeable: "2", lockedNotStakeable: "0" };
  const rest = { balances: {}, unlockeds: {}, lockedStakeables: {}, lockedNotStakeables: {}, utxoIDs: null };
  const { text } = await roundOf(
    addresses,
    { "platform.getBalance": { ...balance, ...rest } },
    { settings: addressed("P-a1") },
  );
  expect(samples(text)).toEqual([
    'avax_address_balance_avax{address="P-a1",chain="P",state="unlocked"} 1.5',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_stakeable"} 0.000000002',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_not_stakeable"} 0',
  ]);
});

test("an address that the node refuses leaves the others alone", async () => {
  const answers: Answers = { "platform.getBalance": failed() };
  const { text, ended } = await roundOf(addresses, answers, { settings: addressed("P-a1", "X-a1") });
  expect([samples(text).length, ended.failed.length]).toEqual([1, 1]);
});

test("a status that is new to us is told like the others", async () => {
  const { text } = await roundOf(
    blockchains,
    { "platform.getBlockchainStatus": { status: "Paused" }, "platform.getBlockchains": { blockchains: [] } },
    { settings: settings({ watch: { blockchain_ids: [chainId] } }) },
  );
  expect(samples(text).filter((line) => line.endsWith(" 1"))).toEqual([
    `avax_blockchain_status{blockchain_id="${chainId}",status="Paused"} 1`,
  ]);
});

test("a chain that is watched by its ID has its aliases once, though it is the X-Chain", async () => {
  const { text } = await roundOf(
    admin,
    {
      "info.getBlockchainID": (params) => ({
        blockchainID: (params as { alias: string }).alias === "X" ? chainId : "c",
      }),
      "admin.getChainAliases": (params) => ({ aliases: [`alias of ${(params as { chain: string }).chain}`] }),
    },
    { settings: settings({ watch: { blockchain_ids: [chainId] } }) },
  );
  const aliases = samples(text).filter((line) => line.startsWith("avax_chain_alias_info"));
  expect([aliases.length, new Set(aliases).size]).toEqual([3, 3]);
});

test("a chain that the node does not run has no aliases, which is no failure", async () => {
  const { text, ended } = await roundOf(admin, { "admin.getChainAliases": { aliases: null } });
  expect([text.includes("avax_chain_alias_info{"), verdict(ended)]).toEqual([false, { kind: "ok" }]);
});
