/** A collector: the methods that it reads, the metrics that it exposes, and the pure function between the two. */
import type { AtArgs, Params, ReadName, Result } from "../contract/contract.ts";
import type { NodeError } from "../node/errors.ts";
import type { Duration } from "../prometheus/duration.ts";
import type { AnyMetric } from "../prometheus/metric.ts";
import type { Sample } from "../prometheus/sample.ts";
import type { Settings } from "./settings.ts";

/** The node in one collector run: only the methods that the collector names. */
export type RunClient<M extends ReadName> = {
  readonly call: <N extends M>(method: N, params: Params<N>, ...at: AtArgs<N>) => Promise<Result<N>>;
  /** Returns the ID of the queried node, once an answer has carried it. */
  readonly id: () => string | undefined;
};

/** Returns the reading of each thing. */
export const readEach = <K, T>(things: Iterable<K>, read: (thing: K) => T): ReadonlyMap<K, T> =>
  new Map([...things].map((thing) => [thing, read(thing)]));

/** One answer, or one for each of several things of a kind. Each is an item: it is published, removed or kept on its own. A promise
 *  that rejects with a NodeError fails its item alone. */
export type PendingReads = { readonly [item: string]: Promise<unknown> | ReadonlyMap<string, Promise<unknown>> };
type ItemValue<R> = R extends ReadonlyMap<string, Promise<infer D>> ? D : R extends Promise<infer D> ? D : never;

/** Samples that the series limit exposes or drops together. */
export type Group<F extends AnyMetric = AnyMetric> = {
  /** Share of the set's weight, 0 to 1: the smallest are dropped first. */
  readonly share: number;
  /** Decides between groups of equal share. */
  readonly id: string;
  readonly samples: readonly Sample<F>[];
};
/** The reason why a part of the answer could not be read, if there is one: the item counts as failed or unavailable, and its other
 *  entries are exposed. */
type PartialError = { readonly error: NodeError | undefined };
/** A sample outside of a group is always exposed, unless its value is unknown. */
export type Entry<F extends AnyMetric = AnyMetric> = Sample<F> | undefined | Group<F> | PartialError;

/** Returns the known samples. */
export const knownSamples = <F extends AnyMetric>(samples: readonly (Sample<F> | undefined)[]): readonly Sample<F>[] =>
  samples.filter((sample) => sample !== undefined);

/** The minimum interval for now, and its reason. */
export type MinimumInterval = { readonly interval: Duration; readonly reason: string };

type MapContext<S, K> = {
  readonly inputs: S;
  /** The key in the reading's map. */
  readonly item: string;
  readonly state: K;
};

export type Definition<M extends ReadName, F extends AnyMetric, S, K, R extends PendingReads> = {
  readonly name: string;
  /** Its purpose in one line. */
  readonly summary: string;
  readonly interval: Duration;
  /** Per call, if the node's default timeout is too short. */
  readonly timeout?: Duration;
  /** Its failure makes `avax_up` 0. */
  readonly required?: true;
  readonly disabledByDefault?: true;
  readonly reads: readonly M[];
  readonly metrics: readonly F[];
  /** Returns the settings that it depends on; undefined if there is nothing to collect. A reload restarts it only if they change. */
  readonly inputs?: (settings: Settings) => S | undefined;
  /** Returns the empty state that it keeps from run to run; a new one when another node answers. */
  readonly state?: () => K;
  /** Returns a longer interval than the configured one, if the state asks for it. */
  readonly minimumInterval?: (state: K) => MinimumInterval | undefined;
  /** Starts the calls. Those that take a chain's lock are sent in this order, one after the other. */
  readonly read: (node: RunClient<M>, inputs: S, state: K) => R;
  /** One function for each kind of item. It depends on its arguments alone, and changes nothing but the state. */
  readonly map: {
    readonly [I in keyof R]: (answer: ItemValue<R[I]>, context: MapContext<S, K>) => Iterable<Entry<F>>;
  };
};

/** A collector with its types closed over, so that a list of them needs no `any`. */
export type Collector = Pick<
  Definition<ReadName, AnyMetric, unknown, unknown, PendingReads>,
  "name" | "summary" | "interval" | "timeout" | "required" | "disabledByDefault" | "reads" | "metrics"
> & {
  /** Returns undefined if there is nothing to collect with these settings. */
  readonly configure: (settings: Settings) => ConfiguredCollector | undefined;
};
/** One item of a collector run under way. */
type Item = {
  readonly key: string;
  readonly answer: Promise<unknown>;
  readonly map: (answer: unknown) => Iterable<Entry>;
};
/** The runs on one node. */
export type Session = {
  readonly start: (node: RunClient<ReadName>) => readonly Item[];
  readonly minimumInterval: () => MinimumInterval | undefined;
};
export type ConfiguredCollector = { readonly inputs: unknown; readonly createSession: () => Session };

/** Returns the definition with `prepare`, which hides its types: collectors of all kinds fit into one list. */
export function collector<
  const M extends ReadName,
  const F extends AnyMetric,
  R extends PendingReads,
  S = null,
  K = null,
>(definition: Definition<M, F, S, K, R>): Collector & Definition<M, F, S, K, R> {
  const { read, map } = definition;
  function start(node: RunClient<ReadName>, inputs: S, state: K): Item[] {
    return Object.entries(read(node as RunClient<M>, inputs, state)).flatMap(([kind, reading]) => {
      const mapAs = (item: string) => (answer: unknown) =>
        map[kind as keyof R](answer as ItemValue<R[keyof R]>, { inputs, item, state });
      if (reading instanceof Promise) return [{ key: kind, answer: reading, map: mapAs("") }];
      return [...(reading as ReadonlyMap<string, Promise<unknown>>)].map(([item, answer]) => ({
        key: `${kind} ${item}`,
        answer,
        map: mapAs(item),
      }));
    });
  }
  function createSession(inputs: S): Session {
    const state = definition.state ? definition.state() : (null as K);
    return { start: (node) => start(node, inputs, state), minimumInterval: () => definition.minimumInterval?.(state) };
  }
  return {
    ...definition,
    configure: (settings) => {
      const inputs = definition.inputs ? definition.inputs(settings) : (null as S);
      return inputs === undefined ? undefined : { inputs, createSession: () => createSession(inputs) };
    },
  };
}
