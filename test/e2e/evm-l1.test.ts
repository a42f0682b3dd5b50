/** Exporters of two members of an L1 with Subnet-EVM, which also run the C-Chain. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { explain } from "../../src/app/cli/status-text.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { runToEnd } from "../support/program.ts";
import { expectAgreement, watchOf } from "./support/agreement.ts";
import { type AvalancheNode, checked } from "./support/avalanche-node.ts";
import { connectionsOf, observedBy } from "./support/connections.ts";
import { type EvmL1, startEvmL1 } from "./support/evm-l1.ts";
import { sendTransfers } from "./support/evm-transactions.ts";
import type { Watched } from "./support/expected.ts";
import {
  type Exporter,
  oftenSettings,
  type Page,
  ready,
  runOnce,
  startExporter,
  statusOf,
} from "./support/exporter.ts";
import { jobOf, startFasterPrometheus } from "./support/faster-rules.ts";
import { eventually, release } from "./support/programs.ts";
import type { Prometheus } from "./support/prometheus.ts";
import { disable, topUp } from "./support/transactions.ts";

type Member = {
  readonly name: string;
  readonly node: AvalancheNode;
  readonly nodeId: string;
  readonly exporter: Exporter;
};

/** From the top-up to the end of the balance: the local price is 1 nAVAX a second. */
const toppedUpSeconds = 45n;

let folder: string;
let l1: EvmL1;
let watched: Watched;
let large: Member;
let small: Member;
let prometheus: Prometheus;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "evm-l1-"));
  l1 = await startEvmL1({ flagsOfSmall: withUpgrades });
  const members = ["large", "small"] as const;
  watched = {
    own: true,
    managers: true,
    subnets: [
      { id: l1.subnetId, alias: "evm" },
      { id: l1.onC, alias: "on C" },
      { id: l1.unmanaged, alias: "unmanaged" },
    ],
    nodes: [
      ...members.flatMap((alias) =>
        [primaryNetwork, l1.subnetId].map((subnetId) => ({ id: l1[alias].nodeId, alias, subnetId })),
      ),
      { id: l1.absent, alias: "absent", subnetId: l1.subnetId },
    ],
  };
  await writeFile(join(folder, "exporter.yml"), JSON.stringify({ watch: watchOf(watched), ...oftenSettings })); // is YAML too
  large = await observe("large");
  small = await observe("small");
  const jobs = [jobOf(large.exporter, small.exporter)];
  prometheus = await startFasterPrometheus({ folder, jobs, optional: ["governance"] });
});
afterAll(async () => {
  await Promise.all(
    [prometheus, large?.exporter, small?.exporter, ...(l1?.network.validators ?? [])].map((one) => one?.stop()),
  );
  await rm(folder, { recursive: true });
});

const flagsFor = (name: "large" | "small") => [
  `--node.url=${l1[name].node.url}`,
  `--config.file=${join(folder, "exporter.yml")}`,
  "--collector.validator-manager",
];

async function observe(name: "large" | "small"): Promise<Member> {
  const exporter = await startExporter(flagsFor(name));
  await ready(exporter);
  return { name, ...l1[name], exporter };
}

/** Returns a page whose values are all those of the node. */
const agreement = async ({ node, exporter }: Member): Promise<Page> =>
  (await expectAgreement(node, exporter, watched)).page;

/** Returns the series of a metric that has these labels. */
const find = ({ names }: Page, metric: string, labels: Readonly<Record<string, string>>) =>
  names.find((name) => {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return name.startsWith(`${metric}{`) && pairs.every((pair) => name.includes(pair));
  }) ?? metric;
const read = (page: Page, metric: string, labels: Readonly<Record<string, string>>) =>
  page.value(find(page, metric, labels));

/** The text of `status` about an entity. */
async function explained(exporter: Exporter, id: string): Promise<string | undefined> {
  return explain(await statusOf(exporter.url), id, { hasColor: false, now: Date.now() / 1000 })?.text;
}

/** Waits until Prometheus fires an alert about an ID. */
const fires = (when: string, alert: string, id: string) =>
  eventually(`${when}: ${alert}`, async () => {
    const firing = await prometheus.series(`ALERTS{alertname="${alert}",alertstate="firing"}`);
    return firing.some(({ metric }) => Object.values(metric).includes(id)) || undefined;
  });

/** Waits until an exporter has a state of an entity, and Prometheus fires its alert. Returns the text of `status`. */
async function sees(when: string, { exporter }: Member, id: string, state: string, alert?: string): Promise<string> {
  const text = await eventually(`${when}: ${id} is ${state}`, async () => {
    const found = await explained(exporter, id);
    return found?.includes(` ${state}`) ? found : undefined;
  });
  if (alert !== undefined) await fires(when, alert, id);
  return text;
}

/** A file for Subnet-EVM: what it enables and disables, and numbers beyond 2^53. */
const upgradeFile = {
  precompileUpgrades: [
    {
      txAllowListConfig: {
        blockTimestamp: 4_000_000_000,
        adminAddresses: ["0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"],
      },
    },
    { feeManagerConfig: { blockTimestamp: 4_000_000_100, enabledAddresses: [`0x${"Ab".repeat(20)}`] } },
    { rewardManagerConfig: { blockTimestamp: 4_000_000_200, initialRewardConfig: { allowFeeRecipients: true } } },
    { txAllowListConfig: { blockTimestamp: 4_000_000_300, disable: true } },
  ],
  stateUpgrades: [
    { blockTimestamp: 4_000_000_400, accounts: { [`0x${"Cd".repeat(20)}`]: { balanceChange: "18014398509481985" } } },
    { blockTimestamp: 9_007_199_254_740_990, accounts: {} },
  ],
};
/** Its last time is above 2^53. */
const upgradeJson = JSON.stringify(upgradeFile).replace("9007199254740990", "9007199254740993");
/** Equal on each release of Subnet-EVM. */
const upgradesDigest = 1_179_756_505_919_481;

function withUpgrades(chainId: string): readonly string[] {
  const content = { [chainId]: { Config: "", Upgrade: Buffer.from(upgradeJson).toString("base64") } };
  return [`--chain-config-content=${Buffer.from(JSON.stringify(content)).toString("base64")}`];
}

/** The output and the exit status of a command about both members. */
async function aboutBoth(command: "status" | "doctor") {
  const nodes = Object.fromEntries([large, small].map(({ name, node }) => [name, { url: node.url }]));
  const watch = { subnet_ids: [{ id: l1.subnetId, alias: "evm" }] };
  await writeFile(join(folder, "both.yml"), JSON.stringify({ nodes, watch }));
  return runToEnd([command, `--config.file=${join(folder, "both.yml")}`]);
}

test("members with different upgrades have two digests, a warning, and the names of both in status and doctor", async () => {
  const series = { chain: l1.chainId, subnet_id: l1.subnetId };
  const [ofLarge, ofSmall] = await Promise.all([agreement(large), agreement(small)]);
  expect(read(ofSmall, "avax_evm_upgrades_digest", series)).toBe(upgradesDigest);
  expect(read(ofLarge, "avax_evm_upgrades_digest", series)).not.toBe(upgradesDigest);
  const shown = ofSmall.names.filter((name) => name.startsWith("avax_evm_upgrade_timestamp_seconds"));
  const upgrades = shown.map((name) => [/upgrade="([^"]+)"/.exec(name)?.[1], ofSmall.value(name)]);
  expect(upgrades).toEqual([
    ["txAllowListConfig", 4_000_000_000],
    ["feeManagerConfig", 4_000_000_100],
    ["rewardManagerConfig", 4_000_000_200],
    ["txAllowListConfig 2", 4_000_000_300],
    ["stateUpgrade", 4_000_000_400],
    ["stateUpgrade 2", 9_007_199_254_740_992],
  ]);
  await fires("different upgrades", "AvaxL1UpgradesDiffer", l1.chainId);
  expect(await prometheus.series('ALERTS{alertname="AvaxL1UpgradesDiffer",severity="critical"}')).toEqual([]);
  for (const command of ["status", "doctor"] as const) {
    const { code, out } = await aboutBoth(command);
    expect(code).toBe(1);
    expect(out).toMatch(/txAllowListConfig in \d+ d [^,]+, the same on 1 of 2 monitored nodes, different on large/);
    expect(out).toMatch(/no upgrade ahead, the same on 1 of 2 monitored nodes, different on small/);
  }
});

test("a validator of another release has its version, and is outdated if most of the stake has a newer one", async () => {
  const other = release === "1.14.0" ? "1.14.2" : "1.14.0";
  const node = await l1.network.restart(4, [], other);
  const { nodeID } = await node.ask("/ext/info", "info.getNodeID");
  const labels = `subnet_id="${primaryNetwork}",node_id="${nodeID}"`;
  const flags = [`--node.url=${large.node.url}`, `--watch.node-id=${nodeID}`];
  const isOutdated = release !== "1.14.0";
  await eventually("the version", async () => {
    const page = await runOnce(flags);
    const info = `avax_validator_peer_info{${labels},version="avalanchego/${other}",outdated="${isOutdated}"}`;
    return page.value(info) === 1 || undefined;
  });
});

test("the member with another key has the wrong key, as its own node sees it", async () => {
  const text = await sees("another key", small, small.nodeId, "✖ wrong key", "AvaxL1ValidatorWrongKey");
  expect(text).toContain("The BLS key that is registered for the validator is not that of the node");
});

test("the member without a balance is inactive, and the L1 is degraded", async () => {
  await sees("no balance", large, l1.absent, "✖ inactive", "AvaxL1BalanceLow");
  const text = await sees("no balance", large, l1.subnetId, "! degraded");
  expect(text).toContain(`Top up         ${l1.absentValidation} of ${l1.absent} (inactive, add 0.003 AVAX)`);
});

test("chains, keys and blocks of both members are those that the nodes report", async () => {
  const pages = [await agreement(large), await agreement(small)];
  const matches = pages.map((page) => read(page, "avax_l1_validator_bls_key_matches", { subnet_id: l1.subnetId }));
  expect(matches).toEqual([1, 0]);
});

test("transactions move the blocks, and many of them raise the base fee", async () => {
  const before = await large.exporter.page();
  for (const chain of [l1.chainId, "C"]) await sendTransfers(large.node, chain, 10);
  const height = await sendTransfers(large.node, l1.chainId, 1);
  const after = await agreement(large);
  await agreement(small);
  const [base, evm] = ["avax_evm_base_fee", { chain: l1.chainId }];
  expect(read(after, "avax_evm_height", evm)).toBe(height);
  expect(read(after, "avax_evm_height", { chain: "C" })).toBeGreaterThan(0);
  expect(read(after, base, evm)).toBeGreaterThan(read(before, base, evm) ?? Number.NaN);
});

const managerOf = (page: Page, subnet_id: string) =>
  ["weight", "weight_difference", "churn_used_ratio"].map((name) =>
    read(page, `avax_l1_manager_${name}`, { subnet_id }),
  );

test("managers on the chain of the L1 and on the C-Chain have the weights of their storage; another contract has none", async () => {
  const page = await agreement(large);
  expect(managerOf(page, l1.subnetId)).toEqual([220, 0, 0]);
  expect(managerOf(page, l1.onC)).toEqual([105, 5, 0]);
  expect(managerOf(page, l1.unmanaged)).toEqual([undefined, undefined, undefined]);
});

test("a registration that has begun is above the weight of the P-Chain, and uses up churn until the period is over", async () => {
  const start = BigInt(Math.floor(Date.now() / 1000));
  const begun = { periodSeconds, start, initial: 220n, total: 240n, changed: 20n };
  const { status } = await l1.writeManager(begun);
  expect(status).toBe("0x1");
  const used = (100 * 20) / (20 * 220);
  await eventually("the churn of the registration", async () => {
    const page = await large.exporter.page();
    return read(page, "avax_l1_manager_churn_used_ratio", { subnet_id: l1.subnetId }) === used || undefined;
  });
  expect(managerOf(await agreement(large), l1.subnetId)).toEqual([240, 20, used]);
  const text = await explained(large.exporter, l1.subnetId);
  expect(text).toMatch(/Churn +45\.4 % of the limit used, weight of 24 left/);
  expect(text).toMatch(/Manager +weight 20 above that of the P-Chain/);
  const over = await eventually("the end of the period", async () => {
    const page = await large.exporter.page();
    return managerOf(page, l1.subnetId)[2] === 0 ? Date.now() / 1000 : undefined;
  });
  expect(over).toBeGreaterThanOrEqual(Number(start + periodSeconds));
  expect(managerOf(await agreement(large), l1.subnetId)).toEqual([240, 20, 0]);
});

test("a manager with another owner has another digest, and an alert", async () => {
  const labels = { subnet_id: l1.subnetId };
  const before = read(await large.exporter.page(), "avax_l1_manager_owner_digest", labels);
  const { status } = await l1.writeManager({ total: 240n, owner: 7n });
  expect(status).toBe("0x1");
  const after = read(await agreement(large), "avax_l1_manager_owner_digest", labels);
  expect(after).not.toBe(before);
  await fires("another owner", "AvaxL1OwnerChanged", l1.subnetId);
});

test("once prints the values that the node reports, those of the chain of the L1 included", async () => {
  const page = () => runOnce(flagsFor("large"));
  const found = await expectAgreement(large.node, { page }, watched);
  expect(read(found.page, "avax_evm_height", { chain: l1.chainId })).toBeGreaterThan(0);
  expect(read(found.page, "avax_chain_epoch_p_chain_height", { chain: l1.chainId })).toBeGreaterThan(0);
});

/** Of the manager, long enough for a comparison. */
const periodSeconds = 20n;

/** The position of each share among four validators with the same stake, the lowest uptime first. */
const positions = { "0.5": 1, "0.33": 1, "0.2": 0 } as const;

/** Peers report whole percents, rounded down. Their records are rounded to the nearest number. */
const isRounded = (exported = Number.NaN, own = Number.NaN) => exported <= own && own - exported < 0.011;

test("the uptime that the stake observes is that in the records of the other validators", async () => {
  for (const { node, nodeId, exporter } of [large, small]) {
    const others = l1.network.validators.filter((one) => one !== node);
    await eventually("the uptime of the records", async () => {
      const page = await exporter.page();
      const uptimes = await observedBy(others, nodeId);
      const rows = Object.entries(positions).map(([share, position]) => {
        const series = `avax_node_observed_uptime_ratio{stake_share="${share}"}`;
        return { series, exported: page.value(series), own: uptimes[position] };
      });
      if (!rows.every(({ exported, own }) => isRounded(exported, own))) throw new Error(JSON.stringify(rows));
      return true;
    });
  }
});

/** The series of the end of the absent validator's balance, and that time by the fee. */
const toppedUp = { series: "", end: Number.NaN };
const exhaustion = "avax_l1_validator_balance_exhaustion_timestamp_seconds";
const timeOfP = async () => {
  const { timestamp } = await large.node.ask("/ext/bc/P", "platform.getTimestamp");
  return Date.parse(timestamp) / 1000;
};

async function absentBalance(): Promise<string> {
  const params = { validationID: l1.absentValidation };
  return (await large.node.ask("/ext/bc/P", "platform.getL1Validator", params)).balance;
}

test("a validator that is topped up becomes active, and has the time at which its balance runs out", async () => {
  const before = await agreement(large);
  const active = find(before, "avax_l1_validator_active", { node_id: l1.absent });
  toppedUp.series = active.replace("avax_l1_validator_active", exhaustion);
  expect([before.value(active), before.value(toppedUp.series)]).toEqual([0, undefined]);
  await topUp(l1.wallet, l1.absentValidation, toppedUpSeconds);
  // the wallet waits for its own node, which can accept the block earlier
  await eventually("the top-up", async () => (await absentBalance()) !== "0" || undefined);
  toppedUp.end = (await timeOfP()) + Number(toppedUpSeconds);
  expect((await agreement(large)).value(active)).toBe(1);
  expect((await large.exporter.page()).value(toppedUp.series)).toBe(toppedUp.end);
});

test("a validator that is topped up and runs nowhere is offline", async () => {
  const text = await sees("topped up, never online", large, l1.absent, "✖ offline", "AvaxL1ValidatorOffline");
  expect(text).toContain("The node has no connection to the validator");
});

const without = "avax_chain_connected_weight_without_ratio";
const connected = "avax_chain_connected_weight_ratio";
const disconnected = "avax_chain_validator_disconnected";

/** Compares the connections of the large member with its peers. Returns the connected share of each chain, and without the small one. */
async function connectionsIn(page: Page) {
  const chains = ["P", "X", "C", l1.chainId].map(async (chain) => {
    const own = await connectionsOf(large.node, chain === l1.chainId ? l1.subnetId : primaryNetwork);
    const compare = (metric: string, labels: Readonly<Record<string, string>>, value: number | undefined) => {
      const series = find(page, metric, { chain, ...labels });
      expect(page.value(series)).toEqual(value === undefined ? undefined : expect.closeTo(value, 9));
      return value;
    };
    compare(disconnected, { node_id: small.nodeId }, own.isConnected(small.nodeId) ? undefined : 1);
    return [
      compare(connected, {}, own.ratio),
      compare(without, { node_id: small.nodeId }, own.without(small.nodeId)),
    ] as const;
  });
  return Promise.all(chains);
}

/** The seconds that the L1 counts of the small member, the exported uptime, and their time. */
async function onlineSeconds() {
  const page = await large.exporter.page();
  const labels = { chain: l1.chainId, node_id: small.nodeId };
  const ratio = read(page, "avax_l1_validator_uptime_ratio", labels) ?? Number.NaN;
  const { validators } = await large.node.ask(`/ext/bc/${l1.chainId}/validators`, "validators.getCurrentValidators");
  const { uptimeSeconds } = validators.find(({ nodeID }: { nodeID: string }) => nodeID === small.nodeId);
  return { seconds: Number(uptimeSeconds), ratio, at: Date.now() / 1000 };
}

/** Observes the small member until the clock or the count has advanced by so many seconds. */
async function measure(seconds: number, isOnline: boolean) {
  const start = await onlineSeconds();
  const end = await eventually("a measured time", async () => {
    const now = await onlineSeconds();
    return (isOnline ? now.seconds - start.seconds : now.at - start.at) >= seconds ? now : undefined;
  });
  if (!isOnline) expect(end.seconds - start.seconds).toBeLessThan(seconds / 2);
  return { start, end };
}

test("the uptime of a member grows with the clock while it is online", async () => {
  await measure(8, true);
});

test("a member that stops is disconnected from every chain, as the share without it has shown", async () => {
  const before = await connectionsIn(await agreement(large));
  await Promise.all([small.exporter.stop(), small.node.stop()]);
  const page = await eventually("a run after the health checks", async () => {
    await checked(large.node);
    const { page } = await expectAgreement(large.node, large.exporter, watched);
    return read(page, disconnected, { chain: l1.chainId, node_id: small.nodeId }) === 1 ? page : undefined;
  });
  const after = await connectionsIn(page);
  expect(after.map(([share]) => share)).toEqual(before.map(([, share]) => share));
});

test("the member that has stopped is offline", async () => {
  await sees("stopped", large, small.nodeId, "✖ offline", "AvaxL1ValidatorOffline");
});

test("the uptime of the member that has stopped does not grow, and its share falls", async () => {
  const { start, end } = await measure(8, false);
  expect(end.ratio).toBeLessThan(start.ratio);
});

test("the chain accepts blocks without the member", async () => {
  const height = await sendTransfers(large.node, l1.chainId, 1);
  const page = await agreement(large);
  expect(read(page, "avax_evm_height", { chain: l1.chainId })).toBe(height);
});

test("the balance runs out at the second that the exporter has shown", async () => {
  const reported = [toppedUp.end];
  await eventually("the end of the balance", async () => {
    const balance = await absentBalance();
    const value = (await large.exporter.page()).value(toppedUp.series);
    if (value !== undefined) reported.push(value);
    return balance === "0" || undefined;
  });
  const ended = await timeOfP();
  expect(new Set(reported)).toEqual(new Set([ended]));
});

test("a validator without a deactivation owner is deactivated without a signature of an owner", async () => {
  await fires("at the end", "AvaxL1ValidatorNoOwner", l1.absent);
  await topUp(l1.wallet, l1.absentValidation, 3_600n);
  await eventually("the top-up", async () => (await absentBalance()) !== "0" || undefined);
  const page = await agreement(large);
  const hasOwner = (node_id: string) =>
    read(page, "avax_l1_validator_deactivation_owner", { subnet_id: l1.subnetId, node_id });
  expect([hasOwner(l1.absent), hasOwner(large.nodeId)]).toEqual([0, 1]);
  expect(await explained(large.exporter, l1.absent)).toMatch(/Deactivation +by anyone/);
  await disable(l1.wallet, l1.absentValidation, []);
  await eventually("the deactivation", async () => (await absentBalance()) === "0" || undefined);
});

test("a member that its L1 removes is missing", async () => {
  await topUp(l1.wallet, l1.absentValidation, 3_600n);
  await eventually("the top-up", async () => (await absentBalance()) !== "0" || undefined);
  await l1.removeAbsent();
  const text = await sees("removed", large, l1.absent, "✖ missing", "AvaxValidatorMissing");
  expect(text).toContain("The validator left the current set");
  const { page } = await expectAgreement(large.node, large.exporter, watched);
  expect(managerOf(page, l1.subnetId)).toEqual([240, 25, 0]); // it still counts the member
});
