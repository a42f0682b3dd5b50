/** Connections of the queried node to the validators of subnets and L1s. */
import type { SamplesOf } from "../exposition/page.ts";
import * as chains from "../metrics/chains.ts";
import { type Lookup, labelsOf } from "./lookup.ts";
import type { View } from "./observer.ts";

/** Returns whether the node is connected to a validator of a subnet or L1. */
export type IsConnected = (subnetId: string, nodeId: string) => boolean | undefined;

/** Returns a function that reads the connections from the health checks of the chains that the node runs. The result is undefined for
 *  subnets without such a chain, and for other validators while the node is isolated. */
export function createConnections(samplesOf: SamplesOf, lookup: Lookup, view: View): IsConnected {
  const known = new Set(labelsOf(samplesOf(chains.chainConnectedWeight)).map(({ subnet_id }) => subnet_id));
  const disconnected = lookup(chains.chainValidatorDisconnected, "subnet_id", "node_id");
  return (subnet_id, node_id) => {
    if (!known.has(subnet_id)) return undefined;
    if (node_id === view.nodeId) return !view.isIsolated;
    return view.isIsolated ? undefined : disconnected.raw({ subnet_id, node_id }) === undefined;
  };
}
