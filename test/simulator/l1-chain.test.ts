/** What a node that runs the chain of the first L1 reports about its validators and its epoch. */
import { expect, test } from "vitest";
import type { SimulatorOptions } from "../../src/simulator/simulator.ts";
import { simulate } from "./ask.ts";

async function l1Of(options: SimulatorOptions) {
  const { simulator, clock, rpc } = await simulate(options);
  const [l1] = simulator.chain.subnets.l1s();
  if (!l1) throw new Error("the node has no L1");
  const at = `/ext/bc/${l1.chain}`;
  return {
    simulator,
    l1,
    advance: (seconds: number) => {
      clock.now += 1000 * seconds;
    },
    validators: async (params: object = {}) =>
      (await rpc("validators.getCurrentValidators", params, `${at}/validators`)).result.validators,
    epoch: async () => (await rpc("proposervm.getCurrentEpoch", {}, `${at}/proposervm`)).result,
    health: async () => (await rpc("health.health", {}, "/ext/health")).result.checks[l1.chain],
  };
}

test("the virtual machine has the validators of the P-Chain, with raw numbers", async () => {
  const { simulator, validators } = await l1Of({ runsL1: true, ownsFirstL1: true });
  const all = await validators();
  expect(all.length).toBe(1 + simulator.chain.l1s.validators.length);
  const [before, own] = all;
  expect([before.isL1Validator, before.uptimePercentage]).toEqual([false, 100]);
  expect([own.nodeID, own.isConnected, own.isActive]).toEqual([simulator.nodeId, true, true]);
  for (const { weight, startTimestamp, uptimePercentage, uptimeSeconds } of all)
    expect([weight, startTimestamp, uptimePercentage, uptimeSeconds].map((value) => typeof value)).toEqual(
      Array(4).fill("number"),
    );
  expect(await validators({ nodeIDs: [own.nodeID] })).toEqual([own]);
});

test("l1-validator-offline: one validator is disconnected, and its uptime falls below 80 %", async () => {
  const { validators, health, advance, simulator } = await l1Of({ scenario: "l1-validator-offline" });
  const offline = simulator.chain.names.l1NodeId(0);
  const uptime = async () => {
    const [one] = await validators({ nodeIDs: [offline] });
    expect(one.isConnected).toBe(false);
    return one.uptimePercentage;
  };
  advance(300);
  expect(await uptime()).toBeGreaterThan(80);
  advance(600);
  expect(await uptime()).toBeLessThan(80);
  const { message, error } = await health();
  expect([message.networking.disconnectedValidators, error]).toEqual([[offline], undefined]);
});

test("the epoch of a chain that advances is that of the P-Chain", async () => {
  const { simulator, epoch, advance } = await l1Of({ runsL1: true });
  const before = await epoch();
  advance(3600);
  const now = await epoch();
  const { number, height } = simulator.chain.blocks.epochAt(Number.POSITIVE_INFINITY);
  expect(now).toMatchObject({ number: String(number), pChainHeight: String(height) });
  expect(Number(now.number)).toBeGreaterThan(Number(before.number));
});
