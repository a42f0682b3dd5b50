import { expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import { delegations } from "../../src/collectors/delegations.ts";
import {
  validatorNextDelegation,
  validatorNextDelegationEnd,
  validatorPotentialDelegateeReward,
} from "../../src/metrics/validators.ts";
import { failedError, runOnce, samplesOf, settings } from "../support/run-collector.ts";

const watchedNode = (id: string) => ({ id: `NodeID-${id}`, alias: "", subnet_ids: [primaryNetwork] });
const validatorWith = (nodeID: string, delegators?: readonly object[]) => ({
  txID: "tx",
  nodeID,
  weight: "7",
  startTime: "1000",
  endTime: "9000",
  delegationFee: "2.0000",
  ...(delegators && { delegators }),
});
const delegation = (endTime: string, weight: string, potentialReward = "100") => ({
  ...{ txID: "d", startTime: "1000", endTime, weight, potentialReward },
});

async function run(entryOf: (nodeID: string) => object, ...watched: readonly string[]) {
  const asked: object[] = [];
  const answers = {
    "platform.getCurrentValidators": (params: unknown) => {
      asked.push(params as object);
      const [nodeID = ""] = (params as { nodeIDs: readonly string[] }).nodeIDs;
      return entryOf(nodeID);
    },
  };
  const watch = { node_ids: watched.map(watchedNode) };
  const { text, ended } = await runOnce(delegations, answers, { settings: settings({ watch }) });
  return {
    asked,
    ended,
    lines: samplesOf(text, validatorPotentialDelegateeReward, validatorNextDelegationEnd, validatorNextDelegation).map(
      (line) => line.replace(`subnet_id="${primaryNetwork}",`, ""),
    ),
  };
}

test("without watched validators the collector has nothing to do", () => {
  expect(delegations.configure(settings())).toBeUndefined();
});

test("each validator is requested individually, because the node lists delegations only then", async () => {
  const { asked } = await run((nodeID) => ({ validators: [validatorWith(nodeID, [])] }), "a", "b");
  expect(asked).toEqual([{ nodeIDs: ["NodeID-a"] }, { nodeIDs: ["NodeID-b"] }]);
});

test("the delegation that ends next is exported with its stake, together with others that end at that time", async () => {
  const delegators = [delegation("5000", "1"), delegation("4000", "25000000000"), delegation("4000", "30000000000")];
  const { lines } = await run((nodeID) => ({ validators: [validatorWith(nodeID, delegators)] }), "a");
  expect(lines).toEqual([
    'avax_validator_potential_delegatee_reward_avax{node_id="NodeID-a"} 0.000000006',
    'avax_validator_next_delegation_end_timestamp_seconds{node_id="NodeID-a"} 4000',
    'avax_validator_next_delegation_avax{node_id="NodeID-a"} 55',
  ]);
});

const reward = 'avax_validator_potential_delegatee_reward_avax{node_id="NodeID-a"}';
test.each([
  ["of the rewards, each rounded up", [delegation("5000", "1", "101"), delegation("6000", "1", "1001")], "0.000000024"],
  ["of no delegations is 0", [], "0"],
])("the part of the validator %s", async (_case, delegators, value) => {
  const { lines } = await run((nodeID) => ({ validators: [validatorWith(nodeID, delegators)] }), "a");
  expect(lines[0]).toBe(`${reward} ${value}`);
});

test.each([
  ["a reward", [{ ...validatorWith("NodeID-a", [{ endTime: "5000", weight: "1" }]) }]],
  ["the fee", [{ ...validatorWith("NodeID-a", [delegation("5000", "1")]), delegationFee: undefined }]],
])("without %s the part of the validator is unknown", async (_case, validators) => {
  const { lines } = await run(() => ({ validators }), "a");
  expect(lines.map((line) => line.split("{")[0])).toEqual([
    "avax_validator_next_delegation_end_timestamp_seconds",
    "avax_validator_next_delegation_avax",
  ]);
});

test.each([
  ["delegations that the node does not list", [validatorWith("NodeID-a")]],
  ["another validator in the response", [validatorWith("NodeID-other", [delegation("4000", "1")])]],
  ["a validator that has left", []],
])("%s: nothing is exported", async (_case, validators) => {
  const { lines, ended } = await run(() => ({ validators }), "a");
  expect([lines, ended.failed]).toEqual([[], []]);
});

test("a failure concerns one validator only", async () => {
  const { lines, ended } = await run(
    (nodeID) =>
      nodeID === "NodeID-a" ? failedError() : { validators: [validatorWith(nodeID, [delegation("4000", "1")])] },
    "a",
    "b",
  );
  expect([lines.length, ended.failed.length]).toEqual([3, 1]);
});
