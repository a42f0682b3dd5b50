import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import type { Collector } from "../../src/collectors/collector.ts";
import { rewards } from "../../src/collectors/rewards.ts";
import { contract, type Params } from "../../src/node-api/contract.ts";
import { primaryChains, primaryNetwork } from "../../src/node-api/ids.ts";
import { managerFunctions } from "../../src/protocol/validator-manager.ts";
import { exampleResults } from "../support/example-results.ts";
import { type Answers, createRuns, samples as samplesOf, settings } from "../support/run-collector.ts";

const l1 = "hW8Ma7dLMA7o4xmJf3AXBbo17bXzE7xnThUd3ypM4VAWo1sNJ";
const elastic = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const blockchain = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";
const address = "avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5";

const example = exampleResults["platform.getCurrentValidators"].validators.find(
  ({ delegatorCount }) => delegatorCount !== "0",
);
if (!example) throw new Error("no recorded validator has a delegator");
const watched = example.nodeID;
const renewal = { nextPeriod: "2592000", autoCompoundRewardShares: "300000" };
const delegators = [{ weight: "25000000000", endTime: "1751000000" }];
const samples = { validators: [{ ...example, ...renewal, delegators }] };
/** The validators of the previous run, in their previous staking period. */
const earlier = samples.validators.map((each) => ({ ...each, startTime: "1733097600", endTime: each.startTime }));
const another = { ...samples.validators[0], nodeID: "NodeID-4ebhJthuQpEuiRAGJvg7FJg13GRXfnXEZ" };
const member = { txID: "tx", startTime: "1735689600", endTime: "1767225600", weight: "20", nodeID: watched };
const l1Validator = {
  nodeID: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
  weight: "30",
  startTime: "1734034648",
  validationID: "2wTscvX3JUsMbZHFRd9t8Ywz2q9j2BmETg8cTvgUHgawjbSvZX",
  minNonce: "6",
  balance: "8780477952",
};
const inactive = { ...l1Validator, nodeID: another.nodeID, validationID: "validation-2", balance: "0" };

const noConversion = { conversionID: primaryNetwork, managerChainID: primaryNetwork, managerAddress: null };

const consensus = { lastAcceptedHeight: 18, processingBlocks: 1, longestProcessingBlock: "1.5s" };
const networking = { percentConnected: 0.99, disconnectedValidators: [another.nodeID] };
const ran = { timestamp: "2026-11-21T05:51:48Z", duration: 1 };
const checks = {
  P: { message: { engine: { consensus }, networking }, ...ran },
  [blockchain]: { message: { engine: { consensus }, networking }, error: "block processing too long", ...ran },
  network: { message: { connectedPeers: 7 }, ...ran },
  diskspace: { message: { availableDiskBytes: 812_345_678_848, availableDiskPercentage: 41 }, ...ran },
};

const words = (...values: readonly number[]) =>
  `0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`;
const { churnTracker, owner } = managerFunctions;
const managerResults: Readonly<Record<string, string>> = {
  [churnTracker.selector]: words(3600, 20, 1_795_600_000, 70, 90, 7),
  [owner.selector]: words(7),
};

/** Header of the C-Chain after Helicon. */
const asynchronousHeader = JSON.parse(
  readFileSync(join(import.meta.dirname, "../fixtures/c-chain-after-helicon/header.json"), "utf8"),
);

/** Responses for a primary network, an L1 and an elastic subnet; all others are the contract's examples. */
const answers: Answers = {
  "platform.getCurrentValidators"(params) {
    const { subnetID, nodeIDs } = params as Params<"platform.getCurrentValidators">;
    const all =
      subnetID === l1
        ? [member, { ...member, nodeID: another.nodeID }, l1Validator, inactive]
        : [...samples.validators, another];
    return { validators: nodeIDs ? all.filter(({ nodeID }) => nodeIDs.includes(nodeID)) : all };
  },
  "platform.getSubnet"(params) {
    const exampleResult = exampleResults["platform.getSubnet"];
    const { subnetID } = params as Params<"platform.getSubnet">;
    return subnetID === l1
      ? { ...exampleResult, managerChainID: blockchain }
      : { ...exampleResult, ...noConversion, subnetTransformationTxID: "transformation" };
  },
  "eth.call"(params) {
    const { data } = (params as Params<"eth.call">).transaction;
    return managerResults[data];
  },
  "eth.getHeaderByNumber": asynchronousHeader,
  "platform.getTxStatus": { status: "Committed" },
  "health.health": { checks, healthy: false },
  "info.getBlockchainID": (params) => ({
    blockchainID: `chain-${(params as Params<"info.getBlockchainID">).alias}`,
  }),
};

async function textOf(collector: Collector, limit?: number) {
  const run = createRuns(collector, {
    ...(limit !== undefined && { limit }),
    chains: [
      ...primaryChains.map((chain) => ({ chain, subnet_id: primaryNetwork, alias: "" })),
      { chain: blockchain, subnet_id: l1, alias: "our L1" },
    ],
    settings: settings({
      watch: {
        node_ids: [{ id: watched, alias: "ours", subnet_ids: [primaryNetwork, blockchain] }],
        subnet_ids: [
          { id: l1, alias: "our L1" },
          { id: elastic, alias: "" },
        ],
        validation_ids: [
          { id: contract["platform.getL1Validator"].exampleParams.validationID, alias: "our validation" },
        ],
        blockchain_ids: [{ id: blockchain, alias: "our chain" }],
        addresses: [
          { id: `P-${address}`, alias: "our owner" },
          { id: `X-${address}`, alias: "" },
        ],
        evm_addresses: [{ id: contract["eth.getBalance"].exampleParams.address, chain: "C", alias: "our relayer" }],
      },
      validators: { detail: "all" },
    }),
  });
  if (collector === rewards) await run({ ...answers, "platform.getCurrentValidators": { validators: earlier } });
  return (await run(answers)).text;
}

/** Collectors with few samples, each of which their own test has. */
const small = ["addresses", "epochs", "exports", "peers", "rewards", "upgrades"];

test.each(
  collectors.filter(({ name }) => !small.includes(name)).map((collector) => [collector.name, collector] as const),
)("the samples of %s for these responses match its golden file", async (name, collector) => {
  const lines = samplesOf(await textOf(collector)).map((line) => `${line}\n`);
  await expect(lines.join("")).toMatchFileSnapshot(`golden/${name}.prom`);
});

test.each(collectors.map((collector) => [collector.name, collector] as const))(
  "under a lower limit %s exports a part of these samples, each series once",
  async (_name, collector) => {
    const all = samplesOf(await textOf(collector));
    const part = samplesOf(await textOf(collector, all.length - 1));
    expect(part.filter((line) => !all.includes(line))).toEqual([]);
    expect(new Set(part).size).toBe(part.length);
  },
);

test.each([
  "watched-validators",
  "rewards",
  "subnets",
  "l1-validators",
  "l1-uptimes",
  "addresses",
  "exports",
  "validator-manager",
])("while nothing is watched %s has nothing to do", (name) => {
  const found = collectors.filter((one) => one.name === name);
  expect(found.map(({ configure }) => configure(settings()))).toEqual([undefined]);
});
