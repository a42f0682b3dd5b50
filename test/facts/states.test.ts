import { expect, test } from "vitest";
import * as conditions from "../../src/facts/conditions.ts";
import { alwaysAdvances, knownNetworks, networkNameOf, networksOf, pacemakerOf } from "../../src/facts/networks.ts";
import * as states from "../../src/facts/states.ts";

const wellNode = {
  isReachable: true,
  isBootstrapped: true,
  connectedRatio: 0.98,
  isBehind: false,
  hasFailingCheck: false,
  awaitsChecks: false,
  isIdentified: true,
  awaitsIdentity: false,
};
test.each<[title: string, changes: Partial<Parameters<typeof conditions.nodeState>[0]>, state: string | undefined]>([
  ["a node without a problem is ok", {}, "ok"],
  ["a node that does not respond is unreachable, whatever was known of it", { isReachable: false }, "unreachable"],
  [
    "a bootstrapping node is bootstrapping, although its checks fail",
    { isBootstrapped: false, hasFailingCheck: true },
    "bootstrapping",
  ],
  ["a node with 74 % of the stake is isolated", { connectedRatio: 0.74 }, "isolated"],
  [
    "a node with 75 % of the stake follows consensus, although its check fails",
    { connectedRatio: 0.75, hasFailingCheck: true },
    "unhealthy",
  ],
  ["a node without its ID or its network is unidentified", { isIdentified: false }, "unidentified"],
  ["until ID and network have been read, nothing is known", { isIdentified: false, awaitsIdentity: true }, undefined],
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
  expect(conditions.nodeState({ ...wellNode, ...changes })).toBe(state);
});

const wellChain = {
  isBootstrapped: true,
  connectedRatio: 1,
  alwaysAdvances: true,
  acceptedAge: 5,
  executedAge: 5,
  executionDelay: 2,
  awaitsEpoch: false,
  isFrozen: false,
  passesCheck: true,
};
test.each<[title: string, changes: Partial<Parameters<typeof conditions.chainState>[0]>, state: string]>([
  ["a chain that accepts blocks is ok", {}, "ok"],
  ["a chain that bootstraps is bootstrapping", { isBootstrapped: false, passesCheck: false }, "bootstrapping"],
  ["a chain that sees 74 % of the weight is isolated", { connectedRatio: 0.74, passesCheck: false }, "isolated"],
  ["a chain that sees 79 % of the weight is slow", { connectedRatio: 0.79, passesCheck: false }, "slow"],
  ["a chain that always advances has halted after five minutes without a block", { acceptedAge: 301 }, "halted"],
  ["a chain that accepts blocks and executes none is not executing", { executedAge: 301 }, "not_executing"],
  [
    "without its accepted blocks, a chain that executes none has halted",
    { executedAge: 301, acceptedAge: undefined },
    "halted",
  ],
  ["a chain that executes a minute late is behind with execution", { executionDelay: 61 }, "execution_behind"],
  ["a chain that executes a full queue late is ok", { executionDelay: 60 }, "ok"],
  ["a chain that can be idle has no execution to be late", { executionDelay: 61, alwaysAdvances: false }, "ok"],
  ["a chain without asynchronous execution is ok", { executionDelay: undefined }, "ok"],
  ["a chain whose last blocks are five minutes old is ok", { acceptedAge: 300, executedAge: 300 }, "ok"],
  ["another chain can be idle", { acceptedAge: 86_400, alwaysAdvances: false }, "ok"],
  ["a chain that fails its check is failing", { passesCheck: false }, "failing"],
  ["a chain without a check is ok", { passesCheck: undefined, acceptedAge: undefined, executedAge: undefined }, "ok"],
])("%s", (_title, changes, state) => {
  expect(conditions.chainState({ ...wellChain, ...changes })).toBe(state);
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
  [12345, "local", undefined],
  [1337, "network-1337", undefined],
])("the network with the ID %s is %s, and its chain that shows whether a node follows it is %s", (id, name, chain) => {
  expect(networkNameOf(id)).toBe(name);
  expect(pacemakerOf(networkNameOf(id))).toBe(chain);
});

test("the P-Chain always advances on mainnet, and the C-Chain on Fuji, too", () => {
  expect([networksOf("P"), networksOf("C")]).toEqual([
    ["mainnet", "simulated"],
    ["mainnet", "fuji", "simulated"],
  ]);
});

test("a chain has halted after many usual gaps between its blocks", () => {
  const gaps = Object.values(knownNetworks).flatMap(({ advancing }) => advancing.map(({ gap }) => gap));
  expect(Math.max(...gaps)).toBeLessThan(states.haltedAfter / 20);
});

const wellValidator = {
  isPresent: true,
  hasEnded: false,
  isActive: undefined,
  isConnected: true,
  isPrimary: true,
  uptime: 0.99,
  required: 0.9,
  budget: 86_400,
  isUnrewarded: false,
  isEnding: false,
};
test.each<
  [title: string, changes: Partial<Parameters<typeof conditions.validatorState>[0]>, state: string | undefined]
>([
  ["a connected validator is ok", {}, "ok"],
  ["a validator that left the set in its period is missing", { isPresent: false, isConnected: undefined }, "missing"],
  ["a validator whose period has ended is absent", { isPresent: false, hasEnded: true }, "absent"],
  [
    "a validator whose period has ended without its reward is unrewarded",
    { isPresent: false, hasEnded: true, isUnrewarded: true },
    "unrewarded",
  ],
  ["a removed validator is missing first", { isPresent: false, isUnrewarded: true }, "missing"],
  ["in the next period the lost reward is shown, too", { isUnrewarded: true, uptime: 0.5 }, "unrewarded"],
  ["a validator whose period ends soon is ending", { isEnding: true }, "ending"],
  ["a low uptime comes before the end", { isEnding: true, uptime: 0.89 }, "at_risk"],
  ["a validator without a connection is offline", { isConnected: false }, "offline"],
  [
    "an L1 validator without a balance is inactive",
    { isActive: false, isConnected: undefined, isPrimary: false },
    "inactive",
  ],
  ["offline needs action first, whatever is left of the budget", { isConnected: false, budget: -1 }, "offline"],
  ["a validator without a budget has lost its reward", { budget: -1, uptime: 0.5 }, "reward_lost"],
  ["a validator whose budget is just used up has not lost its reward yet", { budget: 0, uptime: 0.5 }, "at_risk"],
  ["a validator below its required uptime is at risk", { uptime: 0.89 }, "at_risk"],
  ["a validator with exactly its required uptime is ok", { uptime: 0.9 }, "ok"],
  ["an uptime whose requirement is unknown is no risk", { uptime: 0.5, required: undefined }, "ok"],
  [
    "a validator of a subnet has no uptime and is ok",
    { isPrimary: false, isConnected: undefined, uptime: undefined, budget: undefined },
    "ok",
  ],
  [
    "a validator of the primary network whose connection is unknown has no state",
    { isConnected: undefined },
    undefined,
  ],
  [
    "a problem is shown also while the connection is unknown",
    { isConnected: undefined, isUnrewarded: true },
    "unrewarded",
  ],
])("%s", (_title, changes, state) => {
  expect(conditions.validatorState({ ...wellValidator, ...changes })).toBe(state);
});

const day = 86_400;
const wellL1 = { activeRatio: 1, isFrozen: false, awaitsEpoch: false, haltsIn: 7 * day };
test.each<[title: string, changes: Partial<Parameters<typeof conditions.l1State>[0]>, state: string]>([
  ["an L1 whose whole weight is active is ok", {}, "ok"],
  ["an L1 with an inactive validator is degraded", { activeRatio: 0.95, haltsIn: undefined }, "degraded"],
  ["an L1 that halts within seven days is at risk", { haltsIn: 7 * day - 1 }, "at_risk"],
  ["an L1 with 80 % of its weight is degraded", { activeRatio: 0.8 }, "degraded"],
  ["an L1 with 79 % of its weight is slow", { activeRatio: 0.79 }, "slow"],
  ["an L1 with 75 % of its weight is slow", { activeRatio: 0.75 }, "slow"],
  ["an L1 with 74 % of its weight has halted", { activeRatio: 0.74, haltsIn: 0 }, "halted"],
  ["an L1 that stands after its top-up waits for its epoch", { awaitsEpoch: true }, "epoch_behind"],
  ["an L1 whose validators of the epoch are gone is frozen", { isFrozen: true, awaitsEpoch: true }, "epoch_frozen"],
  ["a top-up is missing first", { activeRatio: 0.5, awaitsEpoch: true }, "halted"],
  ["without the fee the future is unknown", { haltsIn: undefined }, "ok"],
])("%s", (_title, changes, state) => {
  expect(conditions.l1State({ ...wellL1, ...changes })).toBe(state);
});

const stands = { activeRatio: 1, epochRatio: 0.74, blockAge: 301 };
test.each<[title: string, changes: Partial<Parameters<typeof conditions.awaitsEpoch>[0]>, is: boolean]>([
  ["a chain whose L1 was topped up after its epoch waits for a block", {}, true],
  ["75 % of the weight is enough for the next block", { activeRatio: 0.75 }, true],
  ["a chain that has just accepted a block does not wait", { blockAge: 300 }, false],
  ["at an epoch of enough weight nothing waits", { epochRatio: 0.75 }, false],
  ["without enough weight now, a top-up is missing", { activeRatio: 0.74 }, false],
  ["a chain of which nothing is known does not wait", { epochRatio: undefined, blockAge: undefined }, false],
])("%s", (_title, changes, is) => {
  expect(conditions.awaitsEpoch({ ...stands, ...changes })).toBe(is);
});

test.each<[title: string, connectedRatio: number | undefined, isBehind: boolean, state: string | undefined]>([
  ["a network whose stake is connected is ok", 0.8, false, "ok"],
  ["a network with 79 % of its stake is slow", 0.79, false, "slow"],
  ["a network with 75 % of its stake is slow", 0.75, false, "slow"],
  ["a network with 74 % of its stake has halted", 0.74, false, "halted"],
  ["a network of which the node sees 40 % has halted", 0.4, false, "halted"],
  ["a network whose chain accepts no block has halted", 0.95, true, "halted"],
  ["a node that is cut off sees nothing of the network", 0.39, true, undefined],
  ["without its connections nothing is known", undefined, true, undefined],
])("%s", (_title, connectedRatio, isBehind, state) => {
  expect(conditions.networkState({ connectedRatio, isBehind })).toBe(state);
});

test.each<[validators: number, state: string]>([
  [0, "empty"],
  [1, "ok"],
])("a subnet with %s validators is %s", (validators, state) => {
  expect(conditions.subnetState(validators)).toBe(state);
});

const wellL1Validator = {
  isPresent: true,
  isActive: true,
  isConnected: true,
  hasOwnKey: true,
  runway: 30 * day,
};
test.each<[title: string, changes: Partial<Parameters<typeof conditions.l1ValidatorState>[0]>, state?: string]>([
  ["an L1 validator with a balance is ok", {}, "ok"],
  ["without a fee it is ok", { runway: undefined }, "ok"],
  ["a balance of less than seven days is low", { runway: 7 * day - 1 }, "low_balance"],
  ["without a balance it is inactive", { isActive: false, isConnected: undefined, runway: undefined }, "inactive"],
  ["without a connection it is offline", { isConnected: false, hasOwnKey: undefined, runway: 1 }, "offline"],
  ["with another BLS key than that of its node it has the wrong key", { hasOwnKey: false, runway: 1 }, "wrong_key"],
  ["if connection and key are unknown, the balance decides", { isConnected: undefined, hasOwnKey: undefined }, "ok"],
  ["a validation that does not exist is missing", { isPresent: false, isActive: undefined }, "missing"],
  ["one from before the conversion has no balance and no state", { isActive: undefined }],
])("%s", (_title, changes, state) => {
  expect(conditions.l1ValidatorState({ ...wellL1Validator, ...changes })).toBe(state);
});

test("each enumeration ends with ok, and each state has a sentence as its meaning", () => {
  const { networkStates, nodeStates, chainStates, validatorStates, subnetStates, l1States, l1ValidatorStates } = states;
  const tables = [networkStates, nodeStates, chainStates, validatorStates, subnetStates, l1States, l1ValidatorStates];
  for (const table of tables) {
    expect(Object.keys(table).at(-1)).toBe("ok");
    for (const { meaning } of Object.values(table)) expect(meaning).toMatch(/\.$/);
  }
});
