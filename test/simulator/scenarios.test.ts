import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { isScenario, type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { ask, call, fewBlocks, simulate, start } from "./ask.ts";

const names = Object.keys(scenarios) as ScenarioName[];
const height = { body: call("platform.getHeight") };
const day = 86_400_000;

test.each(names)("%s starts, has a summary of one line, and a basis that exists", async (scenario) => {
  const { url, clock } = await simulate({ scenario });
  clock.now += 30_000;
  expect([200, 403, 503]).toContain((await ask(url, height)).status);
  const { summary, basis } = scenarios[scenario];
  expect(summary).toMatch(/^[A-Z\d].{10,77}\.$/);
  expect(basis === "inferred" || existsSync(basis.replace("real: ", ""))).toBe(true);
});

test("other names are not scenarios", () => {
  expect(isScenario("healthy")).toBe(true);
  expect(isScenario("toString")).toBe(false);
});

test("bootstrapping: first the P-Chain, then the others, then all are ready at once", async () => {
  const { url, clock, rpc } = await simulate({ scenario: "bootstrapping" });
  const paths = ["/ext/bc/P", "/ext/bc/X", "/ext/index/P/block", "/ext/index/X/block", "/ext/bc/P/proposervm"];
  const statuses = () => Promise.all(paths.map(async (path) => (await ask(url, { ...height, path })).status));
  const status = async () => [
    (await rpc("info.isBootstrapped", { chain: "P" }, "/ext/info")).result.isBootstrapped,
    (await rpc("health.health", {}, "/ext/health")).result.healthy,
    (await ask(url, { path: "/ext/health/readiness", method: "GET", headers: {} })).status,
    (await ask(url, { path: "/ext/health/liveness", method: "GET", headers: {} })).status,
    Object.keys((await rpc("admin.getLoggerLevel", {}, "/ext/admin")).result.loggerLevels).length,
  ];
  expect(await statuses()).toEqual([503, 404, 200, 404, 503]);
  expect(await status()).toEqual([false, false, 503, 200, 3]);
  const text = "API call rejected because chain is not done bootstrapping\n";
  expect(await ask(url, { method: "GET", headers: {} })).toMatchObject({ status: 503, body: text });
  clock.now += 61_000;
  expect(await statuses()).toEqual([503, 503, 200, 200, 503]);
  clock.now += 60_000;
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  expect(await status()).toEqual([true, true, 200, 200, 5]);
});

test.each([
  ["no-index", "/ext/index/P/block", "/ext/admin"],
  ["no-admin", "/ext/admin", "/ext/index/P/block"],
  ["no-health", "/ext/health", "/ext/admin"],
  ["no-health", "/ext/health/liveness", "/ext/admin"],
] as const)("%s: %s is not served, and %s is", async (scenario, path, other) => {
  const { url } = await simulate({ scenario });
  expect(await ask(url, { ...height, path })).toMatchObject({ status: 404, body: "404 page not found\n" });
  expect((await ask(url, { ...height, path: other })).status).toBe(200);
});

test("no-x-chain: the names of the chains are known nevertheless, with IDs of chains that it does not run", async () => {
  const { rpc, simulator } = await simulate({ scenario: "no-x-chain" });
  const { xChain, cChain } = simulator.chain.network;
  const statusOf = async (blockchainID: string) =>
    (await rpc("platform.getBlockchainStatus", { blockchainID })).result?.status;
  expect(await Promise.all(["X", "C", xChain, cChain].map(statusOf))).toEqual([
    ...["Validating", "Validating"],
    ...["Created", "Created"],
  ]);
});

test("flaky: 503 and resets occur occasionally", async () => {
  const { url, clock } = await simulate({ scenario: "flaky" });
  const after = async (ms: number) => {
    clock.now += ms;
    return (await ask(url, height)).status;
  };
  expect([await after(0), await after(20_000)]).toEqual([503, 200]);
  await expect(after(25_000)).rejects.toThrow("ECONNRESET");
  expect([await after(5000), await after(10_000)]).toEqual([200, 503]);
});

test("node-swapped: the other node has another key, and is not its own peer", async () => {
  const { rpc, clock } = await simulate({ scenario: "node-swapped" });
  const identity = async () => {
    const { nodeID, nodePOP } = (await rpc("info.getNodeID", {}, "/ext/info")).result;
    const [row] = (await rpc("platform.getCurrentValidators", { nodeIDs: [nodeID] })).result.validators;
    expect(nodePOP).toEqual(row.signer);
    const peers: { readonly nodeID: string }[] = (await rpc("info.peers", {}, "/ext/info")).result.peers;
    return { nodeID, peers: peers.map((peer) => peer.nodeID) };
  };
  const before = await identity();
  clock.now += 60_000;
  const after = await identity();
  expect(before.peers).not.toContain(before.nodeID);
  expect(after.peers).not.toContain(after.nodeID);
  expect(after.peers).toContain(before.nodeID);
});

test("slow: the list of validators holds the P-Chain lock for four seconds", async () => {
  const waits: number[] = [];
  const { rpc } = await simulate({ scenario: "slow", pause: async (ms) => void waits.push(ms) });
  await rpc("platform.getCurrentValidators");
  expect(waits).toEqual([4000]);
});

type Row = Readonly<Record<string, string>> & { readonly connected?: boolean };

async function simulateRows(options: SimulatorOptions) {
  const { rpc, ...rest } = await simulate(options);
  const rows = async (params: object = {}): Promise<Row[]> =>
    (await rpc("platform.getCurrentValidators", params)).result.validators;
  return { ...rest, rows };
}
/** `n` as in demo-n. */
const demoNode = async (scenario: ScenarioName, n: number, seed: number) => {
  const { rows, simulator, ...rest } = await simulateRows({ scenario, seed, ...fewBlocks });
  const nodeID = simulator.chain.names.nodeId(n);
  return { row: async () => (await rows()).find((row) => row["nodeID"] === nodeID), ...rest };
};
const seeds = [1, 2, 3, 4, 5];

test.each(seeds)(
  "validator-offline: while it is disconnected, its uptime falls below 80 %% in ten minutes (seed %i)",
  async (seed) => {
    const { row, clock } = await demoNode("validator-offline", 1, seed);
    const early = await row();
    clock.now += 660_000;
    const late = await row();
    expect([early?.connected, late?.connected]).toEqual([false, false]);
    expect(Number(early?.["uptime"])).toBeGreaterThan(80);
    expect(Number(late?.["uptime"])).toBeLessThan(80);
  },
);

test.each(seeds)(
  "incident: the validator is disconnected from minute 5 to 20, long before it renews (seed %i)",
  async (seed) => {
    const { row, clock } = await demoNode("incident", 1, seed);
    const start = clock.now;
    const connectedAt = async (minute: number) => {
      clock.now = start + minute * 60_000;
      return (await row())?.connected;
    };
    expect(await connectedAt(4)).toBe(true);
    expect(await connectedAt(6)).toBe(false);
    expect(await connectedAt(19)).toBe(false);
    expect(await connectedAt(21)).toBe(true);
    expect(await connectedAt(60)).toBe(true);
    expect(Number((await row())?.["uptime"])).toBeGreaterThan(90);
  },
);

test.each(seeds)(
  "validator-leaving: it ends after three minutes and has not returned a month later (seed %i)",
  async (seed) => {
    const { row, clock } = await demoNode("validator-leaving", 2, seed);
    clock.now += 178_000;
    expect(Number((await row())?.["endTime"]) * 1000).toBe(clock.now + 2000);
    clock.now += 2900;
    expect(await row()).toBeUndefined();
    clock.now += 30 * day;
    expect(await row()).toBeUndefined();
  },
);

test.each(seeds)(
  "l1-draining: no balance runs out in the first minute, and over a third of the weight in 15 minutes (seed %i)",
  async (seed) => {
    const { rows, simulator, clock } = await simulateRows({ scenario: "l1-draining", seed });
    const [l1] = simulator.chain.subnets.all();
    const shareActive = async () => {
      const ofL1 = (await rows({ subnetID: l1?.id })).filter(({ validationID }) => validationID);
      const weightOf = (some: Row[]) => some.reduce((sum, row) => sum + Number(row["weight"]), 0);
      return weightOf(ofL1.filter(({ balance }) => balance !== "0")) / weightOf(ofL1);
    };
    const early = await shareActive();
    clock.now += 60_000;
    expect(await shareActive()).toBe(early);
    clock.now += 840_000;
    expect(early - (await shareActive())).toBeGreaterThan(1 / 3);
  },
);

test("l1-draining: balances are those of the conversion minus price × seconds", async () => {
  const { simulator, rpc } = await simulate({ scenario: "l1-draining" });
  const [l1] = simulator.chain.subnets.all();
  const { block } = (await rpc("platform.getBlockByHeight", { height: 1, encoding: "json" })).result;
  const { price, timestamp } = (await rpc("platform.getValidatorFeeState")).result;
  const paid = price * (Date.parse(timestamp) / 1000 - block.time);
  type Begun = { readonly signer: { readonly publicKey: string }; readonly balance: number };
  const { validators: begun }: { readonly validators: readonly Begun[] } = block.txs
    .map(({ unsignedTx }: { readonly unsignedTx: object }) => unsignedTx)
    .find((tx: object) => "validators" in tx);
  const rows: readonly Row[] = (await rpc("platform.getCurrentValidators", { subnetID: l1?.id })).result.validators;
  const active = rows.filter(({ balance }) => Number(balance) > 0);
  expect(active.length).toBeGreaterThan(0);
  for (const { publicKey, balance } of active) {
    const its = begun.find(({ signer }) => signer.publicKey === publicKey);
    expect(Number(balance)).toBe(Number(its?.balance) - paid);
  }
});

test("elastic: its validators have delegators", async () => {
  const { rows, simulator } = await simulateRows({ scenario: "elastic" });
  const counts = (await rows({ subnetID: simulator.chain.subnets.all()[0]?.id })).map((row) =>
    Number(row["delegatorCount"]),
  );
  expect(Math.max(...counts)).toBeGreaterThan(0);
});

test("healthy: some validators started before Helicon, and have a lower required uptime", async () => {
  const { simulator, rpc } = await simulate();
  const { heliconTime } = (await rpc("info.upgrades", {}, "/ext/info")).result;
  const starts = simulator.chain.primary.validators.map((validator) => validator.start);
  const before = starts.filter((seconds) => seconds < Date.parse(heliconTime) / 1000);
  expect([before.length > 0, before.length < starts.length]).toEqual([true, true]);
});

test("auto-renewed: every fifth validator auto-renews, the first of them within 15 minutes", async () => {
  const { rows, clock } = await simulateRows({ scenario: "auto-renewed" });
  const renewing = async () => (await rows()).filter(({ nextPeriod }) => nextPeriod);
  const before = await renewing();
  clock.now += 900_000;
  const after = await renewing();
  const starts = (some: Row[]) => new Map(some.map((row) => [row["nodeID"], row["startTime"]]));
  const renewed = [...starts(after)].filter(([node, since]) => starts(before).get(node) !== since);
  expect([before.length, after.length, renewed.length]).toEqual([4, 4, 1]);
});

test("mainnet-size: the size matches the summary", async () => {
  const { simulator } = await simulate({ scenario: "mainnet-size" });
  const { primary, subnets, l1s } = simulator.chain;
  const l1Count = subnets.all().filter(({ kind }) => kind === "l1").length;
  expect([primary.validators.length, l1Count, l1s.validators.length]).toEqual([1500, 300, 15_000]);
  expect(Math.abs(primary.delegatorCount() - 90_000)).toBeLessThan(9000);
});

test.each(names)("%s: the same seed gives the same chain, another seed another", (scenario) => {
  const chainOf = (seed: number) => {
    const { primary, l1s, blocks } = createSimulator({ scenario, seed, now: () => start }).chain;
    const stakes = primary.validators.slice(0, 9).map(({ node, end, weight }) => [node, end, weight]);
    const balances = l1s.validators.slice(0, 9).map((validator) => l1s.balance(validator));
    return { stakes, balances, height: blocks.height() };
  };
  expect(chainOf(4)).toEqual(chainOf(4));
  expect(chainOf(5)).not.toEqual(chainOf(4));
});

test("halted: after a minute the time of the chain does not advance", async () => {
  const { rpc, clock } = await simulate({ scenario: "halted" });
  const time = async () => (await rpc("platform.getTimestamp")).result.timestamp;
  clock.now += 61_000;
  const last = await time();
  clock.now += 600_000;
  expect(await time()).toBe(last);
});

test("given options override those of the scenario", async () => {
  const { simulator } = await simulate({ scenario: "congested", validators: 3, network: "fuji", seed: 9 });
  expect(simulator.chain.primary.validators).toHaveLength(3);
  expect(simulator.chain.networkName).toBe("fuji");
});
