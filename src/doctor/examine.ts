/** Every check of one node, one after the other. */
import type { Check } from "./check.ts";
import { createClean } from "./clean.ts";
import { type Finding, problem } from "./finding.ts";
import { type About, type Clock, createInterview, type Interview } from "./interview.ts";

export type Told = Finding & { readonly check: string };
export type Section = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly url: string;
  readonly findings: readonly Told[];
};
type Options = { readonly checks: readonly Check[]; readonly clock: Clock; readonly signal: AbortSignal };

/** One check's bug leaves the others alone. */
async function runOne({ name, run }: Check, interview: Interview, about: About, signal: AbortSignal) {
  try {
    return await run(interview, about);
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return [
      problem(`The check "${name}" broke: ${message}.`, {
        why: "What it would have found is not known.",
        fix: ["This is a bug: please report it with the node's version."],
      }),
    ];
  }
}

/** Throws the signal's reason once it is aborted. */
export async function examine(about: About, { checks, clock, signal }: Options): Promise<Section> {
  const interview = createInterview(about, clock, signal);
  const findings: Told[] = [];
  try {
    const clean = await createClean(about.node);
    for (const check of checks) {
      const found = await runOne(check, interview, about, signal);
      findings.push(...found.map((finding) => ({ check: check.name, ...clean(finding) })));
      if (check.decides && found.some(({ level }) => level === "problem")) break;
    }
  } finally {
    await interview.close();
  }
  return { name: about.name, url: about.origin, findings };
}
