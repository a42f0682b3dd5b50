import { expect, test } from "vitest";
import { contract, methodOf, pathOf, type RpcMethodName } from "../../src/api/contract.ts";
import { emptyNodeId, idError, nodeIdError, primaryNetwork } from "../../src/api/ids.ts";
import { isBefore } from "../../src/api/version.ts";
import type { handlers } from "../../src/simulator/handlers/registry.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { networks } from "../../src/simulator/networks.ts";
import { simulate, start } from "./ask.ts";
import { paramsFor } from "./params.ts";

const unknownId = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const p = "/ext/bc/P";

/** Returns every ID in a response. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value === "object" && value !== null) for (const member of Object.values(value)) yield* idsIn(member);
  else if (typeof value === "string" && /^(NodeID-)?[1-9A-HJ-NP-Za-km-z]{30,}$/.test(value)) yield value;
}
const faultOf = (id: string) => (id.startsWith("NodeID-") ? nodeIdError(id) : idError(id));

const names = Object.keys(contract) as RpcMethodName[];
type Simulated = Awaited<ReturnType<typeof simulate>>;
async function answerOf(name: RpcMethodName, given?: Simulated) {
  const { rpc, simulator } = given ?? (await simulate({ runsL1: true }));
  const params = paramsFor(name, simulator.chain);
  const l1Chain = name.startsWith("validators.") ? subnetsOf(simulator.chain)[0]?.chain : undefined;
  const selector = name.startsWith("index.") ? "P/block" : l1Chain;
  if (name === "admin.stopCPUProfiler") await rpc("admin.startCPUProfiler", {}, "/ext/admin");
  return rpc(name, params, pathOf(methodOf(name), selector));
}

test.each(["healthy", "unhealthy", "auto-renewed", "converting"] as const)(
  "%s: all responses match the contract",
  async (scenario) => {
    const ofReads = await simulate({ scenario, runsL1: true });
    for (const later of [0, 61_000]) {
      ofReads.clock.now += later;
      const answers = names.map(async (name) => {
        // a method that changes a node gets a separate one
        const node = methodOf(name).effect === "read" ? ofReads : await simulate({ scenario });
        node.clock.now = ofReads.clock.now;
        const { result, error } = await answerOf(name, node);
        return [name, error, methodOf(name).result.safeParse(result).error];
      });
      expect(await Promise.all(answers)).toEqual(names.map((name) => [name, undefined, undefined]));
    }
  },
);

const withIds = [
  "platform.getCurrentValidators",
  "platform.getL1Validator",
  "platform.getStakingAssetID",
  "platform.getSubnet",
  "platform.getSubnets",
  "platform.getBlockchains",
  "index.getLastAccepted",
  "info.getNodeID",
  "info.getBlockchainID",
  "info.peers",
  "health.health",
] as const satisfies readonly (keyof typeof handlers)[];
test.each(withIds)("%s has IDs, all well-formed", async (name) => {
  const ids = [...idsIn((await answerOf(name)).result)];
  expect(ids).not.toEqual([]);
  expect(ids.map(faultOf)).toEqual(ids.map(() => undefined));
});

test.each(Object.entries(networks))("the IDs of %s are well-formed", (_name, { avax, xChain, cChain }) => {
  for (const id of [avax, xChain, cChain]) expect(idError(id)).toBeUndefined();
});

test.each([
  ["platform.getCurrentSupply", { subnetID: unknownId }, p, "fetching current supply failed: not found"],
  [
    "platform.getMinStake",
    { subnetID: unknownId },
    p,
    `failed fetching subnet transformation for ${unknownId}: not found`,
  ],
  [
    "platform.getStakingAssetID",
    { subnetID: unknownId },
    p,
    `failed fetching subnet transformation for ${unknownId}: not found`,
  ],
  ["platform.getL1Validator", { validationID: unknownId }, p, `fetching L1 validator "${unknownId}" failed: not found`],
  ["platform.getSubnet", { subnetID: unknownId }, p, "not found"],
  ["platform.getSubnet", { subnetID: primaryNetwork }, p, "the primary network isn't a subnet"],
  ["platform.getSubnet", {}, p, "the primary network isn't a subnet"],
  ["platform.getBlockchainStatus", {}, p, "argument 'blockchainID' not given"],
  [
    "platform.getBlockchainStatus",
    { blockchainID: "nope" },
    p,
    `problem parsing blockchainID "nope": input string is smaller than the checksum size`,
  ],
  ["info.isBootstrapped", {}, "/ext/info", "argument 'chain' not given"],
  ["info.isBootstrapped", { chain: "nope" }, "/ext/info", "there is no chain with alias/ID 'nope'"],
  ["info.getBlockchainID", { alias: "nope" }, "/ext/info", "there is no ID with alias: nope"],
  ["admin.getChainAliases", { chain: "X" }, "/ext/admin", "input string is smaller than the checksum size"],
  ["admin.getLoggerLevel", { loggerName: "nope" }, "/ext/admin", `logger with name "nope" not found`],
  ["index.getLastAccepted", {}, "/ext/index/X/tx", "no containers have been accepted"],
  ["index.getLastAccepted", {}, "/ext/index/X/vtx", "no containers have been accepted"],
])("%s of %j at %s has the error text of the node", async (method, params, path, message) => {
  const { rpc } = await simulate();
  expect(await rpc(method, params, path)).toEqual({
    jsonrpc: "2.0",
    error: { code: -32000, message, data: null },
    id: 1,
  });
});

test.each([
  ["local", "1000000"],
  ["mainnet", "10000000"],
] as const)(
  "on %s the X-Chain's fee of a new asset is %s, and so much is burned",
  async (network, createAssetTxFee) => {
    const { rpc } = await simulate({ network });
    const x = "/ext/bc/X";
    expect((await rpc("avm.getTxFee", {}, x)).result).toEqual({ txFee: "1000000", createAssetTxFee });
    const { height } = (await rpc("avm.getHeight", {}, x)).result;
    const burned: number[] = [];
    for (let at = 2; at <= Number(height); at++) {
      const { block } = (await rpc("avm.getBlockByHeight", { height: at, encoding: "json" }, x)).result;
      for (const { unsignedTx } of block.txs ?? []) {
        const amountOf = (each: { input?: { amount: number }; output?: { amount: number } }) =>
          (each.input ?? each.output)?.amount ?? 0;
        const total = (some: Parameters<typeof amountOf>[0][]) => some.reduce((sum, each) => sum + amountOf(each), 0);
        if (unsignedTx.initialStates) burned.push(total(unsignedTx.inputs) - total(unsignedTx.outputs));
      }
    }
    expect(burned.length).toBeGreaterThan(0);
    expect(new Set(burned.map(String))).toEqual(new Set([createAssetTxFee]));
  },
);

test("an ID or an address of any length has the error text of the node", async () => {
  const { rpc } = await simulate();
  const long = "2".repeat(10_000);
  const chain = await rpc("admin.getChainAliases", { chain: long }, "/ext/admin");
  expect(chain.error?.message).toBe("invalid input checksum");
  const balance = await rpc("platform.getBalance", { addresses: [long] });
  expect(balance.error?.message).toBe(`couldn't parse address "${long}": no separator found in address`);
});

test("exactly one node ID returns the delegators, more do not", async () => {
  const { rpc, simulator } = await simulate();
  const ask = async (nodeIDs: string[]) => (await rpc("platform.getCurrentValidators", { nodeIDs })).result.validators;
  const own = simulator.nodeId;
  const [alone] = await ask([own]);
  expect(alone.delegators).toHaveLength(Number(alone.delegatorCount));
  expect(alone.delegators[0]).toMatchObject({ nodeID: own, rewardOwner: { threshold: "1" } });
  expect(await ask([own, own])).toEqual([alone]);
  const { delegators: _, ...lookedUp } = alone;
  expect(await ask([own, emptyNodeId])).toEqual([lookedUp]);
  expect(await ask([emptyNodeId])).toEqual([]);
  expect(await ask([])).toHaveLength(20);
});

test("an L1 has validators with a balance and one from before the conversion; a permissioned subnet has members", async () => {
  const { rpc, simulator } = await simulate({ l1Validators: 4, hasShortBalances: true });
  const [l1, permissioned] = subnetsOf(simulator.chain).map(({ id }) => id);
  const of = async (subnetID: unknown, more = {}) =>
    (await rpc("platform.getCurrentValidators", { subnetID, ...more })).result.validators;
  const rows = await of(l1);
  expect(rows.map(Object.keys).map((keys: string[]) => keys.includes("balance"))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  expect(rows[3].balance).toBe("0");
  expect(await of(l1, { nodeIDs: [rows[1].nodeID] })).toEqual([rows[1]]);
  expect(await rpc("platform.getL1Validator", { validationID: rows[1].validationID })).toMatchObject({
    result: { ...rows[1], subnetID: l1, height: String(simulator.chain.blocks.height()) },
  });
  expect(Object.keys((await of(permissioned))[0])).toEqual(["txID", "startTime", "endTime", "weight", "nodeID"]);
  expect(await of(permissioned, { nodeIDs: [simulator.chain.names.nodeId(2)] })).toHaveLength(1);
  expect(await of(unknownId)).toEqual([]);
});

test("total stake is the sum over the validators, for every subnet", async () => {
  const { rpc, simulator } = await simulate();
  for (const subnetID of [undefined, primaryNetwork, ...subnetsOf(simulator.chain).map(({ id }) => id), unknownId]) {
    const { validators } = (await rpc("platform.getCurrentValidators", { subnetID })).result;
    const weights = validators.map((row: { weight: string; delegatorWeight?: string }) =>
      [row.weight, row.delegatorWeight ?? 0].map(BigInt).reduce((left, right) => left + right),
    );
    const weight = String(weights.reduce((left: bigint, right: bigint) => left + right, 0n));
    expect((await rpc("platform.getTotalStake", { subnetID })).result).toEqual({ stake: weight, weight });
  }
});

test("subnets contain whether they are permissioned or an L1", async () => {
  const { rpc, simulator } = await simulate();
  const [l1, permissioned] = subnetsOf(simulator.chain);
  expect(await rpc("platform.getSubnet", { subnetID: l1?.id })).toMatchObject({
    result: { isPermissioned: false, managerChainID: l1?.chain },
  });
  expect(await rpc("platform.getSubnet", { subnetID: permissioned?.id })).toMatchObject({
    result: { isPermissioned: true, conversionID: primaryNetwork, managerAddress: null },
  });
  expect((await rpc("platform.getSubnets")).result.subnets.at(-1)).toMatchObject({ id: primaryNetwork });
  expect((await rpc("platform.getSubnets", { ids: [l1?.id] })).result.subnets).toHaveLength(1);
  expect((await rpc("platform.getSubnets", { ids: [unknownId] })).result).toEqual({ subnets: null });
});

test("chains have the status that a validator of the primary network reports", async () => {
  const { rpc, simulator } = await simulate();
  const status = async (blockchainID: unknown) =>
    (await rpc("platform.getBlockchainStatus", { blockchainID })).result.status;
  expect(await status("P")).toBe("Syncing");
  expect(await status("X")).toBe("Validating");
  expect(await status(simulator.chain.network.cChain)).toBe("Validating");
  expect(await status(subnetsOf(simulator.chain)[0]?.chain)).toBe("Created");
  expect(await status(unknownId)).toBe("Unknown");
});

test.each(["P", "X", "C"])("the index of %s advances, with the time of each container", async (name) => {
  const { rpc, clock } = await simulate();
  const path = `/ext/index/${name}/block`;
  const before = (await rpc("index.getLastAccepted", {}, path)).result;
  expect(before.timestamp).toMatch(/^2026-03-01T1\d:\d\d:\d\d\.\d+Z$/);
  expect(Date.parse(before.timestamp)).toBeLessThanOrEqual(start);
  clock.now += 120_000;
  const later = (await rpc("index.getLastAccepted", {}, path)).result;
  expect(Number(later.index)).toBeGreaterThan(Number(before.index));
  expect(later.id).not.toBe(before.id);
  expect(Date.parse(later.timestamp)).toBeGreaterThan(Date.parse(before.timestamp));
});

test.each([
  ["P", "platform.getHeight"],
  ["X", "avm.getHeight"],
])("the index of %s is one behind the height", async (name, method) => {
  const { rpc } = await simulate();
  const { index } = (await rpc("index.getLastAccepted", {}, `/ext/index/${name}/block`)).result;
  const { height } = (await rpc(method, {}, `/ext/bc/${name}`)).result;
  expect(BigInt(index)).toBe(BigInt(height) - 1n);
});

test("a node without stake has no uptime", async () => {
  const { rpc } = await simulate({ validators: 0 });
  expect((await rpc("info.uptime", {}, "/ext/info")).error.message).toBe(
    "couldn't get node uptime: node is not a validator",
  );
});

test("peers can be requested by ID", async () => {
  const { rpc } = await simulate();
  const all = (await rpc("info.peers", {}, "/ext/info")).result;
  const [first] = all.peers;
  expect(all.numPeers).toBe(String(all.peers.length));
  expect((await rpc("info.peers", { nodeIDs: [first.nodeID] }, "/ext/info")).result.peers).toEqual([first]);
});

test.each([
  [{ loggerName: "P" }, ["P"]],
  [{}, ["C", "P", "X", "main", "vm-factory"]],
])("the log levels requested with %j are those of %j", async (params, loggers) => {
  const { rpc } = await simulate();
  const level = { logLevel: "INFO", displayLevel: "INFO" };
  expect((await rpc("admin.getLoggerLevel", params, "/ext/admin")).result).toEqual({
    loggerLevels: Object.fromEntries(loggers.map((name) => [name, level])),
  });
});

test.each([
  [networks.mainnet.xChain, ["X", "avm", networks.mainnet.xChain]],
  [unknownId, null],
])("chain %s has the names %j", async (chain, aliases) => {
  const { rpc } = await simulate();
  expect((await rpc("admin.getChainAliases", { chain }, "/ext/admin")).result).toEqual({ aliases });
});

test.each([
  ["1.11.13", "1.12.2", true],
  ["1.12.2", "1.12.2", false],
  ["1.14.0", "1.9.12", false],
  ["1.14", "1.14.1", false],
  ["1.9.12", "1.14.0", true],
])("version %s is before %s: %s", (version, other, before) => {
  expect(isBefore(version, other)).toBe(before);
});
