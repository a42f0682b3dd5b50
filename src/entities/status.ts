/** The status of a node as JSON: its facts. src/entities/entities.ts has the fields. */
import * as z from "zod";
import { type Collection, collectionStates } from "./collection.ts";
import * as entities from "./entities.ts";
import { mapStates, type Since, sinceOf } from "./since.ts";

/** The fields of a node in their order. A client checks the status of another exporter with them. */
export const statusSchema = z.object({
  /** Name in the configuration; empty for the node of node.url. */
  name: z.string(),
  /** Without secrets. */
  url: z.string(),
  up: z.boolean(),
  collection: z.object({
    state: entities.namesOf(collectionStates),
    collectors: z.array(z.string()),
    cause: z.string().nullable().default(null),
  }),
  /** Whether the configuration watches anything, apart from own validators. */
  watching: z.boolean(),
  network: entities.networkFields,
  node: entities.nodeFields,
  chains: z.array(entities.chainFields),
  validators: z.array(entities.validatorFields),
  /** Tracked subnets that are no L1s. */
  subnets: z.array(entities.subnetFields),
  l1s: z.array(entities.l1Fields),
  l1_validators: z.array(entities.l1ValidatorFields),
});
export type StatusDocument = z.output<typeof statusSchema>;

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

/** Returns the status of a node, without what other nodes of the process show about it. `since`: times by the keys of the states. */
export function statusOf(described: Described, facts: entities.Facts, since: Since = new Map()): StatusDocument {
  const dated = mapStates(facts, (one, key) => ({
    ...one,
    since_timestamp_seconds: sinceOf(since, key, one.state),
  }));
  const status = {
    ...described,
    ...dated,
    node: { ...dated.node, same_node: [] },
    chains: dated.chains.map((chain) => ({
      ...chain,
      without_node_ratio: chain.without.find(({ node_id }) => node_id === facts.node.node_id)?.ratio,
    })),
  };
  return show(statusSchema, status) as StatusDocument;
}
