/** The states of a tracked L1. */
import { ok, registered, stateTable } from "../../engine/states.ts";
import { isBelow, type Quorum } from "../../protocol/consensus.ts";
import { forecastDays, forecastSeconds } from "../../protocol/l1.ts";
import { haltedBelow, slowBelow } from "../words.ts";

export const l1States = stateTable({
  halted: {
    tone: "bad",
    meaning: `The active weight of the L1 is below ${haltedBelow}, or a chain of it has halted: it accepts no blocks.`,
    fix: "If L1 validators are inactive, top up those with the largest weights. Otherwise see the state of its chain.",
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
  registered,
  ok,
});
export type L1State = keyof typeof l1States;

export const evidence = ["set", "block", "connections", "fee", "chain"] as const;

type Conditions = {
  readonly activeRatio: number;
  readonly quorum: Quorum;
  /** A chain of the L1 has halted. */
  readonly hasHaltedChain: boolean;
  /** Seconds until the L1 halts without top-ups; undefined if it never does, or if that is unknown. */
  readonly haltsIn: number | undefined;
};

export function l1Problem({ activeRatio, quorum, hasHaltedChain, haltsIn }: Conditions): L1State | undefined {
  if (isBelow(activeRatio, quorum.acceptance) || hasHaltedChain) return "halted";
  if (isBelow(activeRatio, quorum.healthy)) return "slow";
  if (haltsIn !== undefined && haltsIn < forecastSeconds) return "at_risk";
  return activeRatio < 1 ? "degraded" : undefined;
}
