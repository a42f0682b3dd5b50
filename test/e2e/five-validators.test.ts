/** Exporters of real validators of one network. At first all of them run, then two stop. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { isBefore } from "../../src/lib/text.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { pollLimit } from "../support/limits.ts";
import { runToEnd } from "../support/program.ts";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, checked } from "./support/avalanche-node.ts";
import type { Watched } from "./support/expected.ts";
import { type Exporter, everySecond, type Page, ready, startExporter, statusOf } from "./support/exporter.ts";
import { startNetwork } from "./support/network.ts";
import { eventually, release } from "./support/programs.ts";
import { transfer } from "./support/transactions.ts";
import { openWallet, owner } from "./support/wallet.ts";

const watched: Watched = { detail: "all" };
const primary = `{subnet_id="${primaryNetwork}"}`;

type Observer = { readonly node: AvalancheNode; readonly exporter: Exporter; readonly nodeId: string };
const running: { readonly stop: () => Promise<unknown> }[] = [];
let network: Awaited<ReturnType<typeof startNetwork>>;
/** Two of the validators, each with an exporter. */
let observers: readonly [Observer, Observer];

beforeAll(async () => {
  network = await startNetwork({ flags: ["--db-type=leveldb"] }); // a database in memory has no disk
  running.push(...network.validators);
  const [first, second] = network.validators as [AvalancheNode, AvalancheNode];
  observers = [await observe(first), await observe(second)];
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
});

async function observe(node: AvalancheNode): Promise<Observer> {
  await checked(node);
  const exporter = await startExporter([`--node.url=${node.url}`, ...flagsOf(watched), ...everySecond]);
  running.push(exporter);
  await ready(exporter);
  return { node, exporter, nodeId: await idOf(node) };
}
const idOf = async (node: AvalancheNode): Promise<string> => (await node.ask("/ext/info", "info.getNodeID")).nodeID;
const agreement = ({ node, exporter }: Observer) => expectAgreement(node, exporter, watched);

test("a validator is ok, and so are its node and chains; the doctor finds no problem", async () => {
  const [{ node }] = observers;
  const exporter = await startExporter([`--node.url=${node.url}`, ...everySecond]);
  running.push(exporter);
  const states = async () => {
    const { network, node, chains, validators } = await statusOf(exporter.url);
    return [network, node, ...chains, ...validators].map(({ state }) => state);
  };
  await expect.poll(states, { timeout: pollLimit }).toEqual(["ok", "ok", "ok", "ok", "ok", "ok"]);
  const { code, out } = await runToEnd(["doctor", `--node.url=${node.url}`, "--web.listen-address=127.0.0.1:0"]);
  expect([code, out]).toEqual([0, expect.stringContaining("No problems found")]);
});

test.skipIf(isBefore(release, "1.14.1"))(
  "peers announce an upgrade; the checks of upgrades and of the disk pass",
  async () => {
    const [observer] = observers;
    const { peers } = await observer.node.ask("/ext/info", "info.peers");
    const { checks } = await observer.node.ask("/ext/health", "health.health");
    const newest = Date.parse(checks.futureupgrade.message.localUpgradeTime) / 1000;
    expect(new Set(peers.map((peer: { upgradeTime: number }) => peer.upgradeTime))).toEqual(new Set([newest]));
    const { value } = (await agreement(observer)).page;
    const passing = (check: string) => value(`avax_node_health_check_passing{check="${check}"}`);
    expect([passing("diskspace"), value("avax_node_disk_available_ratio")]).toEqual([1, expect.any(Number)]);
    expect([passing("futureupgrade"), value("avax_node_upgrade_unknown")]).toEqual([1, 0]);
  },
);

/** Waits until the network observes this uptime of the node. */
const rewarding = (node: AvalancheNode, percentage: string) =>
  eventually(`an uptime of ${percentage}`, async () => {
    const { rewardingStakePercentage } = await node.ask("/ext/info", "info.uptime");
    return rewardingStakePercentage === percentage || undefined;
  });

test("each reports the other four and is reported by them, but not its own connection or uptime", async () => {
  for (const observer of observers) {
    await rewarding(observer.node, "100.0000");
    await agreement(observer);
    const page = await observer.exporter.page();
    const connected = page.names.filter((name) => name.startsWith("avax_validator_connected{"));
    expect(connected.map(page.value)).toEqual([1, 1, 1, 1]);
    const own = page.names.filter((name) => name.includes(observer.nodeId));
    expect(own.filter((name) => /^avax_validator_(connected|uptime_ratio)/.test(name))).toEqual([]);
    expect([page.value(`avax_validators_connected${primary}`), page.value("avax_node_rewarding_stake_ratio")]).toEqual([
      5, 1,
    ]);
  }
});

test("a node that is not a validator has no uptime", async () => {
  const node = await network.join();
  running.push(node);
  const bystander = await observe(node);
  await agreement(bystander);
  const page = await bystander.exporter.page();
  expect(page.names.filter((name) => /^avax_node_(rewarding|uptime)/.test(name))).toEqual([]);
  expect(page.value(`avax_validators_connected${primary}`)).toBe(5);
});

/** Returns the page after the next complete run of p-validators. Its calls are the only heavy ones. */
async function pageOfNextRun({ exporter }: Observer): Promise<Page> {
  const counts = new Set<number | undefined>();
  return eventually("a later run of p-validators", async () => {
    const page = await exporter.page();
    counts.add(page.value('avax_exporter_rpc_duration_seconds_count{lock="p",cost="heavy"}'));
    return counts.size > 2 ? page : undefined;
  });
}

/** Returns the connection of a validator after the first run since the node reports that it is gone. */
async function connectedAfter(observer: Observer, gone: string): Promise<number | undefined> {
  await eventually("the node's word", async () => {
    const { validators } = await observer.node.ask("/ext/bc/P", "platform.getCurrentValidators");
    const { connected } = validators.find(({ nodeID }: { nodeID: string }) => nodeID === gone);
    return !connected || undefined;
  });
  const page = await pageOfNextRun(observer);
  return page.value(`avax_validator_connected{subnet_id="${primaryNetwork}",node_id="${gone}"}`);
}

async function stopLast(): Promise<string> {
  const node = network.validators.pop();
  if (!node) throw new Error("no validator is left");
  const nodeId = await idOf(node);
  await node.stop();
  return nodeId;
}

test("a validator that stops is reported as disconnected within an interval", async () => {
  const gone = await stopLast();
  expect(await Promise.all(observers.map((observer) => connectedAfter(observer, gone)))).toEqual([0, 0]);
  for (const observer of observers) {
    await rewarding(observer.node, "80.0000");
    await agreement(observer);
    const page = await observer.exporter.page();
    expect(["avax_validators", "avax_validators_connected"].map((name) => page.value(name + primary))).toEqual([5, 4]);
    expect(page.value("avax_node_rewarding_stake_ratio")).toBe(0.8);
  }
});

test("when a second validator stops, the health checks of the others fail", async () => {
  await stopLast();
  for (const observer of observers) {
    const { node, exporter } = observer;
    const failing = await eventually("an unhealthy node", async () => {
      const { checks, healthy } = await node.ask("/ext/health", "health.health");
      const names = Object.keys(checks).filter((name) => checks[name].error !== undefined);
      return healthy ? undefined : names;
    });
    const failed = await eventually("a failed check", async () => {
      const { names, value } = await exporter.page();
      const failed = names.filter((name) => name.startsWith("avax_node_health_check_passing{") && value(name) === 0);
      return failed.length > 0 ? failed : undefined;
    });
    expect(failing.map((check) => `avax_node_health_check_passing{check="${check}"}`)).toEqual(
      expect.arrayContaining(failed),
    );
    const page = await pageOfNextRun(observer);
    expect([page.value("avax_up"), page.value(`avax_validators_connected${primary}`)]).toEqual([1, 3]);
  }
});

test("with a smaller quorum, chains with 60 % of the stake accept blocks, and are slow", async () => {
  network = await startNetwork({ count: 4, flags: ["--snow-quorum-size=11"] });
  running.push(...network.validators);
  const { node, exporter } = await observe(network.validators[0] as AvalancheNode);
  await stopLast();
  const states = async () => {
    const { network, node, chains } = await statusOf(exporter.url);
    return [network.state, node.state, ...chains.map(({ state }) => state)];
  };
  const slow = ["slow", "unhealthy", "slow", "slow", "slow"];
  await expect.poll(states, { interval: 500, timeout: pollLimit }).toEqual(slow);
  const { checks } = await node.ask("/ext/health", "health.health");
  expect(checks.C.error).toBe("not connected to enough stake: connected to 60.000000%; required at least 64.000000%");
  const wallet = await openWallet(node);
  const { height } = await node.ask("/ext/bc/P", "platform.getHeight");
  await transfer(wallet, wallet.output(1n, owner));
  expect((await node.ask("/ext/bc/P", "platform.getHeight")).height).toBe(String(Number(height) + 1));
  expect(await states()).toEqual(slow);
});
