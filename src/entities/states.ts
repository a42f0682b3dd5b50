/** States of networks, nodes, chains, validators, subnets, L1s and L1 validators. They follow from the protocol, and no setting changes
 *  them. Each enumeration is in the order of its severity. */
import { percent } from "../lib/text.ts";
import { defaultQuorum, startQuorum } from "./protocol/consensus.ts";
import { forecastDays } from "./protocol/l1.ts";
import { haltedAfter } from "./protocol/networks.ts";

/** Colors and symbols, the worst first: `bad` needs action now, `warn` soon, `wait` ends without action. `none`: a part that is
 *  switched off. */
export const tones = ["bad", "warn", "wait", "none", "ok"] as const;
export type Tone = (typeof tones)[number];
export type StateText = {
  readonly tone: Tone;
  readonly text: string;
  /** A sentence. */
  readonly meaning: string;
  /** What to do, in sentences; absent for states without a problem. */
  readonly fix?: string;
};
export type StateTable = Readonly<Record<string, StateText>>;

/** A state of an entity, which is not switched off. */
type EntityState = StateText & { readonly tone: Exclude<Tone, "none"> };
type Untitled = Omit<EntityState, "text">;
/** Returns a table of states. The text of a state is its name in queries, with spaces. */
const table = <const S extends string>(states: Readonly<Record<S, Untitled>>) =>
  Object.fromEntries(
    Object.entries<Untitled>(states).map(([name, state]) => [name, { ...state, text: name.replaceAll("_", " ") }]),
  ) as Readonly<Record<S, EntityState>>;
const ok = { tone: "ok", meaning: "None of the other states, and all that shows it is known." } as const;

const minutes = haltedAfter / 60;
const slowBelow = `its limit (${percent(defaultQuorum.healthy)} by default)`;
const haltedBelow = `its limit (${percent(defaultQuorum.acceptance)} by default)`;

export const networkStates = table({
  halted: {
    tone: "bad",
    meaning: `As this node sees it, the connected stake is below ${haltedBelow}, or the last block is older than ${minutes} minutes: the network accepts no blocks.`,
    fix: "Compare with other nodes. If they see the same, the network is the cause: do not restart nodes, and wait for an announcement.",
  },
  slow: {
    tone: "warn",
    meaning: `As this node sees it, the connected stake is below ${slowBelow}: the network accepts blocks slowly.`,
    fix: "Compare with other nodes. If they see the same, the network is the cause: do not restart nodes.",
  },
  ok,
});

export const nodeStates = table({
  unreachable: {
    tone: "bad",
    meaning: "The node does not respond.",
    fix: "Check that the node runs, and the address and port of node.url: run `avalanche-exporter doctor`.",
  },
  bootstrapping: {
    tone: "wait",
    meaning: "The node has not bootstrapped its P-, X- or C-Chain.",
    fix: "Wait. The log of the node shows the progress.",
  },
  isolated: {
    tone: "bad",
    meaning: `The share of the stake that the node is connected to is below ${haltedBelow}.`,
    fix: "Compare with other nodes. If only this node is isolated, check its public IP address, its staking port 9651 and its firewall.",
  },
  behind: {
    tone: "bad",
    meaning: `The last block that the node accepted is older than ${minutes} minutes: on mainnet of the P-Chain, on Fuji of the C-Chain. Or the P-Chain of Fuji has had no block for many times its usual gap.`,
    fix: "Compare with other nodes. If only this node is behind, check its log, its disk and its connections.",
  },
  unhealthy: {
    tone: "warn",
    meaning: "A health check of the node fails.",
    fix: "Read the failing checks: `avalanche-exporter call health.health`.",
  },
  unchecked: {
    tone: "warn",
    meaning: "The health checks of the node are not known, because its health API or the collector health is disabled.",
    fix: "Start the node with `--api-health-enabled=true`, and enable the collector health.",
  },
  unidentified: {
    tone: "warn",
    meaning: "The ID or the network of the node is not known, because its info API or the collector node is disabled.",
    fix: "Start the node with `--api-info-enabled=true`, and enable the collector node. node.network sets the network.",
  },
  ok,
});

export const chainStates = table({
  bootstrapping: {
    tone: "wait",
    meaning: "The node has not bootstrapped the chain.",
    fix: `Wait. The log of the node shows the progress. The chain of an L1 starts only when ${percent(startQuorum)} of its weight is connected, and the node checks that when a validator connects: if nothing moves, restart the node of another validator.`,
  },
  isolated: {
    tone: "bad",
    meaning: `The share of the weight of the chain's validators that the node is connected to is below ${haltedBelow}: the chain accepts no blocks.`,
    fix: "Check whether the validators of the chain run, and the network of the node.",
  },
  halted: {
    tone: "bad",
    meaning: `The C-Chain of mainnet or Fuji, or the P-Chain of mainnet, has had no block for ${minutes} minutes. Or the node is connected to none of the validators that can make the next block of an L1: those at the P-Chain height of its last block.`,
    fix: "Compare with other nodes. If only this node has halted, check its log and its connections. The chain of an L1 continues when the node of one of those validators runs again.",
  },
  not_executing: {
    tone: "bad",
    meaning: `The C-Chain accepts blocks, and has executed none for ${minutes} minutes.`,
    fix: "Check the log, the processor and the disk of the node. If other nodes execute blocks, restart this one.",
  },
  slow: {
    tone: "bad",
    meaning: `The share of the weight of the chain's validators that the node is connected to is below ${slowBelow}: blocks are slow, and the check of the chain fails.`,
    fix: "Check whether the validators of the chain run, and the network of the node.",
  },
  failing: {
    tone: "bad",
    meaning: "The health check of the chain fails.",
    fix: "Read the failing check: `avalanche-exporter call health.health`.",
  },
  ok,
});

const topUp = "Top up its balance (IncreaseL1ValidatorBalanceTx). Any account can pay.";
const offline = {
  tone: "bad",
  meaning: "The node has no connection to the validator. If it is the node itself: the node is isolated.",
  fix: "Check that the node of the validator runs and can be reached at its staking port 9651.",
} as const;

export const validatorStates = table({
  missing: {
    tone: "bad",
    meaning: "The validator left the current set, although its last known period has not ended or has no end.",
    fix: "Check with another node. If it is true, the validator was removed from its subnet or L1.",
  },
  inactive: {
    tone: "bad",
    meaning: "The balance of the L1 validator has run out.",
    fix: topUp,
  },
  offline,
  reward_lost: {
    tone: "bad",
    meaning: "The validator cannot reach its required uptime in this staking period any more.",
    fix: "The reward of this period is lost. Keep the node online for the next one.",
  },
  unrewarded: {
    tone: "warn",
    meaning: "The last staking period ended without its reward.",
    fix: "Find its outages, and the stake that refused in the last values of avax_node_insufficient_uptime_stake_ratio, before the next period ends in the same way.",
  },
  at_risk: {
    tone: "warn",
    meaning: "The uptime so far is below the required one.",
    fix: "Keep the node online. The offline budget is the time that is left.",
  },
  ending: {
    tone: "warn",
    meaning: "The staking period ends soon, and does not renew automatically.",
    fix: "Stake again when it has ended: until then the validator earns nothing.",
  },
  absent: {
    tone: "warn",
    meaning: "The validator is not in the current set.",
    fix: "Register it again, or remove it from watch.node_ids.",
  },
  ok,
});

export const subnetStates = table({
  empty: {
    tone: "bad",
    meaning: "The subnet has no validators: its chains accept no blocks.",
    fix: "Add validators, or remove the subnet from watch.subnet_ids.",
  },
  ok,
});

export const l1States = table({
  halted: {
    tone: "bad",
    meaning: `The active weight of the L1 is below ${haltedBelow}, or a chain of it has halted: it accepts no blocks.`,
    fix: "Top up the inactive L1 validators with the largest weights. If enough weight is active, start the nodes of the validators that made the last block of the chain.",
  },
  slow: {
    tone: "bad",
    meaning: `The active weight of the L1 is below ${slowBelow}: it accepts blocks slowly, and its checks fail.`,
    fix: "Top up the inactive L1 validators with the largest weights.",
  },
  at_risk: {
    tone: "warn",
    meaning: `Without top-ups, the active weight is below ${haltedBelow} in ${forecastDays} days.`,
    fix: "Top up the L1 validators whose balances run out first.",
  },
  degraded: {
    tone: "warn",
    meaning: "An L1 validator is inactive.",
    fix: "Top up the inactive L1 validators, or remove them.",
  },
  ok,
});

export const l1ValidatorStates = table({
  missing: {
    tone: "bad",
    meaning: "The P-Chain has no L1 validator with the watched validation ID.",
    fix: "Check the validation ID: the L1 has removed the validator, or the ID is wrong.",
  },
  inactive: {
    tone: "bad",
    meaning: "The balance has run out.",
    fix: topUp,
  },
  offline,
  wrong_key: {
    tone: "bad",
    meaning: "The BLS key that is registered for the validator is not that of the node: its signatures are invalid.",
    fix: "Start the node with the registered BLS key, or register the validator again with the key of the node.",
  },
  low_balance: {
    tone: "warn",
    meaning: `The balance lasts less than ${forecastDays} days.`,
    fix: topUp,
  },
  ok,
});

export type NetworkState = keyof typeof networkStates;
export type NodeState = keyof typeof nodeStates;
export type ChainState = keyof typeof chainStates;
export type ValidatorState = keyof typeof validatorStates;
export type L1State = keyof typeof l1States;
export type L1ValidatorState = keyof typeof l1ValidatorStates;

/** The tables by entity, as in the names of the metrics. */
export const stateTables = {
  network: networkStates,
  node: nodeStates,
  chain: chainStates,
  validator: validatorStates,
  subnet: subnetStates,
  l1: l1States,
  l1_validator: l1ValidatorStates,
} as const satisfies Readonly<Record<string, StateTable>>;
