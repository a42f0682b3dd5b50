/** An L1 whose validators come and go: those that make the blocks of its chain, and those that sign its messages. */
import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AvalancheNode } from "./support/avalanche-node.ts";
import { flagsOfMember, validates } from "./support/evm-l1.ts";
import { evmGenesis, sendTransfers } from "./support/evm-transactions.ts";
import { type Exporter, oftenSettings, ready, runOnce, startExporter, statusOf } from "./support/exporter.ts";
import { jobOf, startFasterPrometheus } from "./support/faster-rules.ts";
import type { BlsKey } from "./support/identities.ts";
import { startNetwork } from "./support/network.ts";
import { l1ValidatorOf } from "./support/populate.ts";
import { eventually } from "./support/programs.ts";
import type { Prometheus } from "./support/prometheus.ts";
import * as p from "./support/transactions.ts";
import { openWallet, type Wallet } from "./support/wallet.ts";
import { type L1, registration, type Signers, weightChange } from "./support/warp.ts";

const avax = 10n ** 9n;
/** From the start of a node with an upgrade to its activation. */
const secondsAhead = 90;

type Member = BlsKey & { readonly nodeId: string; readonly index: number };

let folder: string;
let network: Awaited<ReturnType<typeof startNetwork>>;
let wallet: Wallet;
let prometheus: Prometheus;
let l1: L1;
/** The validators at the start. Exporters observe the nodes of the first two, and the third node stops at times. */
let members: readonly Member[];
let first: Member;
let second: Member;
let third: Member;
/** Another L1, and its only validator. */
let own: L1;
let alone: Member;
const exporters: Exporter[] = [];

const nodeOf = ({ index }: Pick<Member, "index">) => network.validators[index] as AvalancheNode;
const askP = (method: string, params = {}) => nodeOf({ index: 0 }).ask("/ext/bc/P", `platform.${method}`, params);
const askL1 = (member: Member, method: string, params = {}) =>
  nodeOf(member).ask(`/ext/bc/${l1.chainId}/${method.startsWith("eth") ? "rpc" : "proposervm"}`, method, params);

async function memberAt(index: number): Promise<Member> {
  const { nodeID: nodeId } = await nodeOf({ index }).ask("/ext/info", "info.getNodeID");
  return { ...(await network.keyOf(index)), nodeId, index };
}
async function observe(member: Pick<Member, "index">): Promise<Exporter> {
  const flags = [`--node.url=${nodeOf(member).url}`, `--config.file=${join(folder, "exporter.yml")}`];
  const exporter = await startExporter(flags);
  exporters.push(exporter);
  await ready(exporter);
  return exporter;
}
const initial = (member: Member) => l1ValidatorOf(member, 100n, avax);
/** Starts a node again with its databases, of which the chain has its own: without them, the chain would begin at its genesis when most
 *  nodes have started again. */
const restart = ({ index }: Member, ...more: readonly string[]) => {
  const kept = join(folder, `node-${index}`);
  const databases = ["--db-type=leveldb", `--db-dir=${kept}`, `--chain-data-dir=${kept}-chains`];
  return network.restart(index, [...flagsOfMember(l1.subnetId), ...databases, ...more]);
};
/** Sends a transaction, and resolves to the number of its block. */
const transact = (member: Member) => sendTransfers(nodeOf(member), l1.chainId, 1);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "l1-consensus-"));
  network = await startNetwork();
  wallet = await openWallet(nodeOf({ index: 0 }));
  [first, second, third, alone] = [await memberAt(1), await memberAt(2), await memberAt(3), await memberAt(4)];
  members = [first, second, third];
  l1 = await p.createL1(wallet, members.map(initial), evmGenesis);
  own = await p.createL1(wallet, [initial(alone)], evmGenesis);
  await Promise.all([restart(first), restart(second)]); // without most of its stake the network does not start
  await restart(third);
  await Promise.all(members.map((one) => validates(nodeOf(one), l1.chainId)));
  for (const one of [first, second]) await transact(one); // the first epoch is that of the genesis
  const watch = { subnet_ids: [{ id: l1.subnetId }], node_ids: [{ id: alone.nodeId, subnet_ids: [own.subnetId] }] };
  await writeFile(join(folder, "exporter.yml"), JSON.stringify({ watch, ...oftenSettings })); // is YAML too
  prometheus = await startFasterPrometheus({ folder, jobs: [jobOf(await observe(first), await observe(second))] });
});
afterAll(async () => {
  await Promise.all([prometheus, ...exporters, ...(network?.validators ?? [])].map((one) => one?.stop()));
  await rm(folder, { recursive: true });
});

const validatorsAt = async (height: string): Promise<readonly string[]> =>
  Object.keys(await askP("getValidatorsAt", { height, subnetID: l1.subnetId }));
/** Returns the keys of the validators at the epoch of the P-Chain, of which all but the last ones sign a message to it. */
async function signers(absent = 0): Promise<Signers> {
  const epoch = await nodeOf({ index: 0 }).ask("/ext/bc/P/proposervm", "proposervm.getCurrentEpoch");
  const ids = await validatorsAt(epoch.pChainHeight);
  const keys = members.filter(({ nodeId }) => ids.includes(nodeId));
  return [keys, keys.length - absent];
}
async function validationOf({ nodeId }: Member) {
  const { validators } = await askP("getCurrentValidators", { subnetID: l1.subnetId, nodeIDs: [nodeId] });
  return { validationId: validators[0].validationID as string, nonce: BigInt(validators[0].minNonce) };
}
async function setWeight(member: Member, weight: bigint, absent = 0): Promise<string> {
  const change = { ...(await validationOf(member)), weight };
  return p.setL1ValidatorWeight(wallet, weightChange(l1, change, ...(await signers(absent))));
}
async function register(member: Member, weight: bigint): Promise<string> {
  const expiry = BigInt(Math.floor(Date.now() / 1000)) + 3_600n;
  const { message } = registration(l1, { ...member, weight, expiry }, ...(await signers()));
  return p.registerL1Validator(wallet, message, member.signer.signature, avax);
}
/** A block of the P-Chain ends its epoch. */
const endEpochOfP = () => p.transfer(wallet, wallet.output(1n, new Uint8Array(20)));

/** Waits until the next block ends the epoch of the chain, which takes 30 seconds, and has the present P-Chain height. */
const settle = () =>
  eventually("a proposed height", async () => {
    const { height } = await askP("getHeight");
    const { height: proposed } = await askL1(first, "proposervm.getProposedHeight");
    const { startTime } = await askL1(first, "proposervm.getCurrentEpoch");
    return (proposed === height && Date.now() / 1000 > Number(startTime) + 30) || undefined;
  });
/** Sends a transaction whose block ends the epoch. Returns the validators at the P-Chain height of the block, which make the next one. */
async function endEpoch(member: Member): Promise<readonly string[]> {
  await transact(member);
  const { timestamp } = await askL1(member, "eth_getHeaderByNumber", ["latest"]);
  const { startTime, pChainHeight } = await askL1(member, "proposervm.getCurrentEpoch");
  expect(Number(startTime)).toBe(Number(timestamp));
  return validatorsAt(pChainHeight);
}

/** Waits until both exporters have values of the L1 that satisfy a condition. */
const both = (metric: string, labels: string, count: number, satisfies: (value: number) => boolean) =>
  eventually(`${metric} ${labels}`, async () => {
    const found = await prometheus.series(`${metric}{subnet_id="${l1.subnetId}",${labels}}`);
    return (found.length === count && found.every(({ value }) => satisfies(Number(value[1])))) || undefined;
  });
const shows = (state: string, metric = "avax_chain_state") =>
  both(metric, `state="${state}"`, 2, (value) => value === 1);
const canSign = (satisfies: (share: number) => boolean) =>
  both("avax_l1_weight_signing_ratio", 'direction=~"out|in"', 4, satisfies);
/** Waits, and expects that chain and L1 are ok on both nodes meanwhile. */
async function idle(seconds: number): Promise<void> {
  await setTimeout(1000 * seconds); // an idle chain has no event to wait for
  const state = `{__name__=~"avax_chain_state|avax_l1_state",subnet_id="${l1.subnetId}",state="ok"}`;
  const lowest = await prometheus.series(`min_over_time(${state}[${seconds}s])`);
  expect(lowest.map(({ value }) => value[1])).toEqual(["1", "1", "1", "1"]);
}
const firing = (alert: string) => prometheus.query(`ALERTS{alertname="${alert}",alertstate="firing"}`);

test("a validator that does not run its L1 is not ok, and a chain without its virtual machine fails", async () => {
  const { url } = await observe(alone);
  const ofOwn = await eventually("the validators of the L1", async () => {
    const { validators, l1_validators } = await statusOf(url);
    const found = [...validators, ...l1_validators].filter(({ subnet_id }) => subnet_id === own.subnetId);
    return found.length === 2 ? found : undefined;
  });
  expect(ofOwn.map(({ state }) => state)).toEqual(["not_running", "not_running"]);
  expect(spawnSync("node", ["src/main.ts", "status", "--url", url]).status).toBe(1);
  await network.restart(alone.index, [`--track-subnets=${own.subnetId}`]);
  const exporter = await observe(alone);
  await eventually("a failing chain", async () => {
    const { chains } = await statusOf(exporter.url);
    return chains.some(({ subnet_id, state }) => subnet_id === own.subnetId && state === "failing") || undefined;
  });
});

test("a node that runs no chain of an L1 knows its registration only", async () => {
  const observer = await observe({ index: 0 });
  const { l1s, validators } = await statusOf(observer.url);
  const ofL1s = [...l1s, ...validators].filter(({ subnet_id }) => [l1.subnetId, own.subnetId].includes(subnet_id));
  expect(ofL1s.map(({ state }) => state)).toEqual(["registered", "registered"]);
  const page = await observer.page();
  const states = page.names.filter((name) => name.startsWith("avax_l1_state"));
  expect(states.filter((name) => /"(ok|registered)"/.test(name)).map(page.value)).toEqual([1]);
  expect(await statusText(observer)).toContain("– registered");
});

test("an L1 whose validators have run out and were topped up is ok while it is idle", async () => {
  const { validationId } = await validationOf(third);
  await p.disable(wallet, validationId);
  await settle();
  await shows("halted", "avax_l1_state");
  await p.topUp(wallet, validationId, avax);
  expect(await endEpoch(first)).not.toContain(third.nodeId);
  for (const metric of ["avax_chain_state", "avax_l1_state"]) await shows("ok", metric);
  await idle(90);
  expect(await endEpoch(second)).toContain(third.nodeId);
});

test("while the nodes of a third of the weight are off, messages of an L1 are refused", async () => {
  await endEpochOfP();
  await canSign((share) => share === 1);
  await nodeOf(third).stop();
  await canSign((share) => share < 0.67);
  await expect(setWeight(first, 101n, 1)).rejects.toThrow("signature weight is insufficient");
  await eventually("AvaxL1SigningRisk", () => firing("AvaxL1SigningRisk"));
  await restart(third);
  await canSign((share) => share === 1);
  await eventually("its end", async () => (await firing("AvaxL1SigningRisk")) === undefined || undefined);
});

test("a validator that its L1 has removed signs messages until the epochs end", async () => {
  const start = Date.now();
  await setWeight(third, 0n);
  expect((await signers())[0]).toHaveLength(3);
  await setWeight(first, 101n);
  await settle();
  await endEpochOfP();
  await setWeight(first, 100n);
  expect((await signers())[0]).toHaveLength(2);
  const window = `${Math.ceil((Date.now() - start) / 1000)}s`;
  expect(await prometheus.query(`min(min_over_time(avax_l1_weight_signing_ratio[${window}]))`)).toBe(1);
  expect(await prometheus.query(`count_over_time(ALERTS{alertname="AvaxL1SigningRisk"}[${window}])`)).toBe(undefined);
});

test("the former validators of a chain make its next block while their nodes run", async () => {
  await settle();
  expect(await endEpoch(first)).toHaveLength(2);
  await register(third, 1_000n);
  for (const one of [first, second]) await setWeight(one, 0n);
  await idle(30);
  await settle();
  expect(await endEpoch(first)).toEqual([third.nodeId]); // a node sends transactions to present validators only
});

/** Returns a proxy of a node that refuses a method on the path of a chain, or on all paths. */
async function refuse(target: string, method: string, path: string, how: 403 | 404 | -32601) {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const isRefused = body.includes(`"${method}"`) && request.url?.includes(path);
    if (isRefused && how > 0) return response.writeHead(how).end("no");
    if (isRefused) return response.end(`{"jsonrpc":"2.0","id":1,"error":{"code":${how},"message":"no such method"}}`);
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${target}${request.url}`, { method: "POST", headers, body });
    const nodeId = answer.headers.get("node-id") ?? "";
    return response.writeHead(answer.status, { ...headers, "node-id": nodeId }).end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}
/** Returns the states of the chain and of its L1, from one run of the collectors. */
async function statesThrough(url: string, flags: readonly string[]): Promise<readonly string[]> {
  const { names, value } = await runOnce([`--node.url=${url}`, ...flags]);
  const ofL1 = names.filter((name) => /^avax_(chain|l1)_state/.test(name) && name.includes(l1.subnetId));
  return ofL1.flatMap((name) => (value(name) === 1 ? (/state="(\w+)"/.exec(name)?.[1] ?? []) : []));
}
const refusals = [
  ["proposervm.getCurrentEpoch", "/"],
  ["proposervm.getCurrentEpoch", "/bc/P/"],
  ["eth_getHeaderByNumber", "/"],
  ["info.peers", "/"],
  ["platform.getValidatorsAt", "/"],
] as const;
const responses = [403, 404, -32601] as const;

/** The words of `status` about the node of an exporter, or about one of its entities. */
const statusText = ({ url }: Exporter, ...ids: readonly string[]) =>
  new Promise<string>((resolve) => {
    execFile("node", ["src/main.ts", "status", ...ids, "--url", url], (_error, stdout) => resolve(stdout));
  });
const reads = (exporter: Exporter, text: string) =>
  eventually(text, async () => (await statusText(exporter)).includes(text) || undefined);
test("a chain has halted while the validator of its last block does not run it, although most of the weight is connected", async () => {
  await register(second, 90_000n);
  const ofThird = await observe(third);
  await reads(ofThird, "Do not stop this node now");
  await reads(ofThird, "makes no block without it: send a transaction, and ask again");
  await ofThird.stop();
  await network.restart(third.index, flagsOfMember(own.subnetId)); // it runs, and does not track the L1
  const last = await askL1(second, "eth_blockNumber", []);
  const transaction = transact(second);
  for (const metric of ["avax_chain_state", "avax_l1_state"]) await shows("halted", metric);
  await canSign((share) => share < 1);
  const ofMember = `node_id="${third.nodeId}"`;
  await both("avax_validator_tracks_subnet", ofMember, 2, (value) => value === 0);
  const away = 1_000 / 91_000; // of its weight and that of the second member
  await both("avax_l1_weight_not_tracking_ratio", "", 2, (share) => Math.abs(share - away) < 1e-9);
  const [, ofSecond] = exporters;
  const explained = ofSecond && (await statusText(ofSecond, l1.subnetId));
  expect(explained).toMatch(/Not tracking +1\.0 % of the weight: its nodes do not track the L1/);
  await nodeOf(third).stop();
  for (const [method, path] of refusals)
    for (const how of responses) {
      const proxy = await refuse(nodeOf(second).url, method, path, how);
      const states = await statesThrough(proxy.url, [`--watch.subnet-id=${l1.subnetId}`]);
      expect(states, `${method} ${path} ${how}`).not.toContain("ok");
      proxy.stop();
    }
  for (const flag of ["--no-collector.epochs", "--no-collector.evm", "--no-watch.own"])
    expect(await statesThrough(nodeOf(second).url, [flag]), flag).not.toContain("ok");
  await shows("halted");
  const [, observer] = exporters;
  expect(observer && (await statusText(observer))).toContain(`Start the node of one of ${third.nodeId}.`);
  await eventually("AvaxChainHalted", () => firing("AvaxChainHalted"));
  expect(await askL1(second, "eth_blockNumber", [])).toBe(last);
  await restart(third);
  expect(await transaction).toBe(Number(last) + 1);
  await shows("ok");
});

test("a node can be stopped once another validator can make the next block, and the others sign", async () => {
  await settle();
  expect(await endEpoch(third)).toHaveLength(2);
  await endEpochOfP();
  const ofThird = await observe(third);
  await reads(ofThird, "This node can be stopped");
  await ofThird.stop();
  await nodeOf(third).stop();
  const last = Number(await askL1(second, "eth_blockNumber", []));
  expect(await transact(second)).toBe(last + 1);
  await restart(third);
});

test("a chain has halted without the validator of its last blocks, of which the last one did not end its epoch", async () => {
  await setWeight(second, 0n);
  await settle();
  expect(await endEpoch(second)).toEqual([third.nodeId]);
  await transact(third);
  for (const metric of ["avax_chain_state", "avax_l1_state"]) await shows("ok", metric);
  await setTimeout(5_000); // the exporters look at the same block twice
  await register(second, 90_000n);
  await nodeOf(third).stop();
  const transaction = transact(second);
  for (const metric of ["avax_chain_state", "avax_l1_state"]) await shows("halted", metric);
  const last = Number(await askL1(second, "eth_blockNumber", []));
  await restart(third);
  expect(await transaction).toBe(last + 1);
  await shows("ok");
});

/** Observes the three nodes, which have other addresses since they were started again. */
async function observeAll(): Promise<void> {
  await Promise.all([prometheus, ...exporters].map((one) => one.stop()));
  const all = await Promise.all(members.map(observe));
  prometheus = await startFasterPrometheus({ folder, jobs: [jobOf(...all)] });
}
/** Waits until the exporters that have a state of the L1 have these ones. */
const seen = (metric: string, states: readonly string[], within?: number) =>
  eventually(
    `${metric} ${states}`,
    async () => {
      const found = await prometheus.series(`${metric}{subnet_id="${l1.subnetId}"} == 1`);
      return String(found.map(({ metric }) => metric["state"]).toSorted()) === String(states) || undefined;
    },
    within,
  );
/** Sends a transaction that stays undecided, and waits until the chain has halted: five minutes later. Until then the L1 is never ok. */
async function stall(by: readonly Member[], states: readonly string[], l1States: readonly string[]): Promise<number> {
  const last = Number(await askL1(second, "eth_blockNumber", []));
  for (const member of by) transact(member).catch(() => undefined);
  await seen("avax_chain_state", states, 8 * 60_000);
  await seen("avax_l1_state", l1States);
  expect(await prometheus.query('max(max_over_time(avax_l1_state{state="ok"}[4m]))')).toBe(0);
  await eventually("AvaxChainHalted", () => firing("AvaxChainHalted"));
  return last;
}
/** Waits until the chain accepts the transaction, and all of them are ok. */
async function recovers(last: number): Promise<void> {
  await eventually("a block", async () => Number(await askL1(second, "eth_blockNumber", [])) > last || undefined);
  for (const metric of ["avax_chain_state", "avax_l1_state"]) await seen(metric, ["ok", "ok", "ok"]);
  await eventually("the end", async () => (await firing("AvaxChainHalted")) === undefined || undefined);
}

const connected = (one: Member, { nodeId }: Member) =>
  eventually("a connection", async () => {
    const { peers } = await nodeOf(one).ask("/ext/info", "info.peers", { nodeIDs: [nodeId] });
    return peers.length === 1 || undefined;
  });
test("a chain has halted while nodes with too much of its weight bootstrap it", async () => {
  await register(first, 100_000n);
  await setWeight(third, 60_000n);
  const { validationId } = await validationOf(second);
  await p.disable(wallet, validationId);
  await Promise.all([restart(first), restart(third)]); // they wait for three quarters of the weight
  for (const one of [first, third])
    for (const other of members.filter(({ nodeId }) => nodeId !== one.nodeId)) await connected(one, other);
  await p.topUp(wallet, validationId, avax);
  await observeAll();
  const last = await stall([second], ["bootstrapping", "halted", "halted"], ["halted", "halted"]);
  await restart(third); // the first node looks again when a validator connects
  await observeAll();
  await recovers(last);
});

/** Waits until the three exporters have so many digests of the upgrades of the chain, and returns the times of upgrades. */
async function upgradesSeen(
  digests: number,
): Promise<readonly (readonly [nodeId: string | undefined, time: number])[]> {
  const ofChain = `{chain="${l1.chainId}"}`;
  await eventually(`${digests} digests of upgrades`, async () => {
    const found = await prometheus.series(`avax_evm_upgrades_digest${ofChain}`);
    return (found.length === 3 && new Set(found.map(({ value }) => value[1])).size === digests) || undefined;
  });
  const times = await prometheus.series(`avax_evm_upgrade_timestamp_seconds${ofChain}`);
  return times.map(({ metric, value }) => [metric["node_id"], Number(value[1])]);
}
/** The words of `status` about the upgrades of the chain, which one process reads from all three nodes. */
async function upgradesInStatus(): Promise<string | undefined> {
  const nodes = Object.fromEntries(
    members.map((one, i) => [["first", "second", "third"][i], { url: nodeOf(one).url }]),
  );
  await writeFile(join(folder, "nodes.yml"), JSON.stringify({ nodes, watch: { subnet_ids: [{ id: l1.subnetId }] } }));
  const { stdout } = spawnSync("node", ["src/main.ts", "status", `--config.file=${join(folder, "nodes.yml")}`], {
    encoding: "utf8",
  });
  return /^ +(.*upgrades? (?:differ|ahead): .*)$/m.exec(stdout)?.[1];
}

test("a chain has halted while its validators have different upgrades, of which an alert has warned", async () => {
  await observeAll();
  expect(await upgradesSeen(1)).toEqual([]);
  await settle();
  expect(await endEpoch(second)).toHaveLength(3); // each of them can make a block after the activation
  const at = Math.floor(Date.now() / 1000) + secondsAhead;
  const configs = join(folder, "chains");
  await mkdir(join(configs, l1.chainId), { recursive: true });
  const upgrades = [{ feeManagerConfig: { adminAddresses: [`0x${"01".repeat(20)}`], blockTimestamp: at } }];
  await writeFile(join(configs, l1.chainId, "upgrade.json"), JSON.stringify({ precompileUpgrades: upgrades }));
  await restart(second, `--chain-config-dir=${configs}`);
  await observeAll();
  expect(await upgradesSeen(2)).toEqual([[second.nodeId, at]]);
  expect(await upgradesInStatus()).toMatch(
    /! upgrades differ: .* no upgrade ahead, the same on 2 of 3 monitored nodes, different on second\.$/,
  );
  await eventually("AvaxL1UpgradesDiffer", () => firing("AvaxL1UpgradesDiffer"));
  for (const metric of ["avax_chain_state", "avax_l1_state"]) await seen(metric, ["ok", "ok", "ok"]);
  await setTimeout(Math.max(1000 * at - Date.now(), 0));
  const last = await stall([first, second], ["halted", "halted", "halted"], ["halted", "halted", "halted"]);
  expect(await prometheus.series('ALERTS{alertname="AvaxL1UpgradesDiffer",severity="critical"}')).toHaveLength(1);
  await restart(second);
  await observeAll();
  expect(await upgradesSeen(1)).toEqual([]);
  await recovers(last);
  await eventually("its end", async () => (await firing("AvaxL1UpgradesDiffer")) === undefined || undefined);
  expect(await upgradesInStatus()).toBe(undefined);
});
