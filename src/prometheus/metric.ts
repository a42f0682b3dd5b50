/** What a metric is, as plain data without a client library: dashboards, rules, docs and tests import it too. */
import { writeDecimal, writeText, writeWhole } from "./digits.ts";

type Write<Value> = (value: Value, into: Uint8Array, at: number) => number | undefined;
export type Metric<Name extends string = string, Value = never, Label extends string = string> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly Label[];
  /** RPC method and field; nothing for the exporter's own. */
  readonly from?: string;
  readonly buckets?: readonly number[];
  /** Writes a sample's value and says where it ends; undefined for one that is not finite, which gives no sample. */
  readonly write: Write<Value>;
};
export type AnyMetric = Metric<string, never, string>;
type LabelOf<M> = M extends Metric<string, never, infer L> ? L : never;
export type ValueOf<M> = M extends Metric<string, infer V, string> ? V : never;
/** Labels of one sample; nothing to pass where the metric has none. */
export type LabelArgs<M> = [LabelOf<M>] extends [never] ? [] : [labels: Readonly<Record<LabelOf<M>, string>>];

type Text = { readonly help: string; readonly from: string };

/** Which `Number` holds exactly. */
const isExact = (value: number) => value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const writeNumber: Write<number> = (value, into, at) => {
  if (Number.isInteger(value) && isExact(value)) return writeWhole(value, into, at);
  return Number.isFinite(value) ? writeText(String(value), into, at) : undefined;
};
const writeBigint: Write<bigint> = (value, into, at) => {
  const number = Number(value);
  return isExact(number) ? writeWhole(number, into, at) : writeText(String(value), into, at);
};

const define =
  <Value>(write: Write<Value>) =>
  <const Name extends string, const Label extends string = never>(
    name: Name,
    text: Text,
    labels: readonly Label[] = [],
  ): Metric<Name, Value, Label> => ({ name, type: "gauge", labels, write, ...text });

/** Counts, heights, weights, ratios, seconds. A boolean is 0 or 1. */
export const gauge = define<number | bigint | boolean>((value, into, at) => {
  if (typeof value === "number") return writeNumber(value, into, at);
  return typeof value === "bigint" ? writeBigint(value, into, at) : writeWhole(value ? 1 : 0, into, at);
});

const nanoPerAvax = 1e9;
/** Takes nAVAX and writes AVAX exactly. */
export const avax = define<bigint>((nano, into, at) => {
  const number = Number(nano);
  if (isExact(number)) {
    const whole = Math.floor(number / nanoPerAvax);
    return writeDecimal(whole, number - whole * nanoPerAvax, into, at);
  }
  const divisor = BigInt(nanoPerAvax);
  return writeDecimal(Number(nano / divisor), Number(nano % divisor), into, at);
});

/** Unix seconds of a Date. */
export const timestamp = define<Date>((date, into, at) => writeNumber(date.getTime() / 1000, into, at));

/** A fact in labels: always 1. */
export const info = define<true>((_, into, at) => writeWhole(1, into, at));

type Own<Name extends string, Label extends string> = Metric<Name, number, Label>;

/** A gauge of the exporter's own, kept by the client library. */
export const ownGauge = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "gauge", help, labels, write: writeNumber });

export const counter = <const Name extends `${string}_total`, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "counter", help, labels, write: writeNumber });

export const histogram = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "histogram", help, labels, buckets, write: writeNumber });
