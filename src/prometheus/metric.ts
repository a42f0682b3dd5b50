/** What a metric is, as plain data without a client library: dashboards, rules, docs and tests import it too. */
import { writeDecimal, writeText, writeWhole } from "./digits.ts";

/** Exact: what a number cannot hold is a bigint. Not a finite number: nothing is known. */
type NumberOf<Value> = (value: Value) => number | bigint;
type Write = (number: number | bigint, into: Uint8Array, at: number) => number;
export type Metric<Name extends string = string, Value = never, Label extends string = string> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  readonly labels: readonly Label[];
  /** RPC method and field; nothing for the exporter's own. */
  readonly from?: string;
  readonly buckets?: readonly number[];
  readonly numberOf: NumberOf<Value>;
  /** Writes a finite number in the metric's unit, and says where it ends. */
  readonly write: Write;
};
export type AnyMetric = Metric<string, never, string>;
type LabelOf<M> = M extends Metric<string, never, infer L> ? L : never;
export type ValueOf<M> = M extends Metric<string, infer V, string> ? V : never;
/** Labels of one sample; nothing to pass where the metric has none. */
export type LabelArgs<M> = [LabelOf<M>] extends [never] ? [] : [labels: Readonly<Record<LabelOf<M>, string>>];

type Text = { readonly help: string; readonly from: string };

/** Which `Number` holds exactly. */
const isExact = (value: number) => value >= 0 && value <= Number.MAX_SAFE_INTEGER;

const numberOf = (value: number | bigint | boolean): number | bigint => {
  const number = Number(value);
  return typeof value === "bigint" && !isExact(number) ? value : number;
};
const write: Write = (number, into, at) =>
  typeof number === "number" && Number.isInteger(number) && isExact(number)
    ? writeWhole(number, into, at)
    : writeText(String(number), into, at);

const define =
  <Value>(numberOf: NumberOf<Value>, write: Write) =>
  <const Name extends string, const Label extends string = never>(
    name: Name,
    text: Text,
    labels: readonly Label[] = [],
  ): Metric<Name, Value, Label> => ({ name, type: "gauge", labels, numberOf, write, ...text });

/** Counts, heights, weights, ratios, seconds. A boolean is 0 or 1. */
export const gauge = define<number | bigint | boolean>(numberOf, write);

const nanoPerAvax = 1e9;
/** Takes nAVAX and writes AVAX exactly. */
export const avax = define<bigint>(numberOf, (nano, into, at) => {
  if (typeof nano === "number") {
    const whole = Math.floor(nano / nanoPerAvax);
    return writeDecimal(whole, nano - whole * nanoPerAvax, into, at);
  }
  const divisor = BigInt(nanoPerAvax);
  return writeDecimal(Number(nano / divisor), Number(nano % divisor), into, at);
});

/** Unix seconds of a Date. */
export const timestamp = define<Date>((date) => date.getTime() / 1000, write);

/** A fact in labels: always 1. */
export const info = define<true>(() => 1, write);

type Own<Name extends string, Label extends string> = Metric<Name, number, Label>;

/** A gauge of the exporter's own, kept by the client library. */
export const ownGauge = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "gauge", help, labels, numberOf, write });

export const counter = <const Name extends `${string}_total`, const Label extends string = never>(
  name: Name,
  help: string,
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "counter", help, labels, numberOf, write });

export const histogram = <const Name extends string, const Label extends string = never>(
  name: Name,
  help: string,
  buckets: readonly number[],
  labels: readonly Label[] = [],
): Own<Name, Label> => ({ name, type: "histogram", help, labels, buckets, numberOf, write });
