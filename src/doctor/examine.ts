/** Every check of one node, one after the other. */
import { createSecretMask, minMaskedLength } from "../node/secrets.ts";
import { cleanText, cutText } from "../node/text.ts";
import { requestHeaders, type TransportOptions } from "../node/transport.ts";
import { type Check, type Finding, problem } from "./check.ts";
import { type About, createInterview, type Interview } from "./interview.ts";

export type CheckedFinding = Finding & { readonly check: string };
export type Section = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly url: string;
  readonly findings: readonly CheckedFinding[];
};
type Options = { readonly checks: readonly Check[]; readonly now: () => number; readonly signal: AbortSignal };

/** A bug in one check leaves the others alone. */
async function runOne({ name, run }: Check, interview: Interview, signal: AbortSignal) {
  try {
    return [await run(interview)].flat();
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Error ? error.message : String(error);
    return [
      problem(
        `The check "${name}" failed with an error: ${message}.`,
        "Its result is unknown.",
        "This is a bug: please report it with the node's version.",
      ),
    ];
  }
}

const maxTextLength = 1000;

/** Returns a function that removes secrets and control characters: a node can answer with either. A short secret stays, because
 *  the doctor's own words hold it by chance. */
async function createCleaner(node: TransportOptions) {
  const { secrets } = await requestHeaders(node).catch(() => ({ secrets: [] })); // unreadable secrets are not sent
  const all = [...secrets, ...(node.tls_config?.key?.split("\n") ?? [])];
  const { mask } = createSecretMask(all.filter((secret) => secret.trim().length >= minMaskedLength));
  return (text: string) => cutText(cleanText(mask(text, maxTextLength + 1)), maxTextLength);
}

/** Returns the findings of these checks. Throws the reason of the signal once it is aborted. */
export async function examine(about: About, { checks, now, signal }: Options): Promise<Section> {
  const interview = createInterview(about, now, signal);
  const findings: CheckedFinding[] = [];
  try {
    const clean = await createCleaner(about.node);
    for (const check of checks) {
      const found = await runOne(check, interview, signal);
      for (const { level, what, why, fix } of found)
        findings.push({ check: check.name, level, what: clean(what), why: clean(why), fix: fix.map(clean) });
      if (check.decides && found.some(({ level }) => level === "problem")) break;
    }
  } finally {
    await interview.close();
  }
  return { name: about.name, url: about.origin, findings };
}
