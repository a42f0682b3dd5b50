/** What a check has to say. */

/** `problem`: metrics are missing, or not true of now. `note`: worth knowing, and costs none. */
export type Level = "ok" | "note" | "problem";

/** Sentences. What stands between backticks is to be typed as it is. */
export type Finding = {
  readonly level: Level;
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
  /** Ways to mend it, the likeliest first. */
  readonly fix: readonly string[];
};
type More = { readonly why: string; readonly fix: readonly string[] };

export const ok = (what: string): Finding => ({ level: "ok", what, why: "", fix: [] });
export const note = (what: string, { why, fix }: More): Finding => ({ level: "note", what, why, fix });
export const problem = (what: string, { why, fix }: More): Finding => ({ level: "problem", what, why, fix });
