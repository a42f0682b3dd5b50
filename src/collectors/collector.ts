/** What a collector is: which methods it reads, which metrics it writes, and the pure function between the two. */
import type { AtArgs, Params, ReadName, Result } from "../contract/contract.ts";
import type { NodeError } from "../node/errors.ts";
import type { Duration } from "../prometheus/duration.ts";
import type { Emit } from "../prometheus/exposition.ts";
import type { AnyMetric } from "../prometheus/metric.ts";
import type { Settings } from "./settings.ts";

/** The node as one round sees it: only the methods that the collector names. */
export type Node<M extends ReadName> = {
  readonly call: <N extends M>(method: N, params: Params<N>, ...at: AtArgs<N>) => Promise<Result<N>>;
  /** The queried node's own ID, once an answer has told it. */
  readonly id: () => string | undefined;
};

/** What could not be read, together with what its absence tells: published, while the item counts as unavailable. */
export class Absent<T> {
  readonly error: NodeError;
  readonly tells: T;
  constructor(error: NodeError, tells: T) {
    this.error = error;
    this.tells = tells;
  }
}

/** One answer, or one for each of several things of a kind. Each is an item: it is published, vanishes or is kept by itself.
 *  A promise that rejects with a NodeError is the item's outcome. */
export type Reading = { readonly [item: string]: Promise<unknown> | ReadonlyMap<string, Promise<unknown>> };
type Told<T> = T extends Absent<infer A> ? A : T;
type Answer<R> =
  R extends ReadonlyMap<string, Promise<infer D>> ? Told<D> : R extends Promise<infer D> ? Told<D> : never;

/** Emits what was told; or yields functions, one for each entity that the series limit may leave out as a whole: what
 *  matters most first. The work may be split at each yield. */
type Samples = undefined | void | Iterable<() => void>;

export type Definition<M extends ReadName, F extends AnyMetric, S, R extends Reading> = {
  readonly name: string;
  /** What it is for, in one line. */
  readonly summary: string;
  readonly every: Duration;
  /** Per call, where the node's default time-out is too short. */
  readonly timeout?: Duration;
  /** Its failure makes `avax_up` 0. */
  readonly required?: true;
  readonly offByDefault?: true;
  readonly reads: readonly M[];
  readonly metrics: readonly F[];
  /** The settings it depends on; undefined when there is nothing to do. A reload that leaves them equal leaves it alone. */
  readonly uses?: (settings: Settings) => S | undefined;
  /** Starts the calls. Those that take a chain's lock are sent in this order, one after the other. */
  readonly read: (node: Node<M>, uses: S) => R;
  /** Pure: one function for each kind of item. `item` is the key in the reading's map. */
  readonly map: {
    readonly [K in keyof R]: (answer: Answer<R[K]>, emit: Emit<F>, uses: S, item: string) => Samples;
  };
};

/** A collector with its types closed over, so that a list of them needs no `any`. */
export type Collector = Pick<
  Definition<ReadName, AnyMetric, unknown, Reading>,
  "name" | "summary" | "every" | "timeout" | "required" | "offByDefault" | "reads" | "metrics"
> & {
  /** undefined: nothing to do with these settings. */
  readonly prepare: (settings: Settings) => Prepared | undefined;
};
/** One item of a round under way: `emit` turns its answer into samples. */
export type Item = {
  readonly key: string;
  readonly answer: Promise<unknown>;
  readonly map: (answer: unknown, emit: Emit<AnyMetric>) => Samples;
};
export type Prepared = { readonly uses: unknown; readonly start: (node: Node<ReadName>) => readonly Item[] };

export function collector<const M extends ReadName, const F extends AnyMetric, R extends Reading, S = null>(
  definition: Definition<M, F, S, R>,
): Collector & Definition<M, F, S, R> {
  const start = (node: Node<ReadName>, uses: S): Item[] =>
    Object.entries(definition.read(node as Node<M>, uses)).flatMap(([kind, reading]) => {
      const map = (item: string) => (answer: unknown, emit: Emit<AnyMetric>) =>
        definition.map[kind as keyof R](answer as Answer<R[keyof R]>, emit as Emit<F>, uses, item);
      if (reading instanceof Promise) return [{ key: kind, answer: reading, map: map("") }];
      return [...(reading as ReadonlyMap<string, Promise<unknown>>)].map(([item, answer]) => ({
        key: `${kind} ${item}`,
        answer,
        map: map(item),
      }));
    });
  return {
    ...definition,
    prepare: (settings) => {
      const uses = definition.uses ? definition.uses(settings) : (null as S);
      return uses === undefined ? undefined : { uses, start: (node) => start(node, uses) };
    },
  };
}
