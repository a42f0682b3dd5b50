/** Who is connected to a node, from its peers, and how the others observe it, from their own records. */
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Asked } from "./avalanche-node.ts";
import { entriesOf, weightOf } from "./expected/validators.ts";

/** Share of the weight of a subnet that is connected, in total and without each of its validators; and who is not connected. */
export async function connectionsOf(node: Asked, subnetId: string) {
  const { nodeID } = await node.ask("/ext/info", "info.getNodeID");
  const { peers } = await node.ask("/ext/info", "info.peers");
  const reached = new Set<string>([nodeID, ...(peers ?? []).map((peer: { readonly nodeID: string }) => peer.nodeID)]);
  const entries = await entriesOf(node, subnetId);
  const shareOf = (some: typeof entries) =>
    some.reduce((sum, entry) => sum + Number(weightOf(entry)), 0) /
    entries.reduce((sum, entry) => sum + Number(weightOf(entry)), 0);
  const connected = entries.filter((entry) => reached.has(entry.nodeID) && entry.balance !== "0");
  return {
    ratio: shareOf(connected),
    without: (nodeId: string) => shareOf(connected.filter((entry) => entry.nodeID !== nodeId)),
    isConnected: (nodeId: string) => reached.has(nodeId),
  };
}

/** Uptimes of a node as ratios, from the records of the others, the lowest first. */
export async function observedBy(others: readonly Asked[], nodeId: string): Promise<readonly number[]> {
  const uptimes = others.map(async (other) => {
    const params = { subnetID: primaryNetwork, nodeIDs: [nodeId] };
    const { validators } = await other.ask("/ext/bc/P", "platform.getCurrentValidators", params);
    return Number(validators[0].uptime) / 100;
  });
  return (await Promise.all(uptimes)).toSorted((left, right) => left - right);
}
