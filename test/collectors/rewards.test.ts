import { expect, test } from "vitest";
import {
  rewards,
  rewardTransactionId,
  validatorLastEnd,
  validatorLastReward,
  validatorLastRewarded,
} from "../../src/collectors/rewards.ts";
import { emptyNodeId, primaryNetwork, toCb58 } from "../../src/node-api/ids.ts";
import { identify } from "../../src/simulator/codec/combinators.ts";
import { type PUnsignedTx, pTx } from "../../src/simulator/codec/p-chain.ts";
import {
  type Answers,
  createRuns,
  failedError,
  runOnce,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const idOf = (n: number) => toCb58(Buffer.alloc(32, n));
const [first, second] = [idOf(1), idOf(2)];
const identifyUnsigned = (unsignedTx: PUnsignedTx) => identify(pTx, { unsignedTx, credentials: [] });
const rewardOf = (txID: string) => identifyUnsigned({ type: "RewardValidatorTx", txID });
const cycleRewardOf = (txID: string, end: number) =>
  identifyUnsigned({ type: "RewardAutoRenewedValidatorTx", txID, timestamp: BigInt(end) });

const ordinary = {
  txID: first,
  nodeID: "NodeID-a",
  weight: "2000000000000",
  startTime: "1000",
  endTime: "2000",
  potentialReward: "1500000000",
};
const renewing = { ...ordinary, nextPeriod: "1000", autoCompoundRewardShares: "300000" };
const nextCycle = { ...renewing, startTime: "2000", endTime: "3000", weight: "2000000450000" };
const watchedNode = (id: string) => ({ id: `NodeID-${id}`, alias: "", subnet_ids: [primaryNetwork] });

/** Runs in one session. A run has these entries; statuses are by the ID of the reward transaction, otherwise Unknown. */
function createSession(...watched: readonly string[]) {
  const run = createRuns(rewards, { settings: settings({ watch: { node_ids: watched.map(watchedNode) } }) });
  const asked: string[] = [];
  return {
    asked,
    async next(validators: readonly object[], statuses: Readonly<Record<string, string>> = {}, more: Answers = {}) {
      const { text, ended } = await run({
        "platform.getCurrentValidators": { validators },
        "platform.getTxStatus"(params) {
          const { txID } = params as { txID: string };
          asked.push(txID);
          return { status: statuses[txID] ?? "Unknown" };
        },
        ...more,
      });
      const lines = samplesOf(text, validatorLastRewarded, validatorLastReward, validatorLastEnd);
      return { values: lines.map((line) => line.replace(/^avax_validator_last_period_|\{.*\}/g, "")), ended, lines };
    },
  };
}
const rewarded = ["rewarded 1", "reward_avax 1.5", "end_timestamp_seconds 2000"];
const unrewarded = ["rewarded 0", "reward_avax 0", "end_timestamp_seconds 2000"];

test("a run requests the validators without their delegations", async () => {
  const asked: object[] = [];
  const answers = {
    "platform.getCurrentValidators": (params: unknown) => {
      asked.push(params as object);
      return { validators: [] };
    },
  };
  await runOnce(rewards, answers, { settings: settings({ watch: { node_ids: [watchedNode("a")] } }) });
  expect(asked).toEqual([{ nodeIDs: ["NodeID-a", emptyNodeId] }]);
});

test("the ID of a reward transaction is that of its bytes", () => {
  const end = new Date(1_795_365_663_000);
  expect(rewardTransactionId({ txID: first, end, canRenew: false })).toBe(rewardOf(first));
  expect(rewardTransactionId({ txID: first, end, canRenew: true })).toBe(cycleRewardOf(first, 1_795_365_663));
  expect(rewardTransactionId({ txID: "no ID", end, canRenew: false })).toBeUndefined();
});

test.each([
  ["Committed", rewarded],
  ["Aborted", unrewarded],
  ["Processing", []],
  ["Dropped", []],
  ["Unknown", []],
])("a reward transaction that is %s gives %j for a validator that left", async (status, expected) => {
  const { next } = createSession("a");
  expect((await next([ordinary])).values).toEqual([]);
  expect((await next([], { [rewardOf(first)]: status })).values).toEqual(expected);
});

test("no status is requested during a period, and one per period after it", async () => {
  const { next, asked } = createSession("a", "b");
  const statuses = { [rewardOf(first)]: "Committed" };
  await next([ordinary], statuses);
  await next([ordinary], statuses);
  expect(asked).toEqual([]);
  for (let run = 0; run < 3; run++) expect((await next([], statuses)).values).toEqual(rewarded);
  expect(asked).toEqual([rewardOf(first)]);
});

test("a validator that was not present while the exporter ran has no last period", async () => {
  const { next, asked } = createSession("a");
  expect((await next([])).values).toEqual([]);
  expect((await next([])).values).toEqual([]);
  expect(asked).toEqual([]);
});

test("the status is requested again after a failure, which is a failed run, and while it is unknown", async () => {
  const { next } = createSession("a", "b");
  const other = { ...ordinary, txID: second, nodeID: "NodeID-b" };
  const statuses = { [rewardOf(first)]: "Aborted", [rewardOf(second)]: "Committed" };
  await next([ordinary, other]);
  const failing = await next([], {}, { "platform.getTxStatus": failedError() });
  expect([failing.values, failing.ended.failed.length]).toEqual([[], 1]);
  const unknown = await next([], { [rewardOf(second)]: "Committed" });
  expect([unknown.values, unknown.ended.failed.length]).toEqual([rewarded, 0]);
  const { lines } = await next([], statuses);
  expect(lines.filter((line) => line.includes("period_rewarded"))).toEqual([
    `avax_validator_last_period_rewarded{subnet_id="${primaryNetwork}",node_id="NodeID-a"} 0`,
    `avax_validator_last_period_rewarded{subnet_id="${primaryNetwork}",node_id="NodeID-b"} 1`,
  ]);
});

test("a node that does not have the method leaves the values absent", async () => {
  const { next } = createSession("a");
  await next([ordinary]);
  const { values, ended } = await next([], {}, { "platform.getTxStatus": unavailableError("method_unknown") });
  expect([values, ended.failed, ended.unavailable.length]).toEqual([[], [], 1]);
});

test("a validator that stakes again keeps the result of the previous period until the new one ends", async () => {
  const { next } = createSession("a");
  const again = { ...ordinary, txID: second, startTime: "2100", endTime: "4000" };
  await next([ordinary]);
  expect((await next([again], { [rewardOf(first)]: "Committed" })).values).toEqual(rewarded);
  expect((await next([again])).values).toEqual(rewarded);
  expect((await next([])).values).toEqual([]);
});

test("an auto-renewing validator has a reward transaction per period", async () => {
  const { next, asked } = createSession("a");
  const statuses = { [cycleRewardOf(first, 2000)]: "Committed", [cycleRewardOf(first, 3000)]: "Aborted" };
  await next([renewing], statuses);
  expect((await next([nextCycle], statuses)).values).toEqual(rewarded);
  expect((await next([], statuses)).values).toEqual(["rewarded 0", "reward_avax 0", "end_timestamp_seconds 3000"]);
  expect(asked).toEqual([cycleRewardOf(first, 2000), cycleRewardOf(first, 3000)]);
});

test("if periods of an auto-renewing validator passed between two runs, the last one is unknown", async () => {
  const { next, asked } = createSession("a");
  await next([renewing]);
  expect((await next([{ ...nextCycle, startTime: "5000", endTime: "6000" }])).values).toEqual([]);
  expect(asked).toEqual([]);
});

test("a period that appears again, as reported by a node that lags behind, has not ended", async () => {
  const { next, asked } = createSession("a");
  await next([ordinary]);
  await next([]);
  await next([ordinary], { [rewardOf(first)]: "Committed" });
  expect(asked).toEqual([rewardOf(first)]);
  expect((await next([], { [rewardOf(first)]: "Committed" })).values).toEqual(rewarded);
});

test("an earlier period of an auto-renewing validator, as reported by a node that lags behind, changes nothing", async () => {
  const { next } = createSession("a");
  await next([renewing]);
  await next([nextCycle], { [cycleRewardOf(first, 2000)]: "Committed" });
  expect((await next([renewing])).values).toEqual(rewarded);
  expect((await next([nextCycle])).values).toEqual(rewarded);
});
