/** Problems that only the nodes of a process together show: two entries for one node, and IDs that are watched on the wrong network.
 *  Pure. */
import type { Place } from "./evidence.ts";
import type { StatusDocument } from "./status.ts";

/** States of an entity that the network of the node does not have. */
const lacking: ReadonlySet<string | null> = new Set([null, "absent", "missing", "empty"]);
const keysOf = ({ validators, subnets, l1s, l1_validators }: StatusDocument) => [
  ...validators.map((one) => ({ key: `${one.subnet_id} ${one.node_id}`, state: one.state })),
  ...[...subnets, ...l1s].map((one) => ({ key: one.subnet_id, state: one.state })),
  ...l1_validators.map((one) => ({ key: one.validation_id, state: one.state })),
];

/** Returns the status of all nodes of a process, each with what the others show about it. */
export function compareNodes(all: readonly StatusDocument[]): readonly StatusDocument[] {
  const isSame = ({ node: a }: StatusDocument, { node: b }: StatusDocument) =>
    a.node_id !== null && a.node_id === b.node_id && a.network === b.network;
  const reached = all.filter(({ node }) => node.state !== "unreachable");
  const places = new Map<string, Place[]>();
  for (const one of all)
    for (const { key, state } of keysOf(one)) {
      const { network } = one.node;
      if (network === null || lacking.has(state)) continue;
      places.set(key, [...(places.get(key) ?? []), { network, name: one.name }]);
    }
  return all.map((status) => {
    const { network } = status.node;
    const elsewhere = (key: string) =>
      places.get(key)?.find((place) => network !== null && place.network !== network) ?? null;
    const place = <T extends { readonly state: string | null }>(one: T, key: string) => ({
      ...one,
      found_on: lacking.has(one.state) ? elsewhere(key) : null,
    });
    const others = reached.includes(status) ? reached.filter((one) => one !== status && isSame(one, status)) : [];
    return {
      ...status,
      node: { ...status.node, same_node: others.map(({ name, url }) => name || url) },
      // a node ID can be on several networks: only a known absence counts
      validators: status.validators.map((one) =>
        one.own || one.state === null ? one : place(one, `${one.subnet_id} ${one.node_id}`),
      ),
      subnets: status.subnets.map((one) => place(one, one.subnet_id)),
      l1_validators: status.l1_validators.map((one) => place(one, one.validation_id)),
    };
  });
}
