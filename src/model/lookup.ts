/** Values of samples by their labels. */
import type { Labels } from "../exposition/labels.ts";
import type { AnyMetric } from "../exposition/metric.ts";
import type { SamplesOf } from "../exposition/page.ts";
import type { Sample } from "../exposition/sample.ts";

/** Returns a lookup of the values of a metric by some of its labels. */
export function createLookup(samplesOf: SamplesOf) {
  const keyOf = (names: readonly string[], labels: Labels) => names.map((name) => labels[name] ?? "").join(" ");
  return (metric: AnyMetric, ...names: readonly string[]) => {
    const values = new Map(samplesOf(metric).map(({ labels = {}, value }) => [keyOf(names, labels), value] as const));
    const raw = (labels: Labels = {}) => values.get(keyOf(names, labels));
    return {
      raw,
      number: (labels?: Labels) => {
        const value = raw(labels);
        return value === undefined ? undefined : Number(value);
      },
      flag: (labels?: Labels) => {
        const value = raw(labels);
        return value === undefined ? undefined : Number(value) === 1;
      },
    };
  };
}
export type Lookup = ReturnType<typeof createLookup>;

export const labelsOf = (samples: readonly Sample[]) => samples.map(({ labels = {} }) => labels);
