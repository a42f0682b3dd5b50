/** Samples: the values of observations and facts. */
import { type AnyKind, type AnyMetric, type Item, type Labels, pickLabels, type Value } from "./metric.ts";

export type Sample = { readonly metric: AnyMetric; readonly value: number | bigint; readonly labels: Labels };

const toNumber = (value: Value): number | bigint | undefined => {
  if (value === undefined || typeof value === "bigint") return value;
  const number = value instanceof Date ? value.getTime() / 1000 : Number(value);
  return Number.isFinite(number) ? number : undefined;
};

type Entries = Iterable<readonly [label: string, value: Value]>;
const isEntries = (values: Value | Entries): values is Entries =>
  typeof values === "object" && !(values instanceof Date);

/** Returns a function that returns the samples of an item, in the order of the metrics. The samples of an item share their labels. */
export function projection(metrics: Iterable<AnyMetric>) {
  const byKind = Map.groupBy<AnyKind, AnyMetric>(metrics, ({ kind }) => kind);
  return ({ kind, value, labels: common }: Item): Sample[] => {
    const samples: Sample[] = [];
    function add(metric: AnyMetric, value: Value, labels: Labels) {
      const number = toNumber(value);
      if (number !== undefined) samples.push({ metric, value: number, labels });
    }
    for (const metric of byKind.get(kind) ?? []) {
      const { more, each = "" } = metric;
      const labels = more.length > 0 ? { ...common, ...pickLabels(value, more) } : common;
      const values = metric.valuesOf(value as never);
      if (!isEntries(values)) add(metric, values, labels);
      else for (const [label, one] of values) add(metric, one, { ...labels, [each]: label });
    }
    return samples;
  };
}
