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

/** What could not be read, together with what is known all the same: published, while the item counts as unavailable or failed. */
export class Absent<T> {
  readonly error: NodeError;
  readonly tells: T;
  constructor(error: NodeError, tells: T) {
    this.error = error;
    this.tells = tells;
  }
}

/** One reading for each of several things. */
export const each = <K, T>(things: Iterable<K>, read: (thing: K) => T): ReadonlyMap<K, T> =>
  new Map([...things].map((thing) => [thing, read(thing)]));

/** The same, where a part of the answer may be what could not be read. */
export const withError = <T extends { readonly error?: NodeError | undefined }>(answer: T): T | Absent<T> =>
  answer.error ? new Absent(answer.error, answer) : answer;

/** One answer, or one for each of several things of a kind. Each is an item: it is published, vanishes or is kept by itself.
 *  A promise that rejects with a NodeError is the item's outcome. */
export type Reading = { readonly [item: string]: Promise<unknown> | ReadonlyMap<string, Promise<unknown>> };
type Told<T> = T extends Absent<infer A> ? A : T;
type Answer<R> =
  R extends ReadonlyMap<string, Promise<infer D>> ? Told<D> : R extends Promise<infer D> ? Told<D> : never;

/** Something of which there may be many: the series limit leaves it out as a whole, or not. */
export type Entity = {
  /** Of the set that it belongs to, 0 to 1: the smallest are left out first. */
  readonly share: number;
  /** Decides between equal ones. */
  readonly id: string;
  readonly emit: () => void;
};
/** Emits what is always shown, and gives what the series limit is about. */
type Samples = undefined | Iterable<Entity>;

/** The least interval for now, and why. */
export type Seldom = { readonly every: Duration; readonly because: string };

type About<S, K> = {
  readonly uses: S;
  /** The key in the reading's map. */
  readonly item: string;
  readonly memory: K;
};

export type Definition<M extends ReadName, F extends AnyMetric, S, K, R extends Reading> = {
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
  /** What it keeps in mind of one node from round to round: nothing at first, and when another node answers. */
  readonly memory?: () => K;
  /** Where what it has seen asks for fewer rounds than are configured. */
  readonly seldom?: (memory: K) => Seldom | undefined;
  /** Starts the calls. Those that take a chain's lock are sent in this order, one after the other. */
  readonly read: (node: Node<M>, uses: S, memory: K) => R;
  /** One function for each kind of item. It knows what it is given, and changes nothing but the memory; of one answer it may be
   *  asked twice, and says the same. */
  readonly map: {
    readonly [I in keyof R]: (answer: Answer<R[I]>, emit: Emit<F>, about: About<S, K>) => Samples;
  };
};

/** A collector with its types closed over, so that a list of them needs no `any`. */
export type Collector = Pick<
  Definition<ReadName, AnyMetric, unknown, unknown, Reading>,
  "name" | "summary" | "every" | "timeout" | "required" | "offByDefault" | "reads" | "metrics"
> & {
  /** undefined: nothing to do with these settings. */
  readonly prepare: (settings: Settings) => Prepared | undefined;
};
/** One item of a round under way: `emit` turns its answer into samples. */
type Item = {
  readonly key: string;
  readonly answer: Promise<unknown>;
  readonly map: (answer: unknown, emit: Emit<AnyMetric>) => Samples;
};
/** The rounds on one node. */
export type Session = {
  readonly start: (node: Node<ReadName>) => readonly Item[];
  readonly seldom: () => Seldom | undefined;
};
export type Prepared = { readonly uses: unknown; readonly begin: () => Session };

export function collector<const M extends ReadName, const F extends AnyMetric, R extends Reading, S = null, K = null>(
  definition: Definition<M, F, S, K, R>,
): Collector & Definition<M, F, S, K, R> {
  const { read, map } = definition;
  function start(node: Node<ReadName>, uses: S, memory: K): Item[] {
    return Object.entries(read(node as Node<M>, uses, memory)).flatMap(([kind, reading]) => {
      const mapAs = (item: string) => (answer: unknown, emit: Emit<AnyMetric>) =>
        map[kind as keyof R](answer as Answer<R[keyof R]>, emit as Emit<F>, { uses, item, memory });
      if (reading instanceof Promise) return [{ key: kind, answer: reading, map: mapAs("") }];
      return [...(reading as ReadonlyMap<string, Promise<unknown>>)].map(([item, answer]) => ({
        key: `${kind} ${item}`,
        answer,
        map: mapAs(item),
      }));
    });
  }
  function begin(uses: S): Session {
    const memory = definition.memory ? definition.memory() : (null as K);
    return { start: (node) => start(node, uses, memory), seldom: () => definition.seldom?.(memory) };
  }
  return {
    ...definition,
    prepare: (settings) => {
      const uses = definition.uses ? definition.uses(settings) : (null as S);
      return uses === undefined ? undefined : { uses, begin: () => begin(uses) };
    },
  };
}
