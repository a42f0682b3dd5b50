/** Single samples out of text that is ready to be scraped: what people are told is what Prometheus is told. */
import { labelsOf } from "../../prometheus/families.ts";
import type { Text } from "../../prometheus/text.ts";

export type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: number };

const lineEnd = "\n".charCodeAt(0);

/** Of a small family with labels. The last buffers first: those before can be large. */
export function samplesOf({ plain }: Text, family: string): readonly Sample[] {
  const needle = `${family}{`;
  for (const buffer of plain.toReversed()) {
    const samples: Sample[] = [];
    for (let at = buffer.indexOf(needle); at >= 0; at = buffer.indexOf(needle, at + 1)) {
      if (at > 0 && buffer[at - 1] !== lineEnd) continue;
      const end = buffer.indexOf(lineEnd, at);
      samples.push(parse(buffer.toString("utf8", at + needle.length, end < 0 ? undefined : end)));
    }
    if (samples.length > 0) return samples;
  }
  return [];
}

/** What follows the brace. */
const parse = (line: string): Sample => ({
  labels: labelsOf(line),
  value: Number(line.slice(line.lastIndexOf(" ") + 1)),
});

/** Of a family of one sample without labels. */
export function plainValueOf({ plain }: Text, family: string): number | undefined {
  for (const buffer of plain) {
    const [, value] = new RegExp(`^${family} (\\S+)$`, "m").exec(buffer.toString()) ?? [];
    if (value !== undefined) return Number(value);
  }
  return undefined;
}
