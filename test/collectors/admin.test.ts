import { expect, test } from "vitest";
import { admin } from "../../src/collectors/admin.ts";
import { classifyRun } from "../../src/exporter/after-run.ts";
import { chainAlias } from "../../src/metrics/node.ts";
import { named, runOnce, samples, samplesOf, settings } from "../support/run-collector.ts";

const chainId = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";

test("a chain that is watched by its ID has its aliases once, though it is the X-Chain", async () => {
  const { text } = await runOnce(
    admin,
    {
      "info.getBlockchainID": (params) => ({
        blockchainID: (params as { alias: string }).alias === "X" ? chainId : "c",
      }),
      "admin.getChainAliases": (params) => ({ aliases: [`alias of ${(params as { chain: string }).chain}`] }),
    },
    { settings: settings({ watch: { blockchain_ids: named(chainId) } }) },
  );
  const aliases = samplesOf(text, chainAlias);
  expect([aliases.length, new Set(aliases).size]).toEqual([3, 3]);
});

test("a chain that the node does not run has no aliases, which is not a failure", async () => {
  const { text, ended } = await runOnce(admin, { "admin.getChainAliases": { aliases: null } });
  expect([text.includes("avax_chain_alias_info{"), classifyRun(ended)]).toEqual([false, { kind: "ok" }]);
});

const many = Array.from({ length: 200 }, (_, i) => `n${i}`);

test("the series limit applies to loggers", async () => {
  const loggerLevels = Object.fromEntries(many.map((name) => [name, { logLevel: "INFO", displayLevel: "INFO" }]));
  const answers = { "admin.getLoggerLevel": { loggerLevels }, "admin.getChainAliases": { aliases: [] } };
  const { ended, text } = await runOnce(admin, answers, { limit: 10 });
  expect([ended.dropped, samples(text).length]).toEqual([190, 10]);
});

test("the series limit applies to the aliases of all chains together", async () => {
  const answers = { "admin.getLoggerLevel": { loggerLevels: {} }, "admin.getChainAliases": { aliases: many } };
  const { ended, text } = await runOnce(admin, answers, { limit: 10 });
  // X, which the sample answers for C too, and P
  expect([ended.dropped, samples(text).length]).toEqual([2 * 200 - 10, 10]);
});

test("a chain that is watched by two aliases has its names once", async () => {
  const { text } = await runOnce(admin, { "info.getBlockchainID": { blockchainID: chainId } });
  const aliases = samplesOf(text, chainAlias).filter((line) => line.includes(`blockchain_id="${chainId}"`));
  expect([aliases.length, new Set(aliases).size]).toEqual([3, 3]);
});
