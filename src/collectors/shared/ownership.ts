/** The collector that exports the series of a validator. Several collectors read it, and each series must have one source. */
import { aliasesOf, type Settings } from "../settings.ts";

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
