/** Samples: the values of observations and facts. */
import { type Labels, pickLabels } from "./labels.ts";
import type { AnyKind, AnyMetric, Item, Value } from "./metric.ts";

export type Sample = { readonly metric: AnyMetric; readonly value: number | bigint; readonly labels: Labels };

const toNumber = (value: Value): number | bigint | undefined => {
  if (value === undefined || typeof value === "bigint") return value;
  const number = value instanceof Date ? value.getTime() / 1000 : Number(value);
  return Number.isFinite(number) ? number : undefined;
};

const isEntries = (values: Value | Iterable<readonly [string, Value]>) =>
  typeof values === "object" && !(values instanceof Date);

/** Returns a function that returns the samples of an item, in the order of the metrics. The samples of an item share their labels. */
export function projection(metrics: Iterable<AnyMetric>) {
  const byKind = Map.groupBy<AnyKind, AnyMetric>(metrics, ({ kind }) => kind);
  return ({ kind, value, labels: common }: Item): Sample[] => {
    const samples: Sample[] = [];
    for (const metric of byKind.get(kind) ?? []) {
      const { more } = metric;
      const labels = more.length > 0 ? { ...common, ...pickLabels(value, more) } : common;
      const values = metric.valuesOf(value as never);
      if (!isEntries(values)) {
        const number = toNumber(values as Value);
        if (number !== undefined) samples.push({ metric, value: number, labels });
        continue;
      }
      for (const [label, one] of values as Iterable<readonly [string, Value]>) {
        const number = toNumber(one);
        const { each = "" } = metric;
        if (number !== undefined) samples.push({ metric, value: number, labels: { ...labels, [each]: label } });
      }
    }
    return samples;
  };
}
