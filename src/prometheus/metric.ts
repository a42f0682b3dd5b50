/** What a metric is, as plain data without a client library: dashboards, rules, docs and tests import it too. */

/** A number that is not finite is an unknown value. */
type NumberOf<Value> = (value: Value) => number | bigint;
type Format = (number: number | bigint) => string;
export type Metric<Name extends string = string, Value = never, Label extends string = string> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly Label[];
  /** RPC method and field; nothing for the exporter's own. */
  readonly from?: string;
  readonly buckets?: readonly number[];
  readonly numberOf: NumberOf<Value>;
  /** Returns a finite number in the metric's unit, as it is exposed. */
  readonly format: Format;
};
export type AnyMetric = Metric<string, never, string>;
type LabelOf<M> = M extends Metric<string, never, infer L> ? L : never;
export type ValueOf<M> = M extends Metric<string, infer V, string> ? V : never;
/** Labels of one sample; nothing to pass where the metric has none. */
export type LabelArgs<M> = [LabelOf<M>] extends [never] ? [] : [labels: Readonly<Record<LabelOf<M>, string>>];

type Text = { readonly help: string; readonly from: string };

const numberOf = (value: number | bigint | boolean) => (typeof value === "boolean" ? Number(value) : value);

const define =
  <Value>(numberOf: NumberOf<Value>, format: Format = String) =>
  <const Name extends string, const Label extends string = never>(
    name: Name,
    text: Text,
    labels: readonly Label[] = [],
  ): Metric<Name, Value, Label> => ({ name, type: "gauge", labels, numberOf, format, ...text });

/** Counts, heights, weights, ratios, seconds. A boolean is 0 or 1. */
export const gauge = define<number | bigint | boolean>(numberOf);

const avaxDecimals = 9;
/** Returns AVAX for nAVAX, exactly. */
function formatAvax(nano: number | bigint): string {
  const digits = String(nano).padStart(avaxDecimals + 1, "0");
  const decimals = digits.slice(-avaxDecimals).replace(/0+$/, "");
  const whole = digits.slice(0, -avaxDecimals);
  return decimals === "" ? whole : `${whole}.${decimals}`;
}
/** Takes nAVAX and exposes AVAX. */
export const avax = define<bigint>(numberOf, formatAvax);

/** Unix seconds of a Date. */
export const timestamp = define<Date>((date) => date.getTime() / 1000);

/** A fact in labels: always 1. */
export const info = define<true>(() => 1);

type Own<Name extends string, Label extends string> = Metric<Name, number, Label>;

/** A gauge of the exporter's own, kept by the client library. */
export const ownGauge = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "gauge", help, labels, numberOf, format: String });

export const counter = <const Name extends `${string}_total`, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "counter", help, labels, numberOf, format: String });

export const histogram = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "histogram", help, labels, buckets, numberOf, format: String });
