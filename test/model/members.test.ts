/** States of validators of subnets and L1s, from the samples of a node. */
import { expect, test } from "vitest";
import { type Sample, sample } from "../../src/exposition/sample.ts";
import * as chains from "../../src/metrics/chains.ts";
import * as l1 from "../../src/metrics/l1.ts";
import * as m from "../../src/metrics/states.ts";
import * as validators from "../../src/metrics/validators.ts";
import { modelOf } from "../../src/model/model.ts";
import { stateSamples } from "../../src/model/state-samples.ts";

const now = 1_790_000_000;
const day = 86_400;
const at = (time: number) => new Date(1000 * time);
const primary = "11111111111111111111111111111111LpoYY";
const own = "NodeID-own";
const chain = { chain: "chain-1", blockchain_id: "chain-1", subnet_id: "subnet-1", alias: "" };
const labels = { subnet_id: "subnet-1", node_id: "NodeID-A", alias: "tokyo" };
const member = { ...labels, validation_id: "validation-1" };

type Given = readonly (Sample | undefined)[];
const runsChain = sample(chains.chainConnectedWeight, 0.9, chain);
const disconnected = (node_id = "NodeID-A") =>
  sample(chains.chainValidatorDisconnected, true, { ...chain, node_id, alias: "" });
const isolated = sample(chains.chainConnectedWeight, 0.5, {
  chain: "P",
  blockchain_id: "P",
  subnet_id: primary,
  alias: "",
});
const present = (is = true, of = labels) => sample(validators.validatorPresent, is, of);
const ofMember = (balance = 10n ** 9n, of = member): Given => [
  sample(l1.l1Weight, 20n, of),
  sample(l1.l1Active, balance > 0n, of),
  sample(l1.l1Balance, balance, of),
];

/** Returns the states with value 1 of a state set, and those that have no series. */
function statesOf(metric: typeof m.validatorState | typeof m.l1ValidatorState, all: readonly string[], given: Given) {
  const samples = given.filter((one) => one !== undefined);
  const model = modelOf((of) => samples.filter((one) => one.metric === of), {
    ...{ isReachable: true, awaitsChecks: false, network: "mainnet", nodeId: own, now },
  });
  const set = stateSamples(model).filter((one) => one.metric === metric);
  const state = set.filter(({ value }) => value === 1).map(({ labels }) => labels?.["state"]);
  return { state, absent: all.filter((one) => !set.some(({ labels }) => labels?.["state"] === one)) };
}
const ofValidator = (...given: Given) => statesOf(m.validatorState, ["offline", "inactive"], given);
const ofL1Validator = (...given: Given) => statesOf(m.l1ValidatorState, ["offline", "wrong_key"], given);

test.each<[title: string, given: Given, state: string, absent: readonly string[]]>([
  [
    "of a chain that the node runs, and is connected to, is ok",
    [runsChain, disconnected("NodeID-B")],
    "ok",
    ["inactive"],
  ],
  [
    "of a chain that the node runs, without a connection, is offline",
    [runsChain, disconnected()],
    "offline",
    ["inactive"],
  ],
  ["of a chain that the node does not run is ok, and offline is unknown", [], "ok", ["offline", "inactive"]],
  ["is unknown to an isolated node", [runsChain, disconnected(), isolated], "", ["offline", "inactive"]],
])("a validator of a permissioned subnet %s", (_title, given, state, absent) => {
  expect(ofValidator(present(), ...given)).toEqual({ state: state === "" ? [] : [state], absent });
});

test.each<[title: string, given: Given, state: string, absent: readonly string[]]>([
  ["with a connection is ok", [...ofMember(), runsChain], "ok", ["wrong_key"]],
  ["without a connection is offline", [...ofMember(), runsChain, disconnected()], "offline", ["wrong_key"]],
  ["whose chain the node does not run is ok, and offline is unknown", ofMember(), "ok", ["offline", "wrong_key"]],
  [
    "that is inactive is not offline",
    [...ofMember(0n), runsChain, disconnected()],
    "inactive",
    ["offline", "wrong_key"],
  ],
  [
    "is not offline for an isolated node",
    [...ofMember(), runsChain, disconnected(), isolated],
    "ok",
    ["offline", "wrong_key"],
  ],
])("a watched L1 validator %s", (_title, given, state, absent) => {
  expect(ofL1Validator(present(), ...given)).toEqual({ state: [state], absent });
});

const ownMember = { ...member, node_id: own };
test.each<[title: string, given: Given, state: string, absent: readonly string[]]>([
  ["with the registered BLS key is ok", [sample(l1.l1BlsKeyMatches, true, ownMember), runsChain], "ok", []],
  [
    "with another BLS key has the wrong key",
    [sample(l1.l1BlsKeyMatches, false, ownMember), runsChain],
    "wrong_key",
    [],
  ],
  ["that is isolated is offline", [runsChain, isolated], "offline", ["wrong_key"]],
])("the L1 validator of the node itself %s", (_title, given, state, absent) => {
  expect(ofL1Validator(...ofMember(10n ** 9n, ownMember), ...given)).toEqual({ state: [state], absent });
});

test("an L1 validator without a balance is inactive in both state sets", () => {
  expect(ofValidator(present(), runsChain, ...ofMember(0n))).toEqual({ state: ["inactive"], absent: ["offline"] });
});

const start = sample(validators.validatorStart, at(now - day), labels);
const end = (time: number) => sample(validators.validatorEnd, at(time), labels);
test.each<[title: string, given: Given, state: string]>([
  ["has been seen and whose period has no end is missing", [start], "missing"],
  ["has been seen and whose period has not ended is missing", [start, end(now + day)], "missing"],
  ["has been seen and whose period has ended is absent", [start, end(now - 1)], "absent"],
  ["has never been seen is absent", [], "absent"],
])("a validator that is not in the set and %s", (_title, given, state) => {
  expect(ofValidator(present(false), ...given).state).toEqual([state]);
});
