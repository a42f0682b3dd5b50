/** An entity: the facts about it, its metrics and its JSON, which all come from its fields. */
import * as z from "zod";
import { type Field, orNone, type Row } from "./field.ts";
import { type AnyMetric, type Item, kindOf, type Metric } from "./metric.ts";

type Fields<R> = Readonly<Record<string, Field<R>>>;
type Labels<L extends string> = { readonly [N in L]: string };
type Values<F extends Fields<never>> = { readonly [N in keyof F]?: ReturnType<F[N]["of"]> };
/** The values of the fields that only JSON has. */
type Later<F extends Fields<never>> = {
  readonly [N in keyof F as F[N] extends { readonly isLater: true } ? N : never]: z.input<F[N]["schema"]>;
};

/** A record of what an observer knows about an entity. */
type Seen = {
  /** False while the observer is outdated or isolated: all fields are then withheld but those that declare that they last. */
  readonly isEvidence: boolean;
};

/** `fields`: by their names in `/status.json`, in its order. `more`: facts that only metrics and other fields show. */
type EntityDefinition<R, L extends string, F extends Fields<R>, M extends Fields<R>, O extends boolean> = {
  readonly labels: readonly L[];
  /** The exposition adds the label `node_id` of the queried node. */
  readonly isOfNode: O;
  readonly fields: F;
  readonly more?: M;
};

/** Returns a value in JSON: a number for a bigint, null for undefined. */
function toJson(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== "object" || value === null) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toJson(part)]));
}

/** Returns an entity of which there are records of the type `R`. */
export const entity =
  <R extends Seen>() =>
  <
    const L extends string & keyof R,
    F extends Fields<R>,
    const O extends boolean,
    M extends Fields<R> = Record<never, never>,
  >(
    definition: EntityDefinition<R, L, F, M, O>,
  ) => {
    const { labels, isOfNode, fields } = definition;
    const all: Fields<R> = { ...fields, ...definition.more };
    const columns = Object.values(fields).flatMap(({ column = [] }) => column);
    for (const name of [
      ...labels.filter((label) => label in all),
      ...columns.filter((one, i) => columns.indexOf(one) < i),
    ])
      throw new Error(`the name ${name} is given twice`);
    const kind = isOfNode ? kindOf<Row>().ofNode<string>(...labels) : kindOf<Row>().with<string>(...labels);
    const metrics = new Map<string, AnyMetric>();
    for (const [name, { series, labels: own, needs = [], seriesOf }] of Object.entries(all)) {
      for (const fact of needs) if (!(fact in all)) throw new Error(`${name} needs the unknown fact ${fact}`);
      if (!series) continue;
      const { metric, each, ...text } = series;
      const of = (row: Row) => seriesOf(row[name], row) as never;
      metrics.set(
        name,
        each ? kind.gauges(metric, each, { ...text, of }) : kind.gauge(metric, { ...text, labels: own, of }),
      );
    }
    type Facts = Labels<L> & Values<F> & Values<M>;
    type Json = Labels<L> & { readonly [N in keyof F]: z.output<F[N]["schema"]> };
    type LabelOf<N extends keyof (F & M)> = L | (F & M)[N]["labels"][number] | (O extends true ? "node_id" : never);
    const shape = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
    const schema: unknown = z.object({
      ...Object.fromEntries(labels.map((label) => [label, z.string()])),
      ...Object.fromEntries(shape),
    });
    return {
      ...definition,
      /** Returns the facts about a record at the present time. */
      factsOf: (record: R): Facts => {
        const facts: Record<string, unknown> = {};
        for (const label of labels) facts[label] = record[label];
        for (const [name, { of, lasts, withheld }] of Object.entries(all))
          facts[name] = record.isEvidence || lasts ? of(record) : withheld;
        return facts as Facts;
      },
      /** Returns the facts as an item, of which the metrics are exposed. */
      item: (facts: Facts): Item => kind.item(facts),
      metrics: [...metrics.values()],
      /** Returns the metric of a field, for queries. */
      metric<const N extends string & keyof (F & M)>(name: N): Metric<never, LabelOf<N>> {
        const metric = metrics.get(name);
        if (!metric) throw new Error(`${name} has no metric`);
        return metric as unknown as Metric<never, LabelOf<N>>;
      },
      schema: schema as z.ZodType<Json>,
      toJson: (facts: Facts, later: Later<F>): Json => {
        const names = [...labels, ...Object.keys(fields)];
        const all: Row = { ...facts, ...later };
        return Object.fromEntries(names.map((name) => [name, toJson(all[name])])) as Json;
      },
      /** Returns the cells of a row by the titles of their columns. `texts`: in place of those of the unit. */
      cells: (one: Json, texts: { readonly [N in keyof F]?: string } = {}): Readonly<Record<string, string>> => {
        const cells = Object.entries(fields).flatMap(([name, { column, text = String }]) =>
          column === undefined ? [] : [[column, texts[name] ?? orNone((one as Row)[name] ?? null, text)]],
        );
        return Object.fromEntries(cells);
      },
    };
  };
