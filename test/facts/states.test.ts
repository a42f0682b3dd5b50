import { expect, test } from "vitest";
import * as conditions from "../../src/facts/conditions.ts";
import { defaultQuorum, quorumOf } from "../../src/facts/consensus.ts";
import { evidence, judge } from "../../src/facts/evidence.ts";
import {
  alwaysAdvances,
  haltedAfter,
  knownNetworks,
  maxBlockAge,
  networkNameOf,
  networksOf,
  pacemakerOf,
} from "../../src/facts/networks.ts";
import * as states from "../../src/facts/states.ts";

const wellNode = {
  isReachable: true,
  isBootstrapped: true,
  isIsolated: false,
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
  ["a node with too little of the stake is isolated", { isIsolated: true }, "isolated"],
  ["a node without its ID or its network is unidentified", { isIdentified: false }, "unidentified"],
  ["until ID and network have been read, nothing is known", { isIdentified: false, awaitsIdentity: true }, undefined],
  ["the cause comes first: an isolated node falls behind", { isIsolated: true, isBehind: true }, "isolated"],
  ["a node with an old block is behind", { isBehind: true, hasFailingCheck: true }, "behind"],
  ["a node with a failing check is unhealthy", { hasFailingCheck: true }, "unhealthy"],
  ["a node without its health checks is unchecked", { hasFailingCheck: undefined }, "unchecked"],
  [
    "a node without info and health API is unchecked",
    { isBootstrapped: undefined, hasFailingCheck: undefined },
    "unchecked",
  ],
  ["a node is ok without the info API", { isBootstrapped: undefined }, "ok"],
  ["a node whose connections are unknown has no state", { isIsolated: undefined }, undefined],
  ["a node whose last block is of unknown age has no state", { isBehind: undefined }, undefined],
  [
    "until the health checks have been read, nothing is known",
    { hasFailingCheck: undefined, awaitsChecks: true },
    undefined,
  ],
  ["a node without its health checks is behind", { isBehind: true, hasFailingCheck: undefined }, "behind"],
])("%s", (_title, changes, state) => {
  expect(conditions.nodeState({ ...wellNode, ...changes }).state).toBe(state);
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
  expect(Math.max(...gaps)).toBeLessThan(haltedAfter / 20);
});

const all = { set: 1, block: 1, connections: 1, uptime: 1, requirement: 1, chain: 1 };
const wellValidator = {
  isPresent: true,
  hasEnded: false,
  isActive: undefined,
  isConnected: true,
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
  ["an L1 validator without a balance is inactive", { isActive: false, isConnected: undefined }, "inactive"],
  ["offline needs action first, whatever is left of the budget", { isConnected: false, budget: -1 }, "offline"],
  ["a validator without a budget has lost its reward", { budget: -1, uptime: 0.5 }, "reward_lost"],
  ["a validator whose budget is just used up has not lost its reward yet", { budget: 0, uptime: 0.5 }, "at_risk"],
  ["a validator below its required uptime is at risk", { uptime: 0.89 }, "at_risk"],
  ["a validator with exactly its required uptime is ok", { uptime: 0.9 }, "ok"],
  ["an uptime whose requirement is unknown is no risk", { uptime: 0.5, required: undefined }, "ok"],
  [
    "a problem is shown also while the connection is unknown",
    { isConnected: undefined, isUnrewarded: true },
    "unrewarded",
  ],
])("%s", (_title, changes, state) => {
  expect(conditions.validatorState({ ...wellValidator, ...changes }, all).state).toBe(state);
});

const day = 86_400;
const wellL1 = { activeRatio: 1, quorum: defaultQuorum, hasHaltedChain: false, haltsIn: 7 * day };
test.each<[title: string, changes: Partial<Parameters<typeof conditions.l1Problem>[0]>, state?: string]>([
  ["an L1 whose whole weight is active has no problem", {}],
  ["an L1 with an inactive validator is degraded", { activeRatio: 0.95, haltsIn: undefined }, "degraded"],
  ["an L1 that halts within seven days is at risk", { haltsIn: 7 * day - 1 }, "at_risk"],
  ["an L1 with 80 % of its weight is degraded", { activeRatio: 0.8 }, "degraded"],
  ["an L1 with 79 % of its weight is slow", { activeRatio: 0.79 }, "slow"],
  ["an L1 with 75 % of its weight is slow", { activeRatio: 0.75 }, "slow"],
  ["an L1 with 74 % of its weight has halted", { activeRatio: 0.74, haltsIn: 0 }, "halted"],
  ["an L1 with a halted chain has halted", { hasHaltedChain: true }, "halted"],
  ["without the fee the future is unknown", { haltsIn: undefined }],
])("%s", (_title, changes, state) => {
  expect(conditions.l1Problem({ ...wellL1, ...changes })).toBe(state);
});

test.each<[title: string, connectedRatio: number | undefined, isBehind: boolean | undefined, state?: string]>([
  ["a network whose stake is connected is ok", 0.8, false, "ok"],
  ["a network with 79 % of its stake is slow", 0.79, false, "slow"],
  ["a network with 75 % of its stake is slow", 0.75, false, "slow"],
  ["a network with 74 % of its stake has halted", 0.74, false, "halted"],
  ["a network of which the node sees 40 % has halted", 0.4, false, "halted"],
  ["a network whose chain accepts no block has halted", 0.95, true, "halted"],
  ["a node that is cut off sees nothing of the network", 0.39, true],
  ["without its connections nothing is known", undefined, true],
  ["without the age of a block no network is ok", 0.95, undefined],
])("%s", (_title, connectedRatio, isBehind, state) => {
  const isIsolated = connectedRatio === undefined ? undefined : connectedRatio < 0.75;
  const network = { connectedRatio, quorum: defaultQuorum, isIsolated, isBehind };
  expect(conditions.networkState(network).state).toBe(state);
});

test.each<[validators: number, state: string]>([
  [0, "empty"],
  [1, "ok"],
])("a subnet with %s validators is %s", (validators, state) => {
  expect(conditions.subnetState(validators, false).state).toBe(state);
});

const wellL1Validator = {
  isActive: true,
  isConnected: true,
  hasOwnKey: true,
  runway: 30 * day,
};
test.each<[title: string, changes: Partial<Parameters<typeof conditions.l1ValidatorProblem>[0]>, state?: string]>([
  ["an L1 validator with a balance has no problem", {}],
  ["without a fee it has none", { runway: undefined }],
  ["a balance of less than seven days is low", { runway: 7 * day - 1 }, "low_balance"],
  ["without a balance it is inactive", { isActive: false, isConnected: undefined, runway: undefined }, "inactive"],
  ["without a connection it is offline", { isConnected: false, hasOwnKey: undefined, runway: 1 }, "offline"],
  ["with another BLS key than that of its node it has the wrong key", { hasOwnKey: false, runway: 1 }, "wrong_key"],
  ["one from before the conversion has no balance and no state", { isActive: undefined }],
])("%s", (_title, changes, state) => {
  expect(conditions.l1ValidatorProblem({ ...wellL1Validator, ...changes })).toBe(state);
});

test.each(Object.entries(evidence))("without any one of its inputs, no %s is ok", (entity, needed) => {
  const known = Object.fromEntries(needed.map((input) => [input, false]));
  const of = (changes: object) => judge(entity as "node", undefined, { ...known, ...changes } as never);
  expect(of({}).state).toBe("ok");
  for (const input of needed) expect(of({ [input]: undefined })).toEqual({ state: undefined, missing: [input] });
});

test.each([
  ["5 of 5 samples", "required at least 100.000000%", 1],
  ["18 of 25", "required at least 77.600000%", 0.72],
  ["7 of 11, as five validators with that quorum size print it", "required at least 64.000000%", 0.55],
])("the limit of the engine follows from that of the check: %s", (_title, error, acceptance) => {
  expect(quorumOf({ error, connectedRatio: 0.5 }).acceptance).toBe(acceptance);
});

test("a chain that can be idle has halted after many usual gaps, on Fuji only", () => {
  const ages = ["mainnet", "fuji", "local", undefined].map((network) => maxBlockAge(network, "P"));
  expect(ages).toEqual([300, 25_000, Number.POSITIVE_INFINITY, undefined]);
});

test("each enumeration ends with ok, and each state has a sentence as its meaning", () => {
  const { networkStates, nodeStates, chainStates, validatorStates, subnetStates, l1States, l1ValidatorStates } = states;
  const tables = [networkStates, nodeStates, chainStates, validatorStates, subnetStates, l1States, l1ValidatorStates];
  for (const table of tables) {
    expect(Object.keys(table).at(-1)).toBe("ok");
    for (const { meaning } of Object.values(table)) expect(meaning).toMatch(/\.$/);
  }
});
