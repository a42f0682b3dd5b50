/** The form of a collector of this exporter: its settings, and the facts about the node that collectors find for others. */
import type {
  RunClient as Client,
  CollectorData,
  ConfiguredCollector,
  MapOutput,
  MinimumInterval,
  noItem,
  RunItem,
  Session,
} from "../engine/job.ts";
import type { AnyKind, AnyMetric } from "../engine/metric.ts";
import type { ReadMethodName } from "../node-api/contract.ts";
import type { indexes } from "../node-api/index-api.ts";
import type { UpgradeTimes } from "../protocol/networks.ts";
import type { Fees } from "../protocol/validator-fee.ts";
import type { RunningChain } from "./kinds/chains.ts";

/** A watched object with the name that its series have as label `alias`; empty without a name. */
export type Named = { readonly id: string; readonly alias: string };
export type WatchedNode = Named & { readonly subnet_ids: readonly string[] };

/** Settings of one node: what to watch, and the detail of validators. The schema of the configuration defines their meaning and defaults. */
export type Settings = {
  /** Name of the node in `nodes`; empty for that of node.url. */
  readonly name: string;
  readonly watch: {
    readonly node_ids: readonly WatchedNode[];
    /** Whether the validators of the queried node itself are watched. */
    readonly own: boolean;
    readonly subnet_ids: readonly Named[];
    readonly validation_ids: readonly Named[];
    readonly blockchain_ids: readonly Named[];
    readonly addresses: readonly Named[];
    /** `chain`: C, or a blockchain ID. */
    readonly evm_addresses: readonly (Named & { readonly chain: string })[];
    readonly indexes: readonly (typeof indexes)[number][];
  };
  readonly validators: { readonly detail: "watched" | "top" | "all"; readonly top: number };
  readonly l1: { readonly detail?: "watched" | "low" | "all" | undefined };
};

/** A validator with series of its own. `isWatched`: by its node ID or its validation ID. */
export type ShownValidator = Readonly<Record<"subnet_id" | "node_id" | "alias", string>> & {
  readonly isWatched: boolean;
};

/** Facts about the node. A collector that uses one names it in `needs`. */
export type Needs = {
  /** The chains that the node runs, from its health checks. */
  readonly chains: readonly RunningChain[];
  /** The name of the network; undefined if the node does not provide it. */
  readonly network: string | undefined;
  /** L1 validators. */
  readonly members: readonly ShownValidator[];
  /** The fee of L1 validators, as far as it is known. */
  readonly fees: Fees;
  /** Activation times of upgrades; undefined if none is known. */
  readonly upgrades: UpgradeTimes | undefined;
};

/** RPC client of a run, with the facts that other collectors have found. */
export type RunClient<M extends ReadMethodName> = Client<M> & Needs;
export type Collector = CollectorData & {
  /** Returns undefined if there is nothing to collect with these settings. */
  readonly configure: (settings: Settings) => ConfiguredCollector | undefined;
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
type ValueOf<R> = R extends ReadonlyMap<string, Promise<infer D>> ? D : R extends Promise<infer D> ? D : never;
type ItemValue<R> = Exclude<ValueOf<R>, typeof noItem>;

type MapContext<S, K> = {
  readonly selected: S;
  /** Key of the item in the map of reads. */
  readonly item: string;
  readonly state: K;
};

/** A definition: the RPC methods that a collector reads, the pure mapping of their results to observations, and the metrics of these. */
type CollectorDefinition<M extends ReadMethodName, S, K, R extends Reads> = Omit<CollectorData, "metrics"> & {
  readonly reads: readonly M[];
  readonly needs?: readonly (keyof Needs)[];
  readonly provides?: readonly (keyof Needs)[];
  /** Kinds of observations with all their metrics, and single metrics, in the order of `/metrics`. */
  readonly metrics: readonly (AnyKind | AnyMetric)[];
  /** Selects the settings that the collector depends on; undefined if there is nothing to collect. */
  readonly select?: (settings: Settings) => S | undefined;
  /** Creates the state that is kept between runs. It is created again if the node ID changes. */
  readonly state?: () => K;
  /** Raises the interval above the configured one, depending on the state. */
  readonly minimumInterval?: (state: K) => MinimumInterval | undefined;
  /** Returns whether the node does not know all values yet: the next run is then after a minute. */
  readonly isIncomplete?: (state: K) => boolean;
  /** Starts the calls. Calls that take the same chain lock are sent sequentially in this order. */
  readonly read: (node: RunClient<M>, selected: S, state: K) => R;
  /** Maps each kind of item to observations. Depends on its arguments only, and changes only the state. */
  readonly map: {
    readonly [I in keyof R]: (result: ItemValue<R[I]>, context: MapContext<S, K>) => Iterable<MapOutput>;
  };
};

/** Returns a collector: its definition with `configure`. */
export const collector = <
  const M extends ReadMethodName,
  R extends Reads,
  const Name extends string,
  S = null,
  K = null,
>(
  definition: CollectorDefinition<M, S, K, R> & { readonly name: Name },
): Collector & Omit<CollectorDefinition<M, S, K, R>, "metrics"> & { readonly name: Name } => {
  const { select, state: createState, minimumInterval, isIncomplete, read, map } = definition;
  // a single metric can precede the others of its kind
  const metrics = [...new Set(definition.metrics.flatMap((one) => ("metrics" in one ? one.metrics : [one])))];
  function createSession(selected: S): Session {
    const state = createState ? createState() : (null as K);
    const itemOf = (kind: string, item: string, result: Promise<unknown>): RunItem => ({
      key: item === "" ? kind : `${kind} ${item}`,
      result,
      map: (value) => map[kind as keyof R](value as ItemValue<R[keyof R]>, { selected, item, state }),
    });
    return {
      metrics,
      read: (node) =>
        Object.entries<Reads[string]>(read(node as RunClient<M>, selected, state)).flatMap(([kind, reading]) =>
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
