/** Collector definition: the RPC methods it reads, the metrics it exposes, and the pure mapping between them. */
import type { Params, PathSelectorArgs, ReadMethodName, Result } from "../api/contract.ts";
import type { AnyMetric } from "../exposition/metric.ts";
import type { Sample } from "../exposition/sample.ts";
import type { Duration } from "../lib/duration.ts";
import type { NodeError } from "../rpc/errors.ts";
import type { Settings } from "./settings.ts";

/** RPC client of one collector run, limited to the methods that the collector declares. */
export type RunClient<M extends ReadMethodName> = {
  readonly call: <N extends M>(method: N, params: Params<N>, ...selector: PathSelectorArgs<N>) => Promise<Result<N>>;
  /** Returns the ID of the queried node, once a response has carried it. */
  readonly id: () => string | undefined;
  /** Returns the IDs of the subnets and L1s whose chains the node runs, once the collector health has found them. */
  readonly subnets: () => readonly string[];
  /** Returns the chains that the node runs, once the collector health has found them, with the labels of `avax_chain_*`. */
  readonly chains: () => readonly { readonly chain: string; readonly subnet_id: string; readonly alias: string }[];
  /** Returns the IDs of the validators of a subnet or L1 to which the node is not connected, as the collector health has found them. */
  readonly disconnected: (subnetId: string) => ReadonlySet<string>;
  /** Returns the name of the network; undefined if the node does not provide it. */
  readonly network: () => Promise<string | undefined>;
};

/** Maps each key to its read. */
export const readEach = <K, T>(keys: Iterable<K>, read: (key: K) => T): ReadonlyMap<K, T> =>
  new Map([...keys].map((key) => [key, read(key)]));

/** Maps each pending read to one that follows it. */
export const thenEach = <K, T, U>(
  reads: ReadonlyMap<K, Promise<T>>,
  next: (value: T, key: K) => U | Promise<U>,
): ReadonlyMap<K, Promise<U>> =>
  new Map([...reads].map(([key, read]) => [key, read.then((value) => next(value, key))]));

/** Pending reads of a run by kind: one, or one per key. Each read is an item, which is published, removed or retained separately.
 *  A promise that rejects with a NodeError fails only its item. */
export type Reads = { readonly [item: string]: Promise<unknown> | ReadonlyMap<string, Promise<unknown>> };
type ItemValue<R> = R extends ReadonlyMap<string, Promise<infer D>> ? D : R extends Promise<infer D> ? D : never;

/** Samples that the series limit exposes or drops together. */
export type Group<F extends AnyMetric = AnyMetric> = {
  /** Share of the set's weight (0 to 1). The smallest are dropped first. */
  readonly share: number;
  /** Orders groups of equal share. */
  readonly id: string;
  readonly samples: readonly (Sample<F> | undefined)[];
};
/** Error of a part that could not be read. The item counts as failed or unavailable, and its other entries are exposed. */
type PartialError = { readonly error: NodeError | undefined };
/** A sample outside of a group is always exposed, unless its value is unknown (undefined). */
export type MapOutput<F extends AnyMetric = AnyMetric> = Sample<F> | undefined | Group<F> | PartialError;

/** Current minimum interval and its reason. */
export type MinimumInterval = { readonly interval: Duration; readonly reason: string };

type MapContext<S, K> = {
  readonly inputs: S;
  /** Time of the run by the clock of the exporter, in Unix seconds. */
  readonly now: number;
  /** Key of the item in the map of reads. */
  readonly item: string;
  readonly state: K;
};

export type Definition<M extends ReadMethodName, F extends AnyMetric, S, K, R extends Reads> = {
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
  /** The number of series depends on the network or on the watched entities, so that `series.limit` can drop some. */
  readonly hasVaryingSeries?: true;
  readonly reads: readonly M[];
  readonly metrics: readonly F[];
  /** Selects the settings that the collector depends on; undefined if there is nothing to collect. A reload restarts the collector
   *  only if they change. */
  readonly inputs?: (settings: Settings) => S | undefined;
  /** Creates the state that is kept between runs. It is created again if the node ID changes. */
  readonly state?: () => K;
  /** Raises the interval above the configured one, depending on the state. */
  readonly minimumInterval?: (state: K) => MinimumInterval | undefined;
  /** Starts the calls. Calls that take the same chain lock are sent sequentially in this order. */
  readonly read: (node: RunClient<M>, inputs: S, state: K) => R;
  /** Maps each kind of item to samples. Depends on its arguments only, and changes only the state. */
  readonly map: {
    readonly [I in keyof R]: (result: ItemValue<R[I]>, context: MapContext<S, K>) => Iterable<MapOutput<F>>;
  };
};

/** A collector with its type parameters hidden, so that a list of collectors needs no `any`. */
export type Collector = Omit<
  Definition<ReadMethodName, AnyMetric, unknown, unknown, Reads>,
  "inputs" | "state" | "minimumInterval" | "read" | "map"
> & {
  /** Returns undefined if there is nothing to collect with these settings. */
  readonly configure: (settings: Settings) => ConfiguredCollector | undefined;
};
type Item = {
  readonly key: string;
  readonly result: Promise<unknown>;
  /** `now` in Unix seconds. */
  readonly map: (result: unknown, now: number) => Iterable<MapOutput>;
};
/** A collector's runs on one node. */
export type Session = {
  /** Starts the calls of a run and returns its items. */
  readonly read: (node: RunClient<ReadMethodName>) => readonly Item[];
  readonly minimumInterval: () => MinimumInterval | undefined;
};
export type ConfiguredCollector = { readonly inputs: unknown; readonly createSession: () => Session };

/** Adds `configure` to a definition. */
export function collector<
  const M extends ReadMethodName,
  const F extends AnyMetric,
  R extends Reads,
  const N extends string,
  S = null,
  K = null,
>(
  definition: Definition<M, F, S, K, R> & { readonly name: N },
): Collector & Definition<M, F, S, K, R> & { readonly name: N } {
  const { inputs: select, state: createState, minimumInterval, read, map } = definition;
  function createSession(inputs: S): Session {
    const state = createState ? createState() : (null as K);
    const itemOf = (kind: string, item: string, result: Promise<unknown>): Item => ({
      key: item === "" ? kind : `${kind} ${item}`,
      result,
      map: (value, now) => map[kind as keyof R](value as ItemValue<R[keyof R]>, { inputs, now, item, state }),
    });
    return {
      read: (node) =>
        Object.entries<Reads[string]>(read(node as RunClient<M>, inputs, state)).flatMap(([kind, reading]) =>
          reading instanceof Promise
            ? [itemOf(kind, "", reading)]
            : [...reading].map(([item, result]) => itemOf(kind, item, result)),
        ),
      minimumInterval: () => minimumInterval?.(state),
    };
  }
  return {
    ...definition,
    configure: (settings) => {
      const inputs = select ? select(settings) : (null as S);
      return inputs === undefined ? undefined : { inputs, createSession: () => createSession(inputs) };
    },
  };
}
