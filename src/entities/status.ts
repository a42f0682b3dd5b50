/** The status of nodes as JSON: the facts, the times since which the states have lasted, and what the nodes of a process together show. */
import * as z from "zod";
import { address } from "./address/address.ts";
import type { Facts } from "./all.ts";
import { chain } from "./chain/fields.ts";
import type { ShownChain } from "./chain/words.ts";
import { type Collection, collectionStates } from "./collection.ts";
import type { Place } from "./evidence.ts";
import { l1 } from "./l1/fields.ts";
import { l1Validator } from "./l1-validator/fields.ts";
import { network } from "./network/network.ts";
import { node } from "./node/fields.ts";
import { keyOf } from "./observer.ts";
import { subnet } from "./subnet/subnet.ts";
import { validator } from "./validator/fields.ts";

/** The fields of a node in their order. A client checks the status of another exporter with them. */
export const statusSchema = z.object({
  /** Name in the configuration; empty for the node of node.url. */
  name: z.string(),
  /** Without secrets. */
  url: z.string(),
  up: z.boolean(),
  collection: z.object({
    state: z.enum(Object.keys(collectionStates) as (keyof typeof collectionStates)[]),
    collectors: z.array(z.string()),
    cause: z.string().nullable().default(null),
  }),
  /** Whether the configuration watches anything, apart from own validators. */
  watching: z.boolean(),
  network: network.schema,
  node: node.schema,
  chains: z.array(chain.schema),
  validators: z.array(validator.schema),
  /** Tracked subnets that are no L1s. */
  subnets: z.array(subnet.schema),
  l1s: z.array(l1.schema),
  l1_validators: z.array(l1Validator.schema),
  addresses: z.array(address.schema).default([]),
});
export type StatusDocument = z.output<typeof statusSchema>;

/** Times in Unix seconds since which the states have lasted, by the keys of the entities; undefined since before the first look. */
export type Since = ReadonlyMap<string, { readonly state: string; readonly since: number | undefined }>;

const ofSubnet = (entity: string) => (one: { readonly subnet_id: string }) => `${entity} ${one.subnet_id}`;
/** The key of an entity. */
const keys = {
  chain: (one: { readonly chain: string }) => `chain ${one.chain}`,
  validator: (one: { readonly subnet_id: string; readonly node_id: string }) => `validator ${keyOf(one)}`,
  subnet: ofSubnet("subnet"),
  l1: ofSubnet("l1"),
  l1Validator: (one: { readonly validation_id: string }) => `l1_validator ${one.validation_id}`,
  address: (one: { readonly chain: string; readonly address: string }) => `address ${one.chain} ${one.address}`,
};
/** Returns the entities of a node with their keys. */
const keyed = (all: Facts | StatusDocument) =>
  [
    ["network", all.network],
    ["node", all.node],
    ...all.chains.map((one) => [keys.chain(one), one] as const),
    ...all.validators.map((one) => [keys.validator(one), one] as const),
    ...all.subnets.map((one) => [keys.subnet(one), one] as const),
    ...all.l1s.map((one) => [keys.l1(one), one] as const),
    ...all.l1_validators.map((one) => [keys.l1Validator(one), one] as const),
    ...all.addresses.map((one) => [keys.address(one), one] as const),
  ] as const;

/** Returns the times after a look at the states. An unknown state keeps the previous one. `time`: undefined for the first look. */
export function sinceAfter(before: Since, facts: Facts, time: number | undefined): Since {
  const looks = keyed(facts).map(([key, { state }]) => {
    const known = before.get(key);
    return [key, state == null || state === known?.state ? known : { state, since: known && time }] as const;
  });
  return new Map(looks.flatMap(([key, look]) => (look ? [[key, look]] : [])));
}

/** Returns undefined if the time of the state is unknown. */
export function sinceOf(since: Since, key: string, state: string | null | undefined): number | undefined {
  const known = since.get(key);
  return known?.state === state ? known?.since : undefined;
}

/** Creates the times since which the states of a node have lasted. `now` in Unix seconds. */
export function createStateTimes(now: () => number) {
  let times: Since = new Map();
  let hasLooked = false;
  return {
    since: () => times,
    /** Looks at the states. `isComplete`: all collectors have run, so that a later change of a state has a time. */
    look(facts: Facts, isComplete: boolean) {
      times = sinceAfter(times, facts, hasLooked ? now() : undefined);
      hasLooked ||= isComplete;
    },
    forget() {
      times = new Map();
      hasLooked = false;
    },
  };
}

type Described = Pick<StatusDocument, "name" | "url" | "up" | "watching"> & { readonly collection: Collection };

/** Returns the status of a node, without what other nodes of the process show about it. */
export function statusOf(
  { name, url, up, collection, watching }: Described,
  facts: Facts,
  since: Since = new Map(),
): StatusDocument {
  const { state, collectors, cause = null } = collection;
  const later = (key: string, state: string | null | undefined) => ({
    since_timestamp_seconds: sinceOf(since, key, state) ?? null,
    found_on: null,
    same_node: [],
  });
  return {
    name,
    url,
    up,
    collection: { state, collectors: [...collectors], cause },
    watching,
    network: network.toJson(facts.network, later("network", facts.network.state)),
    node: node.toJson(facts.node, later("node", facts.node.state)),
    chains: facts.chains.map((one) => chain.toJson(one, { ...later(keys.chain(one), one.state), upgrades_on: null })),
    validators: facts.validators.map((one) => validator.toJson(one, later(keys.validator(one), one.state))),
    subnets: facts.subnets.map((one) => subnet.toJson(one, later(keys.subnet(one), one.state))),
    l1s: facts.l1s.map((one) => l1.toJson(one, later(keys.l1(one), one.state))),
    l1_validators: facts.l1_validators.map((one) => l1Validator.toJson(one, later(keys.l1Validator(one), one.state))),
    addresses: facts.addresses.map((one) => address.toJson(one, later(keys.address(one), one.state))),
  };
}

/** States of an entity that the network of the node does not have. */
const lacking: ReadonlySet<string | null | undefined> = new Set([null, "absent", "missing", "empty"]);

/** Returns the names of the nodes with a chain by its upgrades: the same, others, or unknown, also of a node whose chains are not known. */
function upgradesOn(all: readonly StatusDocument[], network: string | null, { chain, upgrades }: ShownChain) {
  if (!upgrades) return null;
  const names = { same: [] as string[], others: [] as string[], unknown: [] as string[] };
  const seen = new Set<string>(); // a node can be listed twice
  for (const { name, url, node, chains } of all) {
    const found = chains.find((one) => one.chain === chain);
    const digest = found?.upgrades?.digest;
    const key = `${node.node_id ?? url} ${digest}`;
    if ((node.network ?? network) !== network || (chains.length > 0 && !found) || seen.has(key)) continue;
    seen.add(key);
    names[digest === undefined ? "unknown" : digest === upgrades.digest ? "same" : "others"].push(name || url);
  }
  return names;
}

/** Returns the status of all nodes of a process, each with what the others show about it. */
export function compareNodes(all: readonly StatusDocument[]): readonly StatusDocument[] {
  const reached = all.filter(({ node }) => node.state !== "unreachable" && node.node_id !== null);
  const places = new Map<string, Place[]>();
  for (const one of all)
    for (const [found, { state }] of keyed(one)) {
      const { network } = one.node;
      if (network === null || lacking.has(state)) continue;
      const key = found.replace(/^l1 /, "subnet "); // a subnet of one network can be an L1 on another
      places.set(key, [...(places.get(key) ?? []), { network, name: one.name }]);
    }
  return all.map((status) => {
    const { network, node_id } = status.node;
    const isSame = ({ node }: StatusDocument) => node.node_id === node_id && node.network === network;
    const elsewhere = (key: string) =>
      places.get(key)?.find((place) => network !== null && place.network !== network) ?? null;
    const place = <T extends { readonly state: string | null }>(one: T, key: string) => ({
      ...one,
      found_on: lacking.has(one.state) ? elsewhere(key) : null,
    });
    const others = reached.includes(status) ? reached.filter((one) => one !== status && isSame(one)) : [];
    return {
      ...status,
      node: { ...status.node, same_node: others.map(({ name, url }) => name || url) },
      chains: status.chains.map((one) => ({ ...one, upgrades_on: upgradesOn(all, network, one) })),
      // a node ID can be on several networks: only a known absence counts
      validators: status.validators.map((one) =>
        one.own || one.state === null ? one : place(one, keys.validator(one)),
      ),
      subnets: status.subnets.map((one) => place(one, keys.subnet(one))),
      l1_validators: status.l1_validators.map((one) => place(one, keys.l1Validator(one))),
    };
  });
}
