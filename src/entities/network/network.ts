/** The network as the node sees it: facts, metric and JSON. */
import { entity } from "../../engine/entity.ts";
import { fieldsOf } from "../../engine/field.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { type Judged, judgedFields } from "../evidence.ts";
import type { Observer } from "../observer.ts";
import { visibleShare } from "../protocol/consensus.ts";
import { oneIfCurrent } from "../words.ts";
import { evidence, type NetworkState, networkState, networkStates } from "./state.ts";

type NetworkRecord = { readonly judged: Judged<NetworkState> };

export const networkRecord = (observer: Observer): NetworkRecord => ({ judged: networkState(observer) });

const field = fieldsOf<NetworkRecord>();
export const network = entity<NetworkRecord>()({
  labels: [],
  isOfNode: true,
  fields: {
    state: field.state(networkStates, {
      of: ({ judged }) => judged.state,
      evidence,
      metric: "avax_network_state",
      help: `State of the network as the node sees it: ${oneIfCurrent} Absent while the node is connected to less than ${visibleShare} of the stake. A majority of several nodes shows a problem of the network.`,
      from: fromAll(from("health.health", "percentConnected"), from("platform.getFeeState", "timestamp")),
    }),
    ...judgedFields,
  },
  more: {},
});
