/** Info API: version, identity, network, peers and upgrades of the node. */
import * as z from "zod";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read } = methodsOf({ path: () => "/ext/info", flag: "--api-info-enabled" });

const blsKey = z.object({ publicKey: w.hex, proofOfPossession: w.hex });
const peer = z.object({
  ip: w.text,
  publicIP: w.text,
  nodeID: w.nodeId,
  version: w.text,
  /** Activation time in Unix seconds of the newest upgrade that the peer knows, since 1.14.1; 0 if it announces none. The node
   *  does not validate it. */
  upgradeTime: w.uint64.optional(),
  lastSent: w.time,
  lastReceived: w.time,
  observedUptime: w.percent,
  trackedSubnets: w.nullableList(w.id),
  benched: w.nullableList(w.text),
});

/** The node reports a time after this one for an upgrade that has no date yet. */
export const noDateYet = new Date("9999-01-01T00:00:00Z");

const upgradePlan = z.object({
  /** Upgrades by name, without the suffix Time. */
  times: z.record(w.text, w.time),
  apricotPhase4MinPChainHeight: w.uint64.optional(),
  graniteEpochDuration: w.nanoseconds.optional(),
});
const upgrades = w.normalized((wire: Readonly<Record<string, string | number | bigint>>) => {
  if (typeof wire !== "object" || wire === null || Array.isArray(wire)) return wire as never;
  const times = Object.entries(wire).filter(([name]) => name.endsWith("Time"));
  return {
    ...wire,
    times: Object.fromEntries(times.map(([name, at]) => [name.slice(0, -"Time".length), at as string])),
  };
}, upgradePlan);

export const info = {
  "info.getNodeVersion": read({
    summary: "Versions of the node, its database, its plugin protocol and its VMs.",
    isFixed: () => true,
    result: z.object({
      version: w.text,
      databaseVersion: w.text,
      gitCommit: w.text,
      vmVersions: z.record(w.text, w.text),
    }),
  }),
  "info.getNodeID": read({
    summary: "Node ID and BLS key.",
    isFixed: () => true,
    result: z.object({ nodeID: w.nodeId, nodePOP: blsKey.optional() }),
  }),
  "info.getNodeIP": read({
    summary: "IP address and port that the node advertises to its peers.",
    isFixed: () => true,
    result: z.object({ ip: w.text }),
  }),
  "info.getNetworkID": read({
    summary: "Network ID: 1 mainnet, 5 fuji, 12345 local.",
    isFixed: () => true,
    result: z.object({ networkID: w.uint32 }),
  }),
  "info.getNetworkName": read({
    summary: "Network name.",
    isFixed: () => true,
    result: z.object({ networkName: w.text }),
  }),
  "info.getBlockchainID": read({
    summary: "ID of the chain with an alias.",
    params: z.object({ alias: w.paramAliasOrId }),
    result: z.object({ blockchainID: w.id }),
    exampleParams: { alias: "X" },
    expectedErrors: { not_found: /^there is no ID with alias: / },
  }),
  "info.isBootstrapped": read({
    summary: "Whether a chain has bootstrapped.",
    isFixed: ({ isBootstrapped }) => isBootstrapped,
    params: z.object({ chain: w.paramAliasOrId }),
    result: z.object({ isBootstrapped: z.boolean() }),
    exampleParams: { chain: "P" },
    expectedErrors: { not_found: /^there is no chain with alias\/ID '/ },
    quirks: ["Returns false for X and C even before they are created; permanently so with partial sync."],
  }),
  "info.uptime": read({
    summary: "Uptime of the node (percent) as observed by its peers, weighted by their stake.",
    result: z.object({ rewardingStakePercentage: w.percent, weightedAveragePercentage: w.percent }),
    expectedErrors: {
      not_validator: /node is not a validator|error while fetching local validator start time not found/,
    },
    quirks: ["Newer nodes without sybil protection have weight but no staker, so no validator start time is found."],
  }),
  "info.peers": read({
    summary: "Peers: version, this node's uptime as they observe it (percent), tracked subnets, benched chains.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    params: z.object({ nodeIDs: z.array(w.paramNodeId).optional() }),
    result: z.object({ numPeers: w.uint64, peers: w.nullableList(peer) }),
  }),
  "info.upgrades": read({
    summary: "Activation times of the network upgrades.",
    result: upgrades,
    quirks: ["9999-12-01 means that no date is set yet.", "graniteEpochDuration is in nanoseconds."],
  }),
  "info.getVMs": read({
    summary: "Installed VMs and feature extensions with their names.",
    result: z.object({
      vms: z.record(w.text, w.nullableList(w.text)),
      fxs: z.record(w.text, w.text).optional(),
    }),
  }),
};
