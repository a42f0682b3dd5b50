import type { Case } from "./case.ts";

export const nodeCases: readonly Case[] = [
  {
    alert: "AvaxNodeUnreachable",
    when: { avax_node_reachable: "0", avax_up: "0" },
    after: 3,
    ofNode: [
      {
        summary: "The node of b does not answer",
        description:
          "The exporter at exporter:9652 gets no HTTP answer from its node b. All values of the node vanish, and alerts on them with them.",
      },
    ],
    fires: [
      {
        severity: "critical",
        summary: "The node of exporter:9652 does not answer",
        description:
          "The exporter at exporter:9652 gets no HTTP answer from its node. All values of the node vanish, and alerts on them with them.",
      },
    ],
  },
  {
    alert: "AvaxNodeFailing",
    when: { avax_up: "0" },
    after: 10,
    fires: [
      {
        severity: "critical",
        summary: "The node of exporter:9652 answers, but not with what every node must tell",
        description:
          "Something answers at the node's address of exporter:9652, but required collectors fail: a proxy without its node, a host name that is not allowed, wrong credentials, or a node in trouble.",
      },
    ],
  },
  {
    alert: "AvaxNodeBootstrapping",
    when: { 'avax_exporter_collector_available{collector="p-height"}': "0" },
    after: 6 * 60,
    fires: [
      {
        severity: "warning",
        labels: { collector: "p-height" },
        summary: "The node of exporter:9652 is not done bootstrapping the P-Chain",
        description:
          "The node of exporter:9652 has not served its P-Chain for hours. It tells nothing of the chain, and validates nothing.",
      },
    ],
  },
  {
    alert: "AvaxNodeHealthCheckFailing",
    when: { 'avax_node_health_check_passing{check="network"}': "0" },
    after: 10,
    fires: [
      {
        severity: "warning",
        labels: { check: "network" },
        summary: "Health check network of exporter:9652 fails",
        description: "The node's own health check network fails on exporter:9652. The node says why: health.health.",
      },
    ],
  },
  {
    alert: "AvaxNodeIdentityChanged",
    when: { avax_exporter_node_identity_changes_total: "0x10 1" },
    after: 11,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        summary: "Another node answers at the address of exporter:9652",
        description:
          "The NodeID at the address of exporter:9652 changed 1 times within an hour: the node has new keys, or the exporter asks several nodes in turn.",
      },
    ],
  },
  {
    alert: "AvaxNodeUptimeLow",
    when: { avax_node_uptime_weighted_average_ratio: "0.84" },
    after: 30,
    fires: [
      {
        severity: "critical",
        labels: { node_id: "NodeID-Own" },
        summary: "The network has seen NodeID-Own online for 84% only",
        description:
          "By the stake of those who watch, the validator NodeID-Own has been online for 84% of its period. Below the required share, 80 % or since Helicon 90 %, it earns nothing.",
      },
      {
        severity: "warning",
        labels: { node_id: "NodeID-Own" },
        summary: "The network has seen NodeID-Own online for 84% only",
        description:
          "By the stake of those who watch, the validator NodeID-Own has been online for 84% of its period. Below the required share, 80 % or since Helicon 90 %, it earns nothing.",
      },
    ],
  },
  {
    alert: "AvaxNodeRewardingStakeLow",
    when: { avax_node_rewarding_stake_ratio: "0.85" },
    after: 30,
    fires: [
      {
        severity: "warning",
        labels: { node_id: "NodeID-Own" },
        summary: "Only 85% of the stake would reward NodeID-Own",
        description:
          "Validators with 85% of the stake have seen NodeID-Own online for long enough. Without most of them it earns no reward at the end of its period.",
      },
    ],
  },
  {
    alert: "AvaxNodeRewardingStakeLow",
    when: { avax_node_rewarding_stake_ratio: "0.5", 'avax_node_info{node_id="NodeID-Own",network="mainnet"}': null },
    after: 30,
    fires: [
      {
        severity: "critical",
        summary: "Only 50% of the stake would reward exporter:9652",
        description:
          "Validators with 50% of the stake have seen exporter:9652 online for long enough. Without most of them it earns no reward at the end of its period.",
      },
      {
        severity: "warning",
        summary: "Only 50% of the stake would reward exporter:9652",
        description:
          "Validators with 50% of the stake have seen exporter:9652 online for long enough. Without most of them it earns no reward at the end of its period.",
      },
    ],
  },
  {
    alert: "AvaxPChainStalled",
    when: { avax_pchain_height: "1000+20x5 1100" },
    after: 25,
    looksBack: true,
    fires: [
      {
        severity: "critical",
        summary: "The P-Chain stands still on exporter:9652",
        description:
          "The node of exporter:9652 answers, but has accepted no P-Chain block after 1100. A validator that does not follow the P-Chain is soon seen as offline.",
      },
    ],
  },
  {
    alert: "AvaxPChainTimeLag",
    when: { avax_pchain_timestamp_seconds: "-940+60" },
    after: 5,
    fires: [
      {
        severity: "critical",
        summary: "The P-Chain of exporter:9652 is 16m 40s behind the clock",
        description:
          "The last P-Chain block on exporter:9652 is 16m 40s old. The node is stuck or far behind, or its clock or Prometheus's is wrong.",
      },
      {
        severity: "warning",
        summary: "The P-Chain of exporter:9652 is 16m 40s behind the clock",
        description:
          "The last P-Chain block on exporter:9652 is 16m 40s old. The node is stuck or far behind, or its clock or Prometheus's is wrong.",
      },
    ],
  },
  {
    alert: "AvaxNodeBehindPeers",
    when: {
      avax_pchain_height: "1000+20",
      'avax_pchain_height{instance="behind:9652"}': "960+20",
      'avax_node_info{instance="behind:9652",node_id="NodeID-B",network="mainnet"}': "1",
      'avax_exporter_collector_last_success_timestamp_seconds{instance="behind:9652",collector="p-height"}': "60+60",
      'avax_exporter_collector_interval_seconds{instance="behind:9652",collector="p-height"}': "10",
    },
    after: 10,
    ofNode: [
      {
        summary: "b is 40 P-Chain blocks behind the best node",
        description:
          "The node of b is 40 P-Chain blocks behind the highest node of mainnet that this Prometheus knows.",
      },
    ],
    fires: [
      {
        severity: "warning",
        labels: { instance: "behind:9652", network: "mainnet" },
        summary: "behind:9652 is 40 P-Chain blocks behind the best node",
        description:
          "The node of behind:9652 is 40 P-Chain blocks behind the highest node of mainnet that this Prometheus knows.",
      },
    ],
  },
  {
    alert: "AvaxXChainStalled",
    when: { avax_xchain_height: "500+1x5 505" },
    after: 6 * 60 + 5 + 30,
    looksBack: true,
    fires: [
      {
        severity: "info",
        summary: "The X-Chain stands still on exporter:9652",
        description:
          "The node of exporter:9652 has accepted no X-Chain block after 505 for hours. The X-Chain is quiet at times: compare with another node.",
      },
    ],
  },
  {
    alert: "AvaxIndexStalled",
    when: { 'avax_index_last_accepted_index{chain="X",container="block"}': "499+1x5 504" },
    after: 60 + 5 + 10,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { chain: "X", container: "block" },
        summary: "The X-Chain's block index stands still on exporter:9652",
        description:
          "The X-Chain of exporter:9652 goes on, but its container index stays at 504: who reads it misses what was accepted since.",
      },
    ],
  },
  {
    alert: "AvaxIndexDisabledUnexpectedly",
    when: { 'avax_index_available{chain="P",container="block"}': "1x5 0" },
    after: 15,
    looksBack: true,
    fires: [
      {
        severity: "warning",
        labels: { chain: "P", container: "block" },
        summary: "The index P/block of exporter:9652 is off, and was on",
        description:
          "The node of exporter:9652 no longer serves its index P/block. What is accepted meanwhile will be missing from it for good.",
      },
    ],
  },
];
