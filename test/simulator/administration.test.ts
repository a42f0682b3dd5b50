import { expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import { networks } from "../../src/simulator/networks.ts";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { ask, call, simulate } from "./ask.ts";

const { xChain } = networks.mainnet;
const unknownId = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";

async function start(options: SimulatorOptions = {}) {
  const { rpc, ...rest } = await simulate(options);
  return {
    ...rest,
    rpc,
    admin: async (method: string, params: unknown = {}) => (await rpc(`admin.${method}`, params, "/ext/admin")).result,
    refusal: async (method: string, params: unknown = {}) =>
      (await rpc(`admin.${method}`, params, "/ext/admin")).error.message,
  };
}

test.each([
  ["bc/P", "/ext/other", "platform.getHeight"],
  ["bc/P", "/ext/bc/P", "platform.getHeight"],
  ["bc/P", "/ext/other/proposervm", "proposervm.getProposedHeight"],
  ["platform", "/ext/other", "platform.getHeight"],
  [`bc/${primaryNetwork}`, "/ext/other", "platform.getHeight"],
  ["bc/X", "/ext/other/wallet", "wallet.issueTx"],
  ["index/P", "/ext/other/block", "index.getLastAccepted"],
  ["info", "/ext/other", "info.getNodeID"],
  ["admin", "/ext/other", "admin.getLoggerLevel"],
])("with an alias for %s the node responds at %s", async (endpoint, path, method) => {
  const { admin, url } = await start();
  expect(await admin("alias", { endpoint, alias: "other" })).toEqual({});
  const params = method === "wallet.issueTx" ? { tx: "0x" } : {};
  const { status, body } = await ask(url, { path, body: call(method, params) });
  expect([status, body]).toEqual([200, expect.not.stringContaining("rpc: can't find")]);
});

test("an alias can have an alias, and contain slashes and other letters", async () => {
  const { admin, url } = await start();
  await admin("alias", { endpoint: "bc/P", alias: "my/é" });
  await admin("alias", { endpoint: "my/é", alias: "again" });
  for (const path of ["/ext/my/%C3%A9", "/ext/again"]) {
    expect(await ask(url, { path, body: call("platform.getHeight") })).toMatchObject({ status: 200 });
  }
});

test("an alias of the health API supports GET as well", async () => {
  const { admin, url } = await start();
  await admin("alias", { endpoint: "health", alias: "other" });
  expect(await ask(url, { path: "/ext/other/liveness", method: "GET", headers: {} })).toMatchObject({ status: 200 });
});

test("an alias of a missing endpoint is accepted, and has no effect", async () => {
  const { admin, refusal, url } = await start();
  expect(await admin("alias", { endpoint: "nothing", alias: "other" })).toEqual({});
  expect(await ask(url, { path: "/ext/other", body: call("platform.getHeight") })).toMatchObject({ status: 404 });
  const message = "route is either already aliased or already maps to a handle: /ext/other";
  expect(await refusal("alias", { endpoint: "bc/P", alias: "other" })).toBe(message);
});

test("an existing path cannot become an alias", async () => {
  const { refusal, rpc } = await start();
  const message = "failed to create endpoint as /ext/info already exists";
  expect(await refusal("alias", { endpoint: "bc/P", alias: "info" })).toBe(message);
  expect((await rpc("info.getNetworkID", {}, "/ext/info")).result).toEqual({ networkID: "1" });
});

test.each(["P", "avm", "bc/C", "bc/evm"])("%s is in use from the start", async (alias) => {
  const { refusal } = await start();
  const message = `route is either already aliased or already maps to a handle: /ext/${alias}`;
  expect(await refusal("alias", { endpoint: "info", alias })).toBe(message);
});

test.each([
  ["alias", { endpoint: "bc/P", alias: "a".repeat(513) }],
  ["alias", { endpoint: "bc/P", alias: "é".repeat(257) }],
  ["aliasChain", { chain: "P", alias: "a".repeat(513) }],
])("admin.%s rejects an alias of more than 512 bytes", async (method, params) => {
  const { refusal } = await start();
  expect(await refusal(method, params)).toBe("alias length is too long");
});

test("an alias of 512 bytes is accepted", async () => {
  const { admin } = await start();
  expect(await admin("alias", { endpoint: "bc/P", alias: "é".repeat(256) })).toEqual({});
});

test.each(["X", "avm", xChain])("the chain %s gets another alias, which is equivalent to its ID", async (chain) => {
  const { admin, rpc } = await start();
  expect(await admin("aliasChain", { chain, alias: "mine" })).toEqual({});
  expect((await rpc("avm.getHeight", {}, "/ext/bc/mine")).result).toEqual({ height: expect.any(String) });
  expect((await rpc("info.getBlockchainID", { alias: "mine" }, "/ext/info")).result).toEqual({ blockchainID: xChain });
  expect((await rpc("info.isBootstrapped", { chain: "mine" }, "/ext/info")).result).toEqual({ isBootstrapped: true });
  expect(await admin("getChainAliases", { chain: xChain })).toEqual({ aliases: ["X", "avm", xChain, "mine"] });
});

test("an added alias of a chain is not one of the server's other paths", async () => {
  const { admin, url } = await start();
  await admin("aliasChain", { chain: "P", alias: "mine" });
  expect(await ask(url, { path: "/ext/mine", body: call("platform.getHeight") })).toMatchObject({ status: 404 });
});

test.each([
  [{ chain: "X", alias: "P" }, "alias already mapped to an ID: P"],
  [{ chain: "X", alias: "avm" }, "alias already mapped to an ID: avm"],
  [{ chain: unknownId, alias: "mine" }, `there is no ID with alias: ${unknownId}`],
  [{ alias: "mine" }, "there is no ID with alias: "],
])("admin.aliasChain of %j is refused", async (params, message) => {
  const { refusal } = await start();
  expect(await refusal("aliasChain", params)).toBe(message);
});

test("an alias of a chain that is a path already is known to the node, but not served", async () => {
  const { admin, refusal } = await start();
  await admin("alias", { endpoint: "info", alias: "bc/mine" });
  const message = "route is either already aliased or already maps to a handle: /ext/bc/mine";
  expect(await refusal("aliasChain", { chain: "X", alias: "mine" })).toBe(message);
  expect((await admin("getChainAliases", { chain: xChain })).aliases).toContain("mine");
});

test("a chain that is not created yet is not known by its ID", async () => {
  const { admin } = await start({ scenario: "bootstrapping" });
  expect(await admin("getChainAliases", { chain: xChain })).toEqual({ aliases: ["X", "avm"] });
});

test("changes of one node do not affect another", async () => {
  const [one, other] = await Promise.all([start(), start()]);
  await one.admin("aliasChain", { chain: "P", alias: "mine" });
  await one.admin("setLoggerLevel", { logLevel: "OFF" });
  expect((await other.admin("getChainAliases", { chain: primaryNetwork })).aliases).not.toContain("mine");
  expect((await other.admin("getLoggerLevel")).loggerLevels.main.logLevel).toBe("INFO");
});

test.each([
  ["", "base58 decoding error: zero length string"],
  ["X", "input string is smaller than the checksum size"],
  ["platform", "base58 decoding error: Invalid base58 digit ('l')"],
  [`${unknownId.slice(0, -1)}U`, "invalid input checksum"],
])("admin.getChainAliases of %j is refused", async (chain, message) => {
  const { refusal } = await start();
  expect(await refusal("getChainAliases", { chain })).toBe(message);
});

test.each([
  [
    { loggerName: "P", logLevel: "warn" },
    { logLevel: "WARN", displayLevel: "INFO" },
  ],
  [
    { loggerName: "P", displayLevel: "Verbo" },
    { logLevel: "INFO", displayLevel: "VERBO" },
  ],
  [
    { loggerName: "P", logLevel: "OFF", displayLevel: "FATAL" },
    { logLevel: "OFF", displayLevel: "FATAL" },
  ],
])("a logger set to %j returns its levels and keeps them", async (params, P) => {
  const { admin } = await start();
  const before = (await admin("getLoggerLevel")).loggerLevels;
  expect(await admin("setLoggerLevel", params)).toEqual({ loggerLevels: { P } });
  expect((await admin("getLoggerLevel")).loggerLevels).toEqual({ ...before, P });
});

test("without a name all loggers are changed", async () => {
  const { admin } = await start();
  const { loggerLevels } = await admin("setLoggerLevel", { displayLevel: "ERROR" });
  expect(Object.keys(loggerLevels)).toEqual(["C", "P", "X", "main", "vm-factory"]);
  for (const level of Object.values(loggerLevels)) expect(level).toEqual({ logLevel: "INFO", displayLevel: "ERROR" });
});

test.each([
  [{}, "need to specify either displayLevel or logLevel"],
  [{ loggerName: "nope" }, "need to specify either displayLevel or logLevel"],
  [{ loggerName: "P", logLevel: null }, "need to specify either displayLevel or logLevel"],
  [{ loggerName: "nope", logLevel: "INFO" }, 'logger with name "nope" not found'],
  [{ loggerName: "P", logLevel: "LOUD" }, expect.stringMatching(/^couldn't unmarshal an argument\./)],
  [{ loggerName: "P", logLevel: "" }, expect.stringMatching(/^couldn't unmarshal an argument\./)],
])("admin.setLoggerLevel of %j is refused", async (params, message) => {
  const { refusal } = await start();
  expect(await refusal("setLoggerLevel", params)).toEqual(message);
});

test("a CPU profile starts once and stops once", async () => {
  const { admin, refusal } = await start();
  expect(await refusal("stopCPUProfiler")).toBe("cpu profiler doesn't exist");
  expect(await admin("startCPUProfiler")).toEqual({});
  expect(await refusal("startCPUProfiler")).toBe("cpu profiler already running");
  expect(await admin("stopCPUProfiler")).toEqual({});
  expect(await refusal("stopCPUProfiler")).toBe("cpu profiler doesn't exist");
});

test.each(["memoryProfile", "lockProfile"])("admin.%s only returns success", async (method) => {
  const { admin } = await start();
  expect(await admin(method)).toEqual({});
});

test("without plugins no VM is loaded", async () => {
  const { admin } = await start();
  expect(await admin("loadVMs")).toEqual({ newVMs: {} });
});

test("a plugin is new once; a failing one fails each time", async () => {
  const [newVMs, failedVMs] = [{ [xChain]: ["mine"] }, { [unknownId]: "plugin handshake failed" }];
  const { admin } = await start({ newVMs, failedVMs });
  expect(await admin("loadVMs")).toEqual({ newVMs, failedVMs });
  expect(await admin("loadVMs")).toEqual({ newVMs: {}, failedVMs });
});

test("the node returns its configuration", async () => {
  const { admin } = await start({ network: "fuji" });
  expect(await admin("getConfig")).toMatchObject({ networkID: 5, healthCheckFreq: 30_000_000_000 });
});

test("the database has no keys; a requested key is hexadecimal", async () => {
  const { admin, refusal } = await start();
  expect(await admin("dbGet", { key: "0x00" })).toEqual({ value: "", errorCode: 2 });
  expect(await refusal("dbGet", { key: "00" })).toBe("missing 0x prefix to hex encoding");
});
