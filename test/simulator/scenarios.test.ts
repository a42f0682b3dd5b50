import { expect, test } from "vitest";
import { isScenario, type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { ask, call, simulate } from "./ask.ts";

const names = Object.keys(scenarios) as ScenarioName[];
const height = { body: call("platform.getHeight") };

test.each(names)("%s starts, and says in one line what it is", async (scenario) => {
  const { url, clock } = await simulate({ scenario });
  clock.now += 30_000;
  expect([200, 503]).toContain((await ask(url, height)).status);
  expect(scenarios[scenario].summary).toMatch(/^[A-Z].{10,100}\.?$/);
});

test("other names are none", () => {
  expect(isScenario("healthy")).toBe(true);
  expect(isScenario("toString")).toBe(false);
});

test("bootstrapping: first the P-Chain, then the others, then all at once", async () => {
  const { url, clock, rpc } = await simulate({ scenario: "bootstrapping" });
  const paths = ["/ext/bc/P", "/ext/bc/X", "/ext/index/P/block", "/ext/index/X/block", "/ext/bc/P/proposervm"];
  const statuses = () => Promise.all(paths.map(async (path) => (await ask(url, { ...height, path })).status));
  const told = async () => [
    (await rpc("info.isBootstrapped", { chain: "P" }, "/ext/info")).result.isBootstrapped,
    (await rpc("health.health", {}, "/ext/health")).result.healthy,
    (await ask(url, { path: "/ext/health/readiness", method: "GET", headers: {} })).status,
    (await ask(url, { path: "/ext/health/liveness", method: "GET", headers: {} })).status,
    Object.keys((await rpc("admin.getLoggerLevel", {}, "/ext/admin")).result.loggerLevels).length,
  ];
  expect(await statuses()).toEqual([503, 404, 200, 404, 503]);
  expect(await told()).toEqual([false, false, 503, 200, 3]);
  const text = "API call rejected because chain is not done bootstrapping\n";
  expect(await ask(url, { method: "GET", headers: {} })).toMatchObject({ status: 503, body: text });
  clock.now += 61_000;
  expect(await statuses()).toEqual([503, 503, 200, 200, 503]);
  clock.now += 60_000;
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  expect(await told()).toEqual([true, true, 200, 200, 5]);
});

test("no-index: index and admin are not served", async () => {
  const { url } = await simulate({ scenario: "no-index" });
  for (const path of ["/ext/index/P/block", "/ext/admin"]) {
    expect(await ask(url, { ...height, path })).toMatchObject({ status: 404, body: "404 page not found\n" });
  }
});

const preEtna = () => simulate({ scenario: "pre-etna" });

test("pre-etna: the gas fee is all zero, and yet there is a price", async () => {
  const { rpc } = await preEtna();
  expect((await rpc("platform.getFeeState")).result).toMatchObject({ capacity: 0, excess: 0, price: 1 });
  expect((await rpc("platform.getFeeConfig")).result).toMatchObject({ weights: [0, 0, 0, 0], minPrice: 0 });
});

test.each([
  ["platform.getValidatorFeeState", "/ext/bc/P", "platform.GetValidatorFeeState"],
  ["platform.getValidatorFeeConfig", "/ext/bc/P", "platform.GetValidatorFeeConfig"],
  ["platform.getAllValidatorsAt", "/ext/bc/P", "platform.GetAllValidatorsAt"],
  ["avm.getTxFee", "/ext/bc/X", "avm.GetTxFee"],
])("pre-etna: %s at %s is not known", async (method, path, name) => {
  const { rpc } = await preEtna();
  expect((await rpc(method, {}, path)).error.message).toBe(`rpc: can't find method "${name}"`);
});

test("pre-etna: proposals of blocks have no path", async () => {
  const { url } = await preEtna();
  expect((await ask(url, { ...height, path: "/ext/bc/P/proposervm" })).status).toBe(404);
});

test("pre-etna: the version is old, with its protocol", async () => {
  const { rpc } = await preEtna();
  expect((await rpc("info.getNodeVersion", {}, "/ext/info")).result).toMatchObject({
    version: "avalanchego/1.11.13",
    rpcProtocolVersion: "38",
  });
});

test("pre-etna: the upgrade has no date, and epochs are not known", async () => {
  const { rpc } = await preEtna();
  const { etnaTime, graniteEpochDuration } = (await rpc("info.upgrades", {}, "/ext/info")).result;
  expect([etnaTime, graniteEpochDuration]).toEqual(["9999-12-01T00:00:00Z", undefined]);
});

test("congested: both prices rise", async () => {
  const { rpc, clock } = await simulate({ scenario: "congested" });
  const prices = async () => [
    (await rpc("platform.getFeeState")).result.price,
    (await rpc("platform.getValidatorFeeState")).result.price,
  ];
  const before = await prices();
  clock.now += 3_600_000;
  const later = await prices();
  expect(later[0]).toBeGreaterThan(10 * before[0]);
  expect(later[1]).toBeGreaterThan(before[1]);
});

test("flapping: 503 now and then", async () => {
  const { url, clock } = await simulate({ scenario: "flapping" });
  expect(await ask(url, height)).toMatchObject({ status: 503 });
  clock.now += 20_000;
  expect(await ask(url, height)).toMatchObject({ status: 200 });
});

test("stalled: after a minute no block comes any more", async () => {
  const { rpc, clock } = await simulate({ scenario: "stalled" });
  const heights = async () => [
    (await rpc("platform.getHeight")).result.height,
    (await rpc("avm.getHeight", {}, "/ext/bc/X")).result.height,
  ];
  clock.now += 61_000;
  const last = await heights();
  clock.now += 600_000;
  expect(await heights()).toEqual(last);
});

test("what is given goes before what the scenario has", async () => {
  const { simulator } = await simulate({ scenario: "congested", validators: 3, network: "fuji", seed: 9 });
  expect(simulator.chain.primary.validators).toHaveLength(3);
  expect(simulator.chain.networkName).toBe("fuji");
});
