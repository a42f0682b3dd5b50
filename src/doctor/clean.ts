/** What a node says may hold anything: what was sent to it as a secret, or what makes a terminal do things. */
import { createSecretMask, minMaskedLength } from "../node/secrets.ts";
import { cleanText, cutText } from "../node/text.ts";
import { requestHeaders, type TransportOptions } from "../node/transport.ts";
import type { Finding } from "./finding.ts";

type Clean = (finding: Finding) => Finding;

const maxLength = 1000;

/** A node whose secrets cannot be read is sent none. A finding is mostly the doctor's own words, in which a short secret would
 *  be found by chance. */
async function secretsOf(node: TransportOptions): Promise<string[]> {
  const { secrets } = await requestHeaders(node).catch(() => ({ secrets: [] }));
  const key = node.tls_config?.key?.split("\n") ?? [];
  return [...secrets, ...key].filter((secret) => secret.trim().length >= minMaskedLength);
}

/** Read once: the doctor's work is short. */
export async function createClean(node: TransportOptions): Promise<Clean> {
  const { mask } = createSecretMask(await secretsOf(node));
  const clean = (text: string) => cutText(cleanText(mask(text, maxLength + 1)), maxLength);
  return ({ level, what, why, fix }) => ({ level, what: clean(what), why: clean(why), fix: fix.map(clean) });
}
