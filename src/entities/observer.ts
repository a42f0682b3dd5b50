/** What is known about a node apart from its current observations. */

import type { Settings } from "../collectors/collector.ts";
import { pTime } from "../collectors/fees.ts";
import { l1Validator } from "../collectors/l1-validators.ts";
import { type NodeIdentity, nodeIdentity } from "../collectors/node.ts";
import { subnetKind } from "../collectors/subnets.ts";
import { type Period, presence } from "../collectors/validator-set.ts";
import type { Observations } from "../engine/store.ts";

/** What is remembered about a node. It is set at the end of each collector run. */
export type Remembered = {
  readonly identity: NodeIdentity | undefined;
  readonly validates: boolean | undefined;
  /** Time at which the node was last in a validator set, in Unix seconds. */
  readonly validatedAt: number | undefined;
  /** The last known period of each watched validator that has been in a set. */
  readonly periods: ReadonlyMap<string, Period>;
};
export const nothing: Remembered = {
  identity: undefined,
  validates: undefined,
  validatedAt: undefined,
  periods: new Map(),
};

/** Returns the key of a validator on a subnet. */
export const keyOf = ({ subnet_id, node_id }: { readonly subnet_id: string; readonly node_id: string }): string =>
  `${subnet_id} ${node_id}`;

/** Returns the time at which the node was last seen in a validator set, among its current observations. */
const validatedAt = (of: Observations, nodeId: string | undefined): number | undefined =>
  [...of(presence).filter(({ value }) => value.period), ...of(l1Validator)]
    .filter(({ value }) => value.node_id === nodeId)
    .map(({ readAt }) => readAt)
    .toSorted((a, b) => b - a)[0];
/** Observations of a node that has stopped responding expire one after the other within this time, in seconds. */
const expiry = 300;
/** Returns whether the node validates; undefined if no observation shows it. `before`: the time at which it was last in a set. */
export function validatesIn(of: Observations, nodeId: string | undefined, before?: number): boolean | undefined {
  if (nodeId === undefined) return undefined;
  if (validatedAt(of, nodeId) !== undefined) return true;
  const readAt = of(subnetKind).length > 0 ? of(pTime)[0]?.readAt : undefined;
  return readAt !== undefined && readAt - (before ?? 0) > expiry ? false : undefined;
}

/** Returns what is remembered after a run. */
export function remember(before: Remembered, of: Observations, nodeId: string | undefined): Remembered {
  const seen = of(presence).flatMap(({ value }) => (value.period ? [[keyOf(value), value.period] as const] : []));
  return {
    identity: of(nodeIdentity)[0]?.value ?? before.identity,
    validates: validatesIn(of, nodeId, before.validatedAt) ?? before.validates,
    validatedAt: validatedAt(of, nodeId) ?? before.validatedAt,
    periods: new Map([...before.periods, ...seen]),
  };
}

/** The entities that the configuration watches. */
export type Watched = Pick<Settings["watch"], "node_ids" | "subnet_ids" | "validation_ids">;
export const nothingWatched: Watched = { node_ids: [], subnet_ids: [], validation_ids: [] };

export type Known = {
  /** Undefined until the first call has ended. */
  readonly isReachable: boolean | undefined;
  /** The collector health has not run yet, or fails. */
  readonly awaitsChecks: boolean;
  /** The collector node has not run yet, or fails. */
  readonly awaitsIdentity: boolean;
  readonly watched: Watched;
  readonly network: string | undefined;
  /** ID of the node; undefined until it has responded. */
  readonly nodeId: string | undefined;
  /** Clock of the node minus that of the exporter, in seconds; undefined until the node has responded. */
  readonly clockDifference: number | undefined;
  /** Unix seconds, by the clock by which observations are read. */
  readonly now: number;
  readonly remembered: Remembered;
};

/** What is known, with the facts that limit which observations are evidence about others. */
export type Observer = Known & {
  /** The node is connected to too little of the stake to accept blocks: its observations of others are no evidence. Undefined while the
   *  connected share is unknown. */
  readonly isIsolated: boolean | undefined;
  /** The view of the node is outdated; undefined if the age of its last block is unknown. */
  readonly isBehind: boolean | undefined;
};
