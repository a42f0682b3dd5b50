/** The validators that collectors export individually: the watched ones, and others according to the detail in the settings. Several
 *  collectors read a validator, and each of its series must have one source. */
import { primaryNetwork } from "../node-api/ids.ts";
import type { Named, Settings } from "./collector.ts";

/** Returns the aliases by ID. */
export const aliasesOf = (named: readonly Named[]): ReadonlyMap<string, string> =>
  new Map(named.map(({ id, alias }) => [id, alias]));

export const idsOf = (named: readonly Named[]): readonly string[] => named.map(({ id }) => id);

/** Returns whether an L1, a subnet or a validator of one is watched. Without one, collectors of L1s have nothing to collect. */
export const watchesSubnets = ({ watch }: Settings): boolean =>
  watch.subnet_ids.length + watch.validation_ids.length > 0 ||
  watch.node_ids.some(({ subnet_ids }) => subnet_ids.some((id) => id !== primaryNetwork));

/** Returns the aliases of the nodes and validations that are watched on a subnet, by ID: with `watch.own` also that of the queried node, if
 *  its ID is known. */
export function watchedOn({ name, watch }: Settings, subnet: string, queriedNodeId: string | undefined) {
  const nodes = new Map(aliasesOf(watch.node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet))));
  if (watch.own && queriedNodeId !== undefined) nodes.set(queriedNodeId, nodes.get(queriedNodeId) || name);
  return { nodes, validations: aliasesOf(watch.validation_ids) };
}
type Watched = ReturnType<typeof watchedOn>;

type Reader = {
  /** The collector that reads the validator individually if it is watched, otherwise the one of its set. */
  readonly reader: "l1-validators" | "watched-validators" | "set";
  /** That of its validation, otherwise that of its node, otherwise the name of the queried node; empty without an alias. */
  readonly alias: string;
};
type Validator = { readonly nodeID: string; readonly validationID?: string | undefined };
/** Returns the collector that exports the series of a validator, and the alias in them. */
export function readerOf({ nodeID, validationID = "" }: Validator, { nodes, validations }: Watched): Reader {
  return {
    reader: validations.has(validationID) ? "l1-validators" : nodes.has(nodeID) ? "watched-validators" : "set",
    alias: validations.get(validationID) || nodes.get(nodeID) || "",
  };
}

/** Returns a function that returns true for the first occurrence of an ID. */
export function firstOf(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => seen.size < seen.add(id).size;
}

/** Returns the validators without a validation ID to export. `ids` are sorted by descending weight. A validator of the `previous`
 *  selection is removed only when it ranks below 1.25 times `top` (hysteresis). */
export function selectDetailed(
  ids: readonly string[],
  { detail, top }: Settings["validators"],
  previous: ReadonlySet<string>,
): ReadonlySet<string> {
  if (detail === "watched") return new Set();
  if (detail === "all") return new Set(ids);
  return new Set(ids.filter((id, rank) => rank < top || (rank < 1.25 * top && previous.has(id))));
}

/** Maximum number of validators of all L1s together that are all exported by default. */
export const maxAllByDefault = 1000;

type Detail = "watched" | "low" | "all";
/** Returns the configured detail of L1 validators. The default depends on the number of validators of all L1s together: all of them are
 *  exported until there are more than 1.25 times the maximum (hysteresis). */
export function detailOf({ detail }: Settings["l1"], count: number, before: Detail | undefined): Detail {
  return detail ?? (count > maxAllByDefault * (before === "all" ? 1.25 : 1) ? "low" : "all");
}

type Sets = ReadonlyMap<string, Promise<{ readonly validators: readonly unknown[] }>>;
/** Creates a function that returns the detail of L1 validators once all sets have been read. A set that cannot be read has its last size. */
export function createDetailChoice() {
  const counts = new Map<string, number>();
  let last: Detail | undefined;
  return async (l1: Settings["l1"], sets: Sets): Promise<Detail> => {
    await Promise.allSettled([...sets].map(async ([key, set]) => counts.set(key, (await set).validators.length)));
    const count = [...sets.keys()].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
    const detail = detailOf(l1, count, last);
    if (counts.size >= sets.size) last = detail; // not of a set whose size was never read
    return detail;
  };
}
