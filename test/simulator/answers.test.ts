import { expect, test } from "vitest";
import { contract, methodOf, pathOf, type RpcMethodName } from "../../src/api/contract.ts";
import { idError } from "../../src/api/ids.ts";
import { isBefore } from "../../src/api/version.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { networks } from "../../src/simulator/networks.ts";
import { simulate, start } from "./ask.ts";
import { paramsFor } from "./params.ts";

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

test.each(Object.entries(networks))("the IDs of %s are well-formed", (_name, { avax, xChain, cChain }) => {
  for (const id of [avax, xChain, cChain]) expect(idError(id)).toBeUndefined();
});

test.each([
  ["info.isBootstrapped", {}, "/ext/info", "argument 'chain' not given"],
  ["info.isBootstrapped", { chain: "nope" }, "/ext/info", "there is no chain with alias/ID 'nope'"],
  ["info.getBlockchainID", { alias: "nope" }, "/ext/info", "there is no ID with alias: nope"],
  ["admin.getChainAliases", { chain: "é" }, "/ext/admin", "base58 decoding error: High-bit set on invalid digit"],
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

test("a node without stake has no uptime", async () => {
  const { rpc } = await simulate({ validators: 0 });
  expect((await rpc("info.uptime", {}, "/ext/info")).error.message).toBe(
    "couldn't get node uptime: node is not a validator",
  );
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
