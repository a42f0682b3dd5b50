import type { Case } from "./case.ts";

export const nodeCases: readonly Case[] = [
  {
    alert: "AvaxNodeUnreachable",
    when: { avax_node_reachable: "0", avax_up: "0" },
    after: 3,
    ofNode: [
      {
        summary: "Node b is unreachable",
        description:
          "The exporter at exporter:9652 gets no HTTP response from its node b. All metrics of the node are dropped, and alerts based on them cannot fire.",
      },
    ],
    fires: [
      {
        severity: "critical",
        summary: "Node exporter:9652 is unreachable",
        description:
          "The exporter at exporter:9652 gets no HTTP response from its node. All metrics of the node are dropped, and alerts based on them cannot fire.",
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
        summary: "Node exporter:9652 responds, but required collectors fail",
        description:
          "The address of the node exporter:9652 responds, but required collectors fail. Possible causes: a proxy whose node is down, a host name that is not allowed, wrong credentials, or a failing node.",
      },
    ],
  },
  {
    alert: "AvaxNodeBootstrapping",
    when: { 'avax_exporter_collector_unavailable{collector="p-height",reason="bootstrapping"}': "1" },
    after: 6 * 60,
    fires: [
      {
        severity: "warning",
        labels: { collector: "p-height", reason: "bootstrapping" },
        summary: "Node exporter:9652 has been bootstrapping the P-Chain for hours",
        description:
          "The node exporter:9652 has not served its P-Chain for hours. The exporter has no P-Chain data from it, and it cannot validate.",
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
        description:
          "The node's own health check network fails on exporter:9652. The method health.health returns the reason.",
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
        summary: "Node ID behind exporter:9652 has changed",
        description:
          "The node ID at the address of exporter:9652 changed 1 times within an hour. The node was started with different staking keys, or node.url is a load balancer.",
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
        summary: "Uptime of NodeID-Own as observed by the network is only 84%",
        description:
          "Weighted by the stake of its observers, the validator NodeID-Own has been online for 84% of its staking period. Below the required 80 % (90 % for periods since Helicon) it receives no reward.",
      },
      {
        severity: "warning",
        labels: { node_id: "NodeID-Own" },
        summary: "Uptime of NodeID-Own as observed by the network is only 84%",
        description:
          "Weighted by the stake of its observers, the validator NodeID-Own has been online for 84% of its staking period. Below the required 80 % (90 % for periods since Helicon) it receives no reward.",
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
        summary: "Only 85% of the stake would vote to reward NodeID-Own",
        description:
          "Validators with 85% of the stake have observed a sufficient uptime of NodeID-Own. Without a majority it receives no reward at the end of its period.",
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
        summary: "Only 50% of the stake would vote to reward exporter:9652",
        description:
          "Validators with 50% of the stake have observed a sufficient uptime of exporter:9652. Without a majority it receives no reward at the end of its period.",
      },
      {
        severity: "warning",
        summary: "Only 50% of the stake would vote to reward exporter:9652",
        description:
          "Validators with 50% of the stake have observed a sufficient uptime of exporter:9652. Without a majority it receives no reward at the end of its period.",
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
        summary: "P-Chain has stalled on exporter:9652",
        description:
          "The node exporter:9652 responds, but has accepted no P-Chain block since height 1100. A validator that does not follow the P-Chain is soon seen as offline.",
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
        summary: "P-Chain of exporter:9652 is 16m 40s behind the wall clock",
        description:
          "The last P-Chain block on exporter:9652 is 16m 40s old. The node has stalled or is far behind, or the clock of the node or of Prometheus is wrong.",
      },
      {
        severity: "warning",
        summary: "P-Chain of exporter:9652 is 16m 40s behind the wall clock",
        description:
          "The last P-Chain block on exporter:9652 is 16m 40s old. The node has stalled or is far behind, or the clock of the node or of Prometheus is wrong.",
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
        summary: "b is 40 P-Chain blocks behind the highest known node",
        description:
          "The node b is 40 P-Chain blocks behind the highest node of mainnet that this Prometheus monitors.",
      },
    ],
    fires: [
      {
        severity: "warning",
        labels: { instance: "behind:9652", network: "mainnet" },
        summary: "behind:9652 is 40 P-Chain blocks behind the highest known node",
        description:
          "The node behind:9652 is 40 P-Chain blocks behind the highest node of mainnet that this Prometheus monitors.",
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
        summary: "X-Chain has stalled on exporter:9652",
        description:
          "The node exporter:9652 has accepted no X-Chain block since height 505 for hours. The X-Chain is quiet at times: compare with another node.",
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
        summary: "Block index of the X-Chain has stalled on exporter:9652",
        description:
          "The X-Chain of exporter:9652 advances, but its container index is stuck at 504. Clients of the index do not see newer containers.",
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
        summary: "Index P/block of exporter:9652 has been disabled",
        description:
          "The node exporter:9652 no longer serves its index P/block. Everything accepted in the meantime is permanently missing from it.",
      },
    ],
  },
];
