/** The entities of a node: their facts at the present time, and their metrics in the order of `/metrics`. Pure. */
import { type AnyMetric, type Item, kindOf } from "../engine/metric.ts";
import type { StateTable } from "../engine/states.ts";
import type { Observations } from "../engine/store.ts";
import { from } from "../node-api/contract.ts";
import { address, addressRecords } from "./address/address.ts";
import { chain, withoutItems, withoutValidator } from "./chain/fields.ts";
import { chainRecords } from "./chain/record.ts";
import { l1 } from "./l1/fields.ts";
import { l1Records } from "./l1/record.ts";
import { l1Validator } from "./l1-validator/fields.ts";
import { l1ValidatorRecords } from "./l1-validator/record.ts";
import { network, networkRecord } from "./network/network.ts";
import { node } from "./node/fields.ts";
import { nodeRecord } from "./node/record.ts";
import type { NodeState } from "./node/state.ts";
import { createConnections, type Known, nothingWatched, observerOf, type Watched } from "./observer.ts";
import { subnet, subnetRecords } from "./subnet/subnet.ts";
import { lastPeriodItems, ownViewItems, validator } from "./validator/fields.ts";
import { validatorRecords } from "./validator/record.ts";

/** The entities by their names in metrics. */
export const entities = { network, node, chain, validator, subnet, l1, l1_validator: l1Validator } as const;
export const stateTables: Readonly<Record<string, StateTable>> = Object.fromEntries(
  Object.entries(entities).map(([name, { fields }]) => [name, fields.state.states]),
);
/** Those of all entities, also without a metric. */
export const allStateTables = { ...stateTables, address: address.fields.state.states };

/** Returns the facts about a node. Each one is undefined while it is unknown. */
export function factsOf(of: Observations, known: Known) {
  const observer = observerOf(of, known);
  const connections = createConnections(of, observer);
  const chains = chainRecords(of, observer).map(chain.factsOf);
  return {
    network: network.factsOf(networkRecord(observer)),
    node: node.factsOf(nodeRecord(of, observer)),
    chains,
    validators: validatorRecords(of, observer, connections).map(validator.factsOf),
    subnets: subnetRecords(of, observer).map(subnet.factsOf),
    l1s: l1Records(of, observer, chains, connections).map(l1.factsOf),
    l1_validators: l1ValidatorRecords(of, observer, connections).map(l1Validator.factsOf),
    addresses: addressRecords(of, observer, chains).map(address.factsOf),
  };
}
export type Facts = ReturnType<typeof factsOf>;

type WatchedEntity = Readonly<Record<"entity" | "subnet_id" | "id" | "alias", string>>;
type Observed = { readonly isObserved: boolean | undefined; readonly isUnobserved: boolean | undefined };
const watchedEntity = kindOf<WatchedEntity & Observed>().with("entity", "subnet_id", "id", "alias");
export const watchedObserved = watchedEntity.gauge("avax_watched_observed", {
  help: "1 if the node knows the state of a watched entity, otherwise 0. Absent if it is registered. entity is validator, subnet (also for L1s) or l1_validator.",
  from: from("platform.getCurrentValidators"),
  of: ({ isObserved }) => isObserved,
});
export const watchedUnobserved = watchedEntity.gauge("avax_watched_unobserved", {
  help: "1 if the node could know the state of a watched entity, and does not. 0 if it does. Absent if it is registered, or while the node is unreachable, bootstrapping, isolated or behind, or bootstraps a chain of the entity.",
  from: from("platform.getCurrentValidators"),
  of: ({ isUnobserved }) => isUnobserved,
});

/** States of a node in which it cannot judge others. They have alerts of their own. */
const blind: ReadonlySet<string | undefined> = new Set<NodeState>([
  "unreachable",
  "bootstrapping",
  "isolated",
  "behind",
]);
/** Returns each watched entity, and whether its state is known. No label depends on what was read: the same entity has the same series. */
function watchedEntities({ node, chains, ...facts }: Facts, watched: Watched): readonly Item[] {
  const { validators, subnets, l1s, l1_validators } = facts;
  const { node_ids, subnet_ids, validation_ids } = watched;
  /** Returns whether the absence of a state has a cause with an alert: the state of the node, or a chain that it bootstraps. */
  const isExcused = (subnet: string) =>
    blind.has(node.state) || chains.some(({ subnet_id, state }) => subnet_id === subnet && state === "bootstrapping");
  const aliases = new Map([...node_ids, ...subnet_ids, ...validation_ids].map(({ id, alias }) => [id, alias]));
  return [
    ...validators.map((one) => ({ ...one, entity: "validator", id: one.node_id })),
    ...[...subnets, ...l1s].map((one) => ({ ...one, entity: "subnet", id: one.subnet_id })),
    ...l1_validators.map((one) => ({ ...one, entity: "l1_validator", id: one.validation_id })),
  ].map(({ entity, subnet_id, id, state }) => {
    const isRegistered = state === "registered";
    const isSilent = isRegistered || (state === undefined && isExcused(subnet_id));
    return watchedEntity.item({
      entity,
      subnet_id: entity === "l1_validator" ? "" : subnet_id,
      id,
      alias: aliases.get(id) ?? "",
      isObserved: isRegistered ? undefined : state !== undefined,
      isUnobserved: isSilent ? undefined : state === undefined,
    });
  });
}

/** Metrics of facts, in the order of `/metrics`. */
export const factMetrics: readonly AnyMetric[] = [
  network,
  node,
  chain,
  withoutValidator,
  validator,
  subnet,
  l1,
  l1Validator,
  watchedEntity,
].flatMap(({ metrics }) => metrics);
/** Returns the exposed families, in the order of the collectors and of their lists of metrics, then those of the facts. */
export const familiesOf = (collectors: readonly { readonly metrics: readonly AnyMetric[] }[]): ReadonlySet<AnyMetric> =>
  new Set([...collectors.flatMap(({ metrics }) => metrics), ...factMetrics]);

/** Returns the items of which the metrics are exposed. */
export const factItems = (facts: Facts, watched: Watched = nothingWatched): readonly Item[] => [
  network.item(facts.network),
  node.item(facts.node),
  ...facts.chains.map(chain.item),
  ...facts.chains.flatMap(withoutItems),
  ...facts.validators.map(validator.item),
  ...facts.validators.flatMap(lastPeriodItems),
  ...facts.validators.flatMap(ownViewItems),
  ...facts.subnets.map(subnet.item),
  ...facts.l1s.map(l1.item),
  ...facts.l1_validators.map(l1Validator.item),
  ...watchedEntities(facts, watched),
];
