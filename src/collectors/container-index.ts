import type { PathSelector } from "../contract/contract.ts";
import * as m from "../metrics/container-index.ts";
import { NodeError } from "../node/errors.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, type RunClient, readEach } from "./collector.ts";

const methods = ["index.getLastAccepted", "info.isBootstrapped"] as const;

/** Reads the last container. A disabled index and an empty index are known states, with the node's error in `error`. */
async function lastAccepted(
  { call }: RunClient<(typeof methods)[number]>,
  index: PathSelector<"index.getLastAccepted">,
) {
  try {
    return { served: true, last: await call("index.getLastAccepted", {}, index) };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (error.unavailable === "empty_index") return { served: true, error };
    // 404: the index is disabled, or its chain does not exist (yet)
    if (error.unavailable === "api_off" && (await isServed(call, index))) return { served: false, error };
    throw error;
  }
}

async function isServed(
  call: RunClient<"info.isBootstrapped">["call"],
  index: PathSelector<"index.getLastAccepted">,
): Promise<boolean> {
  try {
    return (await call("info.isBootstrapped", { chain: index.charAt(0) })).isBootstrapped;
  } catch (error) {
    if (error instanceof NodeError) return false; // unknown: no sample
    throw error;
  }
}

export const containerIndex = collector({
  name: "index",
  summary: "Last container of each watched index.",
  interval: "30s",
  reads: methods,
  metrics: [m.indexAvailable, m.indexLastAccepted, m.indexLastAcceptedTime],
  inputs: ({ watch }) => (watch.indexes.length > 0 ? watch.indexes : undefined),
  read: (node, indexes) => ({ index: readEach(indexes, (index) => lastAccepted(node, index)) }),
  map: {
    index({ served, last, error }, { item: index }) {
      const [chain = "", container = ""] = index.split("/");
      const labels = { chain, container };
      return [
        sample(m.indexAvailable, served, labels),
        sample(m.indexLastAccepted, last?.index, labels),
        sample(m.indexLastAcceptedTime, last?.timestamp, labels),
        { error },
      ];
    },
  },
});
