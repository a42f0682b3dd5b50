import { withNodeAnd } from "../exposition/metric.ts";

const { gauge, timestamp } = withNodeAnd("chain", "index");

export const indexAvailable = gauge("avax_index_available", {
  help: "1 if the index is served (even if empty), 0 if it is disabled on the node.",
  from: "index.getLastAccepted",
});
export const indexLastAccepted = gauge("avax_index_last_accepted_index", {
  help: "Zero-based index of the last accepted container.",
  from: "index.getLastAccepted index",
});
export const indexLastAcceptedTime = timestamp("avax_index_last_accepted_timestamp_seconds", {
  help: "Time at which the node accepted the last container, in Unix seconds.",
  from: "index.getLastAccepted timestamp",
});
