/** Checks of a node and their findings. */
import type { NodeQueries } from "./node-queries.ts";

/** `problem`: metrics are missing, or not true of now. `note`: worth knowing, and costs none. */
export type Level = "ok" | "note" | "problem";

/** Sentences. The text between backticks is to be typed as it is. */
export type Finding = {
  readonly level: Level;
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
  /** Ways to mend it, the likeliest first. */
  readonly fix: readonly string[];
};

export type Findings = Finding | readonly Finding[];

export const ok = (what: string): Finding => ({ level: "ok", what, why: "", fix: [] });
export const note = (what: string, why: string, ...fix: string[]): Finding => ({ level: "note", what, why, fix });
export const problem = (what: string, why: string, ...fix: string[]): Finding => ({ level: "problem", what, why, fix });

export type Check = {
  /** Short and stable: scripts read it. */
  readonly name: string;
  /** No further check runs if this one finds a problem. */
  readonly stopsOnProblem?: true;
  /** Returns an empty list if there is nothing to say. Throws the reason of the interview's signal once it is aborted. */
  readonly run: (node: NodeQueries) => Promise<Findings>;
};
