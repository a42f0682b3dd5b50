/** Scenarios: each exists, starts and is deterministic. test/app/scenarios.test.ts checks their effects in the metrics. */
import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { isScenario, type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { createSimulator } from "../../src/simulator/simulator.ts";
import { ask, call, fewBlocks, simulate, start } from "./ask.ts";

const names = Object.keys(scenarios) as ScenarioName[];
const height = { body: call("platform.getHeight") };

test.each(names)("%s starts, has a summary of one line, and a basis that exists", async (scenario) => {
  const { url, clock } = await simulate({ scenario });
  clock.now += 30_000;
  expect([200, 403, 503]).toContain((await ask(url, height)).status);
  const { summary, basis } = scenarios[scenario];
  expect(summary).toMatch(/^[A-Z\d].{10,77}\.$/);
  expect(basis === "inferred" || existsSync(basis.replace("real: ", ""))).toBe(true);
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

test("other names are not scenarios", () => {
  expect(isScenario("healthy")).toBe(true);
  expect(isScenario("toString")).toBe(false);
});

test("given options override those of the scenario", async () => {
  const { simulator } = await simulate({ scenario: "congested", validators: 3, network: "fuji", seed: 9 });
  expect(simulator.chain.primary.validators).toHaveLength(3);
  expect(simulator.chain.networkName).toBe("fuji");
});

test("bootstrapping: first the P-Chain, then the others, then all are ready at once", async () => {
  const { url, clock } = await simulate({ scenario: "bootstrapping" });
  const paths = ["/ext/bc/P", "/ext/bc/X", "/ext/index/P/block", "/ext/index/X/block", "/ext/bc/P/proposervm"];
  const statuses = () => Promise.all(paths.map(async (path) => (await ask(url, { ...height, path })).status));
  expect(await statuses()).toEqual([503, 404, 200, 404, 503]);
  clock.now += 61_000;
  expect(await statuses()).toEqual([503, 503, 200, 200, 503]);
  clock.now += 60_000;
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
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

test("slow: the list of validators holds the P-Chain lock for four seconds", async () => {
  const waits: number[] = [];
  const { rpc } = await simulate({ scenario: "slow", pause: async (ms) => void waits.push(ms) });
  await rpc("platform.getCurrentValidators");
  expect(waits).toEqual([4000]);
});

type Row = Readonly<Record<string, string>> & { readonly connected?: boolean };
const seeds = [1, 2, 3];

/** `n` as in demo-n. */
async function watchNode(scenario: ScenarioName, n: number, seed: number) {
  const { rpc, simulator, clock } = await simulate({ scenario, seed, ...fewBlocks });
  const nodeIDs = [simulator.chain.names.nodeId(n)];
  return async (minutes: number): Promise<Row | undefined> => {
    clock.now = start + minutes * 60_000;
    return (await rpc("platform.getCurrentValidators", { nodeIDs })).result.validators[0];
  };
}

test.each(seeds)("validator-offline: its uptime falls below 80 %% in ten minutes (seed %i)", async (seed) => {
  const rowAt = await watchNode("validator-offline", 1, seed);
  const [early, late] = [await rowAt(0), await rowAt(11)];
  expect([early?.connected, late?.connected]).toEqual([false, false]);
  expect(Number(early?.["uptime"])).toBeGreaterThan(80);
  expect(Number(late?.["uptime"])).toBeLessThan(80);
});

test.each(seeds)(
  "l1-draining: over a third of the weight runs out in 15 minutes, none in one (seed %i)",
  async (seed) => {
    const { rpc, simulator, clock } = await simulate({ scenario: "l1-draining", seed });
    const subnetID = simulator.chain.subnets.l1s()[0]?.id;
    const shareActive = async () => {
      const { validators } = (await rpc("platform.getCurrentValidators", { subnetID })).result;
      const ofL1 = (validators as readonly Row[]).filter(({ validationID }) => validationID);
      const weightOf = (some: readonly Row[]) => some.reduce((sum, row) => sum + Number(row["weight"]), 0);
      return weightOf(ofL1.filter(({ balance }) => balance !== "0")) / weightOf(ofL1);
    };
    const early = await shareActive();
    clock.now += 60_000;
    expect(await shareActive()).toBe(early);
    clock.now += 840_000;
    expect(early - (await shareActive())).toBeGreaterThan(1 / 3);
  },
);

test("rolling-upgrade: more of the stake announces the upgrade with time, and the check fails before it", async () => {
  const { rpc, clock } = await simulate({ scenario: "rolling-upgrade", ...fewBlocks });
  const look = async () => {
    const { checks } = (await rpc("health.health", {}, "/ext/health")).result;
    const { peers } = (await rpc("info.peers", {}, "/ext/info")).result;
    const upgraded = peers.filter(({ version }: Row) => version === "avalanchego/1.16.0").length / peers.length;
    return { upgraded, error: checks.futureupgrade.error };
  };
  const first = await look();
  expect([first.upgraded < 1, first.error]).toEqual([true, "unknown network upgrade detected"]);
  clock.now += 47.5 * 3_600_000;
  expect(await look()).toMatchObject({ upgraded: 1, error: expect.stringMatching(/^imminent/) });
});

test("mainnet-size: the size matches the summary", async () => {
  const { simulator } = await simulate({ scenario: "mainnet-size" });
  const { primary, subnets, l1s } = simulator.chain;
  expect([primary.validators.length, subnets.l1s().length, l1s.validators.length]).toEqual([1500, 300, 15_000]);
  expect(Math.abs(primary.delegatorCount() - 90_000)).toBeLessThan(9000);
});
