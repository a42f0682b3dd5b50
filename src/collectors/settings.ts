/** Settings that collectors depend on. The schema of the configuration defines their meaning and defaults. */
import type { indexes } from "../api/index-api.ts";

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
