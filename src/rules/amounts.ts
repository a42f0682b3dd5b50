/** Formats numbers for texts, so that texts do not repeat numbers by hand. */
import { acceptanceQuorum } from "../facts/consensus.ts";

const warpQuorum = 0.67;

/** Formats 0.8 as "80 %". */
export const percent = (share: number) => `${Number((share * 100).toPrecision(12))} %`;

const spans = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
/** Formats seconds in the largest unit that divides them: 604800 as "7 days". */
export function timeSpan(seconds: number): string {
  const [unit, length] = spans.find(([, length]) => seconds % length === 0) ?? (["second", 1] as const);
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** Sentence about the active weight that an L1 needs. */
export const quorumNote = `An L1 needs ${percent(acceptanceQuorum)} of its weight online to accept blocks, and signatures from ${percent(warpQuorum)} of it for messages to other chains.`;
