/** A collector as the engine runs it: its data, and its session on one node. */
import type { Duration } from "../lib/duration.ts";
import type { Params, PathSelectorArgs, ReadMethodName, Result } from "../node-api/contract.ts";
import type { NodeError } from "../node-api/errors.ts";
import type { AnyMetric, Item as Observation } from "./metric.ts";

/** RPC client of one collector run, limited to the methods that the collector declares. */
export type RunClient<M extends ReadMethodName> = {
  readonly call: <N extends M>(method: N, params: Params<N>, ...selector: PathSelectorArgs<N>) => Promise<Result<N>>;
  /** Returns the ID of the queried node, once a response has carried it. */
  readonly id: () => string | undefined;
  /** Returns the present time, by the clock by which observations are read. */
  readonly now: () => Date;
};

/** The value of a read that is no item: the node has nothing there that the collector reads. */
export const noItem = Symbol("no item");

/** Observations whose series the limit exposes or drops together. */
export type SeriesGroup = {
  /** The groups with the lowest priority are dropped first; for validators the share of the weight of the set (0 to 1). */
  readonly priority: number;
  /** Orders groups of equal priority. */
  readonly id: string;
  readonly observations: readonly Observation[];
};
/** Error of a part that could not be read. The item counts as failed or unavailable, and its other entries are exposed. */
type PartialError = { readonly error: NodeError | undefined };
/** The series of an observation outside of a group are always exposed. */
export type MapOutput = Observation | SeriesGroup | PartialError;

/** Current minimum interval and its reason. */
export type MinimumInterval = { readonly interval: Duration; readonly reason: string };

/** The properties of a collector. */
export type CollectorData = {
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
  /** The node reads this data at its start only: a run begins when the node responds again, because it may have started again. */
  readonly changesAtStart?: true;
  /** The number of series depends on the network or on the watched entities, so that `series_limit` can drop some. */
  readonly hasVaryingSeries?: true;
  readonly reads: readonly ReadMethodName[];
  /** Facts about the node that its reads use. The first run waits for the collectors that provide them, and a change of the chains
   *  starts a run. */
  readonly needs?: readonly string[];
  /** Facts that the observations of this collector provide. */
  readonly provides?: readonly string[];
  /** In the order of `/metrics`. */
  readonly metrics: readonly AnyMetric[];
};

export type RunItem = {
  readonly key: string;
  readonly result: Promise<unknown>;
  readonly map: (result: unknown) => Iterable<MapOutput>;
};
/** A collector's runs on one node. */
export type Session = {
  readonly metrics: readonly AnyMetric[];
  /** Starts the calls of a run and returns its items. */
  readonly read: (node: RunClient<ReadMethodName>) => readonly RunItem[];
  readonly minimumInterval: () => MinimumInterval | undefined;
  readonly isIncomplete: () => boolean;
};
/** A collector with the settings of a node. */
export type ConfiguredCollector = { readonly createSession: () => Session };

/** A collector with the settings with which it runs. */
export type Job = {
  readonly collector: CollectorData;
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
