import { gauge, timestamp } from "../prometheus/metric.ts";

const labels = ["chain", "container"] as const;
export const indexAvailable = gauge(
  "avax_index_available",
  {
    help: "1 when the index answers, an empty one too; 0 when the node runs without it.",
    from: "index.getLastAccepted",
  },
  labels,
);
export const indexLastAccepted = gauge(
  "avax_index_last_accepted_index",
  { help: "Number of containers accepted before the last one.", from: "index.getLastAccepted index" },
  labels,
);
export const indexLastAcceptedTime = timestamp(
  "avax_index_last_accepted_timestamp_seconds",
  { help: "When this node accepted the last container.", from: "index.getLastAccepted timestamp" },
  labels,
);
