/** Times since which entities have been in their states. Pure. */
import type { Facts } from "./entities.ts";

/** The last known state of each entity by its key, and its time in Unix seconds; undefined for a state of the first look. */
export type Since = ReadonlyMap<string, { readonly state: string; readonly since: number | undefined }>;
type Stated = { readonly state?: string | undefined; readonly since_timestamp_seconds?: number | undefined };

/** Returns facts with a change of each entity. The change gets the key of the entity. */
export function mapStates(facts: Facts, change: <T extends Stated>(one: T, key: string) => T): Facts {
  const each = <T extends Stated>(all: readonly T[], kind: string, idOf: (one: T) => string) =>
    all.map((one) => change(one, `${kind} ${idOf(one)}`));
  return {
    network: change(facts.network, "network"),
    node: change(facts.node, "node"),
    chains: each(facts.chains, "chain", ({ chain }) => chain),
    validators: each(facts.validators, "validator", ({ subnet_id, node_id }) => `${subnet_id} ${node_id}`),
    subnets: each(facts.subnets, "subnet", ({ subnet_id }) => subnet_id),
    l1s: each(facts.l1s, "l1", ({ subnet_id }) => subnet_id),
    l1_validators: each(facts.l1_validators, "l1_validator", ({ validation_id }) => validation_id),
  };
}

/** Returns the times after a look at the states. An unknown state keeps the previous one. `time`: undefined for the first look. */
export function sinceAfter(before: Since, facts: Facts, time: number | undefined): Since {
  const after = new Map<string, { readonly state: string; readonly since: number | undefined }>();
  mapStates(facts, (one, key) => {
    const known = before.get(key);
    const isSame = one.state === undefined || one.state === known?.state;
    const next = isSame ? known : { state: one.state, since: known && time };
    if (next) after.set(key, next);
    return one;
  });
  return after;
}

/** Returns the time of a state; undefined if it is unknown. */
export function sinceOf(since: Since, key: string, state: string | undefined): number | undefined {
  const known = since.get(key);
  return known?.state === state ? known?.since : undefined;
}
