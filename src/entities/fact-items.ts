/** The facts about a node as items of the page. */

import { stakingPeriod } from "../collectors/validator-set.ts";
import type { AnyMetric, Item } from "../engine/metric.ts";
import type { Facts, WatchedFacts } from "./entities.ts";
import * as m from "./fact-metrics.ts";
import { nothingWatched, type Watched } from "./observer.ts";

/** Metrics of facts, in the order of the page. */
export const factMetrics = [
  m.networkFacts,
  m.nodeFacts,
  m.chainFacts,
  m.withoutValidator,
  m.validatorFacts,
  m.subnetFacts,
  m.l1Facts,
  m.l1ValidatorFacts,
  m.watchedFacts,
].flatMap(({ metrics }) => metrics);

/** Returns the families of the page, in the order of the collectors and of their lists of metrics, then those of the facts. */
export const familiesOf = (collectors: readonly { readonly metrics: readonly AnyMetric[] }[]): ReadonlySet<AnyMetric> =>
  new Set([...collectors.flatMap(({ metrics }) => metrics), ...factMetrics]);

const toDate = (seconds: number) => new Date(1000 * seconds);

/** Returns the last known period of each watched validator that is not in the set. */
const lastPeriods = ({ validators }: Facts) =>
  validators.flatMap(({ isPresent, start_timestamp_seconds: start, end_timestamp_seconds: end, ...labels }) =>
    isPresent || start === undefined
      ? []
      : stakingPeriod.item({ ...labels, start: toDate(start), end: end === undefined ? undefined : toDate(end) }),
  );

/** Returns each watched entity, and whether its state is known. No label depends on what was read: the same entity has the same series. */
function watchedEntities(
  { validators, subnets, l1s, l1_validators }: Facts,
  watched: Watched,
): readonly WatchedFacts[] {
  const { node_ids, subnet_ids, validation_ids } = watched;
  const aliases = new Map([...node_ids, ...subnet_ids, ...validation_ids].map(({ id, alias }) => [id, alias]));
  return [
    ...validators.map((one) => ({ ...one, entity: "validator", id: one.node_id })),
    ...[...subnets, ...l1s].map((one) => ({ ...one, entity: "subnet", id: one.subnet_id })),
    ...l1_validators.map((one) => ({ ...one, subnet_id: "", entity: "l1_validator", id: one.validation_id })),
  ].map((one) => ({ ...one, alias: aliases.get(one.id) ?? "", isObserved: one.state !== undefined }));
}

/** Returns the items of which the page exposes the metrics. */
export const factItems = (facts: Facts, watched: Watched = nothingWatched): readonly Item[] => [
  m.networkFacts.item(facts.network),
  m.nodeFacts.item(facts.node),
  ...facts.chains.map(m.chainFacts.item),
  ...facts.chains.flatMap(({ without, chain, blockchain_id, subnet_id }) =>
    without.map((one) => m.withoutValidator.item({ chain, blockchain_id, subnet_id, ...one })),
  ),
  ...facts.validators.map(m.validatorFacts.item),
  ...lastPeriods(facts),
  ...facts.subnets.map(m.subnetFacts.item),
  ...facts.l1s.map(m.l1Facts.item),
  ...facts.l1_validators.map(m.l1ValidatorFacts.item),
  ...watchedEntities(facts, watched).map(m.watchedFacts.item),
];
