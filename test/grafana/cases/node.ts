import type { Case } from "./case.ts";

const info = 'avax_node_info{node_id="NodeID-Own",network="mainnet"}';
const unknown = { node_id: undefined, network: undefined };
const isOther = { avax_node_rewarding_stake_ratio: null };

export const nodeCases: readonly Case[] = [
  {
    // the node has other keys
    alert: "AvaxNodeGone",
    when: {
      [info]: "1x10 _",
      'avax_node_info{node_id="NodeID-New",network="mainnet"}': "_x10 1",
      avax_node_rewarding_stake_ratio: "0.99x10 _",
    },
    after: 25,
    looksBack: true,
    about: "item",
    fires: [{ severity: "critical", labels: { node_id: "NodeID-Own" }, summary: "Node NodeID-Own (mainnet) is gone" }],
  },
  {
    // it did not validate
    alert: "AvaxNodeGone",
    when: { [info]: "1x10 _", 'avax_node_info{node_id="NodeID-New",network="mainnet"}': "_x10 1", ...isOther },
    after: 25,
    looksBack: true,
    about: "item",
    fires: [{ severity: "warning", labels: { node_id: "NodeID-Own" }, summary: "Node NodeID-Own (mainnet) is gone" }],
  },
  {
    alert: "AvaxNodeUnreachable",
    when: { avax_node_reachable: "0", avax_up: "0" },
    after: 10,
    fires: [{ severity: "critical", summary: "Node NodeID-Own (mainnet) is unreachable" }],
  },
  {
    alert: "AvaxNodeFlapping",
    when: { avax_node_reachable: "1x10 0x2 1x2 0x2 1x2 0x2 1" },
    after: 32,
    looksBack: true,
    fires: [{ severity: "critical", summary: "Node NodeID-Own (mainnet) goes up and down: 6 changes in an hour" }],
  },
  {
    alert: "AvaxNodeBootstrapping",
    when: { 'avax_node_bootstrapped{chain="P"}': "0" },
    after: 45,
    looksBack: true,
    fires: [{ severity: "critical", summary: "Node NodeID-Own (mainnet) is still bootstrapping the P-Chain" }],
  },
  {
    alert: "AvaxNodeBootstrapping",
    when: { 'avax_node_bootstrapped{chain="P"}': "0", ...isOther },
    after: 120,
    looksBack: true,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: { job: "avalanche-exporter", instance: "exporter:9652", node_id: "NodeID-Own" },
        summary: "Node NodeID-Own (mainnet) is still bootstrapping the P-Chain",
      },
    ],
  },
  {
    alert: "AvaxNodeHealthCheckFailing",
    when: { 'avax_node_health_check_passing{check="diskspace"}': "0" },
    after: 15,
    fires: [
      {
        severity: "critical",
        labels: { check: "diskspace" },
        summary: "Health check diskspace of NodeID-Own (mainnet) fails",
      },
    ],
  },
  {
    alert: "AvaxNodeHealthCheckFailing",
    when: {
      'avax_node_health_check_passing{check="network"}': "0",
      'avax_node_health_check_passing{check="C"}': "0",
      'avax_node_health_check_passing{check="bootstrapped"}': "0",
    },
    after: 30,
    fires: ["chains", "network"].map((check) => ({
      severity: "warning",
      labels: { check },
      summary: `Health check ${check} of NodeID-Own (mainnet) fails`,
    })),
  },
  {
    alert: "AvaxNodeIdentityChanged",
    when: { avax_exporter_node_identity_changes_total: "0x10 1" },
    after: 11,
    looksBack: true,
    fires: [{ severity: "warning", summary: "Node ID behind NodeID-Own (mainnet) has changed" }],
  },
  {
    alert: "AvaxNodeRewardingStakeLow",
    when: { avax_node_rewarding_stake_ratio: "0.85" },
    after: 30,
    fires: [{ severity: "warning", summary: "85% of the stake would reward NodeID-Own (mainnet)" }],
  },
  {
    alert: "AvaxNodeRewardingStakeLow",
    when: { avax_node_rewarding_stake_ratio: "0.5", [info]: null },
    after: 30,
    fires: [{ severity: "critical", labels: unknown, summary: "50% of the stake would reward exporter:9652" }],
  },
  {
    alert: "AvaxChainStalled",
    when: { 'avax_chain_longest_processing_block_seconds{chain="X"}': "400" },
    after: 10,
    about: "item",
    fires: [
      { severity: "critical", labels: { chain: "X" }, summary: "Chain X (mainnet) hardly advances at height 500" },
    ],
  },
  {
    alert: "AvaxChainStalled",
    when: { 'avax_chain_connected_weight_ratio{chain="our-chain"}': "0.79" },
    after: 10,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: { chain: "our-chain" },
        summary: "Chain our-chain (mainnet) hardly advances at height 9",
      },
    ],
  },
  {
    alert: "AvaxChainStalled",
    when: { 'avax_chain_last_accepted_height{chain="C"}': "7000+30x5 7150" },
    after: 30,
    looksBack: true,
    about: "item",
    fires: [
      { severity: "critical", labels: { chain: "C" }, summary: "Chain C (mainnet) hardly advances at height 7150" },
    ],
  },
  {
    alert: "AvaxPChainTimeLag",
    when: { avax_pchain_timestamp_seconds: "-940+60" },
    after: 5,
    about: "network",
    fires: [{ severity: "critical", summary: "P-Chain of all nodes (mainnet) is 16m 40s behind" }],
  },
  {
    alert: "AvaxPChainTimeLag",
    when: { avax_pchain_timestamp_seconds: "-340+60" },
    after: 5,
    about: "network",
    fires: [{ severity: "warning", summary: "P-Chain of all nodes (mainnet) is 6m 40s behind" }],
  },
  {
    alert: "AvaxNodeBehindPeers",
    when: {
      avax_pchain_height: "1000+20",
      'avax_pchain_height{instance="behind:9652"}': "960+20",
      'avax_node_info{instance="behind:9652",node_id="NodeID-B",network="mainnet"}': "1",
    },
    after: 10,
    fires: [
      {
        severity: "warning",
        labels: { instance: "behind:9652", node_id: "NodeID-B" },
        summary: "Node NodeID-B (mainnet) is 40 P-Chain blocks behind",
      },
    ],
  },
  {
    alert: "AvaxStakeConnectedLow",
    when: { 'avax_validators_connected_weight{subnet_id="primary"}': "840" },
    after: 15,
    about: "network",
    fires: [{ severity: "warning", summary: "84% of the stake is connected to all nodes (mainnet)" }],
  },
  {
    alert: "AvaxStakeConnectedLow",
    when: { 'avax_validators_connected_weight{subnet_id="primary"}': "700" },
    after: 15,
    about: "network",
    fires: [{ severity: "critical", summary: "70% of the stake is connected to all nodes (mainnet)" }],
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
        summary: "X-Chain block index of NodeID-Own (mainnet) has stalled",
      },
    ],
  },
  {
    alert: "AvaxIndexDisabledUnexpectedly",
    when: { 'avax_index_available{chain="P",container="block"}': "1x5 0" },
    after: 15,
    looksBack: true,
    fires: [{ severity: "warning", summary: "Container index of NodeID-Own (mainnet) has been disabled" }],
  },
];
