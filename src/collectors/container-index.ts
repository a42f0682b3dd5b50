import type { PathSelector } from "../api/contract.ts";
import * as m from "../metrics/container-index.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";

const methods = ["index.getLastAccepted", "info.isBootstrapped"] as const;
type Node = RunClient<(typeof methods)[number]>;

/** Reads the last container. A disabled index and an empty index are known states, with the node's error in `error`. */
async function lastAccepted({ call }: Node, index: PathSelector<"index.getLastAccepted">) {
  const { value: last, error } = await attempt(call("index.getLastAccepted", {}, index));
  if (!error || error.unavailable === "empty_index") return { served: true, last, error };
  // 404: the index is disabled, or its chain does not exist (yet)
  if (error.unavailable !== "api_off") throw error;
  const chain = await attempt(call("info.isBootstrapped", { chain: index.charAt(0) }));
  if (!chain.value?.isBootstrapped) throw error;
  return { served: false, error };
}

export const containerIndex = collector({
  name: "index",
  summary: "Last container of each watched index.",
  interval: "2m",
  reads: methods,
  metrics: [m.indexAvailable, m.indexLastAccepted, m.indexLastAcceptedTime],
  select: ({ watch }) => (watch.indexes.length > 0 ? watch.indexes : undefined),
  read: (node, indexes) => ({ index: readEach(indexes, (index) => lastAccepted(node, index)) }),
  map: {
    index({ served, last, error }, { item }) {
      const [chain = "", index = ""] = item.split("/");
      return [m.containerIndex.item({ chain, index, isServed: served, last }), { error }];
    },
  },
});
