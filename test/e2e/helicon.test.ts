/** The exporter and real nodes: Helicon activates, periods of seconds begin, renew and end. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { scaled } from "../support/limits.ts";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, checked } from "./support/avalanche-node.ts";
import { differences, expectedSeries, none, type Watched } from "./support/expected.ts";
import { type Exporter, everySecond, type Page, ready, runOnce, startExporter, statusOf } from "./support/exporter.ts";
import { type Follower, follow } from "./support/follow.ts";
import { genesis, nodeIdOf, signerOf } from "./support/identities.ts";
import { startNetwork } from "./support/network.ts";
import { ownNetwork } from "./support/own-network.ts";
import { type Identity, identityOf, l1Validator, type Populated, populatePChain } from "./support/populate.ts";
import { eventually } from "./support/programs.ts";
import { rewardOf } from "./support/rewards.ts";
import {
  addDelegator,
  addRenewedValidator,
  addValidator,
  configureRenewal,
  createL1,
  registerL1Validator,
  setL1ValidatorWeight,
  topUp,
  transfer,
} from "./support/transactions.ts";
import { openWallet, type Wallet } from "./support/wallet.ts";
import { type L1, registration, weightChange } from "./support/warp.ts";

const avax = 10n ** 9n;
const weight = 2_000n * avax;
const shares = 20_000;
const compound = 500_000;
/** From the last transaction before Helicon to the end of a balance. */
const shortSeconds = 30n;
/** Seconds until Helicon: until then five nodes start, a validator stakes, and the command `once` runs. */
const heliconIn = BigInt(Math.ceil(scaled(40_000) / 1000));
/** A cycle in which all validators stake, and the test of the L1 ends. Transactions take a second each, more on a busy machine. */
const renewalSeconds = 60n;

/** Each has a node, which joins the network before its period begins. */
const online = ["before", "after", "delegated", "renewed"] as const;
/** These have none. */
const offline = ["unrewarded", "lapsed"] as const;
const names = [...online, ...offline] as const;
type Name = (typeof names)[number];
/** A validator without a node. */
const named = (name: string): Identity => ({ nodeId: nodeIdOf(name), signer: signerOf(name) });

let network: Awaited<ReturnType<typeof startNetwork>>;
/** The only validator of the genesis, whose stake decides. */
let host: AvalancheNode;
let joined: readonly AvalancheNode[] = [];
let identities: ReadonlyMap<Name, Identity>;
let wallet: Wallet;
let state: Populated;
/** With one validator, whose signature is that of the L1. */
let l1: L1;
let watched: Watched;
let exporter: Exporter;
let follower: Follower;
let tooEarly: unknown;
/** The page of the command `once` before Helicon, and what it must hold. */
let early: { readonly page: Page; readonly expected: ReadonlyMap<string, number> };
/** As soon as all of them validate. */
let first: Page;
const txIds: Partial<Record<Name, string>> = {};

const identity = (name: Name) => identities.get(name) as Identity;
const idOf = (name: Name) => identity(name).nodeId;
const stake = (name: Name, seconds: bigint) => addValidator(wallet, { ...identity(name), weight, shares, seconds });
const stakePermanently = (name: Name) =>
  addRenewedValidator(wallet, { ...identity(name), weight, shares, compound, seconds: renewalSeconds });
const found = (name: string): Promise<L1> => createL1(wallet, [l1Validator(name, 100n, avax)]);
const p = (method: string, params = {}) => host.ask("/ext/bc/P", method, params);
const currentOf = async (name: Name) =>
  (await p("platform.getCurrentValidators", { nodeIDs: [idOf(name)] })).validators[0];
/** Seconds until Helicon, as of the last block. */
const untilHelicon = ({ value }: Page) =>
  (value('avax_upgrade_timestamp_seconds{upgrade="helicon"}') ?? Number.NaN) -
  (value("avax_pchain_timestamp_seconds") ?? Number.NaN);

beforeAll(async () => {
  const flags = [...(await ownNetwork(Date.now() + 1000 * Number(heliconIn), 1)), "--proposervm-use-current-height"];
  network = await startNetwork({ count: 1, flags });
  [host] = network.validators as [AvalancheNode];
  joined = await Promise.all(online.map(() => network.join()));
  const ofJoined = await Promise.all(joined.map(identityOf));
  identities = new Map<Name, Identity>([
    ...online.map((name, i) => [name, ofJoined[i] as Identity] as const),
    ...offline.map((name) => [name, named(name)] as const),
  ]);
  wallet = await openWallet(host);
  txIds.before = await stake("before", heliconIn + 70n);
  tooEarly = await stakePermanently("renewed").catch((error: Error) => error.message);
  const one = { nodes: [{ id: idOf("before") }] };
  await checked(host);
  early = {
    page: await runOnce([`--node.url=${host.url}`, ...flagsOf(one)]),
    expected: await expectedSeries(host, one),
  };
  l1 = await found("founder");
  state = await populatePChain(host, shortSeconds, { self: named("self"), legacy: genesis.first });
  const { permissioned, primary, addresses } = state;
  watched = {
    nodes: [...names.map((name) => ({ id: idOf(name) })), { id: primary.self }],
    subnets: [permissioned, l1, state.l1].map(({ subnetId: id }) => ({ id })),
    validationIds: [state.l1.healthy.validationId],
    addresses: [addresses.p, addresses.payer],
    detail: "all",
  };
  exporter = await startExporter([`--node.url=${host.url}`, ...flagsOf(watched), ...everySecond]);
  await ready(exporter);
  follower = follow(host, exporter, watched);
});
afterAll(async () => {
  await Promise.all([exporter, ...joined, ...(network?.validators ?? [])].map((one) => one?.stop()));
});

const ofName = (metric: string, name: Name) =>
  `avax_validator_${metric}{subnet_id="${primaryNetwork}",node_id="${idOf(name)}"}`;
const firstWith = (metric: string, name: Name, value: number) =>
  follower.page(`${metric} ${value} of ${name}`, (page) => page.value(ofName(metric, name)) === value);
/** Whether the period that ended then was rewarded, and its reward. */
async function resultOf(name: Name, end: number) {
  const page = await firstWith("last_period_end_timestamp_seconds", name, end);
  return ["rewarded", "reward_avax"].map((part) => page.value(ofName(`last_period_${part}`, name)));
}
const firstEnd = (name: Name) => first.value(ofName("end_timestamp_seconds", name)) ?? Number.NaN;
const nano = (inAvax = Number.NaN) => Math.round(inAvax * 1e9);

test("once prints the values of the P-Chain before Helicon", () => {
  expect(differences(early.page, early.expected)).toEqual(none);
  expect(untilHelicon(early.page)).toBeGreaterThan(0);
});

test("before Helicon no validator can renew itself, and 80 % uptime is required", async () => {
  expect(tooEarly).toMatch(/Helicon/);
  const page = await firstWith("present", "before", 1);
  expect(page.value(ofName("uptime_required_ratio", "before"))).toBe(0.8);
});

test("a period that begins after Helicon requires 90 % uptime", async () => {
  const { heliconTime } = await host.ask("/ext/info", "info.upgrades");
  await eventually("Helicon", async () => Date.now() > Date.parse(heliconTime) || undefined);
  txIds.renewed = await stakePermanently("renewed");
  txIds.lapsed = await stakePermanently("lapsed");
  txIds.after = await stake("after", 50n);
  txIds.unrewarded = await stake("unrewarded", 50n);
  txIds.delegated = await stake("delegated", 70n);
  await addDelegator(wallet, { nodeId: idOf("delegated"), weight: 25n * avax, seconds: 40n });
  first = await firstWith("delegators", "delegated", 1);
  const required = names.map((name) => first.value(ofName("uptime_required_ratio", name)));
  expect(required).toEqual([0.8, 0.9, 0.9, 0.9, 0.9, 0.9]);
});

type ValidatorStatus = Awaited<ReturnType<typeof statusOf>>["validators"][number];
/** The status of a validator as soon as it satisfies a condition. */
const statusWith = (name: Name, satisfies: (status: ValidatorStatus) => boolean) =>
  eventually(`the status of ${name}`, async () => {
    const { validators } = await statusOf(exporter.url);
    return validators.find((status) => status.node_id === idOf(name) && satisfies(status));
  });

test("a renewing validator that was offline for too long is leaving before its cycle ends", async () => {
  const { state, auto_renew } = await statusWith("lapsed", ({ offline_budget_seconds: budget }) => (budget ?? 0) < 0);
  expect({ state, auto_renew }).toEqual({ state: "leaving", auto_renew: false });
  await follower.page("the time left", ({ value }) => (value(ofName("time_left_seconds", "lapsed")) ?? 0) > 0);
});

test("a renewing validator that is online is ok", async () => {
  const { state, auto_renew } = await statusWith("renewed", ({ state }) => state === "ok");
  const page = await exporter.page();
  expect({ state, auto_renew }).toEqual({ state: "ok", auto_renew: true });
  expect(page.value(ofName("time_left_seconds", "renewed"))).toBeUndefined();
});

test("once prints the values of the P-Chain after Helicon", async () => {
  const page = () => runOnce([`--node.url=${host.url}`, ...flagsOf(watched)]);
  await expectAgreement(host, { page }, watched);
  expect(untilHelicon(await page())).toBeLessThanOrEqual(0);
});

/** Waits until the P-Chain verifies messages of the L1 with these validators: with those of its epoch, which a block ends. */
const epochWith = (...names: readonly string[]) =>
  eventually(`an epoch with ${names}`, async () => {
    await transfer(wallet, wallet.output(1n, new Uint8Array(20)));
    const { pChainHeight: height } = await host.ask("/ext/bc/P/proposervm", "proposervm.getCurrentEpoch");
    const ids = Object.keys(await p("platform.getValidatorsAt", { height, subnetID: l1.subnetId }));
    return names.every((name) => ids.includes(nodeIdOf(name))) || undefined;
  });

test("an L1 registers a validator, gives it another weight and removes it", async () => {
  const { timestamp } = await p("platform.getTimestamp");
  const expiry = BigInt(Date.parse(timestamp) / 1000) + 3_600n;
  const registered = named("registered");
  const { message, validationId } = registration(l1, { ...registered, weight: 7n, expiry }, ["founder"]);
  async function weighing(nonce: bigint, weight: bigint) {
    await epochWith("founder", "registered");
    await setL1ValidatorWeight(wallet, weightChange(l1, { validationId, nonce, weight }, ["founder", "registered"]));
  }
  await epochWith("founder");
  const steps = [
    () => registerL1Validator(wallet, message, registered.signer.signature, avax),
    () => weighing(0n, 9n),
    () => weighing(1n, 0n),
  ];
  const labels = `{subnet_id="${l1.subnetId}",validation_id="${validationId}",node_id="${registered.nodeId}"}`;
  const weights: (number | undefined)[] = [];
  for (const step of steps) {
    await step();
    await expectAgreement(host, exporter, watched);
    weights.push((await exporter.page()).value(`avax_l1_validator_weight${labels}`));
  }
  expect(weights).toEqual([7, 9, undefined]);
});

test("a validator that renews itself begins its next period with part of its reward", async () => {
  const labels = `{subnet_id="${primaryNetwork}",node_id="${idOf("renewed")}",tx_id="${txIds.renewed}",auto_renew="true"}`;
  expect(first.value(`avax_validator_info${labels}`)).toBe(1);
  const value = (page: Page, metric: string) => page.value(ofName(metric, "renewed")) ?? Number.NaN;
  const end = value(first, "end_timestamp_seconds");
  const second = await firstWith("end_timestamp_seconds", "renewed", end + Number(renewalSeconds));
  expect(value(second, "start_timestamp_seconds")).toBe(end);
  const kept = nano(value(second, "stake_avax")) - nano(value(first, "stake_avax"));
  expect(Math.abs(kept - nano(value(first, "potential_reward_avax")) / 2)).toBeLessThanOrEqual(1);
  expect(value(second, "next_period_seconds")).toBe(Number(renewalSeconds));
  expect(await resultOf("renewed", end)).toEqual([1, value(first, "potential_reward_avax")]);
});

/** The first page on which it is gone. */
const pageAfter = (name: Name) =>
  follower.page(`the end of ${name}`, ({ value }) => value(ofName("present", name)) === 0, first);

test("a validator that is configured to stop ends with its period", async () => {
  const { endTime, potentialReward } = await currentOf("renewed");
  await configureRenewal(wallet, txIds.renewed ?? "", { compound, seconds: 0n });
  await expectAgreement(host, exporter, watched);
  await pageAfter("renewed");
  expect(await resultOf("renewed", Number(endTime))).toEqual([1, Number(potentialReward) / 1e9]);
});

test.each(["after", "before"] as const)(
  "the validator %s Helicon is gone at the end of its period, rewarded",
  async (name) => {
    const potential = nano(first.value(ofName("potential_reward_avax", name)));
    const page = await pageAfter(name);
    expect(potential).toBeGreaterThan(0);
    expect(await rewardOf(host, txIds[name] ?? "")).toBe(BigInt(potential));
    expect(page.value(ofName("potential_reward_avax", name))).toBeUndefined();
    expect(await resultOf(name, firstEnd(name))).toEqual([1, potential / 1e9]);
  },
);

test("a validator that was offline is gone at the end of its period without a reward", async () => {
  await pageAfter("unrewarded");
  expect(await rewardOf(host, txIds.unrewarded ?? "")).toBe(0n);
  expect(await resultOf("unrewarded", firstEnd("unrewarded"))).toEqual([0, 0]);
});

test("a renewing validator that was offline leaves the set at the end of its cycle", async () => {
  const page = await pageAfter("lapsed");
  expect(await currentOf("lapsed")).toBeUndefined();
  expect(page.value(ofName("present", "renewed"))).toBe(1);
  expect(await resultOf("lapsed", firstEnd("lapsed"))).toEqual([0, 0]);
});

test("a delegation ends, and its validator is owed a share of the reward", async () => {
  const page = await follower.page(
    "the end of the delegation",
    ({ value }) => (value(ofName("accrued_delegatee_reward_avax", "delegated")) ?? 0) > 0,
  );
  expect(page.value(ofName("delegators", "delegated"))).toBe(0);
});

test("the balance of an L1 validator runs out; a top-up makes it active again", async () => {
  const { subnetId, short } = state.l1;
  const labels = `{subnet_id="${subnetId}",validation_id="${short.validationId}",node_id="${short.nodeId}"}`;
  const active = (value: number) =>
    eventually(
      `${value} for active`,
      async () => (await exporter.page()).value(`avax_l1_validator_active${labels}`) === value || undefined,
    );
  await active(0);
  await topUp(wallet, short.validationId, 1_000n);
  await active(1);
});

test("no value was another than the P-Chain's for long", async () => {
  await expectAgreement(host, exporter, watched);
  const { comparisons, late } = await follower.stop();
  expect(comparisons).toBeGreaterThan(20);
  expect(late).toEqual([]);
});
