/** Metric definitions as plain data without a client library. Dashboards, rules, documentation and tests import them too. */
import { cleanLabels, pickLabels } from "./labels.ts";

/** Name, help, type and labels of a metric. */
export type Definition<Name extends string = string> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram" | "summary";
  readonly help: string;
  readonly labels: readonly string[];
};

/** A value of an item. A boolean is exposed as 0 or 1, a Date in Unix seconds. Undefined and a number that is not finite mean
 *  unknown. */
export type Value = number | bigint | boolean | Date | undefined;
type Format = (value: number | bigint) => string;

/** A metric of the items of one kind. */
export type Metric<T = never> = Definition & {
  readonly kind: Kind<T>;
  /** RPC methods with their fields. */
  readonly from: string;
  /** Labels whose values are properties of an item. The page adds the ID of the queried node. */
  readonly given: readonly string[];
  /** Returns the value of an item, or one per value of the label `each`. */
  readonly valuesOf: (item: T) => Value | Iterable<readonly [label: string, value: Value]>;
  readonly each?: string;
  /** Returns a finite number in the unit of the metric, as it is exposed. */
  readonly format: Format;
};
export type AnyMetric = Metric<never>;

/** A kind of observation or fact. Its items have the labels as properties. */
export type Kind<T = never> = {
  /** Returns an item of this kind. */
  readonly item: (value: T) => Item;
};
export type AnyKind = Kind<never>;

/** An observation or a fact, with its kind. */
export type Item = { readonly kind: AnyKind; readonly value: object };

const avaxDecimals = 9;
/** Converts nAVAX to AVAX exactly. */
function formatAvax(nano: number | bigint): string {
  const digits = String(nano).padStart(avaxDecimals + 1, "0");
  const decimals = digits.slice(-avaxDecimals).replace(/0+$/, "");
  const whole = digits.slice(0, -avaxDecimals);
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

type Text = { readonly help: string; readonly from: string };
/** `labels`: further properties of an item that are labels of this metric. */
type Literal<T, V> = Text & { readonly labels?: readonly (keyof T & string)[]; readonly of: (item: T) => V };
type LiteralOfEach<T, V> = Text & { readonly of: (item: T) => Iterable<readonly [label: string, value: V]> };

/** Returns an item whose labels can be exposed; the same one if they can. */
function cleaned<T extends object>(value: T, names: readonly string[]): T {
  const given = pickLabels(value, names);
  const clean = cleanLabels(given);
  return clean === given ? value : { ...value, ...clean };
}

/** Returns a kind with the functions that define its metrics. `byNode`: its series also have the label `node_id` of the queried node,
 *  without which the averages of rules mix the nodes of a job. */
function defineKind<T extends object>(names: readonly string[], byNode: boolean) {
  const kind: Kind<T> = { item: (value) => ({ kind, value: cleaned(value, names) }) };
  const all = (given: readonly string[]) => (byNode ? ["node_id", ...given] : given);
  const labels = all(names);
  type Options = Pick<Metric<T>, "valuesOf" | "format"> & { readonly more?: readonly string[]; readonly each?: string };
  function define(name: string, { help, from }: Text, { more = [], each, ...values }: Options): Metric<T> {
    const given = more.length > 0 ? [...names, ...more] : names;
    const own = given === names && each === undefined ? labels : all([...given, ...(each === undefined ? [] : [each])]);
    return {
      name,
      type: "gauge",
      help,
      from,
      kind,
      labels: own,
      given,
      ...(each !== undefined && { each }),
      ...values,
    };
  }
  const defining =
    <V extends Value>(format: Format = String) =>
    (name: string, { of, labels: more = [], ...text }: Literal<T, V | undefined>) =>
      define(name, text, { valuesOf: of, format, more });
  const definingEach =
    <V extends Value>(format: Format = String) =>
    (name: string, each: string, { of, ...text }: LiteralOfEach<T, V | undefined>) =>
      define(name, text, { valuesOf: of, format, each });
  return Object.assign(kind, {
    /** Defines a gauge for counts, heights, weights, ratios or seconds. */
    gauge: defining<number | bigint | boolean>(),
    /** Defines a gauge that takes nAVAX and exposes AVAX. */
    avax: defining<bigint>(formatAvax),
    /** Defines a gauge that exposes Unix seconds. */
    timestamp: defining<Date | number>(),
    /** Defines an info metric: information in labels, always 1. */
    info: (name: string, { labels: more = [], ...text }: Omit<Literal<T, true>, "of">) =>
      define(name, text, { valuesOf: () => 1, format: String, more }),
    /** Defines a gauge with one series per value of another label. */
    gauges: definingEach<number | bigint | boolean>(),
    /** The same for AVAX, from nAVAX. */
    avaxOfEach: definingEach<bigint>(formatAvax),
  });
}

/** Returns the functions that define a kind with these labels. */
export const kindOf = <T extends object>() => ({
  with: (...labels: readonly (keyof T & string)[]) => defineKind<T>(labels, false),
  /** For data about the queried node and its chains. */
  ofNode: (...labels: readonly (keyof T & string)[]) => defineKind<T>(labels, true),
});

/** Returns the functions that define metrics about the exporter, which the client library keeps. */
export function withLabels(...labels: readonly string[]) {
  const define =
    <Pattern extends string>(type: Definition["type"]) =>
    <const Name extends Pattern>(name: Name, help: string): Definition<Name> => ({ name, type, help, labels });
  return {
    selfGauge: define<string>("gauge"),
    counter: define<`${string}_total`>("counter"),
    histogram: define<string>("histogram"),
  };
}
export const { selfGauge, counter } = withLabels();
