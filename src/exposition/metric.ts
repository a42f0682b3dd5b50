/** Metric definitions as plain data without a client library. Dashboards, rules, documentation and tests import them too. */

/** Converts a value to a number. A number that is not finite means unknown. */
type NumberOf<Value> = (value: Value) => number | bigint;
type Format = (number: number | bigint) => string;
export type Metric<
  Name extends string = string,
  Value = never,
  Label extends string = string,
  Given extends string = Label,
> = {
  readonly name: Name;
  readonly type: "gauge" | "counter" | "histogram" | "summary";
  readonly help: string;
  readonly labels: readonly Label[];
  /** Labels that a sample has. The page adds the others: the node ID of the queried node. */
  readonly given: readonly Given[];
  /** RPC method and field; absent for the exporter's own metrics. */
  readonly from?: string;
  readonly numberOf: NumberOf<Value>;
  /** Returns a finite number in the metric's unit, as it is exposed. */
  readonly format: Format;
};
export type AnyMetric = Metric<string, never, string>;
type GivenOf<M> = M extends Metric<string, never, string, infer G> ? G : never;
export type ValueOf<M> = M extends Metric<string, infer V, string, string> ? V : never;
/** Labels of one sample; no argument if the metric has no labels. */
export type LabelArgs<M> = [GivenOf<M>] extends [never] ? [] : [labels: Readonly<Record<GivenOf<M>, string>>];

const numberOf = (value: number | bigint | boolean) => (typeof value === "boolean" ? Number(value) : value);

const avaxDecimals = 9;
/** Converts nAVAX to AVAX exactly. */
function formatAvax(nano: number | bigint): string {
  const digits = String(nano).padStart(avaxDecimals + 1, "0");
  const decimals = digits.slice(-avaxDecimals).replace(/0+$/, "");
  const whole = digits.slice(0, -avaxDecimals);
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

/** Returns the functions that define metrics with these labels. The metrics share one list of labels. */
export const withLabels = <const Label extends string>(...labels: readonly Label[]) => defineWith(labels, labels);

/** The same for metrics about the queried node and its chains. They also have the label `node_id`, without which the averages of rules
 *  mix the nodes of a job. */
export const withNodeAnd = <const Given extends string>(...given: readonly Given[]) =>
  defineWith<Given | "node_id", Given>(["node_id", ...given], given);

function defineWith<Label extends string, Given extends string>(labels: readonly Label[], given: readonly Given[]) {
  const define =
    <Value>(numberOf: NumberOf<Value>, format: Format = String) =>
    <const Name extends string>(
      name: Name,
      text: { readonly help: string; readonly from: string },
    ): Metric<Name, Value, Label, Given> => ({ name, type: "gauge", labels, given, numberOf, format, ...text });
  const defineSelf =
    <Pattern extends string>(type: AnyMetric["type"]) =>
    <const Name extends Pattern>(name: Name, help: string): Metric<Name, number, Label, Given> => {
      return { name, type, help, labels, given, numberOf, format: String };
    };
  return {
    /** Defines a gauge for counts, heights, weights, ratios or seconds. A boolean is 0 or 1. */
    gauge: define<number | bigint | boolean>(numberOf),
    /** Defines a gauge that takes nAVAX and exposes AVAX. */
    avax: define<bigint>(numberOf, formatAvax),
    /** Defines a gauge that takes a Date and exposes Unix seconds. */
    timestamp: define<Date>((date) => date.getTime() / 1000),
    /** Defines an info metric: information in labels, always 1. */
    info: define<true>(() => 1),
    /** Defines a gauge about the exporter itself, kept by the client library. */
    selfGauge: defineSelf<string>("gauge"),
    counter: defineSelf<`${string}_total`>("counter"),
    histogram: defineSelf<string>("histogram"),
    /** Defines a summary without quantiles: a sum and a count. */
    summary: defineSelf<string>("summary"),
  };
}
export const { gauge, avax, timestamp, selfGauge, counter } = withLabels<never>();
