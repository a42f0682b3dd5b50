/** The form of a collector of this exporter: its settings, and the facts about the node that collectors find for others. */
import { type RunClient as Client, collectorsWith, type Collector as OneOf } from "../engine/collector.ts";
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

/** Facts about the node. A collector that uses one names it in `needs`. */
export type Needs = {
  /** The chains that the node runs, from its health checks. */
  readonly chains: readonly RunningChain[];
  /** The name of the network; undefined if the node does not provide it. */
  readonly network: string | undefined;
  /** The fee of L1 validators, as far as it is known. */
  readonly fees: Fees;
  /** Activation times of upgrades; undefined if none is known. */
  readonly upgrades: UpgradeTimes | undefined;
};

export type RunClient<M extends ReadMethodName> = Client<M> & Needs;
export type Collector = OneOf<Settings>;
export const collector = collectorsWith<Settings, Needs>();
