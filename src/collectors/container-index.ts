/** The indexes of containers on the node. */
import { kindOf } from "../engine/metric.ts";
import { from, type PathSelector } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";

/** An index of containers. `last` is undefined if it is disabled or empty. */
type Index = { readonly chain: string; readonly index: string } & Omit<Awaited<ReturnType<typeof readLast>>, "error">;
const servedIndex = kindOf<Index>().ofNode("chain", "index");

export const indexAvailable = servedIndex.gauge("avax_index_available", {
  help: "1 if the index is served (even if empty), 0 if it is disabled on the node.",
  from: from("index.getLastAccepted"),
  of: ({ isServed }) => isServed,
});
export const indexLastAccepted = servedIndex.gauge("avax_index_last_accepted_index", {
  help: "Zero-based index of the last accepted container.",
  from: from("index.getLastAccepted", "index"),
  of: ({ last }) => last?.index,
});
export const indexLastAcceptedTime = servedIndex.timestamp("avax_index_last_accepted_timestamp_seconds", {
  help: "Time at which the node accepted the last container, in Unix seconds.",
  from: from("index.getLastAccepted", "timestamp"),
  of: ({ last }) => last?.timestamp,
});

type Node = RunClient<"index.getLastAccepted" | "info.isBootstrapped">;

/** Reads the last container. A disabled index and an empty index are known states, with the node's error in `error`. */
async function readLast({ call }: Node, index: PathSelector<"index.getLastAccepted">) {
  const { value: last, error } = await attempt(call("index.getLastAccepted", {}, index));
  if (!error || error.unavailable === "empty_index") return { isServed: true, last, error };
  // 404: the index is disabled, or its chain does not exist (yet)
  if (error.unavailable !== "api_off") throw error;
  const chain = await attempt(call("info.isBootstrapped", { chain: index.charAt(0) }));
  if (!chain.value?.isBootstrapped) throw error;
  return { isServed: false, last: undefined, error };
}

export const containerIndex = collector({
  name: "index",
  summary: "Last container of each watched index.",
  interval: "2m",
  reads: ["index.getLastAccepted", "info.isBootstrapped"],
  metrics: [servedIndex],
  select: ({ watch }) => (watch.indexes.length > 0 ? watch.indexes : undefined),
  read: (node, indexes) => ({ index: readEach(indexes, (index) => readLast(node, index)) }),
  map: {
    index({ error, ...state }, { item }) {
      const [chain = "", index = ""] = item.split("/");
      return [servedIndex.item({ chain, index, ...state }), { error }];
    },
  },
});
