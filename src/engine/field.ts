/** A field of an entity is declared once: its value, its unit, its column and its metric. Its name is that in `/status.json`. */
import * as z from "zod";
import { formatSpan } from "../lib/duration.ts";
import { formatCount, percent } from "../lib/text.ts";
import type { Value } from "./metric.ts";
import type { StateTable, StateText } from "./states.ts";

export const none = "–";
/** Returns the text of a value in JSON, where null is unknown. */
export const orNone = <T>(value: T | null, format: (value: T) => string): string =>
  value === null ? none : format(value);
export const formatPercent = (ratio: number | null): string => orNone(ratio, (share) => percent(share, 1));
export const formatSeconds = (seconds: number | null): string => orNone(seconds, formatSpan);
export const formatFlag = (flag: boolean | null): string => orNone(flag, (is) => (is ? "yes" : "no"));
export const formatAvax = (avax: number | null): string => orNone(avax, (amount) => `${amount.toFixed(3)} AVAX`);

/** The metric of a field. `from`: the methods of the node with their fields. */
type Series = { readonly metric: string; readonly help: string; readonly from: string };
/** `of`: undefined while the value is unknown. `lasts`: the value stays true while the observer is no evidence. `column`: the title of its
 *  column in tables. `labels`: further facts that are labels of its metric. */
type FieldLiteral<R, V, X extends string> = (Series | { readonly [name in keyof Series]?: undefined }) & {
  readonly of: (record: R) => V | undefined;
  readonly lasts?: true;
  readonly column?: string;
  readonly labels?: readonly X[];
};

type StateLiteral<R, S extends string> = Series & {
  readonly of: (record: R) => S | undefined;
  /** The inputs without which no state is ok. */
  readonly evidence: readonly string[];
  /** Facts by state. The queried node cannot know the state while the fact is unknown: then it has no series. */
  readonly needs?: { readonly [state in S]?: string };
  /** A fact: while it is true, no state has a series. */
  readonly withheld?: string;
};

/** The facts about an entity by name. */
export type Row = Readonly<Record<string, unknown>>;
export type Field<R> = {
  readonly of: (record: R) => unknown;
  readonly lasts?: true | undefined;
  /** The value while the observer is no evidence; undefined by default. */
  readonly withheld?: unknown;
  /** In JSON, where an unknown value is null. */
  readonly schema: z.ZodType;
  text?(value: unknown): string;
  readonly column?: string | undefined;
  /** `each`: the label of which each value has a series. */
  readonly series?: (Series & { readonly each?: string }) | undefined;
  /** The labels that only its metric has. */
  readonly labels: readonly string[];
  /** Returns the values of the metric. */
  seriesOf(value: unknown, row: Row): Value | Iterable<readonly [label: string, value: Value]>;
  /** Other facts that the metric needs. */
  readonly needs?: readonly string[];
  /** The states that are its values, and the inputs without which none is ok. */
  readonly states?: StateTable;
  readonly evidence?: readonly string[];
};

/** Returns a function that declares fields with a unit. */
const unitOf =
  <R, V, J>(type: z.ZodType<J>, text: (value: J) => string, convert: (value: V) => V = (value) => value) =>
  <const X extends string = never>({ of, lasts, column, labels = [], ...series }: FieldLiteral<R, V, X>) => ({
    of: (record: R) => {
      const value = of(record);
      return value === undefined ? undefined : convert(value);
    },
    lasts,
    schema: type.nullable().default(null),
    text,
    column,
    series: series.metric === undefined ? undefined : series,
    labels: labels as readonly NoInfer<X>[],
    seriesOf: (value: V | undefined) => value as Value,
  });

const withoutMetric = { labels: [] as readonly never[], seriesOf: () => undefined };

/** Declares a field that only JSON has: the status sets its value. */
export const later = <T extends z.ZodType>(schema: T) => ({
  of: () => undefined,
  schema,
  isLater: true as const,
  ...withoutMetric,
});

/** Returns the functions that declare the fields of a record. */
export const fieldsOf = <R>() => ({
  count: unitOf<R, number | bigint, number>(z.number(), formatCount),
  /** From nAVAX. */
  avax: unitOf<R, number | bigint, number>(z.number(), formatAvax, (nano) => Number(nano) / 1e9),
  seconds: unitOf<R, number, number>(z.number(), formatSeconds),
  ratio: unitOf<R, number, number>(z.number(), formatPercent),
  flag: unitOf<R, boolean, boolean>(z.boolean(), formatFlag),
  text: unitOf<R, string, string>(z.string(), String),
  /** A value that is always known, or has several parts. It has no metric. Withheld, it has the default of its schema. */
  parts: <T extends z.ZodType>(
    schema: T,
    { of, ...shown }: { readonly of: (record: R) => z.input<T>; readonly lasts?: true; readonly column?: string },
  ) => ({ ...shown, of, withheld: schema.safeParse(undefined).data, schema, ...withoutMetric }),
  /** Values by another label, in a metric only. */
  byLabel: <const X extends string>(
    each: X,
    { of, ...series }: Series & { readonly of: (record: R) => Readonly<Record<string, Value>> | undefined },
  ) => ({
    of,
    schema: z.null(),
    series: { ...series, each },
    labels: [each] as const,
    seriesOf: (values: Readonly<Record<string, Value>> = {}) => Object.entries(values),
  }),
  state: <S extends string>(
    table: Readonly<Record<S, StateText>>,
    { of, evidence, needs = {}, withheld, ...series }: StateLiteral<R, S>,
  ) => {
    const names = Object.keys(table) as S[];
    return {
      of,
      schema: z.enum(names).nullable().default(null),
      series: { ...series, each: "state" as const },
      labels: ["state"] as const,
      /** Returns each state with whether it is the current one; none if the current state is unknown. */
      seriesOf(current: S | undefined, row: Row) {
        if (current === undefined || (withheld !== undefined && row[withheld] === true)) return [];
        const isOutside = table[current].tone === "none";
        // an observer that does not see an entity has no vote on whether it is ok
        const isKnown = (state: S) =>
          (!needs[state] || row[needs[state]] !== undefined) &&
          table[state].tone !== "none" &&
          !(isOutside && table[state].tone === "ok");
        return names
          .filter((state) => state === current || isKnown(state))
          .map((state) => [state, state === current] as const);
      },
      needs: [...Object.values<string | undefined>(needs), withheld].filter((fact) => fact !== undefined),
      states: table as StateTable,
      evidence,
    };
  },
});
