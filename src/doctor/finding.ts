/** Findings: what the doctor reports apart from the states. */

/** `problem`: metrics are missing or wrong. `note`: worth knowing, without an effect on the exit status. */
type Level = "ok" | "note" | "problem";

/** The result of a check, in sentences. Text between backticks is a command or a setting. */
export type Finding = {
  /** Name of the check: short, in kebab case and stable, because scripts read it. */
  readonly check: string;
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  /** Possible fixes, the most likely first. */
  readonly fix: readonly string[];
};

export const ok = (check: string, what: string): Finding => ({ check, level: "ok", what, why: "", fix: [] });
export const note = (check: string, what: string, why: string, ...fix: string[]): Finding => ({
  ...{ check, level: "note", what, why, fix },
});
export const problem = (check: string, what: string, why: string, ...fix: string[]): Finding => ({
  ...{ check, level: "problem", what, why, fix },
});

export const isProblem = ({ level }: Finding): boolean => level === "problem";
