import { expect, test } from "vitest";
import { alwaysAdvances, networkNameOf, pacemakerOf } from "../../src/facts/networks.ts";
import * as states from "../../src/facts/states.ts";

const wellNode = {
  isReachable: true,
  isBootstrapped: true,
  connectedRatio: 0.98,
  isBehind: false,
  hasFailingCheck: false,
  awaitsChecks: false,
};
test.each<[title: string, changes: Partial<Parameters<typeof states.nodeState>[0]>, state: string | undefined]>([
  ["a node without a problem is ok", {}, "ok"],
  ["a node that does not respond is unreachable, whatever was known of it", { isReachable: false }, "unreachable"],
  [
    "a bootstrapping node is bootstrapping, although its checks fail",
    { isBootstrapped: false, hasFailingCheck: true },
    "bootstrapping",
  ],
  ["a node with 79 % of the stake is isolated", { connectedRatio: 0.79 }, "isolated"],
  ["a node with 80 % of the stake is not isolated", { connectedRatio: 0.8 }, "ok"],
  ["the cause comes first: an isolated node falls behind", { connectedRatio: 0.1, isBehind: true }, "isolated"],
  ["a node with an old block is behind", { isBehind: true, hasFailingCheck: true }, "behind"],
  ["a node with a failing check is unhealthy", { hasFailingCheck: true }, "unhealthy"],
  ["a node without its health checks is unchecked", { hasFailingCheck: undefined }, "unchecked"],
  [
    "a node without info and health API is unchecked",
    { isBootstrapped: undefined, hasFailingCheck: undefined },
    "unchecked",
  ],
  ["a node is ok without the info API", { isBootstrapped: undefined }, "ok"],
  [
    "until the health checks have been read, nothing is known",
    { hasFailingCheck: undefined, awaitsChecks: true },
    undefined,
  ],
  ["a node without its health checks is behind", { isBehind: true, hasFailingCheck: undefined }, "behind"],
])("%s", (_title, changes, state) => {
  expect(states.nodeState({ ...wellNode, ...changes })).toBe(state);
});

const wellChain = {
  isBootstrapped: true,
  connectedRatio: 1,
  alwaysAdvances: true,
  blockAge: 5,
  passesCheck: true,
};
test.each<[title: string, changes: Partial<Parameters<typeof states.chainState>[0]>, state: string]>([
  ["a chain that accepts blocks is ok", {}, "ok"],
  ["a chain that bootstraps is bootstrapping", { isBootstrapped: false, passesCheck: false }, "bootstrapping"],
  ["a chain that sees 79 % of the weight is isolated", { connectedRatio: 0.79, passesCheck: false }, "isolated"],
  ["a chain that always advances has halted after ten minutes without a block", { blockAge: 601 }, "halted"],
  ["another chain can be idle", { blockAge: 86_400, alwaysAdvances: false }, "ok"],
  ["a chain that fails its check is failing", { passesCheck: false }, "failing"],
  ["a chain without a check is ok", { passesCheck: undefined, blockAge: undefined }, "ok"],
])("%s", (_title, changes, state) => {
  expect(states.chainState({ ...wellChain, ...changes })).toBe(state);
});

test.each([
  ["mainnet", "P", true],
  ["mainnet", "C", true],
  ["fuji", "C", true],
  ["fuji", "P", false],
  ["simulated", "P", true],
  ["mainnet", "X", false],
  ["mainnet", "2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5", false],
  ["local", "P", false],
  ["network-1337", "P", false],
  ["songbird", "P", false],
  ["constructor", "P", false],
  [undefined, "P", false],
])("on the network %s the chain %s always advances: %s", (network, chain, expected) => {
  expect(alwaysAdvances(network, chain)).toBe(expected);
});

test.each([
  [1, "mainnet", "P"],
  [5, "fuji", "C"],
  [12345, undefined, undefined],
  [undefined, undefined, undefined],
])("the network with the ID %s is %s, and its chain that shows whether a node follows it is %s", (id, name, chain) => {
  expect(networkNameOf(id)).toBe(name);
  expect(pacemakerOf(networkNameOf(id))).toBe(chain);
});

const wellValidator = {
  isPresent: true,
  hasEnded: false,
  isActive: undefined,
  isConnected: true,
  uptime: 0.99,
  required: 0.9,
  budget: 86_400,
};
test.each<[title: string, changes: Partial<Parameters<typeof states.validatorState>[0]>, state: string]>([
  ["a connected validator is ok", {}, "ok"],
  ["a validator that left the set in its period is missing", { isPresent: false, isConnected: undefined }, "missing"],
  ["a validator whose period has ended is absent", { isPresent: false, hasEnded: true }, "absent"],
  ["a validator without a connection is offline", { isConnected: false }, "offline"],
  ["an L1 validator without a balance is inactive", { isActive: false, isConnected: undefined }, "inactive"],
  ["offline needs action first, whatever is left of the budget", { isConnected: false, budget: -1 }, "offline"],
  ["a validator without a budget has lost its reward", { budget: -1, uptime: 0.5 }, "reward_lost"],
  ["a validator below its required uptime is at risk", { uptime: 0.89 }, "at_risk"],
  [
    "a validator of a subnet has no uptime and is ok",
    { isConnected: undefined, uptime: undefined, budget: undefined },
    "ok",
  ],
])("%s", (_title, changes, state) => {
  expect(states.validatorState({ ...wellValidator, ...changes })).toBe(state);
});

const day = 86_400;
test.each<[title: string, activeRatio: number, haltsIn: number | undefined, state: string]>([
  ["an L1 whose whole weight is active is ok", 1, 7 * day, "ok"],
  ["an L1 with an inactive validator is degraded", 0.95, undefined, "degraded"],
  ["an L1 that falls below the quorum within seven days is at risk", 1, 7 * day - 1, "at_risk"],
  ["an L1 below the quorum has halted", 0.79, 0, "halted"],
  ["without the fee the future is unknown", 1, undefined, "ok"],
])("%s", (_title, activeRatio, haltsIn, state) => {
  expect(states.l1State({ activeRatio, haltsIn })).toBe(state);
});

const wellL1Validator = {
  isPresent: true,
  isActive: true,
  isConnected: true,
  hasOwnKey: true,
  runway: 30 * day,
};
test.each<[title: string, changes: Partial<Parameters<typeof states.l1ValidatorState>[0]>, state?: string]>([
  ["an L1 validator with a balance is ok", {}, "ok"],
  ["without a fee it is ok", { runway: undefined }, "ok"],
  ["a balance of less than seven days is low", { runway: 7 * day - 1 }, "low"],
  ["without a balance it is inactive", { isActive: false, isConnected: undefined, runway: undefined }, "inactive"],
  ["without a connection it is offline", { isConnected: false, hasOwnKey: undefined, runway: 1 }, "offline"],
  ["with another BLS key than that of its node it has the wrong key", { hasOwnKey: false, runway: 1 }, "wrong_key"],
  ["if connection and key are unknown, the balance decides", { isConnected: undefined, hasOwnKey: undefined }, "ok"],
  ["a validation that does not exist is missing", { isPresent: false, isActive: undefined }, "missing"],
  ["one from before the conversion has no balance and no state", { isActive: undefined }],
])("%s", (_title, changes, state) => {
  expect(states.l1ValidatorState({ ...wellL1Validator, ...changes })).toBe(state);
});

test("each enumeration ends with ok, and each state has a text and a meaning", () => {
  const { nodeStates, chainStates, validatorStates, l1States, l1ValidatorStates } = states;
  for (const table of [nodeStates, chainStates, validatorStates, l1States, l1ValidatorStates]) {
    expect(Object.keys(table).at(-1)).toBe("ok");
    for (const { text, meaning } of Object.values(table)) expect([text, meaning]).not.toContain("");
  }
});
