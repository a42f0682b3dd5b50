/** The collector that exports the series of a validator. Several collectors read it, and each series must have one source. */
import { primaryNetwork } from "../../api/ids.ts";
import type { Settings } from "../settings.ts";
import { watchedOn } from "./validators.ts";

export type Owner = "p-validators" | "subnets" | "watched-validators" | "l1-validators";

/** What the enabled collectors export on one subnet. */
export type Ownership = {
  /** The collector that reads the whole validator set; undefined if the subnet is not tracked. */
  readonly set: "p-validators" | "subnets" | undefined;
  /** Node IDs that watched-validators reads. */
  readonly nodes: ReadonlySet<string>;
  /** Validation IDs that l1-validators reads. */
  readonly validations: ReadonlySet<string>;
};

/** Returns what the enabled collectors export on a subnet. */
export function ownershipOn(settings: Settings, subnet: string): Ownership {
  const { watch } = settings;
  const isEnabled = (name: Owner) => settings.collectors.has(name);
  const setReader = subnet === primaryNetwork ? "p-validators" : "subnets";
  const isTracked = subnet === primaryNetwork || watch.subnet_ids.some(({ id }) => id === subnet);
  return {
    set: isTracked && isEnabled(setReader) ? setReader : undefined,
    nodes: new Set(isEnabled("watched-validators") ? watchedOn(settings, subnet).keys() : []),
    validations: new Set(isEnabled("l1-validators") ? watch.validation_ids : []),
  };
}

/** Returns the collector that exports the series of a validator, if it exports that validator; undefined if none does. A validator
 *  of an L1 has a validation ID, and the collector of its set comes first. */
export function ownerOf(
  nodeId: string,
  validationId: string | undefined,
  { set, nodes, validations }: Ownership,
): Owner | undefined {
  const isWatched = nodes.has(nodeId);
  if (validationId === undefined) return isWatched ? "watched-validators" : set;
  if (set) return set;
  if (validations.has(validationId)) return "l1-validators";
  return isWatched ? "watched-validators" : undefined;
}
