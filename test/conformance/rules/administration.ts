/** The administration service. */
import assert from "node:assert/strict";
import { addressOn } from "../bytes.ts";
import type { Json } from "../calls.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { strangerBytes, unknownId } from "../values.ts";

const levels = ["OFF", "FATAL", "ERROR", "WARN", "INFO", "TRACE", "DEBUG", "VERBO"];
const height = { jsonrpc: "2.0", id: 1, method: "platform.getHeight" };
/** Another one each time: an alias cannot be taken back. */
let aliases = 0;
const newAlias = () => `conformance-${Date.now()}-${++aliases}`;
const status = async ({ post }: Pick<Node, "post">, path: string) => (await post(height, path)).status;

const aliasRules = [
  rule(
    "admin.alias: the API is available under the alias and still under its own path",
    async (node) => {
      const alias = newAlias();
      assert.equal(await status(node, `/ext/${alias}`), 404);
      assert.deepEqual(await node.call("admin.alias", { endpoint: "bc/P", alias }), {});
      assert.deepEqual([await status(node, `/ext/${alias}`), await status(node, "/ext/bc/P")], [200, 200]);
    },
    { writes: true },
  ),
  rule("admin.alias: an alias already in use is rejected", async ({ refusal }) => {
    const message = (alias: string) => `route is either already aliased or already maps to a handle: /ext/${alias}`;
    for (const alias of ["P", "X", "bc/avm"]) {
      assert.equal(await refusal("admin.alias", { endpoint: "bc/X", alias }), message(alias));
    }
  }),
  rule(
    "admin.aliasChain: the alias works wherever the chain ID does",
    async (node) => {
      const { chains, hrp } = await node.network();
      const alias = newAlias();
      assert.deepEqual(await node.call("admin.aliasChain", { chain: chains.X, alias }), {});
      const { text } = await node.post({ ...height, method: "avm.getHeight" }, `/ext/bc/${alias}`);
      assert.match(text, /"height":"\d+"/);
      assert.equal((await node.call("info.getBlockchainID", { alias })).blockchainID, chains.X);
      const known = await node.call("platform.getBlockchainStatus", { blockchainID: chains.X });
      assert.deepEqual(await node.call("platform.getBlockchainStatus", { blockchainID: alias }), known);
      const bech32 = addressOn("X", hrp, strangerBytes).slice(2);
      const { balances } = await node.call("avm.getAllBalances", { address: `X-${bech32}` });
      assert.deepEqual(balances, []);
    },
    { writes: true },
  ),
  rule("admin.aliasChain: a name already in use is rejected, and so is an unknown chain", async ({ refusal }) => {
    const taken = { chain: "X", alias: "P" };
    assert.equal(await refusal("admin.aliasChain", taken), "alias already mapped to an ID: P");
    const unknown = { chain: unknownId, alias: "nobody" };
    assert.equal(await refusal("admin.aliasChain", unknown), `there is no ID with alias: ${unknownId}`);
  }),
  rule("admin.getChainAliases: all names of a chain, including its ID", async ({ call, network }) => {
    const { chains } = await network();
    for (const [chain, first, second] of [
      ["P", "P", "platform"],
      ["X", "X", "avm"],
      ["C", "C", "evm"],
    ] as const) {
      const { aliases: names } = await call("admin.getChainAliases", { chain: chains[chain] });
      assert.deepEqual(names.slice(0, 2), [first, second]);
      assert.ok(names.includes(chains[chain]));
    }
  }),
  rule("admin.getChainAliases: an unknown chain ID gives null", async ({ call }) => {
    assert.deepEqual(await call("admin.getChainAliases", { chain: unknownId }), { aliases: null });
  }),
];

const loggerRules = [
  rule(
    "admin.getLoggerLevel: without a name, all loggers with both of their levels, out of eight",
    async ({ call }) => {
      const { loggerLevels } = await call("admin.getLoggerLevel");
      for (const name of ["main", "P", "X", "C"]) assert.ok(name in loggerLevels, `a logger ${name}`);
      for (const { logLevel, displayLevel } of Object.values<Json>(loggerLevels)) {
        assert.deepEqual([levels.includes(logLevel), levels.includes(displayLevel)], [true, true]);
      }
    },
  ),
  rule("admin.getLoggerLevel: with a name, only that logger", async ({ call }) => {
    const { loggerLevels: all } = await call("admin.getLoggerLevel");
    const { loggerLevels } = await call("admin.getLoggerLevel", { loggerName: "P" });
    assert.deepEqual(loggerLevels, { P: all.P });
  }),
  rule("admin.getLoggerLevel: an unknown logger is an error", async ({ refusal }) => {
    const message = 'logger with name "nope" not found';
    assert.equal(await refusal("admin.getLoggerLevel", { loggerName: "nope" }), message);
  }),
  rule("admin.setLoggerLevel: logLevel and displayLevel must not both be omitted", async ({ refusal }) => {
    const message = "need to specify either displayLevel or logLevel";
    assert.equal(await refusal("admin.setLoggerLevel"), message);
    assert.equal(await refusal("admin.setLoggerLevel", { loggerName: "P" }), message);
  }),
  ...(["logLevel", "displayLevel"] as const).map((which) =>
    rule(
      `admin.setLoggerLevel: ${which} alone changes only that level, and only of the named logger`,
      (node) =>
        restoring(node, async () => {
          const { loggerLevels: before } = await node.call("admin.getLoggerLevel");
          const level = before.P[which] === "WARN" ? "INFO" : "WARN";
          await node.call("admin.setLoggerLevel", { loggerName: "P", [which]: level });
          const { loggerLevels: after } = await node.call("admin.getLoggerLevel");
          assert.deepEqual(after, { ...before, P: { ...before.P, [which]: level } });
        }),
      { writes: true },
    ),
  ),
  rule(
    "admin.setLoggerLevel: without a name, all loggers change",
    (node) =>
      restoring(node, async () => {
        await node.call("admin.setLoggerLevel", { logLevel: "WARN", displayLevel: "ERROR" });
        const { loggerLevels } = await node.call("admin.getLoggerLevel");
        for (const level of Object.values(loggerLevels)) {
          assert.deepEqual(level, { logLevel: "WARN", displayLevel: "ERROR" });
        }
      }),
    { writes: true },
  ),
  rule(
    "admin.setLoggerLevel: returns the new levels of the loggers",
    (node) =>
      restoring(node, async () => {
        const answer = await node.call("admin.setLoggerLevel", { loggerName: "X", logLevel: "TRACE" });
        assert.deepEqual(answer, await node.call("admin.getLoggerLevel", { loggerName: "X" }));
      }),
    { writes: true },
  ),
  rule(
    "admin.setLoggerLevel: accepts each of the eight levels, case-insensitively",
    (node) =>
      restoring(node, async () => {
        for (const level of levels) {
          const params = { loggerName: "C", logLevel: level.toLowerCase() };
          const { loggerLevels } = await node.call("admin.setLoggerLevel", params);
          assert.equal(loggerLevels.C.logLevel, level);
        }
      }),
    { writes: true },
  ),
];

/** Afterwards the loggers have their levels again. */
async function restoring({ call }: Node, change: () => Promise<void>) {
  const { loggerLevels } = await call("admin.getLoggerLevel");
  try {
    await change();
  } finally {
    for (const [loggerName, level] of Object.entries<object>(loggerLevels)) {
      await call("admin.setLoggerLevel", { loggerName, ...level });
    }
  }
}

const profileRules = [
  rule(
    "admin.startCPUProfiler starts and admin.stopCPUProfiler ends a profile, once each",
    async ({ call, refusal }) => {
      assert.equal(await refusal("admin.stopCPUProfiler"), "cpu profiler doesn't exist");
      assert.deepEqual(await call("admin.startCPUProfiler"), {});
      assert.equal(await refusal("admin.startCPUProfiler"), "cpu profiler already running");
      assert.deepEqual(await call("admin.stopCPUProfiler"), {});
      assert.equal(await refusal("admin.stopCPUProfiler"), "cpu profiler doesn't exist");
    },
    { writes: true },
  ),
  rule("admin.lockProfile answers {}", async ({ call }) => assert.deepEqual(await call("admin.lockProfile"), {}), {
    writes: true,
  }),
  rule("admin.memoryProfile answers {}", async ({ call }) => assert.deepEqual(await call("admin.memoryProfile"), {}), {
    writes: true,
  }),
];

const vmRules = [
  rule(
    "admin.loadVMs: newVMs names the loaded virtual machines; failedVMs is absent if none failed",
    async ({ call }) => assert.deepEqual(await call("admin.loadVMs"), { newVMs: {} }),
    { writes: true },
  ),
];

export const administration = [...aliasRules, ...loggerRules, ...profileRules, ...vmRules];
