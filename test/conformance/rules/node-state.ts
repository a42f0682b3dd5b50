/** The node itself: its health checks, its peers, and the upgrades that it knows. */
import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { isBefore, parseJson, versionIn } from "../../../src/lib/text.ts";
import { pollLimit } from "../../support/limits.ts";
import type { Json } from "../calls.ts";
import { CannotShow, needed } from "../cannot-show.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertDecimal, assertId, assertNodeId, assertNumber, assertTime, unknownNode } from "../values.ts";

const chains = ["P", "X", "C"] as const;
const noChains = "no health check is of a chain";

async function checksOf({ call }: Node): Promise<Record<string, Json>> {
  return (await call("health.health")).checks;
}
/** The checks of the chains of the primary network that have bootstrapped. */
async function chainChecks(node: Node) {
  const checks = await checksOf(node);
  const found = chains.flatMap((chain) => {
    const { engine, networking } = checks[chain]?.message ?? {};
    return engine?.consensus ? [{ chain, consensus: engine.consensus, networking }] : [];
  });
  needed(found[0], noChains);
  return found;
}
/** The response of a node that bootstraps, once the check of it has run. */
async function whileBootstrapping({ bootstrapping }: Node): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "health.health" });
  for (const end = Date.now() + pollLimit; ; await setTimeout(200)) {
    const { result } = parseJson((await bootstrapping()({ path: "/ext/health", body })).text) as Json;
    if (result.checks.bootstrapped.error !== "not yet run") return result;
    assert.ok(Date.now() < end, "the checks do not run");
  }
}
const isPassing = ({ error }: Json) => error === undefined;

const health = [
  rule(
    "health.health: each check has a time and a duration; the node is healthy if no check has an error",
    async ({ call }) => {
      const { checks, healthy } = await call("health.health");
      const all = Object.values<Json>(checks);
      assert.ok(all.length > 0);
      for (const { timestamp, duration } of all) {
        assertTime(timestamp);
        assertNumber(duration);
      }
      assert.equal(healthy, all.every(isPassing));
    },
  ),
  rule("health.health: a check that fails also has error, contiguousFailures and timeOfFirstFailure", async (node) => {
    const { checks, healthy } = await whileBootstrapping(node);
    const { error, contiguousFailures, timeOfFirstFailure } = checks.bootstrapped;
    assert.deepEqual([healthy, error], [false, "subnets not bootstrapped"]);
    assert.ok(contiguousFailures > 0);
    assertTime(timeOfFirstFailure);
    for (const check of Object.values<Json>(checks).filter(isPassing))
      assert.deepEqual([check.contiguousFailures, check.timeOfFirstFailure], [undefined, undefined]);
  }),
  rule(
    "health.health: the check of a chain is named P, X or C; lastAcceptedHeight and lastAcceptedID are of one block",
    async (node) => {
      const behind = "the index does not contain every block of a chain";
      const beyondGenesis = (await chainChecks(node)).filter(({ consensus }) => consensus.lastAcceptedHeight > 0);
      needed(beyondGenesis[0], "no chain has a block beyond the first one");
      for (const { chain, consensus } of beyondGenesis) {
        const { lastAcceptedHeight, lastAcceptedID } = consensus;
        const index = `${chain}/block`;
        if (Number((await node.last(index)).index) + 1 < lastAcceptedHeight) throw new CannotShow(behind);
        const at = { index: lastAcceptedHeight - 1 };
        assert.equal((await node.call("index.getContainerByIndex", at, index)).id, lastAcceptedID);
      }
    },
  ),
  rule(
    "health.health: undecided blocks of a chain are counted; the age of the oldest is a Go duration",
    async (node) => {
      for (const { consensus } of await chainChecks(node)) {
        assertNumber(consensus.lastAcceptedHeight, consensus.processingBlocks);
        assert.match(consensus.longestProcessingBlock, /^(\d+(\.\d+)?(h|m|s|ms|µs|ns))+$/);
        if (consensus.processingBlocks === 0) assert.equal(consensus.longestProcessingBlock, "0s");
      }
    },
  ),
  rule(
    "health.health: percentConnected of a chain is a share from 0 to 1 of the weight, despite its name",
    async (node) => {
      for (const { networking } of await chainChecks(node)) {
        const { percentConnected, disconnectedValidators } = networking;
        assert.ok(percentConnected >= 0 && percentConnected <= 1, percentConnected);
        assertNodeId(...disconnectedValidators);
        assert.equal(percentConnected === 1, disconnectedValidators.length === 0);
      }
    },
  ),
  rule("health.health: availableDiskBytes is a number; 1.14.1 adds availableDiskPercentage", async (node) => {
    const { message } = needed((await checksOf(node))["diskspace"], "no health check is of the disk");
    const { availableDiskBytes, availableDiskPercentage } = message;
    assertNumber(availableDiskBytes);
    if (await isOlderThan("1.14.1", node)) assert.equal(availableDiskPercentage, undefined);
    else assert.ok(availableDiskPercentage >= 0 && availableDiskPercentage <= 100);
  }),
  rule("health.health: connectedPeers is the number of peers", async ({ peered }) => {
    const { call } = peered();
    const { network } = (await call("health.health")).checks;
    const { connectedPeers } = needed(network, "no health check is of the network").message;
    assert.equal(String(connectedPeers), (await call("info.peers")).numPeers);
  }),
  rule(
    "health.health: since 1.14.1 the check futureupgrade has the newest upgrade of the node and that of most of the stake",
    async (node) => {
      const { message } = needed((await checksOf(node))["futureupgrade"], "the node has no check futureupgrade");
      assertTime(message.localUpgradeTime);
      assertTime(message.modeUpgradeTime);
      assert.ok(message.modeUpgradeWeightPercentage >= 0 && message.modeUpgradeWeightPercentage <= 100);
      assertNumber(message.numUpgradeTimes);
    },
  ),
];

const isOlderThan = async (release: string, { call }: Node) =>
  isBefore(versionIn((await call("info.getNodeVersion")).version) ?? release, release);

/** At least one. */
async function peersOf({ peered }: Node) {
  const { call } = peered();
  const { numPeers, peers } = await call("info.peers");
  needed(peers?.[0], "the node has no peers");
  return { call, numPeers, peers: peers as readonly Json[] };
}

const peers = [
  rule(
    "info.peers: each peer has addresses, a version, times, an uptime, and lists of subnets and chains",
    async (node) => {
      const { numPeers, peers } = await peersOf(node);
      assert.equal(numPeers, String(peers.length));
      for (const peer of peers) {
        assertNodeId(peer.nodeID);
        assert.match(peer.version, /^avalanchego\/\d+\.\d+\.\d+$/);
        assertTime(peer.lastSent);
        assertTime(peer.lastReceived);
        assertDecimal(peer.observedUptime);
        assert.deepEqual([typeof peer.ip, typeof peer.publicIP], ["string", "string"]);
        assertId(...peer.trackedSubnets);
        assert.ok(Array.isArray(peer.benched));
      }
    },
  ),
  rule("info.peers: the node is not among its peers", async (node) => {
    const { call, peers } = await peersOf(node);
    const { nodeID } = await call("info.getNodeID");
    assert.ok(peers.every((peer) => peer.nodeID !== nodeID));
  }),
  rule("info.peers: nodeIDs selects peers; an ID that is no peer is left out", async (node) => {
    const { call, peers } = await peersOf(node);
    const [{ nodeID }] = peers;
    const selected = await call("info.peers", { nodeIDs: [nodeID, unknownNode] });
    assert.deepEqual([selected.numPeers, selected.peers.map((peer: Json) => peer.nodeID)], ["1", [nodeID]]);
  }),
  rule("info.peers: since 1.14.1 each peer has the Unix time of the newest upgrade that it knows", async (node) => {
    const { peers } = await peersOf(node);
    if (await isOlderThan("1.14.1", node)) {
      assert.ok(peers.every((peer) => !("upgradeTime" in peer)));
      throw new CannotShow("the node is older than 1.14.1");
    }
    assertNumber(...peers.map(({ upgradeTime }) => upgradeTime));
  }),
];

const endsWithTime = (name: string) => name.endsWith("Time");

const upgrades = [
  rule(
    "info.upgrades: members that end in Time are times, in order; the year 9999 means that no date is set",
    async ({ call }) => {
      const answer = await call("info.upgrades");
      const times: string[] = Object.keys(answer).flatMap((name) => (endsWithTime(name) ? [answer[name]] : []));
      for (const time of times) assertTime(time);
      const moments = times.map((time) => Date.parse(time));
      assert.deepEqual(
        moments,
        moments.toSorted((left, right) => left - right),
      );
      for (const time of times)
        assert.ok(Date.parse(time) < Date.parse("2100-01-01") || time === "9999-12-01T00:00:00Z");
    },
  ),
  rule("info.upgrades: the other members are a height, a vertex and nanoseconds", async ({ call }) => {
    const { apricotPhase4MinPChainHeight, cortinaXChainStopVertexID, graniteEpochDuration } =
      await call("info.upgrades");
    assertNumber(apricotPhase4MinPChainHeight, graniteEpochDuration);
    assertId(cortinaXChainStopVertexID);
  }),
  rule("info.upgrades: a node knows Etna, Fortuna and Granite, and Helicon since 1.14.1", async (node) => {
    const known = await node.call("info.upgrades");
    for (const name of ["etnaTime", "fortunaTime", "graniteTime"]) assert.ok(name in known, name);
    assert.equal("heliconTime" in known, !(await isOlderThan("1.14.1", node)));
  }),
];

export const nodeState = [...health, ...peers, ...upgrades];
