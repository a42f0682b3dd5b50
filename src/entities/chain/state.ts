/** The states of a chain that the node runs. */
import { ok, type StateTable, stateTable } from "../../engine/states.ts";
import { percent } from "../../lib/text.ts";
import { isBelow, type Quorum, startQuorum } from "../../protocol/consensus.ts";
import { type Judged, judge } from "../evidence.ts";
import { haltedAfterMinutes, haltedBelow, slowBelow } from "../words.ts";

export const chainStates = stateTable({
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
    meaning: "The chain accepts no blocks, although enough of its weight is connected.",
    fix: "Compare with other nodes. If only this node has halted, check its log and its connections.",
  },
  not_executing: {
    tone: "bad",
    meaning: `The C-Chain accepts blocks, and has executed none for ${haltedAfterMinutes} minutes.`,
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
/** Notes on the upgrades of a chain, from all monitored nodes that run it. */
export const chainNotes = {
  upgradesDiffer: {
    tone: "warn",
    text: "upgrades differ",
    meaning: "Its monitored nodes have different upgrades: from an activation on, they do not agree on blocks.",
    fix: "Give all nodes of the chain the same upgrade.json, and restart those that lack it: a node reads the file at its start only.",
  },
  upgradeAhead: {
    tone: "none",
    text: "upgrade ahead",
    meaning: "An upgrade of the chain is ahead.",
    fix: "Send upgrade.json to the other validators of the chain: their nodes are not seen.",
  },
} as const satisfies StateTable;
export type ChainState = keyof typeof chainStates;

export const evidence = ["connections", "block", "proposers"] as const;

type Conditions = {
  readonly isBootstrapped: boolean | undefined;
  readonly connectedRatio: number | undefined;
  readonly quorum: Quorum;
  /** A chain of the same validators has accepted a block lately, which the connected share does not contradict. */
  readonly isAdvancing: boolean;
  /** Age of the last block above which the chain has halted: Infinity for a chain that can be idle for any time. */
  readonly maxAge: number | undefined;
  /** Age of the last accepted block. */
  readonly acceptedAge: number | undefined;
  /** Age of the last executed block; undefined on chains that execute a block when they accept it. */
  readonly executedAge: number | undefined;
  /** The chain can execute a block later than it accepts it: the C-Chain. */
  readonly executesLater: boolean;
  /** The accepted height is above that of the last executed block. */
  readonly hasUnexecuted: boolean;
  /** The chain can make its next block. */
  readonly canAdvance: boolean | undefined;
  readonly passesCheck: boolean | undefined;
};

export function chainState(chain: Conditions): Judged<ChainState> {
  const { connectedRatio, quorum, maxAge = Number.POSITIVE_INFINITY, acceptedAge, executedAge } = chain;
  const age = chain.executesLater ? executedAge : acceptedAge;
  const block = chain.maxAge === Number.POSITIVE_INFINITY || (chain.maxAge && age);
  const of = (problem?: ChainState) =>
    judge(evidence, problem, { connections: connectedRatio, block, proposers: chain.canAdvance });
  if (chain.isBootstrapped === false) return of(chain.canAdvance === false ? "halted" : "bootstrapping");
  if (isBelow(connectedRatio, quorum.acceptance) && !chain.isAdvancing) return of("isolated");
  if ((acceptedAge ?? 0) > maxAge || chain.canAdvance === false) return of("halted");
  if ((executedAge ?? 0) > maxAge) return of(chain.hasUnexecuted ? "not_executing" : "halted");
  if (isBelow(connectedRatio, quorum.healthy)) return of("slow");
  return of(chain.passesCheck === false ? "failing" : undefined);
}
