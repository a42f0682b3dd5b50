import type { At } from "../contract/contract.ts";
import * as m from "../metrics/container-index.ts";
import { NodeError } from "../node/errors.ts";
import { Absent, collector, each, type Node } from "./collector.ts";

const methods = ["index.getLastAccepted", "info.isBootstrapped"] as const;

const off = { on: false } as const;
const empty = { on: true, last: undefined } as const;

/** An index that is off and one that has nothing yet are both known, and say so. */
async function lastAccepted({ call }: Node<(typeof methods)[number]>, index: At<"index.getLastAccepted">) {
  try {
    return { on: true, last: await call("index.getLastAccepted", {}, index) } as const;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    if (error.unavailable === "empty_index") return new Absent(error, empty);
    // 404: the index is off, or its chain is not there (yet)
    if (error.unavailable === "api_off" && (await isServed(call, index))) return new Absent(error, off);
    throw error;
  }
}

async function isServed(
  call: Node<"info.isBootstrapped">["call"],
  index: At<"index.getLastAccepted">,
): Promise<boolean> {
  try {
    return (await call("info.isBootstrapped", { chain: index.charAt(0) })).isBootstrapped;
  } catch (error) {
    if (error instanceof NodeError) return false; // not known: then nothing is said
    throw error;
  }
}

export const containerIndex = collector({
  name: "index",
  summary: "How far the node's container index has come.",
  every: "30s",
  reads: methods,
  metrics: [m.indexAvailable, m.indexLastAccepted, m.indexLastAcceptedTime],
  uses: ({ watch }) => (watch.indexes.length > 0 ? watch.indexes : undefined),
  read: (node, indexes) => ({ index: each(indexes, (index) => lastAccepted(node, index)) }),
  map: {
    index: ({ on, ...answer }, emit, { item: index }) => {
      const [chain = "", container = ""] = index.split("/");
      const labels = { chain, container };
      emit(m.indexAvailable, on, labels);
      if (!("last" in answer) || !answer.last) return;
      emit(m.indexLastAccepted, answer.last.index, labels);
      emit(m.indexLastAcceptedTime, answer.last.timestamp, labels);
    },
  },
});
