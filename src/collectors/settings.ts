/** Settings that collectors depend on. The schema of the configuration defines their meaning and defaults. */
import type { indexes } from "../api/index-api.ts";

/** A watched validator. */
type WatchedNode = {
  readonly id: string;
  readonly alias: string;
  readonly subnet_ids: readonly string[];
};

/** Settings of one node: what to watch, the detail of validators, and facts of the network. */
export type WatchSettings = {
  readonly watch: {
    readonly node_ids: readonly WatchedNode[];
    readonly subnet_ids: readonly { readonly id: string; readonly alias: string }[];
    readonly validation_ids: readonly string[];
    readonly blockchain_ids: readonly string[];
    readonly addresses: readonly string[];
    readonly indexes: readonly (typeof indexes)[number][];
  };
  readonly validators: { readonly detail: "watched" | "top" | "all"; readonly top: number };
  readonly network: { readonly helicon_time?: Date | undefined };
};

export type Settings = WatchSettings & {
  /** Names of the enabled collectors, so that one can skip what another exports. */
  readonly collectors: ReadonlySet<string>;
};
