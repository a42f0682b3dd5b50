/** What a metric is, as plain data without a client library: dashboards, rules, docs and tests import it too. */
export type Metric<Name extends string = string, Value = never, Label extends string = string> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly Label[];
  /** RPC method and field; nothing for the exporter's own. */
  readonly from?: string;
  readonly buckets?: readonly number[];
  /** The sample's text; undefined for a value that is not finite, which gives no sample. */
  readonly format: (value: Value) => string | undefined;
};
export type AnyMetric = Metric<string, never, string>;
type LabelOf<M> = M extends Metric<string, never, infer L> ? L : never;
export type ValueOf<M> = M extends Metric<string, infer V, string> ? V : never;
/** Labels of one sample; nothing to pass where the metric has none. */
export type LabelArgs<M> = [LabelOf<M>] extends [never] ? [] : [labels: Readonly<Record<LabelOf<M>, string>>];

type Text = { readonly help: string; readonly from: string };

const finite = (value: number) => (Number.isFinite(value) ? String(value) : undefined);

const define =
  <Value>(format: (value: Value) => string | undefined) =>
  <const Name extends string, const Label extends string = never>(
    name: Name,
    text: Text,
    labels: readonly Label[] = [],
  ): Metric<Name, Value, Label> => ({ name, type: "gauge", labels, format, ...text });

/** Counts, heights, weights, ratios, seconds. A boolean is 0 or 1. */
export const gauge = define<number | bigint | boolean>((value) =>
  typeof value === "number" ? finite(value) : typeof value === "bigint" ? value.toString() : value ? "1" : "0",
);

/** Takes nAVAX and writes AVAX exactly: the point is put into the digits, and zeros after it that say nothing go. */
export const avax = define<bigint>((nano) => {
  const digits = nano.toString().padStart(10, "0");
  const point = digits.length - 9;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zero) end--;
  const whole = digits.slice(0, point);
  return end === point ? whole : `${whole}.${digits.slice(point, end)}`;
});
const zero = "0".charCodeAt(0);

/** Unix seconds of a Date. */
export const timestamp = define<Date>((date) => finite(date.getTime() / 1000));

/** A fact in labels: always 1. */
export const info = define<true>(() => "1");

type Own<Name extends string, Label extends string> = Metric<Name, number, Label>;

/** A gauge of the exporter's own, kept by the client library. */
export const ownGauge = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "gauge", help, labels, format: finite });

export const counter = <const Name extends `${string}_total`, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "counter", help, labels, format: finite });

export const histogram = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "histogram", help, labels, buckets, format: finite });
