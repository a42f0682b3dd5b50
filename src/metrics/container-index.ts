import type { Result } from "../api/contract.ts";
import { from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

type Last = Pick<Result<"index.getLastAccepted">, "index" | "timestamp">;
/** An index of containers. `last` is undefined if it is disabled or empty. */
type Index = {
  readonly chain: string;
  readonly index: string;
  readonly isServed: boolean;
  readonly last: Last | undefined;
};
export const containerIndex = kindOf<Index>().ofNode("chain", "index");

export const indexAvailable = containerIndex.gauge("avax_index_available", {
  help: "1 if the index is served (even if empty), 0 if it is disabled on the node.",
  from: from("index.getLastAccepted"),
  of: ({ isServed }) => isServed,
});
export const indexLastAccepted = containerIndex.gauge("avax_index_last_accepted_index", {
  help: "Zero-based index of the last accepted container.",
  from: from("index.getLastAccepted", "index"),
  of: ({ last }) => last?.index,
});
export const indexLastAcceptedTime = containerIndex.timestamp("avax_index_last_accepted_timestamp_seconds", {
  help: "Time at which the node accepted the last container, in Unix seconds.",
  from: from("index.getLastAccepted", "timestamp"),
  of: ({ last }) => last?.timestamp,
});
