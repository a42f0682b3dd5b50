/** Collector definition: the RPC methods it reads, the pure mapping of their results to observations, and the metrics of these. */
import type { Duration } from "../lib/duration.ts";
import type { Params, PathSelectorArgs, ReadMethodName, Result } from "../node-api/contract.ts";
import type { NodeError } from "../node-api/errors.ts";
import type { AnyKind, AnyMetric, Item as Observation } from "./metric.ts";

/** RPC client of one collector run, limited to the methods that the collector declares. */
export type RunClient<M extends ReadMethodName> = {
  readonly call: <N extends M>(method: N, params: Params<N>, ...selector: PathSelectorArgs<N>) => Promise<Result<N>>;
  /** Returns the ID of the queried node, once a response has carried it. */
  readonly id: () => string | undefined;
  /** Returns the present time, by the clock by which observations are read. */
  readonly now: () => Date;
};

/** Maps each key to its read. */
export const readEach = <K, T>(keys: Iterable<K>, read: (key: K) => T): ReadonlyMap<K, T> =>
  new Map([...keys].map((key) => [key, read(key)]));

/** Maps each value to its read, which has the key of the value. */
export const readEntries = <K, V, T>(entries: ReadonlyMap<K, V>, read: (value: V) => T): ReadonlyMap<K, T> =>
  new Map([...entries].map(([key, value]) => [key, read(value)]));

/** Maps each pending read to one that follows it. */
export const thenEach = <K, T, U>(
  reads: ReadonlyMap<K, Promise<T>>,
  next: (value: T, key: K) => U | Promise<U>,
): ReadonlyMap<K, Promise<U>> =>
  new Map([...reads].map(([key, read]) => [key, read.then((value) => next(value, key))]));

/** Pending reads of a run by kind: one, or one per key. Each read is an item, which is published, removed or retained separately.
 *  A promise that rejects with a NodeError fails only its item. */
export type Reads = { readonly [item: string]: Promise<unknown> | ReadonlyMap<string, Promise<unknown>> };
/** The value of a read that is no item: the node has nothing there that the collector reads. */
export const noItem = Symbol("no item");
type ValueOf<R> = R extends ReadonlyMap<string, Promise<infer D>> ? D : R extends Promise<infer D> ? D : never;
type ItemValue<R> = Exclude<ValueOf<R>, typeof noItem>;

/** Observations whose series the limit exposes or drops together. */
export type Group = {
  /** The groups with the lowest priority are dropped first; for validators the share of the weight of the set (0 to 1). */
  readonly priority: number;
  /** Orders groups of equal priority. */
  readonly id: string;
  readonly observations: readonly Observation[];
};
/** Error of a part that could not be read. The item counts as failed or unavailable, and its other entries are exposed. */
type PartialError = { readonly error: NodeError | undefined };
/** The series of an observation outside of a group are always exposed. */
export type MapOutput = Observation | Group | PartialError;

/** Current minimum interval and its reason. */
export type MinimumInterval = { readonly interval: Duration; readonly reason: string };

type MapContext<S, K> = {
  readonly selected: S;
  /** Key of the item in the map of reads. */
  readonly item: string;
  readonly state: K;
};

/** `W`: the settings. `N`: the facts about the node that collectors have found for others. */
export type Definition<M extends ReadMethodName, S, K, R extends Reads, W, N> = {
  readonly name: string;
  /** Summary for the list of collectors, in one line. */
  readonly summary: string;
  readonly interval: Duration;
  /** Interval while single validators are exported according to validators.detail. */
  readonly detailInterval?: Duration;
  /** Timeout per call, if the node's default is too short. */
  readonly timeout?: Duration;
  /** True if a failure sets `avax_up` to 0. */
  readonly required?: true;
  readonly disabledByDefault?: true;
  /** The number of series depends on the network or on the watched entities, so that `series_limit` can drop some. */
  readonly hasVaryingSeries?: true;
  readonly reads: readonly M[];
  /** Facts about the node that `read` uses. The first run waits for the collectors that provide them, and a change of the chains
   *  starts a run. */
  readonly needs?: readonly (keyof N & string)[];
  /** Facts that the observations of this collector provide. */
  readonly provides?: readonly (keyof N & string)[];
  /** Kinds of observations with all their metrics, and single metrics, in the order of the page. */
  readonly metrics: readonly (AnyKind | AnyMetric)[];
  /** Selects the settings that the collector depends on; undefined if there is nothing to collect. */
  readonly select?: (settings: W) => S | undefined;
  /** Creates the state that is kept between runs. It is created again if the node ID changes. */
  readonly state?: () => K;
  /** Raises the interval above the configured one, depending on the state. */
  readonly minimumInterval?: (state: K) => MinimumInterval | undefined;
  /** Returns whether the node does not know all values yet: the next run is then after a minute. */
  readonly isIncomplete?: (state: K) => boolean;
  /** Starts the calls. Calls that take the same chain lock are sent sequentially in this order. */
  readonly read: (node: RunClient<M> & N, selected: S, state: K) => R;
  /** Maps each kind of item to observations. Depends on its arguments only, and changes only the state. */
  readonly map: {
    readonly [I in keyof R]: (result: ItemValue<R[I]>, context: MapContext<S, K>) => Iterable<MapOutput>;
  };
};

/** A collector with its type parameters hidden, so that a list of collectors needs no `any`. */
export type Collector<W = never> = Omit<
  Definition<ReadMethodName, unknown, unknown, Reads, W, Readonly<Record<string, unknown>>>,
  "metrics" | "select" | "state" | "minimumInterval" | "isIncomplete" | "read" | "map"
> & {
  readonly metrics: readonly AnyMetric[];
  /** Returns undefined if there is nothing to collect with these settings. */
  readonly configure: (settings: W) => ConfiguredCollector | undefined;
};
type Item = {
  readonly key: string;
  readonly result: Promise<unknown>;
  readonly map: (result: unknown) => Iterable<MapOutput>;
};
/** A collector's runs on one node. */
export type Session = {
  readonly metrics: readonly AnyMetric[];
  /** Starts the calls of a run and returns its items. */
  readonly read: (node: RunClient<ReadMethodName>) => readonly Item[];
  readonly minimumInterval: () => MinimumInterval | undefined;
  readonly isIncomplete: () => boolean;
};
type ConfiguredCollector = { readonly createSession: () => Session };

/** Returns the function that adds `configure` to a definition. */
export const collectorsWith =
  <W, N>() =>
  <const M extends ReadMethodName, R extends Reads, const Name extends string, S = null, K = null>(
    definition: Definition<M, S, K, R, W, N> & { readonly name: Name },
  ): Collector<W> & Omit<Definition<M, S, K, R, W, N>, "metrics"> & { readonly name: Name } => {
    const { select, state: createState, minimumInterval, isIncomplete, read, map } = definition;
    // a single metric can precede the others of its kind
    const metrics = [...new Set(definition.metrics.flatMap((one) => ("metrics" in one ? one.metrics : [one])))];
    function createSession(selected: S): Session {
      const state = createState ? createState() : (null as K);
      const itemOf = (kind: string, item: string, result: Promise<unknown>): Item => ({
        key: item === "" ? kind : `${kind} ${item}`,
        result,
        map: (value) => map[kind as keyof R](value as ItemValue<R[keyof R]>, { selected, item, state }),
      });
      return {
        metrics,
        read: (node) =>
          Object.entries<Reads[string]>(read(node as RunClient<M> & N, selected, state)).flatMap(([kind, reading]) =>
            reading instanceof Promise
              ? [itemOf(kind, "", reading)]
              : [...reading].map(([item, result]) => itemOf(kind, item, result)),
          ),
        minimumInterval: () => minimumInterval?.(state),
        isIncomplete: () => isIncomplete?.(state) ?? false,
      };
    }
    return {
      ...definition,
      metrics,
      configure: (settings) => {
        const selected = select ? select(settings) : (null as S);
        return selected === undefined ? undefined : { createSession: () => createSession(selected) };
      },
    };
  };

/** A collector with the settings with which it runs. */
export type Job = {
  readonly collector: Collector;
  readonly configured: ConfiguredCollector;
  /** Milliseconds. */
  readonly interval: number;
  /** Timeout of each call in milliseconds; undefined for the default of the node. */
  readonly timeout: number | undefined;
  /** Milliseconds. */
  readonly staleAfter: number | undefined;
  /** Maximum number of series. */
  readonly limit: number;
  /** The collector makes calls that are expensive for the node. */
  readonly isHeavy: boolean;
};
