import type { Case, Special } from "./case.ts";

const failed = 'avalanche_snowman_polls_failed{chain="C"}';
const space = "avalanche_resource_tracker_disk_available_space";
const onC = { chain: "C" };

export const nativeCases: readonly Case[] = [
  {
    alert: "AvaxNodePollsFailing",
    when: { [failed]: "0+200" },
    after: 15,
    looksBack: true,
    about: "network",
    fires: [{ severity: "critical", labels: onC, summary: "16.67% of the polls of C fail on all nodes (mainnet)" }],
  },
  {
    alert: "AvaxNodePollsFailing",
    when: { [failed]: "0+80" },
    after: 15,
    looksBack: true,
    about: "network",
    fires: [{ severity: "warning", labels: onC, summary: "7.407% of the polls of C fail on all nodes (mainnet)" }],
  },
  {
    alert: "AvaxNodeDiskFilling",
    when: { [space]: "100000000000-500000000" },
    after: 30,
    looksBack: true,
    fires: [{ severity: "critical", summary: "Disk of NodeID-Own (mainnet) is full in 2h 48m 0s" }],
  },
  {
    alert: "AvaxNodeDiskFilling",
    when: { [space]: "100000000000-50000000" },
    after: 60,
    looksBack: true,
    fires: [{ severity: "warning", summary: "Disk of NodeID-Own (mainnet) is full in 1d 8h 18m 0s" }],
  },
  {
    alert: "AvaxNodePeersLow",
    when: { avalanche_network_peers: "800x60 300" },
    after: 75,
    looksBack: true,
    about: "network",
    fires: [{ severity: "warning", summary: "37.5% of the usual peers are connected to all nodes (mainnet)" }],
  },
];

/** A second node with a name, and its own metrics. */
const second = {
  'avax_up{instance="other:9652",node="b"}': "1",
  'avax_node_info{instance="other:9652",node="b",node_id="NodeID-B",network="mainnet"}': "1",
  'avalanche_network_peers{instance="other:9650",node="b"}': "800",
  'avalanche_snowman_polls_successful{instance="other:9650",node="b",chain="C"}': "0+1000",
};
export const nativeSpecials: readonly Special[] = [
  {
    why: "both nodes of the network have the condition",
    alert: "AvaxNodePollsFailing",
    when: {
      ...second,
      [failed]: "0+200",
      'avalanche_snowman_polls_failed{instance="other:9650",node="b",chain="C"}': "0+300",
    },
    at: 30,
    firing: 1,
  },
  {
    why: "one node of two has the condition",
    alert: "AvaxNodePollsFailing",
    when: {
      ...second,
      [failed]: "0+200",
      'avalanche_snowman_polls_failed{instance="other:9650",node="b",chain="C"}': "0+3",
    },
    at: 30,
    firing: 1,
  },
  {
    why: "a chain that is almost idle has few polls",
    alert: "AvaxNodePollsFailing",
    when: {
      'avalanche_snowman_polls_failed{chain="our-chain"}': "0+1",
      'avalanche_snowman_polls_successful{chain="our-chain"}': "0+1",
    },
    at: 60,
    firing: 0,
  },
  {
    why: "a node that bootstraps fills the disk",
    alert: "AvaxNodeDiskFilling",
    when: { [space]: "100000000000-500000000", 'avalanche_snowman_bootstrap_finished{chain="C"}': "0" },
    at: 90,
    firing: 0,
  },
  {
    why: "the node did not know its disk yet",
    alert: "AvaxNodeDiskFilling",
    when: { [space]: "18446744073709551615x5 100000000000" },
    at: 120,
    firing: 0,
  },
  {
    why: "no exporter has the name of the node",
    alert: "AvaxNodePeersLow",
    when: { 'avalanche_network_peers{instance="stranger:9650",node="stranger"}': "800x60 300" },
    at: 80,
    firing: 1,
  },
];
