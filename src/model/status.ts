/** The status of a node as JSON: its facts. */
import * as z from "zod";
import type { Facts } from "../facts/entities.ts";
import { inputs } from "../facts/evidence.ts";
import * as states from "../facts/states.ts";
import { type Collection, collectionStates } from "./collection.ts";
import { mapStates, type Since, sinceOf } from "./since.ts";

const optional = <T extends z.ZodType>(type: T) => type.nullish().transform((value) => value ?? null);
const ratio = optional(z.number());
const seconds = optional(z.number());
const integer = optional(z.union([z.number(), z.bigint()]).transform(Number));
const stateOf = <T extends object>(table: T) => ({
  state: optional(z.enum(Object.keys(table) as (keyof T & string)[])),
  /** When the exporter first saw the present state; null if it is unknown, or has lasted since the first look. */
  since_timestamp_seconds: seconds,
  /** Inputs that are unknown, without which the state would be ok. */
  missing: z.array(z.enum(Object.keys(inputs) as (keyof typeof inputs)[])).default([]),
});
/** Another node of the process, whose network has a watched entity that this one lacks; null without such a node. */
const found_on = optional(z.object({ network: z.string(), name: z.string() }));

/** Times in Unix seconds, ratios as shares (0 to 1). Unknown values are null, and absent aliases empty. */
export const statusSchema = z.object({
  /** Name in the configuration; empty for the node of node.url. */
  name: z.string(),
  /** Without secrets. */
  url: z.string(),
  up: z.boolean(),
  /** Whether the collectors succeed, those that do not, and the first error. */
  collection: z.object({
    state: z.enum(Object.keys(collectionStates) as Collection["state"][]),
    collectors: z.array(z.string()),
    cause: optional(z.string()),
  }),
  /** Whether the configuration watches anything, apart from own validators. */
  watching: z.boolean(),
  /** The network as the node sees it. */
  network: z.object({ ...stateOf(states.networkStates) }),
  node: z.object({
    ...stateOf(states.nodeStates),
    node_id: optional(z.string()),
    network: optional(z.string()),
    /** Names of the other entries of the configuration that reach the same node; the URL of one without a name. */
    same_node: z.array(z.string()).default([]),
    version: optional(z.string()),
    validates: optional(z.boolean()),
    failing_checks: z.array(z.object({ check: z.string(), error: z.string() })),
    connected_ratio: ratio,
    pchain_block_age_seconds: seconds,
    /** The majority of the stake announces an upgrade that the node does not know. */
    upgrade_unknown: optional(z.boolean()),
    upgrade_unknown_seconds: seconds,
    /** Clock of the node minus that of the exporter. */
    clock_difference_seconds: seconds,
  }),
  chains: z.array(
    z.object({
      chain: z.string(),
      blockchain_id: z.string(),
      subnet_id: z.string(),
      alias: z.string(),
      ...stateOf(states.chainStates),
      height: integer,
      block_age_seconds: seconds,
      connected_ratio: ratio,
      /** Share of the weight whose connection the health check of the chain requires. */
      required_ratio: z.number(),
      /** Share of the weight that stays connected if this node stops; null if it validates no chain, or is isolated. */
      without_node_ratio: ratio,
    }),
  ),
  validators: z.array(
    z.object({
      subnet_id: z.string(),
      node_id: z.string(),
      alias: z.string(),
      own: z.boolean(),
      ...stateOf(states.validatorStates),
      found_on,
      connected: optional(z.boolean()),
      uptime_ratio: ratio,
      uptime_required_ratio: ratio,
      offline_budget_seconds: seconds,
      offline_budget_ratio: ratio,
      end_timestamp_seconds: seconds,
      /** Whether the next period begins when this one ends. */
      auto_renew: optional(z.boolean()),
      /** Whether the last period that ended while the exporter was running was rewarded; null without such a period. */
      last_period_rewarded: optional(z.boolean()),
      last_period_end_timestamp_seconds: seconds,
    }),
  ),
  /** Tracked subnets that are no L1s. */
  subnets: z.array(
    z.object({
      subnet_id: z.string(),
      alias: z.string(),
      ...stateOf(states.subnetStates),
      found_on,
      validators: optional(z.number()),
    }),
  ),
  l1s: z.array(
    z.object({
      subnet_id: z.string(),
      alias: z.string(),
      ...stateOf(states.l1States),
      weight_active_ratio: ratio,
      /** Share of the weight that has to be active to accept blocks. */
      needed_ratio: z.number(),
      weight_active_forecast_ratio: ratio,
      /** Share of the weight that can sign messages of the L1 (out), and to it (in); null if the node runs no chain of the L1. */
      weight_signing_ratio: z.object({ out: ratio, in: ratio }),
      manager_weight: integer,
      /** Weight by the validator manager minus that of the L1 validators on the P-Chain; null if the manager was not read. */
      manager_weight_difference: integer,
      /** Share of the churn limit that is used in the current period. */
      manager_churn_used_ratio: ratio,
      /** Weight that the validator manager can still add or remove in the current period. */
      manager_churn_left: integer,
      balance_runway_seconds: seconds,
      /** Time until the L1 halts without top-ups; null if it will not. */
      halt_seconds: seconds,
      /** Amounts with which all balances last for 30 and for 90 days. */
      top_up_30_days_avax: optional(z.number()),
      top_up_90_days_avax: optional(z.number()),
      /** L1 validators that are inactive or run out of balance within 7 days, the most urgent first. */
      top_up: z.array(
        z.object({
          validation_id: z.string(),
          node_id: z.string(),
          alias: z.string(),
          balance_avax: z.number(),
          balance_runway_seconds: z.number(),
          /** Amount with which the balance lasts for 30 days. */
          top_up_avax: optional(z.number()),
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
      ...stateOf(states.l1ValidatorStates),
      found_on,
      connected: optional(z.boolean()),
      /** Whether the registered BLS key is that of the queried node; null for validators of other nodes. */
      bls_key_matches: optional(z.boolean()),
      /** Without one, anyone can deactivate the validator. */
      has_deactivation_owner: optional(z.boolean()),
      balance_avax: optional(z.number()),
      balance_runway_seconds: seconds,
      /** Amount with which the balance lasts for 30 days. */
      top_up_avax: optional(z.number()),
    }),
  ),
});
export type StatusDocument = z.output<typeof statusSchema>;

/** What is known about a node apart from its facts. */
type Described = Pick<StatusDocument, "name" | "url" | "up" | "watching"> & { readonly collection: Collection };

/** Returns the status of a node. `since`: times by the keys of the states. */
export function statusOf(described: Described, facts: Facts, since: Since = new Map()): StatusDocument {
  const { node_id: own } = facts.node;
  const dated = mapStates(facts, (one, key) => ({ ...one, since_timestamp_seconds: sinceOf(since, key, one.state) }));
  const chains = dated.chains.map(({ without, ...chain }) => {
    return { ...chain, without_node_ratio: without.find(({ node_id }) => node_id === own)?.ratio };
  });
  return statusSchema.parse({ ...described, ...dated, chains });
}
