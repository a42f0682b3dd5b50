import { expect, test } from "vitest";
import * as m from "../../src/collectors/epochs.ts";
import { epochs } from "../../src/collectors/epochs.ts";
import { emptyNodeId, primaryNetwork } from "../../src/node-api/ids.ts";
import { exampleResults } from "../support/example-results.ts";
import {
  type Answers,
  createRuns,
  failedError,
  named,
  runOnce,
  samples,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const metrics = [m.epochStart, m.epochHeight];
const chains = [
  { chain: "C", subnet_id: primaryNetwork, alias: "" },
  { chain: "ours", subnet_id: "l1", alias: "our L1" },
  { chain: "unknown", subnet_id: "", alias: "" },
];
const epoch = (number: number, pChainHeight: number, startTime = 100 * number) => ({
  number: String(number),
  startTime: String(startTime),
  pChainHeight: String(pChainHeight),
});
const weights = { "NodeID-1": { publicKey: "0x", weight: "60" }, [emptyNodeId]: { publicKey: null, weight: "40" } };
const answers: Answers = {
  "proposervm.getCurrentEpoch": (_params, chain) => (chain === "C" ? epoch(9, 120) : epoch(5, 96)),
  "platform.getValidatorsAt": weights,
  "info.peers": { numPeers: "1", peers: [] },
};
const tracked = settings({ watch: { subnet_ids: named("l1") } });
const onC = `{chain="C",subnet_id="${primaryNetwork}"}`;
const onL1 = '{chain="ours",subnet_id="l1",alias="our L1"}';

const heights: Answers = {
  ...answers,
  "proposervm.getCurrentEpoch": (_params, chain) => (chain === "P" ? epoch(9, 130) : epoch(5, 96)),
};
const run = (given: Answers) => runOnce(epochs, given, { chains, settings: tracked });
/** Runs the collector twice. Returns the parameters of the calls of a method. */
async function paramsOf(method: "platform.getValidatorsAt" | "info.peers", given = weights as object) {
  const asked: unknown[] = [];
  const answer = method === "info.peers" ? answers[method] : given;
  const recording = {
    ...heights,
    "platform.getValidatorsAt": given,
    [method](params: unknown) {
      asked.push(params);
      return answer;
    },
  };
  const next = createRuns(epochs, { chains, settings: tracked });
  for (let runs = 0; runs < 2; runs++) await next(recording as Answers);
  return asked;
}

test("each chain has its epoch", async () => {
  const { text } = await run(answers);
  expect(samplesOf(text, ...metrics).toSorted()).toEqual([
    `avax_chain_epoch_p_chain_height${onC} 120`,
    `avax_chain_epoch_p_chain_height${onL1} 96`,
    `avax_chain_epoch_start_timestamp_seconds${onC} 900`,
    `avax_chain_epoch_start_timestamp_seconds${onL1} 500`,
  ]);
});

test("the validators of an L1 are read once at the epoch of its chain, and once at that of the P-Chain", async () => {
  expect(await paramsOf("platform.getValidatorsAt")).toEqual([
    { subnetID: "l1", height: "96" },
    { subnetID: "l1", height: "130" },
  ]);
});

test("the connections of active validators are read in each run, for at most 500 of them", async () => {
  expect(await paramsOf("info.peers")).toEqual([{ nodeIDs: ["NodeID-1"] }, { nodeIDs: ["NodeID-1"] }]);
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`NodeID-${n}`, weights["NodeID-1"]]));
  expect((await paramsOf("info.peers", many)).map((one) => (one as { nodeIDs: object }).nodeIDs)).toEqual(
    Array(2).fill(Object.keys(many).slice(0, 500)),
  );
  expect(await paramsOf("info.peers", { [emptyNodeId]: weights[emptyNodeId] })).toEqual([]);
});

/** Runs the collector for blocks of the chain `ours`. Returns the P-Chain heights of the sets that bound that of each block. */
async function boundsOf(isWatched: boolean, ...heights: readonly bigint[]) {
  let proposed = 100;
  const given = { ...answers, "proposervm.getProposedHeight": () => ({ height: String(proposed++) }) };
  const chain = { chain: "ours", subnet_id: "l1", alias: "" };
  const next = createRuns(epochs, { chains: [chain], ...(isWatched && { settings: tracked }) });
  const found = [];
  for (const height of heights) {
    Object.assign(chain, { height });
    const [one] = (await next(given as Answers)).of(m.signers);
    found.push([one?.value.in.height, one?.value.proposed?.height]);
  }
  return found;
}
test("the height that a chain proposes is read once per block; if no L1 is watched, when the block is the last one in two runs", async () => {
  const [first, second] = [
    [96n, 100n],
    [96n, 101n],
  ];
  expect(await boundsOf(true, 7n, 7n, 8n, 8n)).toEqual([first, first, second, second]);
  expect(await boundsOf(false, 7n, 7n, 8n, 8n)).toEqual([first, first, [96n, undefined], second]);
});

test("a connected validator that does not track the subnet is not online", async () => {
  const [example] = JSON.parse(JSON.stringify(exampleResults["info.peers"])).peers;
  const of = async (trackedSubnets: readonly string[]) => {
    const peers = { numPeers: "1", peers: [{ ...example, nodeID: "NodeID-1", trackedSubnets }] };
    const [one] = (await run({ ...answers, "info.peers": peers })).of(m.signers);
    return [one?.value.online.has("NodeID-1"), one?.value.untracked.has("NodeID-1")];
  };
  expect([await of(["l1"]), await of([])]).toEqual([
    [true, false],
    [false, true],
  ]);
});

test("before Granite there is no epoch, and the first epoch of a chain has no start", async () => {
  const before = await run({ ...answers, "proposervm.getCurrentEpoch": epoch(0, 0) });
  expect(samples(before.text)).toEqual([]);
  const first = await run({ ...answers, "proposervm.getCurrentEpoch": epoch(1, 0, 0) });
  expect(first.text).not.toContain("avax_chain_epoch_start");
  expect(first.text).toContain(`avax_chain_epoch_p_chain_height${onL1} 0`);
});

test("validators that cannot be read fail the run, and the epoch is exported", async () => {
  const { ended, text } = await run({ ...answers, "platform.getValidatorsAt": failedError() });
  expect([ended.failed.length, text.includes(`avax_chain_epoch_p_chain_height${onL1} 96`)]).toEqual([1, true]);
});

test.each(["api_off", "method_unknown", "bootstrapping"] as const)("an API that is %s is a state", async (reason) => {
  const { ended, text } = await run({ "proposervm.getCurrentEpoch": unavailableError(reason) });
  expect([ended.failed, ended.unavailable.length, samples(text)]).toEqual([[], 4, []]);
});
