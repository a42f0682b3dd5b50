/** The collector that exports the series of a validator. Several collectors read it, and each series must have one source. */
import { primaryNetwork } from "../../api/ids.ts";
import { aliasesOf, type Settings } from "../settings.ts";
import { watchedOn } from "./validators.ts";

export type Owner = "p-validators" | "subnets" | "watched-validators" | "l1-validators";

/** The watched validators of one subnet, and the collectors that read validators of it. */
export type Ownership = {
  /** The collector that reads the whole validator set; undefined if the subnet is not tracked. */
  readonly set: "p-validators" | "subnets" | undefined;
  /** Aliases of the watched nodes, by node ID. */
  readonly nodes: ReadonlyMap<string, string>;
  /** Whether the queried node is watched, too. */
  readonly own: boolean;
  /** Aliases of the watched validations, by validation ID. */
  readonly validations: ReadonlyMap<string, string>;
  /** Whether the collector watched-validators is enabled. */
  readonly readsNodes: boolean;
  /** Whether the collector l1-validators is enabled. */
  readonly readsValidations: boolean;
};

/** Returns what the enabled collectors export on a subnet. */
export function ownershipOn(settings: Settings, subnet: string): Ownership {
  const { watch } = settings;
  const isEnabled = (name: Owner) => settings.collectors.has(name);
  const setReader = subnet === primaryNetwork ? "p-validators" : "subnets";
  const isTracked = subnet === primaryNetwork || watch.subnet_ids.some(({ id }) => id === subnet);
  return {
    set: isTracked && isEnabled(setReader) ? setReader : undefined,
    nodes: watchedOn(settings, subnet),
    own: watch.own,
    validations: aliasesOf(watch.validation_ids),
    readsNodes: isEnabled("watched-validators"),
    readsValidations: isEnabled("l1-validators"),
  };
}

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

/** Returns the collector that exports the series of a validator; undefined if none does. A validator of an L1 has a validation ID,
 *  and the collector of its set comes first. */
export function ownerOf(validator: Observation, ownership: Ownership): Owner | undefined {
  const { validationID } = validator;
  const { set, validations, readsNodes, readsValidations } = ownership;
  const isRead = readsNodes && isWatched(validator, ownership);
  if (validationID === undefined) return isRead ? "watched-validators" : set;
  if (set) return set;
  if (readsValidations && validations.has(validationID)) return "l1-validators";
  return isRead ? "watched-validators" : undefined;
}

/** Returns the alias of a validator: that of its validation, otherwise that of its node; empty without an alias. */
export const aliasIn = (
  { nodes, validations }: Pick<Ownership, "nodes" | "validations">,
  { nodeID, validationID = "" }: { readonly nodeID: string; readonly validationID?: string | undefined },
): string => validations.get(validationID) || nodes.get(nodeID) || "";
