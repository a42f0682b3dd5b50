/** Optional alerts on the nodes' own metrics, for those who scrape /ext/metrics, too. */

import { type AlertGroup, alert } from "../../alerting/alert.ts";
import { longNodeName, nodeName, short } from "../../alerting/expressions.ts";
import { toNode } from "../../alerting/links.ts";
import { thresholds } from "../../alerting/thresholds.ts";

const chain = `{{ ${short("chain")} }}`;

const polls = alert({
  name: "AvaxNodePollsFailing",
  tiers: {
    critical: { for: "15m", parameters: { share: thresholds.pollsCritical, window: "15m" } },
    warning: { for: "15m", parameters: { share: thresholds.pollsWarning, window: "15m" } },
  },
  keepFiringFor: "15m",
  // a chain that is almost idle has too few polls for a share
  expr: ({ share, window }) => {
    const rate = (outcome: string) => `rate(avalanche_snowman_polls_${outcome}[${window}])`;
    return `${rate("failed")}\n/ (${rate("failed")} + ${rate("successful")} > 0.1) > ${share}`;
  },
  summary: `{{ $value | humanizePercentage }} of the polls of ${chain} fail on ${nodeName}`,
  description: `Of the polls of ${longNodeName} on the chain {{ $labels.chain }}, {{ $value | humanizePercentage }} get too few responses. The chain decides on blocks more slowly, and may halt. Validators of the chain are offline, or the connection of the node is bad.`,
  dashboard: toNode,
});

const bootstrap = alert({
  name: "AvaxNodeBootstrapStalled",
  tiers: { warning: { for: "1h", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  // a chain that waits for the others of its subnet asks every 10 seconds which blocks are accepted; one that syncs its state receives
  // responses of the virtual machine, which on P and X are gossip
  expr: ({ window }) => {
    const grows = (counter: string) => `increase(avalanche_${counter}[${window}]) > 0`;
    return `last_over_time(avalanche_snowman_bootstrap_finished[10m]) == 0
unless ${grows("snowman_bs_fetched")}
unless ${grows("snowman_bs_accepted")}
unless ignoring (op) (${grows('handler_messages{op="accepted"}')}
  or ${grows('handler_messages{op="app_response",chain!~"P|X"}')})`;
  },
  summary: `Bootstrapping of ${chain} makes no progress on ${nodeName}`,
  description: `The chain {{ $labels.chain }} of ${longNodeName} is not bootstrapped. The node fetches and executes no blocks of the chain, and receives no state. Too little of the stake is connected, no peer has the blocks, or the database or disk is damaged.`,
  dashboard: toNode,
});

const badBlocks = alert({
  name: "AvaxNodeBadBlocks",
  tiers: { critical: { for: "1m", parameters: { window: "1d" } } },
  // the prefix has the name or the ID of the virtual machine
  expr: ({ window }) => `increase({__name__=~"avalanche_.+_eth_chain_block_bad_count"}[${window}]) > 0`,
  summary: `Chain ${chain} has bad blocks on ${nodeName}`,
  description: `The virtual machine of ${longNodeName} refused a block of the chain {{ $labels.chain }} as invalid. If other nodes accept the block, this node computes another state, and stops following the chain.`,
  dashboard: toNode,
});

const execution = alert({
  name: "AvaxNodeExecutionSlow",
  tiers: { warning: { for: "15m", parameters: { seconds: thresholds.executionWait, window: "10m" } } },
  keepFiringFor: "15m",
  // a node that bootstraps accepts blocks faster than it executes them
  expr: ({ seconds, window }) => {
    const increase = (series: string) =>
      `increase(avalanche_evm_transition_sae_execution_queue_duration_seconds_${series}[${window}])`;
    return `${increase("sum")}
/ ${increase("count")} > ${seconds}
and last_over_time(avalanche_snowman_bootstrap_finished[10m]) == 1`;
  },
  summary: `Blocks of ${chain} wait {{ $value | humanizeDuration }} for execution on ${nodeName}`,
  description: `On ${longNodeName} blocks of the chain {{ $labels.chain }} are executed {{ $value | humanizeDuration }} after they were accepted, on average. The node executes more slowly than the chain accepts. Clients of this node read old data, and the node soon accepts blocks late.`,
  dashboard: toNode,
});

export const native: AlertGroup = { name: "avalanche-native", alerts: [polls, bootstrap, badBlocks, execution] };
