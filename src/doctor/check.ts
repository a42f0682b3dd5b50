/** Definition of a check and of its findings. */
import type { StateText } from "../facts/states.ts";
import type { NodeQueries } from "./node-queries.ts";

/** `problem`: metrics are missing or wrong, or a state asks for attention. `note`: worth knowing, without an effect on metrics. */
export type Level = "ok" | "note" | "problem";

/** The result of a check, in sentences. Text between backticks is a command or a setting. */
export type Finding = {
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  /** Possible fixes, the most likely first. */
  readonly fix: readonly string[];
  /** IDs of watched entities that the network of the node does not have. */
  readonly missing?: readonly string[];
};

export type Findings = Finding | readonly Finding[];

export const ok = (what: string): Finding => ({ level: "ok", what, why: "", fix: [] });
export const note = (what: string, why: string, ...fix: string[]): Finding => ({ level: "note", what, why, fix });
export const problem = (what: string, why: string, ...fix: string[]): Finding => ({ level: "problem", what, why, fix });

/** Returns the finding on a state, in the words of the status page, with what is known about it apart from the facts. */
export const stateProblem = (
  subject: string,
  { text, meaning, fix }: StateText,
  { what = "", why = "", steps = [] }: { readonly [K in "what" | "why"]?: string } & { steps?: readonly string[] },
): Finding =>
  problem(
    [`${subject}: ${text}.`, what].filter(Boolean).join(" "),
    [meaning, why].filter(Boolean).join(" "),
    ...steps,
    ...(fix === undefined ? [] : [fix]),
  );

export type Check = {
  /** Short, in kebab case and stable, because scripts read it. */
  readonly name: string;
  /** States that this check reports, with more detail than the check of the states. */
  readonly reports?: readonly StateText[];
  /** A problem found by this check skips all later checks. */
  readonly stopsOnProblem?: true;
  /** The status of the node can be read after this check without further calls. */
  readonly readsStatus?: true;
  /** Returns an empty list without findings. Throws the reason of an aborted signal. */
  readonly run: (node: NodeQueries) => Promise<Findings>;
};
