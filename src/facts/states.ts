/** States of nodes, chains, validators, L1s and L1 validators. They follow from the protocol, and no setting changes them. Each
 *  enumeration is in the order of its severity. */
import { quorum } from "./consensus.ts";
import { forecastDays, forecastSeconds } from "./l1.ts";

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

/** Age in seconds of the last block at which a chain that always advances has halted. */
export const haltedAfter = 600;
/** Age in seconds of the last block of a chain that always advances at which the node's view is outdated. */
export const behindAfter = 300;

export const nodeStates = {
  unreachable: {
    tone: "bad",
    text: "unreachable",
    meaning: "The node does not respond.",
    fix: "Check that the node runs, and the address and port of node.url: run `avalanche-exporter doctor`.",
  },
  bootstrapping: {
    tone: "wait",
    text: "bootstrapping",
    meaning: "The node has not bootstrapped its P-, X- or C-Chain.",
    fix: "Wait. The log of the node shows the progress.",
  },
  isolated: {
    tone: "bad",
    text: "isolated",
    meaning: `The node is connected to less than ${quorum * 100} % of the stake.`,
    fix: "Check the network of the node: its public IP address, its staking port 9651 and its firewall.",
  },
  behind: {
    tone: "bad",
    text: "behind",
    meaning: `The last block that the node accepted is older than ${behindAfter / 60} minutes: on mainnet of the P-Chain, on Fuji of the C-Chain.`,
    fix: "Check the log, the disk and the connections of the node, and the clock of this machine.",
  },
  unhealthy: {
    tone: "warn",
    text: "unhealthy",
    meaning: "A health check of the node fails.",
    fix: "Read the failing checks: `avalanche-exporter call health.health`.",
  },
  unchecked: {
    tone: "warn",
    text: "unchecked",
    meaning: "The health checks of the node are not known, because its health API or the collector health is disabled.",
    fix: "Start the node with `--api-health-enabled=true`, and enable the collector health.",
  },
  ok: { tone: "ok", text: "ok", meaning: "None of the other states." },
} as const satisfies StateTable;

export const chainStates = {
  bootstrapping: {
    tone: "wait",
    text: "bootstrapping",
    meaning: "The node has not bootstrapped the chain.",
    fix: "Wait. The log of the node shows the progress.",
  },
  isolated: {
    tone: "bad",
    text: "isolated",
    meaning: `The node is connected to less than ${quorum * 100} % of the weight of the chain's validators.`,
    fix: "Check whether the validators of the chain run, and the network of the node.",
  },
  halted: {
    tone: "bad",
    text: "halted",
    meaning: `The C-Chain of mainnet or Fuji has accepted or executed no block for ${haltedAfter / 60} minutes, or the P-Chain of mainnet has accepted none.`,
    fix: "Compare with other nodes. If only this node has halted, check its log and its connections.",
  },
  failing: {
    tone: "bad",
    text: "failing",
    meaning: "The health check of the chain fails.",
    fix: "Read the failing check: `avalanche-exporter call health.health`.",
  },
  ok: { tone: "ok", text: "ok", meaning: "None of the other states." },
} as const satisfies StateTable;

const topUp = "Top up its balance (IncreaseL1ValidatorBalanceTx).";
const offline = {
  tone: "bad",
  text: "offline",
  meaning: "The node has no connection to the validator. If it is the node itself: the node is isolated.",
  fix: "Check that the node of the validator runs and can be reached at its staking port 9651.",
} as const;

export const validatorStates = {
  missing: {
    tone: "bad",
    text: "missing",
    meaning: "The validator left the current set, although its last known period has not ended or has no end.",
    fix: "Check with another node. If it is true, the validator was removed from its subnet or L1.",
  },
  inactive: {
    tone: "bad",
    text: "inactive",
    meaning: "The balance of the L1 validator has run out.",
    fix: topUp,
  },
  offline,
  reward_lost: {
    tone: "bad",
    text: "reward lost",
    meaning: "The validator cannot reach its required uptime in this staking period any more.",
    fix: "The reward of this period is lost. Keep the node online for the next one.",
  },
  at_risk: {
    tone: "warn",
    text: "at risk",
    meaning: "The uptime so far is below the required one.",
    fix: "Keep the node online. The offline budget is the time that is left.",
  },
  absent: {
    tone: "warn",
    text: "not validating",
    meaning: "The validator is not in the current set.",
    fix: "Register it again, or remove it from watch.node_ids.",
  },
  ok: { tone: "ok", text: "ok", meaning: "None of the other states." },
} as const satisfies StateTable;

export const l1States = {
  halted: {
    tone: "bad",
    text: "halted",
    meaning: `Less than ${quorum * 100} % of the weight of the L1 is active: it accepts blocks slowly, and none below 75 %.`,
    fix: "Top up the inactive L1 validators with the largest weights.",
  },
  at_risk: {
    tone: "warn",
    text: "at risk",
    meaning: `Without top-ups, less than ${quorum * 100} % of the weight is active in ${forecastDays} days.`,
    fix: "Top up the L1 validators whose balances run out first.",
  },
  degraded: {
    tone: "warn",
    text: "degraded",
    meaning: "An L1 validator is inactive.",
    fix: "Top up the inactive L1 validators, or remove them.",
  },
  ok: { tone: "ok", text: "ok", meaning: "None of the other states." },
} as const satisfies StateTable;

export const l1ValidatorStates = {
  missing: {
    tone: "bad",
    text: "missing",
    meaning: "The P-Chain has no L1 validator with the watched validation ID.",
    fix: "Check the validation ID: the L1 has removed the validator, or the ID is wrong.",
  },
  inactive: {
    tone: "bad",
    text: "inactive",
    meaning: "The balance has run out.",
    fix: topUp,
  },
  offline,
  wrong_key: {
    tone: "bad",
    text: "wrong BLS key",
    meaning: "The BLS key that is registered for the validator is not that of the node: its signatures are invalid.",
    fix: "Start the node with the registered BLS key, or register the validator again with the key of the node.",
  },
  low: {
    tone: "warn",
    text: "low balance",
    meaning: `The balance lasts less than ${forecastDays} days.`,
    fix: topUp,
  },
  ok: { tone: "ok", text: "ok", meaning: "None of the other states." },
} as const satisfies StateTable;

export type NodeState = keyof typeof nodeStates;
export type ChainState = keyof typeof chainStates;
export type ValidatorState = keyof typeof validatorStates;
export type L1State = keyof typeof l1States;
export type L1ValidatorState = keyof typeof l1ValidatorStates;

/** Undefined conditions are unknown. Ratios are shares (0 to 1), ages in seconds. */
type NodeConditions = {
  readonly isReachable: boolean | undefined;
  readonly isBootstrapped: boolean | undefined;
  readonly connectedRatio: number | undefined;
  readonly isBehind: boolean;
  readonly hasFailingCheck: boolean | undefined;
  /** The collector health has not run yet, or fails. */
  readonly awaitsChecks: boolean;
};
const isBelowQuorum = (ratio: number | undefined) => ratio !== undefined && ratio < quorum;

/** Returns undefined while the health checks of the node cannot be read, unless they are disabled. */
export function nodeState(node: NodeConditions): NodeState | undefined {
  if (node.isReachable === false) return "unreachable";
  if (node.isBootstrapped === false) return "bootstrapping";
  if (isBelowQuorum(node.connectedRatio)) return "isolated";
  if (node.isBehind) return "behind";
  if (node.hasFailingCheck) return "unhealthy";
  if (node.hasFailingCheck === false) return "ok";
  return node.awaitsChecks ? undefined : "unchecked";
}

type ChainConditions = {
  readonly isBootstrapped: boolean | undefined;
  readonly connectedRatio: number | undefined;
  /** The chain accepts blocks at any time, so that an old last block is a problem. */
  readonly alwaysAdvances: boolean;
  readonly blockAge: number | undefined;
  readonly passesCheck: boolean | undefined;
};
export function chainState(chain: ChainConditions): ChainState {
  if (chain.isBootstrapped === false) return "bootstrapping";
  if (isBelowQuorum(chain.connectedRatio)) return "isolated";
  if (chain.alwaysAdvances && chain.blockAge !== undefined && chain.blockAge > haltedAfter) return "halted";
  return chain.passesCheck === false ? "failing" : "ok";
}

type ValidatorConditions = {
  readonly isPresent: boolean;
  /** The last known period has ended, or the validator has not been seen in the set. */
  readonly hasEnded: boolean;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  readonly uptime: number | undefined;
  readonly required: number | undefined;
  /** Seconds. */
  readonly budget: number | undefined;
};
export function validatorState(validator: ValidatorConditions): ValidatorState {
  const { uptime, required, budget } = validator;
  if (!validator.isPresent) return validator.hasEnded ? "absent" : "missing";
  if (validator.isActive === false) return "inactive";
  if (validator.isConnected === false) return "offline";
  if (budget !== undefined && budget < 0) return "reward_lost";
  return uptime !== undefined && required !== undefined && uptime < required ? "at_risk" : "ok";
}

type L1Conditions = {
  readonly activeRatio: number;
  /** Seconds until the L1 halts without top-ups; undefined if it never does, or if that is unknown. */
  readonly haltsIn: number | undefined;
};
export function l1State({ activeRatio, haltsIn }: L1Conditions): L1State {
  if (activeRatio < quorum) return "halted";
  if (haltsIn !== undefined && haltsIn < forecastSeconds) return "at_risk";
  return activeRatio < 1 ? "degraded" : "ok";
}

type L1ValidatorConditions = {
  readonly isPresent: boolean;
  readonly isActive: boolean | undefined;
  readonly isConnected: boolean | undefined;
  /** The registered BLS key is that of the node; known to the node of the validator only. */
  readonly hasOwnKey: boolean | undefined;
  /** Seconds. */
  readonly runway: number | undefined;
};
/** Returns undefined if the balance is unknown. */
export function l1ValidatorState(validator: L1ValidatorConditions): L1ValidatorState | undefined {
  const { isPresent, isActive, isConnected, hasOwnKey, runway } = validator;
  if (!isPresent) return "missing";
  if (isActive === undefined) return undefined;
  if (!isActive) return "inactive";
  if (isConnected === false) return "offline";
  if (hasOwnKey === false) return "wrong_key";
  return runway !== undefined && runway < forecastSeconds ? "low" : "ok";
}
