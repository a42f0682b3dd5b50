/** Identity and bootstrap status of the node, the stake that rewards it, and the network upgrades that it knows. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { primaryChains } from "../node-api/ids.ts";
import { noDateYet } from "../node-api/info.ts";
import type { UpgradeTimes } from "../protocol/networks.ts";
import { collector, type RunClient, readEach } from "./collector.ts";

export type NodeIdentity = { readonly node_id: string; readonly version: string; readonly network_id: string };
export const nodeIdentity = kindOf<NodeIdentity>().with();

export const chainBootstrapped = kindOf<{ readonly chain: string; readonly isBootstrapped: boolean }>().ofNode("chain");
export const nodeBootstrapped = chainBootstrapped.gauge("avax_node_bootstrapped", {
  help: "1 if the node has bootstrapped the chain, otherwise 0. X and C stay 0 with partial sync.",
  from: from("info.isBootstrapped", "isBootstrapped"),
  of: ({ isBootstrapped }) => isBootstrapped,
});

const reportedUptime = kindOf<Result<"info.uptime">>().ofNode();
reportedUptime.gauge("avax_node_rewarding_stake_ratio", {
  help: "Share (0 to 1) of stake that considers the node's uptime enough for a reward. Before AvalancheGo 1.15.0, 0.8 is enough also where 0.9 is required.",
  from: from("info.uptime", "rewardingStakePercentage"),
  of: ({ rewardingStakePercentage }) => rewardingStakePercentage,
});

export const node = collector({
  name: "node",
  summary: "Version, identity and bootstrap status of the node, and the stake that rewards it.",
  interval: "30s",
  reads: ["info.getNodeVersion", "info.getNodeID", "info.getNetworkID", "info.isBootstrapped", "info.uptime"],
  metrics: [chainBootstrapped, reportedUptime],
  read: ({ call }) => ({
    identity: Promise.all([call("info.getNodeID", {}), call("info.getNodeVersion", {}), call("info.getNetworkID", {})]),
    bootstrapped: readEach(primaryChains, (chain) => call("info.isBootstrapped", { chain })),
    uptime: call("info.uptime", {}),
  }),
  map: {
    identity: ([{ nodeID: node_id }, { version }, { networkID }]) => [
      nodeIdentity.item({ node_id, version, network_id: String(networkID) }),
    ],
    bootstrapped: ({ isBootstrapped }, { item: chain }) => [chainBootstrapped.item({ chain, isBootstrapped })],
    uptime: (uptime) => [reportedUptime.item(uptime)],
  },
});

/** Activation times of all upgrades that have a date. */
export const reportedUpgrades = kindOf<{ readonly times: UpgradeTimes }>().ofNode();
const datedUpgrade = kindOf<{ readonly upgrade: string; readonly time: Date }>().ofNode("upgrade");
export const upgradeTime = datedUpgrade.timestamp("avax_upgrade_timestamp_seconds", {
  help: "Activation time of the last two upgrades that the node knows, in Unix seconds.",
  from: from("info.upgrades"),
  of: ({ time }) => time,
});

/** The last upgrade and a scheduled one, without the history. */
const maxUpgrades = 2;

/** Reads the upgrades that have a date. A node that does not know the method does not know the upgrades either. */
async function readUpgrades({ call }: RunClient<"info.upgrades">) {
  const { value, error } = await attempt(call("info.upgrades", {}));
  if (error && error.unavailable !== "method_unknown") throw error;
  const times = Object.entries(value?.times ?? {}).filter(([, time]) => time < noDateYet);
  return { times, error };
}

export const upgrades = collector({
  name: "upgrades",
  summary:
    "Activation times of the last two network upgrades that have a date. The required uptime depends on them on networks other than mainnet and fuji.",
  interval: "10m",
  reads: ["info.upgrades"],
  provides: ["upgrades"],
  metrics: [datedUpgrade],
  read: (node) => ({ times: readUpgrades(node) }),
  map: {
    *times({ times, error }) {
      yield reportedUpgrades.item({ times: Object.fromEntries(times) });
      const inOrder = times.toSorted(([, left], [, right]) => left.getTime() - right.getTime());
      yield* inOrder.slice(-maxUpgrades).map(([upgrade, time]) => datedUpgrade.item({ upgrade, time }));
      yield { error };
    },
  },
});
