/** The status of a node as JSON: the model with names and units as in the metrics. */
import * as z from "zod";
import * as states from "../facts/states.ts";
import { type Collection, collectionStates } from "./collection.ts";
import type { Model } from "./model.ts";

const optional = <T extends z.ZodType>(type: T) => type.nullable();
const ratio = optional(z.number());
const seconds = optional(z.number());
const stateOf = <T extends object>(table: T) => optional(z.enum(Object.keys(table) as (keyof T & string)[]));

/** Times in Unix seconds, ratios as shares (0 to 1). Unknown values are null, and absent aliases empty. */
export const statusSchema = z.object({
  /** Name in the configuration; empty for the node of node.url. */
  name: z.string(),
  /** Without secrets. */
  url: z.string(),
  up: z.boolean(),
  /** Whether the collectors succeed, and those that do not. */
  collection: z.object({
    state: z.enum(Object.keys(collectionStates) as Collection["state"][]),
    collectors: z.array(z.string()),
  }),
  /** Whether the configuration watches anything, apart from own validators. */
  watching: z.boolean(),
  node: z.object({
    state: stateOf(states.nodeStates),
    node_id: optional(z.string()),
    network: optional(z.string()),
    version: optional(z.string()),
    validates: optional(z.boolean()),
    failing_checks: z.array(z.string()),
    connected_ratio: ratio,
    pchain_block_age_seconds: seconds,
    /** The majority of the stake announces an upgrade that the node does not know. */
    upgrade_unknown: optional(z.boolean()),
    upgrade_unknown_seconds: seconds,
  }),
  chains: z.array(
    z.object({
      chain: z.string(),
      blockchain_id: z.string(),
      subnet_id: z.string(),
      alias: z.string(),
      state: stateOf(states.chainStates),
      height: optional(z.number()),
      block_age_seconds: seconds,
      connected_ratio: ratio,
    }),
  ),
  validators: z.array(
    z.object({
      subnet_id: z.string(),
      node_id: z.string(),
      alias: z.string(),
      own: z.boolean(),
      state: stateOf(states.validatorStates),
      connected: optional(z.boolean()),
      uptime_ratio: ratio,
      uptime_required_ratio: ratio,
      offline_budget_seconds: seconds,
      offline_budget_ratio: ratio,
      end_timestamp_seconds: seconds,
    }),
  ),
  l1s: z.array(
    z.object({
      subnet_id: z.string(),
      alias: z.string(),
      state: stateOf(states.l1States),
      weight_active_ratio: z.number(),
      weight_active_forecast_ratio: ratio,
      balance_runway_seconds: seconds,
      /** Time until the L1 halts without top-ups; null if it will not. */
      halt_seconds: seconds,
      /** L1 validators to top up, the most urgent first. */
      top_up: z.array(
        z.object({
          validation_id: z.string(),
          node_id: z.string(),
          alias: z.string(),
          balance_runway_seconds: z.number(),
        }),
      ),
    }),
  ),
  l1_validators: z.array(
    z.object({
      subnet_id: z.string(),
      validation_id: z.string(),
      node_id: z.string(),
      alias: z.string(),
      state: stateOf(states.l1ValidatorStates),
      connected: optional(z.boolean()),
      /** Whether the registered BLS key is that of the queried node; null for validators of other nodes. */
      bls_key_matches: optional(z.boolean()),
      balance_avax: optional(z.number()),
      balance_runway_seconds: seconds,
    }),
  ),
});
export type Status = z.output<typeof statusSchema>;

/** What is known about a node apart from its model. */
type Described = Pick<Status, "name" | "url" | "up" | "watching"> & { readonly collection: Collection };

/** Returns the status of a node. */
export function statusOf(
  { collection, ...named }: Described,
  { node, chains, validators, l1s, l1Validators }: Model,
): Status {
  return {
    ...named,
    collection: { ...collection, collectors: [...collection.collectors] },
    node: {
      state: node.state ?? null,
      node_id: node.nodeId ?? null,
      network: node.network ?? null,
      version: node.version ?? null,
      validates: node.validates ?? null,
      failing_checks: [...node.failingChecks],
      connected_ratio: node.connectedRatio ?? null,
      pchain_block_age_seconds: node.pChainAge ?? null,
      upgrade_unknown: node.lacksUpgrade ?? null,
      upgrade_unknown_seconds: node.upgradeIn ?? null,
    },
    chains: chains.map((chain) => ({
      chain: chain.chain,
      blockchain_id: chain.blockchainId,
      subnet_id: chain.subnetId,
      alias: chain.alias,
      state: chain.state ?? null,
      height: chain.height === undefined ? null : Number(chain.height),
      block_age_seconds: chain.blockAge ?? null,
      connected_ratio: chain.connectedRatio ?? null,
    })),
    validators: validators.map((validator) => ({
      subnet_id: validator.subnetId,
      node_id: validator.nodeId,
      alias: validator.alias,
      own: validator.isOwn,
      state: validator.state ?? null,
      connected: validator.isConnected ?? null,
      uptime_ratio: validator.uptime ?? null,
      uptime_required_ratio: validator.required ?? null,
      offline_budget_seconds: validator.budget?.seconds ?? null,
      offline_budget_ratio: validator.budget?.ratio ?? null,
      end_timestamp_seconds: validator.end ?? null,
    })),
    l1s: l1s.map((l1) => ({
      subnet_id: l1.subnetId,
      alias: l1.alias,
      state: l1.state ?? null,
      weight_active_ratio: l1.activeRatio,
      weight_active_forecast_ratio: l1.forecastRatio ?? null,
      balance_runway_seconds: l1.runway ?? null,
      halt_seconds: l1.haltsIn ?? null,
      top_up: l1.topUps.map(({ validationId, nodeId, alias, runway }) => ({
        ...{ validation_id: validationId, node_id: nodeId, alias, balance_runway_seconds: runway },
      })),
    })),
    l1_validators: l1Validators.map((one) => ({
      subnet_id: one.subnetId,
      validation_id: one.validationId,
      node_id: one.nodeId,
      alias: one.alias,
      state: one.state ?? null,
      connected: one.isConnected ?? null,
      bls_key_matches: one.hasOwnKey ?? null,
      balance_avax: one.balance === undefined ? null : Number(one.balance) / 1e9,
      balance_runway_seconds: one.runway ?? null,
    })),
  };
}
