/** The network as the node sees it: its states, facts, metric and JSON. */
import { entity } from "../../engine/entity.ts";
import { fieldsOf } from "../../engine/field.ts";
import { ok, stateTable } from "../../engine/states.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { isBelow, visibleShare } from "../../protocol/consensus.ts";
import { type Judged, judge, judgedFields } from "../evidence.ts";
import type { Observer } from "../observer.ts";
import { haltedAfterMinutes, haltedBelow, oneIfCurrent, slowBelow } from "../words.ts";

export const networkStates = stateTable({
  halted: {
    tone: "bad",
    meaning: `As this node sees it, the connected stake is below ${haltedBelow}, or the node accepts no blocks and the last one is older than ${haltedAfterMinutes} minutes: the network accepts no blocks.`,
    fix: "Compare with other nodes. If they see the same, the network is the cause: do not restart nodes, and wait for an announcement.",
  },
  slow: {
    tone: "warn",
    meaning: `As this node sees it, the connected stake is below ${slowBelow}: the network accepts blocks slowly.`,
    fix: "Compare with other nodes. If they see the same, the network is the cause: do not restart nodes.",
  },
  ok,
});
export type NetworkState = keyof typeof networkStates;

const evidence = ["connections", "block"] as const;

type Conditions = Pick<Observer, "connectedRatio" | "quorum" | "isIsolated" | "isBehind" | "isAdvancing">;
/** Returns no state if the node sees too little of the network. A node that accepts blocks, however old, catches up, or its clock is wrong:
 *  it does not show that the network has halted. */
export function networkState(network: Conditions): Judged<NetworkState> {
  const { connectedRatio, quorum, isIsolated, isBehind, isAdvancing } = network;
  const of = (problem?: NetworkState) => judge(evidence, problem, { connections: connectedRatio, block: isBehind });
  if (connectedRatio !== undefined && connectedRatio < visibleShare) return { state: undefined, missing: [] };
  if (connectedRatio !== undefined && ((isBehind && !isAdvancing) || isIsolated)) return of("halted");
  return of(isBelow(connectedRatio, quorum.healthy) ? "slow" : undefined);
}

export const networkRecord = (observer: Observer) => ({ judged: networkState(observer), isEvidence: true });
type NetworkRecord = ReturnType<typeof networkRecord>;

const field = fieldsOf<NetworkRecord>();
export const network = entity<NetworkRecord>()({
  labels: [],
  isOfNode: true,
  fields: {
    state: field.state(networkStates, {
      of: ({ judged }) => judged.state,
      evidence,
      metric: "avax_network_state",
      help: `State of the network as the node sees it: ${oneIfCurrent} Absent while the node is connected to less than ${visibleShare} of the stake.`,
      from: fromAll(from("health.health", "percentConnected"), from("platform.getFeeState", "timestamp")),
    }),
    ...judgedFields,
  },
});
