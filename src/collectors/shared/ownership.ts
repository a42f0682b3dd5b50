/** The collector that exports the series of a validator. Several collectors read it, and each series must have one source. */
import { aliasesOf, type Settings } from "../settings.ts";
import { aliasesWithOwn, watchedOn } from "./validators.ts";

/** The watched validators of one subnet. */
export type Ownership = {
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
export const ownershipOn = (settings: Settings, subnet: string): Ownership => ({
  nodes: watchedOn(settings, subnet),
  own: settings.watch.own,
  name: settings.name,
  validations: aliasesOf(settings.watch.validation_ids),
});

/** A validator, and the node that was queried. */
export type Observation = {
  readonly nodeID: string;
  readonly validationID?: string | undefined;
  /** Undefined if it is unknown. */
  readonly queriedNodeId: string | undefined;
};

/** Returns whether a validator is watched by its node ID. */
export const isWatched = ({ nodeID, queriedNodeId }: Observation, { nodes, own }: Ownership): boolean =>
  nodes.has(nodeID) || (own && nodeID === queriedNodeId);

/** Returns the collector that exports the series of a validator: the one that reads it individually if it is watched, otherwise the
 *  one of its set. */
export function ownerOf(validator: Observation, ownership: Ownership) {
  const { validationID } = validator;
  if (validationID !== undefined && ownership.validations.has(validationID)) return "l1-validators";
  return isWatched(validator, ownership) ? "watched-validators" : "set";
}

/** Returns the alias of a validator: that of its validation, otherwise that of its node; empty without an alias. */
export function aliasIn({ nodes: aliases, own, name, validations }: Ownership, validator: Observation): string {
  const { nodeID, validationID = "", queriedNodeId } = validator;
  return validations.get(validationID) || aliasesWithOwn({ aliases, own, name }, queriedNodeId).get(nodeID) || "";
}

/** Returns a function that returns true for the first occurrence of an ID. */
export function firstOf(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => seen.size < seen.add(id).size;
}
