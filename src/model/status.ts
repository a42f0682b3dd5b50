/** The status of a node as JSON: its facts. Times in Unix seconds, ratios as shares (0 to 1). Unknown values are null, and absent aliases
 *  empty. src/facts/entities.ts describes the fields. */
import * as z from "zod";
import type { Facts } from "../facts/entities.ts";
import { inputs } from "../facts/evidence.ts";
import * as states from "../facts/states.ts";
import { type Collection, collectionStates } from "./collection.ts";
import { mapStates, type Since, sinceOf } from "./since.ts";

const text = z.string();
const number = z.number();
const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null);
/** Returns fields of the same type. */
const fields = <T extends z.ZodType, K extends string>(type: T, ...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, type])) as Readonly<Record<K, T>>;
const texts = <K extends string>(...names: readonly K[]) => fields(text, ...names);
const numbers = <K extends string>(...names: readonly K[]) => fields(optional(number), ...names);
const flags = <K extends string>(...names: readonly K[]) => fields(optional(z.boolean()), ...names);
const namesOf = <T extends object>(table: T) => z.enum(Object.keys(table) as (keyof T & string)[]);

const stateOf = <T extends object>(table: T) => ({
  state: optional(namesOf(table)),
  /** When the exporter first saw the present state; null if it is unknown, or has lasted since the first look. */
  since_timestamp_seconds: optional(number),
  missing: z.array(namesOf(inputs)).default([]),
});
/** Another node of the process, whose network has a watched entity that this one lacks; null without such a node. */
const found_on = optional(z.object(texts("network", "name")));

const nodeFields = z.object({
  ...stateOf(states.nodeStates),
  ...fields(optional(text), "node_id", "network"),
  /** Names of the other entries of the configuration that reach the same node; the URL of one without a name. */
  same_node: z.array(text).default([]),
  version: optional(text),
  ...flags("validates"),
  failing_checks: z.array(z.object(texts("check", "error"))),
  ...numbers("connected_ratio", "pchain_block_age_seconds"),
  ...flags("upgrade_unknown"),
  ...numbers("upgrade_unknown_seconds", "clock_difference_seconds"),
});
const chain = z.object({
  ...texts("chain", "blockchain_id", "subnet_id", "alias"),
  ...stateOf(states.chainStates),
  ...numbers("height", "block_age_seconds", "connected_ratio"),
  required_ratio: number,
  /** Share of the weight that stays connected if this node stops; null if it validates no chain, or is isolated. */
  ...numbers("without_node_ratio"),
});
const validator = z.object({
  ...texts("subnet_id", "node_id", "alias"),
  own: z.boolean(),
  ...stateOf(states.validatorStates),
  found_on,
  ...flags("connected"),
  ...numbers("uptime_ratio", "uptime_required_ratio", "offline_budget_seconds", "offline_budget_ratio"),
  ...numbers("end_timestamp_seconds"),
  ...flags("auto_renew", "last_period_rewarded"),
  ...numbers("last_period_end_timestamp_seconds"),
});
const subnet = z.object({
  ...texts("subnet_id", "alias"),
  ...stateOf(states.subnetStates),
  found_on,
  ...numbers("validators"),
});
const topUp = z.object({
  ...texts("validation_id", "node_id", "alias"),
  ...fields(number, "balance_avax", "balance_runway_seconds"),
  ...numbers("top_up_avax"),
});
const l1 = z.object({
  ...texts("subnet_id", "alias"),
  ...stateOf(states.l1States),
  ...numbers("weight_active_ratio"),
  needed_ratio: number,
  ...numbers("weight_active_forecast_ratio"),
  weight_signing_ratio: z.object(numbers("out", "in")),
  ...numbers("manager_weight", "manager_weight_difference", "manager_churn_used_ratio", "manager_churn_left"),
  ...numbers("balance_runway_seconds", "halt_seconds", "top_up_30_days_avax", "top_up_90_days_avax"),
  top_up: z.array(topUp),
});
const l1Validator = z.object({
  ...texts("subnet_id", "validation_id", "node_id", "alias"),
  ...stateOf(states.l1ValidatorStates),
  found_on,
  ...flags("connected", "bls_key_matches", "has_deactivation_owner"),
  ...numbers("balance_avax", "balance_runway_seconds", "top_up_avax"),
});

/** The fields of a node in their order. A client checks the status of another exporter with them. */
export const statusSchema = z.object({
  /** Name in the configuration; empty for the node of node.url. */
  name: text,
  /** Without secrets. */
  url: text,
  up: z.boolean(),
  collection: z.object({
    state: namesOf(collectionStates),
    collectors: z.array(text),
    cause: optional(text),
  }),
  /** Whether the configuration watches anything, apart from own validators. */
  watching: z.boolean(),
  network: z.object(stateOf(states.networkStates)),
  node: nodeFields,
  chains: z.array(chain),
  validators: z.array(validator),
  /** Tracked subnets that are no L1s. */
  subnets: z.array(subnet),
  l1s: z.array(l1),
  l1_validators: z.array(l1Validator),
});
export type StatusDocument = z.output<typeof statusSchema>;

/** The facts from which a value of the document is made. */
type FactOf<V> = V extends number
  ? number | bigint
  : V extends null
    ? null | undefined
    : V extends readonly (infer E)[]
      ? readonly FactOf<E>[]
      : V extends object
        ? { readonly [K in keyof V]: FactOf<V[K]> }
        : V;

/** Returns the fields of a schema with the values of facts. Does not check them. */
function show(schema: z.core.$ZodType, facts: unknown): unknown {
  if (schema instanceof z.ZodArray) return (facts as readonly unknown[]).map((one) => show(schema.element, one));
  if (schema instanceof z.ZodObject) {
    const values = facts as Readonly<Record<string, unknown>>;
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, show(field, values[name])]));
  }
  return typeof facts === "bigint" ? Number(facts) : (facts ?? null);
}

/** What is known about a node apart from its facts. */
type Described = Pick<StatusDocument, "name" | "url" | "up" | "watching"> & { readonly collection: Collection };

type Dated = { readonly since_timestamp_seconds: number | undefined; readonly found_on: null };

/** Returns the status of a node, without what other nodes of the process show about it. `since`: times by the keys of the states. */
export function statusOf(described: Described, facts: Facts, since: Since = new Map()): StatusDocument {
  const dated = mapStates<Dated>(facts, (one, key) => ({
    ...one,
    since_timestamp_seconds: sinceOf(since, key, one.state),
    found_on: null,
  }));
  const status: FactOf<StatusDocument> = {
    ...described,
    ...dated,
    collection: { cause: undefined, ...described.collection },
    node: { ...dated.node, same_node: [] },
    chains: dated.chains.map((chain) => ({
      ...chain,
      without_node_ratio: chain.without.find(({ node_id }) => node_id === facts.node.node_id)?.ratio,
    })),
  };
  return show(statusSchema, status) as StatusDocument;
}
