/** Sample of a defined metric, as returned by collectors. */
import type { Labels } from "./labels.ts";
import type { AnyMetric, LabelArgs, ValueOf } from "./metric.ts";

export type Sample<M extends AnyMetric = AnyMetric> = {
  readonly metric: M;
  /** Value in the unit of the metric's input. */
  readonly value: number | bigint;
  readonly labels: Labels | undefined;
};

type CreateSample = <M extends AnyMetric>(
  metric: M,
  value: ValueOf<M> | undefined,
  ...labels: LabelArgs<M>
) => Sample<M> | undefined;

/** Creates a sample; undefined if the value is unknown (undefined or not finite). */
export const sample = ((metric: AnyMetric, value: never | undefined, labels?: Labels) => {
  if (value === undefined) return undefined;
  const number = metric.numberOf(value);
  if (typeof number === "number" && !Number.isFinite(number)) return undefined;
  return { metric, value: number, labels };
}) as CreateSample;
