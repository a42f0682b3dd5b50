/** The form of a collector of this exporter: its settings, and the facts about the node that collectors find for others. */
import { type RunClient as Client, collectorsWith, type Collector as OneOf } from "../engine/collector.ts";
import type { UpgradeTimes } from "../entities/protocol/networks.ts";
import type { Fees } from "../entities/protocol/validator-fee.ts";
import type { ReadMethodName } from "../node-api/contract.ts";
import type { Chain, ChainLabels } from "./chains.ts";
import type { Settings } from "./watched.ts";

/** A chain that the node runs. */
export type RunningChain = Pick<Chain, keyof ChainLabels | "disconnectedIds">;
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
