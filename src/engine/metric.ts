/** Metric definitions and samples as plain data without a client library. Dashboards, rules, documentation and tests import them too. */

/** Name, help, type and labels of a metric. The first sentence of `help` is exposed, the others are in the documentation only. */
export type MetricDefinition<Name extends string = string, Label extends string = string> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram" | "summary";
  readonly help: string;
  readonly labels: readonly Label[];
};

/** A value of an item. A boolean is exposed as 0 or 1, a Date in Unix seconds. Undefined and a number that is not finite mean
 *  unknown. */
export type Value = number | bigint | boolean | Date | undefined;
type Format = (value: number | bigint) => string;

/** A metric of the items of one kind. */
export type Metric<T = never, Label extends string = string> = MetricDefinition<string, Label> & {
  readonly kind: Kind<T>;
  /** The exposition adds the label `node_id` of the queried node to its series. */
  readonly isOfNode: boolean;
  /** RPC methods with their fields. */
  readonly from: string;
  /** Labels that only some metrics of the kind have. Their values are properties of an item too. */
  readonly more: readonly string[];
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
  /** Its metrics, in the order of their definitions. */
  readonly metrics: readonly AnyMetric[];
};
export type AnyKind = Kind<never>;

/** An observation or a fact, with its kind and the labels that all metrics of the kind have. */
export type Item = { readonly kind: AnyKind; readonly value: object; readonly labels: Labels };

export type Labels = Readonly<Record<string, string>>;

/** Returns these properties of an object as labels. */
function pickLabels(value: object, names: readonly string[]): Labels {
  const properties = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, String(properties[name] ?? "")]));
}

const avaxDecimals = 9;
/** Converts nAVAX to AVAX exactly. */
function exactAvax(nano: number | bigint): string {
  const digits = String(nano).padStart(avaxDecimals + 1, "0");
  const decimals = digits.slice(-avaxDecimals).replace(/0+$/, "");
  const whole = digits.slice(0, -avaxDecimals);
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

type Text = { readonly help: string; readonly from: string };
type KeyOf<T> = keyof T & string;
/** `labels`: further properties of an item that are labels of this metric. */
type MetricLiteral<T, V, More extends string> = Text & {
  readonly labels?: readonly More[];
  readonly of: (item: T) => V | undefined;
};
type MetricLiteralOfEach<T, V> = Text & {
  readonly of: (item: T) => Iterable<readonly [label: string, value: V | undefined]>;
};

/** Returns a kind with the functions that define its metrics. Their series have the label `node_id` of the queried node if `added` has
 *  it: without it, the averages of rules mix the nodes of a job. */
function defineKind<T extends object, L extends string>(names: readonly L[], added: readonly L[]) {
  const metrics: AnyMetric[] = [];
  const kind: Kind<T> = { item: (value) => ({ kind, value, labels: pickLabels(value, names) }), metrics };
  const labels = [...added, ...names];
  type Values<Each> = Pick<Metric<T>, "valuesOf" | "format"> & { readonly each?: Each };
  /** The metrics of a kind share one list of labels, unless they have more. */
  function define<More extends string>(
    name: string,
    { help, from }: Text,
    values: Values<More>,
    more: readonly More[] = [],
  ): Metric<T, L | More> {
    const own = values.each === undefined ? more : [values.each];
    const metric: Metric<T, L | More> = {
      type: "gauge",
      name,
      help,
      from,
      kind,
      isOfNode: added.length > 0,
      more,
      labels: own.length > 0 ? [...labels, ...own] : labels,
      ...values,
    };
    metrics.push(metric);
    return metric;
  }
  const defining =
    <V extends Value>(format: Format = String) =>
    <const More extends KeyOf<T> = never>(name: string, { of, labels: more, ...text }: MetricLiteral<T, V, More>) =>
      define<More>(name, text, { valuesOf: of, format }, more);
  const definingEach =
    <V extends Value>(format: Format = String) =>
    <const Each extends string>(name: string, each: Each, { of, ...text }: MetricLiteralOfEach<T, V>) =>
      define<Each>(name, text, { valuesOf: of, format, each });
  return Object.assign(kind, {
    /** Defines a gauge for counts, heights, weights, ratios or seconds. */
    gauge: defining<number | bigint | boolean>(),
    /** Defines a gauge that takes nAVAX and exposes AVAX. */
    avax: defining<bigint>(exactAvax),
    /** Defines a gauge that exposes Unix seconds. */
    timestamp: defining<Date | number>(),
    /** Defines an info metric: information in labels, always 1. */
    info: <const More extends KeyOf<T> = never>(name: string, literal: Omit<MetricLiteral<T, true, More>, "of">) =>
      defining<true>()<More>(name, { ...literal, of: () => true }),
    /** Defines a gauge with one series per value of another label. */
    gauges: definingEach<number | bigint | boolean>(),
    /** The same for AVAX, from nAVAX. */
    avaxOfEach: definingEach<bigint>(exactAvax),
  });
}

/** Returns the functions that define a kind with these labels. */
export const kindOf = <T extends object>() => ({
  with: <const L extends KeyOf<T>>(...labels: readonly L[]) => defineKind<T, L>(labels, []),
  /** For data about the queried node and its chains. */
  ofNode: <const L extends KeyOf<T> = never>(...labels: readonly L[]) =>
    defineKind<T, L | "node_id">(labels, ["node_id"]),
});

/** Returns the functions that define metrics about the exporter, which the client library keeps. */
export function withLabels<const L extends string = never>(...labels: readonly L[]) {
  const define =
    <Pattern extends string>(type: MetricDefinition["type"]) =>
    <const Name extends Pattern>(name: Name, help: string): MetricDefinition<Name, L> => ({ name, type, help, labels });
  return {
    selfGauge: define<string>("gauge"),
    counter: define<`${string}_total`>("counter"),
    histogram: define<string>("histogram"),
  };
}
export const { selfGauge, counter } = withLabels();

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
