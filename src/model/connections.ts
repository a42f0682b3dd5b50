/** Connections of the queried node to the validators of subnets and L1s. */
import type { Observations } from "../exposition/store.ts";
import { chain as chainKind } from "../metrics/chains.ts";
import type { Observer } from "./known.ts";

/** Returns whether the node is connected to a validator of a subnet or L1. */
export type IsConnected = (subnetId: string, nodeId: string) => boolean | undefined;

/** Returns a function that reads the connections from the health checks of the chains that the node runs. The result is undefined for
 *  subnets without such a chain, and for other validators while the node is isolated. */
export function createConnections(of: Observations, { nodeId, isIsolated }: Observer): IsConnected {
  const checked = of(chainKind).flatMap(({ value }) => (value.connected_ratio === undefined ? [] : value));
  const bySubnet = Map.groupBy(checked, ({ subnet_id }) => subnet_id);
  return (subnet, id) => {
    const chains = bySubnet.get(subnet);
    if (!chains) return undefined;
    if (id === nodeId) return !isIsolated;
    return isIsolated ? undefined : !chains.some(({ disconnectedIds }) => disconnectedIds.has(id));
  };
}
