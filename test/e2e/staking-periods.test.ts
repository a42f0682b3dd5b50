/** The exporter and a real node on which staking periods last seconds: how they end, with and without a reward. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, checked, startNode } from "./support/avalanche-node.ts";
import type { Watched } from "./support/expected.ts";
import { type Exporter, everySecond, type Page, ready, startExporter } from "./support/exporter.ts";
import { type Follower, follow } from "./support/follow.ts";
import { genesis, nodeIdOf, signerOf } from "./support/identities.ts";
import { identityOf } from "./support/populate.ts";
import { rewardOf } from "./support/rewards.ts";
import { addDelegator, addSubnetValidator, addValidator, createSubnet } from "./support/transactions.ts";
import { openWallet } from "./support/wallet.ts";

const avax = 10n ** 9n;
const stake = { weight: 2_000n * avax, shares: 20_000 };
const seconds = 25n;
const absent = nodeIdOf("absent validator");

let node: AvalancheNode;
let exporter: Exporter;
let follower: Follower;
let watched: Watched;
/** The node itself, which is always connected. */
let self: string;
let txIds: { readonly self: string; readonly absent: string };
let subnetId: string;
/** As soon as all of them validate. */
let first: Page;

beforeAll(async () => {
  node = await startNode({ flags: ["--min-stake-duration=1s"] });
  const wallet = await openWallet(node);
  const { nodeId, signer } = await identityOf(node);
  self = nodeId;
  subnetId = await createSubnet(wallet);
  await addSubnetValidator(wallet, subnetId, genesis.first, 20n, seconds);
  txIds = {
    self: await addValidator(wallet, { ...stake, nodeId: self, signer, seconds }),
    absent: await addValidator(wallet, { ...stake, nodeId: absent, signer: signerOf("absent validator"), seconds }),
  };
  await addDelegator(wallet, { nodeId: self, weight: 1_000n * avax, seconds: 15n });
  await checked(node);
  watched = { nodes: [{ id: self }, { id: absent }], subnets: [{ id: subnetId }], detail: "all" };
  exporter = await startExporter([`--node.url=${node.url}`, ...flagsOf(watched), ...everySecond]);
  await ready(exporter);
  follower = follow(node, exporter, watched);
  first = await follower.page("all validators", ({ value }) => value(ofValidator("delegators", self)) === 1);
});
afterAll(async () => {
  await exporter?.stop();
  await node?.stop();
});

const ofValidator = (metric: string, nodeId: string) =>
  `avax_validator_${metric}{subnet_id="${primaryNetwork}",node_id="${nodeId}"}`;
const laterWith = (series: string, value: number) =>
  follower.page(`${value} for ${series}`, (page) => page.value(series) === value, first);
const nano = (inAvax = Number.NaN) => Math.round(inAvax * 1e9);
const firstNano = (metric: string, nodeId: string) => nano(first.value(ofValidator(metric, nodeId)));

test("each of them has the end of its period and a potential reward", () => {
  for (const nodeId of [self, absent]) {
    const [start, end] = ["start", "end"].map((edge) => first.value(ofValidator(`${edge}_timestamp_seconds`, nodeId)));
    expect(Number(end) - Number(start)).toBeLessThanOrEqual(Number(seconds));
    expect(firstNano("potential_reward_avax", nodeId)).toBeGreaterThan(0);
  }
});

/** Whether the period that the first page has was rewarded, and its reward in nAVAX. */
async function resultOf(nodeId: string) {
  const end = first.value(ofValidator("end_timestamp_seconds", nodeId)) ?? Number.NaN;
  const page = await laterWith(ofValidator("last_period_end_timestamp_seconds", nodeId), end);
  const value = (part: string) => page.value(ofValidator(`last_period_${part}`, nodeId));
  return { rewarded: value("rewarded"), reward: nano(value("reward_avax")) };
}

let accrued: number;
test("a delegation ends: the validator is owed a share of its reward", async () => {
  expect(first.value(ofValidator("delegators", self))).toBe(1);
  const page = await laterWith(ofValidator("delegators", self), 0);
  accrued = nano(page.value(ofValidator("accrued_delegatee_reward_avax", self)));
  expect(accrued).toBeGreaterThan(0);
});

test("the period of a connected validator ends with what the page has promised", async () => {
  await laterWith(ofValidator("present", self), 0);
  const paid = Number(await rewardOf(node, txIds.self));
  expect(paid).toBe(firstNano("potential_reward_avax", self) + accrued);
  expect(await resultOf(self)).toEqual({ rewarded: 1, reward: paid - accrued });
});

test("the period of an absent validator ends without a reward", async () => {
  await laterWith(ofValidator("present", absent), 0);
  expect(await rewardOf(node, txIds.absent)).toBe(0n);
  expect(await resultOf(absent)).toEqual({ rewarded: 0, reward: 0 });
});

test("a subnet's only validator is gone at the end of its period", async () => {
  await laterWith(`avax_validators{subnet_id="${subnetId}"}`, 0);
});

test("no value was another than the node's for long", async () => {
  await expectAgreement(node, exporter, watched);
  const { comparisons, late } = await follower.stop();
  expect(comparisons).toBeGreaterThan(10);
  expect(late).toEqual([]);
});
