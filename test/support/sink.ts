import type { Fragment, Sink } from "../../src/prometheus/sink.ts";

/** The end of a round of one item: what was emitted. */
export function endOf(sink: Sink): Fragment[] {
  const parts = sink.take();
  return parts.map(sink.end());
}
