import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  health,
  nodeDiskAvailable,
  nodeDiskAvailableRatio,
  nodeHealthCheck,
  nodeIngressConnections,
  nodePeers,
  nodeUpgradeUnknown,
} from "../../src/collectors/health.ts";
import * as c from "../../src/collectors/kinds/chains.ts";
import { nodeBootstrapped } from "../../src/collectors/node.ts";
import { entities } from "../../src/entities/all.ts";
import { parseJson } from "../../src/lib/text.ts";
import {
  createRuns,
  failedError,
  named,
  runOnce,
  samples,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const [chainId, l1] = ["11111111111111111111111111111111LpoYY", "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT"];
const check = (more: object = {}) => ({ timestamp: "2026-11-21T05:51:48Z", duration: 1, ...more });

test("a health check that has not run yet is absent, one with an error does not pass", async () => {
  const checks = {
    good: check(),
    bad: check({ error: "network layer is unhealthy" }),
    new: check({ error: "not yet run", timestamp: "0001-01-01T00:00:00Z" }),
  };
  const { text } = await runOnce(health, { "health.health": { checks, healthy: false } });
  expect(samplesOf(text, nodeHealthCheck)).toEqual([
    'avax_node_health_check_passing{check="good"} 1',
    'avax_node_health_check_passing{check="bad"} 0',
  ]);
});

test("while a check fails the node is polled once a minute, because it logs each call", async () => {
  const next = createRuns(health);
  const intervalOf = async (healthy: boolean) =>
    (await next({ "health.health": { checks: {}, healthy } })).minimumInterval?.interval;
  expect([await intervalOf(true), await intervalOf(false), await intervalOf(true)]).toEqual([
    undefined,
    "1m",
    undefined,
  ]);
});

test("a node that has just started is polled at the configured interval, because its checks run soon", async () => {
  const checks = { new: check({ error: "not yet run" }), bad: check({ error: "network layer is unhealthy" }) };
  const { minimumInterval } = await createRuns(health)({ "health.health": { checks, healthy: false } });
  expect(minimumInterval).toBeUndefined();
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);
/** Returns the number of series of one check. */
async function seriesOf(one: object): Promise<number> {
  const { text } = await runOnce(health, { "health.health": { checks: { one }, healthy: true }, ...withoutIds });
  return samples(text).length;
}

test("the series limit applies to health checks, and drops passing ones before failing ones", async () => {
  const checks = { ...Object.fromEntries(ids(200).map((id) => [id, check()])), bad: check({ error: "it broke" }) };
  const each = await seriesOf(check());
  const { ended, text } = await runOnce(health, { "health.health": { checks, healthy: true } }, { limit: 2 * each });
  expect([ended.dropped / each, samplesOf(text, nodeHealthCheck)]).toEqual([
    199,
    ['avax_node_health_check_passing{check="c0"} 1', 'avax_node_health_check_passing{check="bad"} 0'],
  ]);
});

const recorded = (file: string) =>
  parseJson(readFileSync(join(import.meta.dirname, "../fixtures", file, "health.health.json"), "utf8")) as {
    readonly result: object;
  };
/** A node that does not know the IDs of its chains. */
const withoutIds = { "info.getBlockchainID": unavailableError("api_off") };
const ofChains = [
  c.chainHeight,
  c.chainProcessingBlocks,
  c.chainLongestProcessingBlock,
  c.chainConnectedWeight,
  c.chainDisconnectedValidators,
];
const ofNode = [
  nodePeers,
  nodeIngressConnections,
  nodeDiskAvailable,
  nodeDiskAvailableRatio,
  nodeUpgradeUnknown,
  entities.node.metric("upgrade_unknown_seconds"),
];
/** Returns the samples of chains and of the node itself. */
const from = async (result: object) =>
  samplesOf((await runOnce(health, { "health.health": result, ...withoutIds })).text, ...ofChains, ...ofNode);
const message = (name: string, given: unknown) => ({
  ...withoutIds,
  "health.health": { checks: { [name]: check({ message: given }) }, healthy: true },
});
const of = async (name: string, given: unknown) =>
  samplesOf((await runOnce(health, message(name, given))).text, ...ofChains, ...ofNode);

const chain = (name: string, height: number, [ratio, disconnected] = [1, 0]) => [
  `avax_chain_last_accepted_height{chain="${name}"} ${height}`,
  `avax_chain_processing_blocks{chain="${name}"} 0`,
  `avax_chain_longest_processing_block_seconds{chain="${name}"} 0`,
  `avax_chain_connected_weight_ratio{chain="${name}"} ${ratio}`,
  `avax_chain_disconnected_validators{chain="${name}"} ${disconnected}`,
];
const all = (p: number, x: number, network?: [number, number]) =>
  [...chain("C", 0, network), ...chain("P", p, network), ...chain("X", x, network)].toSorted();

test.each([
  ["avalanchego-1.14.0/five-nodes", [...all(30, 3, [0.9996501250802838, 1]), "avax_node_peers 4"]],
  ["avalanchego-1.14.0/partial-sync", [...chain("P", 0).toSorted(), "avax_node_peers 0"]],
  ["avalanchego-1.15", [...all(15, 0), "avax_node_peers 0", "avax_node_upgrade_unknown 0"]],
])(
  "%s: every chain that runs has its height, blocks and connections; memory has no free disk space",
  async (file, expected) => {
    const lines = await from(recorded(file).result);
    expect(lines.toSorted()).toEqual(expected.toSorted());
  },
);

test("while a chain bootstraps only its connections are exported", async () => {
  expect(await from(recorded("avalanchego-1.14.0/bootstrapping-fuji").result)).toEqual([
    'avax_chain_connected_weight_ratio{chain="P"} 0',
    expect.stringMatching(/^avax_chain_disconnected_validators\{chain="P"\} [1-9]/),
    "avax_node_peers 0",
  ]);
});

test("a chain that fails its check keeps its data, such as the age of its oldest undecided block", async () => {
  const consensus = { lastAcceptedHeight: 7, processingBlocks: 4, longestProcessingBlock: "1m2.5s" };
  const failing = check({ message: { engine: { consensus } }, error: "block processing too long: 1m2.5s > 30s" });
  expect(await from({ checks: { someL1: failing }, healthy: false })).toEqual([
    'avax_chain_last_accepted_height{chain="someL1"} 7',
    'avax_chain_processing_blocks{chain="someL1"} 4',
    'avax_chain_longest_processing_block_seconds{chain="someL1"} 62.5',
  ]);
});

test.each([
  [null],
  ["text"],
  [[]],
  [{ engine: null, networking: 7 }],
  [{ engine: { consensus: { lastAcceptedHeight: -1, processingBlocks: {}, longestProcessingBlock: "soon" } } }],
  [{ networking: { percentConnected: 80, disconnectedValidators: null } }],
])("a message of another form, %j, has no samples and is not a failure", async (given) => {
  expect(await of("P", given)).toEqual([]);
});

test("free disk space is in bytes, and since 1.14.1 also a share of the disk", async () => {
  expect(await of("diskspace", { availableDiskBytes: 812_345_678_848 })).toEqual([
    "avax_node_disk_available_bytes 812345678848",
  ]);
  expect(await of("diskspace", { availableDiskBytes: 812_345_678_848, availableDiskPercentage: 41 })).toEqual([
    "avax_node_disk_available_bytes 812345678848",
    "avax_node_disk_available_ratio 0.41",
  ]);
});

test("chains that fail their check are the last that the series limit drops", async () => {
  const networking = { percentConnected: 1, disconnectedValidators: [] };
  const chains = Object.fromEntries(ids(200).map((id) => [id, check({ message: { networking } })]));
  const checks = { ...chains, bad: check({ message: { networking }, error: "it broke" }) };
  const limit = (await seriesOf(checks.bad)) + 1;
  const { text } = await runOnce(health, { "health.health": { checks, healthy: false }, ...withoutIds }, { limit });
  expect(samplesOf(text, nodeHealthCheck, ...ofChains)).toEqual([
    'avax_node_health_check_passing{check="bad"} 0',
    'avax_chain_connected_weight_ratio{chain="bad"} 1',
    'avax_chain_disconnected_validators{chain="bad"} 0',
  ]);
});

const announced = (modeUpgradeTime: string, modeUpgradeWeightPercentage: number) => ({
  localUpgradeTime: "2026-09-22T15:00:00Z",
  modeUpgradeTime,
  modeUpgradeWeightPercentage,
  numUpgradeTimes: 2,
});
test.each([
  ["a later upgrade that half of the stake announces is unknown", announced("2027-03-01T15:00:00Z", 50), 1],
  ["a later upgrade that a minority announces does not count", announced("2027-03-01T15:00:00Z", 49.9), 0],
  ["the newest upgrade of the node is known", announced("2026-09-22T15:00:00Z", 97), 0],
  ["an earlier upgrade is known", announced("2025-11-19T16:00:00Z", 97), 0],
  ["an upgrade without a date is none", announced("9999-12-01T00:00:00Z", 97), 0],
])("%s", async (_title, given, value) => {
  expect(await of("futureupgrade", given)).toContain(`avax_node_upgrade_unknown ${value}`);
});

test("without the times, the metric for an unknown upgrade is absent", async () => {
  expect(await of("futureupgrade", { numUpgradeTimes: 2 })).toEqual([]);
});

const consensusAt = (lastAcceptedHeight: number, timestamp: string, name = "C") => ({
  "health.health": {
    checks: { [name]: check({ message: { engine: { consensus: { lastAcceptedHeight } } }, timestamp }) },
    healthy: true,
  },
});

test("the age of a height is the time between the checks that have it", async () => {
  const next = createRuns(health);
  const ageAfter = async (height: number, time: string) =>
    /^avax_chain_height_age_seconds\{.*\} (\d+)$/m.exec((await next(consensusAt(height, time))).text)?.[1];
  expect(await ageAfter(7, "2026-11-21T05:00:00Z")).toBeUndefined();
  expect(await ageAfter(7, "2026-11-21T05:00:30Z")).toBe("30");
  expect(await ageAfter(8, "2026-11-21T05:01:00Z")).toBe("0");
});

test("a chain has its ID, its subnet and the alias of the tracked subnet, and they are read once", async () => {
  let lookups = 0;
  const ids = {
    "info.getBlockchainID": () => {
      lookups++;
      return { blockchainID: chainId };
    },
    "platform.validatedBy": { subnetID: l1 },
  };
  const watch = { subnet_ids: [{ id: l1, alias: "our L1" }], blockchain_ids: named(chainId) };
  const next = createRuns(health, { settings: settings({ watch }) });
  await next({ ...consensusAt(7, "2026-11-21T05:00:00Z", "ours"), ...ids });
  const { text } = await next({ ...consensusAt(7, "2026-11-21T05:00:30Z", "ours"), ...ids });
  expect(text).toContain(
    `avax_chain_last_accepted_height{chain="${chainId}",blockchain_id="${chainId}",subnet_id="${l1}",alias="our L1"} 7`,
  );
  expect(lookups).toBe(1);
});

test("a chain of a subnet has its blockchain ID as its name, because each node has its own aliases", async () => {
  const next = createRuns(health, { settings: settings() });
  const { text } = await next({
    "health.health": { checks: { ours: check({ message: { networking: { percentConnected: 1 } } }) }, healthy: true },
    "info.getBlockchainID": { blockchainID: chainId },
    "platform.validatedBy": { subnetID: l1 },
  });
  expect(text).toContain(`avax_chain_connected_weight_ratio{chain="${chainId}",blockchain_id="${chainId}"`);
  expect(text).toContain(`avax_node_health_check_passing{check="${chainId}"} 1`);
});

test("a chain whose IDs cannot be read is shown with the next run, so that its labels do not change", async () => {
  const next = createRuns(health);
  const broken = { ...consensusAt(7, "2026-11-21T05:00:00Z", "ours"), "info.getBlockchainID": failedError() };
  const shown = async () => samplesOf((await next(broken)).text, c.chainHeight);
  expect([await shown(), await shown()]).toEqual([[], ['avax_chain_last_accepted_height{chain="ours"} 7']]);
});

test("connections that other nodes have opened are counted", async () => {
  const validator = { ingressConnectionCount: 3, primaryNetworkValidator: true };
  expect(await of("network", { connectedPeers: 7, "primary network validator health": validator })).toEqual([
    "avax_node_peers 7",
    "avax_node_ingress_connections 3",
  ]);
});

const away = ["NodeID-a", "NodeID-b", "NodeID-111111111111111111116DBWJs", 7];
const networkingOf = (subnetID: string) => ({
  "health.health": {
    checks: { ours: check({ message: { networking: { percentConnected: 0.9, disconnectedValidators: away } } }) },
    healthy: true,
  },
  "info.getBlockchainID": { blockchainID: "blockchain" },
  "platform.validatedBy": { subnetID },
  "platform.getTx": { tx: { unsignedTx: { chainName: "ours", vmID: "vm" } }, encoding: "json" },
  "info.isBootstrapped": { isBootstrapped: false },
});
const watchingNode = settings({ watch: { node_ids: [{ id: "NodeID-b", alias: "b", subnet_ids: [chainId, l1] }] } });
const linesOf = async (subnetID: string, limit?: number) => {
  const { text } = await runOnce(health, networkingOf(subnetID), {
    settings: watchingNode,
    ...(limit !== undefined && { limit }),
  });
  return samplesOf(text, c.chainValidatorDisconnected, c.chainInfo, nodeBootstrapped);
};
const disconnected = (subnet: string, node: string, alias: string) =>
  `avax_chain_validator_disconnected{chain="blockchain",blockchain_id="blockchain",subnet_id="${subnet}",node_id="${node}"${alias}} 1`;

test("on the primary network, watched validators without a connection are named", async () => {
  expect(await linesOf(chainId)).toEqual([disconnected(chainId, "NodeID-b", ',alias="b"')]);
});

test("on an L1 all validators without a connection are named, and the chain has its name, VM and bootstrapped state", async () => {
  expect((await linesOf(l1)).toSorted()).toEqual([
    `avax_chain_info{chain="blockchain",blockchain_id="blockchain",subnet_id="${l1}",name="ours",vm_id="vm"} 1`,
    disconnected(l1, "NodeID-a", ""),
    disconnected(l1, "NodeID-b", ',alias="b"'),
    'avax_node_bootstrapped{chain="blockchain"} 0',
  ]);
});

test("the series limit keeps the watched validator without a connection", async () => {
  expect(await linesOf(l1, 1)).toEqual([disconnected(l1, "NodeID-b", ',alias="b"')]);
});
