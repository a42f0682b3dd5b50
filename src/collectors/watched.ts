/** Settings that collectors depend on. The schema of the configuration defines their meaning and defaults. */
import type { indexes } from "../node-api/index-api.ts";

/** A watched object with the name that its series have as label `alias`; empty without a name. */
export type Named = { readonly id: string; readonly alias: string };

/** A watched validator. */
type WatchedNode = Named & { readonly subnet_ids: readonly string[] };

/** A watched address of an EVM chain: C, or a blockchain ID. */
type EvmAddress = Named & { readonly chain: string };

/** Settings of one node: what to watch, and the detail of validators. */
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
    readonly evm_addresses: readonly EvmAddress[];
    readonly indexes: readonly (typeof indexes)[number][];
  };
  readonly validators: { readonly detail: "watched" | "top" | "all"; readonly top: number };
  readonly l1: { readonly detail?: "watched" | "low" | "all" | undefined };
};

/** Returns the aliases by ID. */
export const aliasesOf = (named: readonly Named[]): ReadonlyMap<string, string> =>
  new Map(named.map(({ id, alias }) => [id, alias]));

export const idsOf = (named: readonly Named[]): readonly string[] => named.map(({ id }) => id);

// The collector that exports the series of a validator. Several collectors read it, and each series must have one source.

/** The settings that decide which collector exports a validator. */
type OwnerSettings = Pick<Settings, "name"> & Pick<Settings["watch"], "node_ids" | "own" | "validation_ids">;
export const ownerSettings = ({ name, watch: { node_ids, own, validation_ids } }: Settings): OwnerSettings => ({
  name,
  node_ids,
  own,
  validation_ids,
});

/** The watched validators of one subnet. */
export type Watched = {
  /** Aliases of the watched nodes, by node ID. */
  readonly nodes: ReadonlyMap<string, string>;
  /** Whether the queried node is watched, too. */
  readonly own: boolean;
  /** Name of the queried node. */
  readonly name: string;
  /** Aliases of the watched validations, by validation ID. */
  readonly validations: ReadonlyMap<string, string>;
};

/** Returns what is watched on a subnet. */
export const watchedOn = ({ name, node_ids, own, validation_ids }: OwnerSettings, subnet: string): Watched => ({
  nodes: aliasesOf(node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet))),
  own,
  name,
  validations: aliasesOf(validation_ids),
});

/** Returns the IDs of the watched nodes, with that of the queried node if it is known and watched. */
export const watchedIds = ({ nodes, own }: Watched, queriedNodeId: string | undefined): ReadonlySet<string> =>
  new Set([...nodes.keys(), ...(own && queriedNodeId !== undefined ? [queriedNodeId] : [])]);

type Owner = {
  /** The collector that reads the validator individually if it is watched, otherwise the one of its set. */
  readonly owner: "l1-validators" | "watched-validators" | "set";
  /** That of its validation, otherwise that of its node, otherwise the name of the queried node; empty without an alias. */
  readonly alias: string;
};
type Validator = { readonly nodeID: string; readonly validationID?: string | undefined };
/** Returns the collector that exports the series of a validator, and the alias in them. `queriedNodeId`: undefined if it is unknown. */
export function ownerOf(
  { nodeID, validationID = "" }: Validator,
  { nodes, own, name, validations }: Watched,
  queriedNodeId: string | undefined,
): Owner {
  const isOwn = own && nodeID === queriedNodeId;
  const isNode = nodes.has(nodeID) || isOwn;
  return {
    owner: validations.has(validationID) ? "l1-validators" : isNode ? "watched-validators" : "set",
    alias: validations.get(validationID) || nodes.get(nodeID) || (isOwn ? name : ""),
  };
}

/** Returns a function that returns true for the first occurrence of an ID. */
export function firstOf(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => seen.size < seen.add(id).size;
}
