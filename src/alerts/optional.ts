/** Optional alerts about container indexes and fees, and on the metrics of AvalancheGo itself. */
import { indexAvailable, indexLastAccepted } from "../collectors/container-index.ts";
import { validatorFeePrice } from "../collectors/fees.ts";
import { chainHeight } from "../collectors/kinds/chains.ts";
import { type AlertGroup, alert, toNetwork, toNode } from "./alert.ts";
import { inNetwork, short } from "./expressions.ts";
import { longNodeName, nodeName } from "./names.ts";
import { durationOf, thresholds } from "./thresholds.ts";

const indexStalled = alert({
  name: "AvaxIndexStalled",
  tiers: { warning: { for: "10m", parameters: { window: "1h" } } },
  keepFiringFor: "15m",
  sentence: "A container index has not grown within the window, and its chain has.",
  expr: ({ window }) => `changes(${indexLastAccepted.name}{index="block"}[${window}]) == 0
and ignoring (index, blockchain_id, subnet_id, alias) changes(${chainHeight.name}[${window}]) > 0`,
  summary: `{{ $labels.chain }}-Chain block index of ${nodeName} has stalled`,
  description: `The {{ $labels.chain }}-Chain of ${longNodeName} advances, but its container index does not. Clients of the index do not see newer containers.`,
});

const indexDisabled = alert({
  name: "AvaxIndexDisabledUnexpectedly",
  tiers: { warning: { for: "10m", parameters: { window: "1d" } } },
  sentence: "The node served a container index within the window, and serves none now.",
  expr: ({ window }) => `max without (chain, index) (max_over_time(${indexAvailable.name}[${window}])) == 1
and max without (chain, index) (${indexAvailable.name}) == 0`,
  summary: `Container index of ${nodeName} has been disabled`,
  description: `The node ${longNodeName} no longer serves a container index that it served before. Everything accepted in the meantime is permanently missing from it.`,
});

/** For those who read container indexes. */
export const index: AlertGroup = { name: "avalanche-index", dashboard: toNode, alerts: [indexStalled, indexDisabled] };

const feeSpike = alert({
  name: "AvaxL1FeePriceSpike",
  tiers: { warning: { for: "30m", parameters: { multiple: 4, lookback: "7d" } } },
  keepFiringFor: "15m",
  sentence: "The validator fee is more than this multiple of its minimum.",
  expr: ({ multiple, lookback }) => {
    const price = validatorFeePrice.name;
    return `max by (network) (${price} / min_over_time(${price}[${lookback}])) > ${multiple}`;
  },
  summary: `L1 validator fee${inNetwork} is {{ $value | printf "%.1f" }} times its minimum`,
  description: `As reported by the monitored nodes{{ with $labels.network }} of {{ . }}{{ end }}, the L1 validator fee is {{ $value | printf "%.1f" }} times its recent minimum. Balances are used up faster.`,
});

/** About fees: one alert per network, however many nodes report it. */
export const economics: AlertGroup = {
  name: "avalanche-economics",
  dashboard: toNetwork("economics"),
  alerts: [feeSpike],
};

const chainId = `{{ ${short("chain")} }}`;

const polls = alert({
  name: "AvaxNodePollsFailing",
  tiers: {
    critical: { for: "15m", parameters: { share: thresholds.pollsCritical, window: "15m" } },
    warning: { for: "15m", parameters: { share: thresholds.pollsWarning, window: "15m" } },
  },
  keepFiringFor: "15m",
  sentence: "More than this share of the polls of a chain that is not almost idle fail.",
  expr: ({ share, window }) => {
    const rate = (outcome: string) => `rate(avalanche_snowman_polls_${outcome}[${window}])`;
    return `${rate("failed")}\n/ (${rate("failed")} + ${rate("successful")} > 0.1) > ${share}`;
  },
  summary: `{{ $value | humanizePercentage }} of the polls of ${chainId} fail on ${nodeName}`,
  description: `Of the polls of ${longNodeName} on the chain {{ $labels.chain }}, {{ $value | humanizePercentage }} get too few responses. The chain decides on blocks more slowly, and may halt. Validators of the chain are offline, or the connection of the node is bad.`,
});

const bootstrap = alert({
  name: "AvaxNodeBootstrapStalled",
  tiers: { warning: { for: "1h", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  sentence: "The chain is not bootstrapped, and the node has received nothing for it within the window.",
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
  summary: `Bootstrapping of ${chainId} makes no progress on ${nodeName}`,
  description: `The chain {{ $labels.chain }} of ${longNodeName} is not bootstrapped. The node fetches and executes no blocks of the chain, and receives no state. Too little of the stake is connected, no peer has the blocks, or the database or disk is damaged.`,
});

const badBlocks = alert({
  name: "AvaxNodeBadBlocks",
  tiers: { critical: { for: "1m", parameters: { window: "1d" } } },
  sentence: "The node has refused a block as invalid within the window.",
  // the prefix has the name or the ID of the virtual machine
  expr: ({ window }) => `increase({__name__=~"avalanche_.+_eth_chain_block_bad_count"}[${window}]) > 0`,
  summary: `Chain ${chainId} has bad blocks on ${nodeName}`,
  description: `The virtual machine of ${longNodeName} refused a block of the chain {{ $labels.chain }} as invalid. If other nodes accept the block, this node computes another state, and stops following the chain.`,
});

const execution = alert({
  name: "AvaxNodeExecutionSlow",
  tiers: { warning: { for: "15m", parameters: { duration: durationOf(thresholds.executionWait), window: "10m" } } },
  keepFiringFor: "15m",
  sentence: "A bootstrapped chain has executed blocks on average so much later than it accepted them.",
  expr: ({ duration, window }) => {
    const queue = "avalanche_evm_transition_sae_execution_queue_duration_seconds";
    return `increase(${queue}_sum[${window}])
/ increase(${queue}_count[${window}]) > ${duration}
and last_over_time(avalanche_snowman_bootstrap_finished[10m]) == 1`;
  },
  summary: `Blocks of ${chainId} wait {{ $value | humanizeDuration }} for execution on ${nodeName}`,
  description: `On ${longNodeName} blocks of the chain {{ $labels.chain }} are executed {{ $value | humanizeDuration }} after they were accepted, on average. The node executes more slowly than the chain accepts. Clients of this node read old data, and the node soon accepts blocks late.`,
});

/** On the metrics of AvalancheGo itself, for those who scrape /ext/metrics, too. */
export const native: AlertGroup = {
  name: "avalanche-native",
  dashboard: toNode,
  alerts: [polls, bootstrap, badBlocks, execution],
};
