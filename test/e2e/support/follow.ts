/** Compares the page with the node for as long as a test runs. */
import { setTimeout } from "node:timers/promises";
import type { Asked } from "./avalanche-node.ts";
import { differences, expectedSeries, type Watched } from "./expected.ts";
import type { Exporter } from "./exporter.ts";

/** For a busy machine: on an idle one a value is late by the interval of its collector, a second. */
const toleratedMs = 8_000;

export type Follower = ReturnType<typeof follow>;

export function follow(node: Asked, exporter: Exporter, watched: Watched) {
  const since = new Map<string, number>();
  const late = new Set<string>();
  let comparisons = 0;
  let stopped = false;

  async function compare() {
    const expected = await expectedSeries(node, watched);
    const { missing, unexpected, wrong } = differences(await exporter.page(), expected);
    const differing = new Set([...missing, ...unexpected, ...wrong.map(({ series }) => series)]);
    const now = Date.now();
    for (const series of since.keys()) if (!differing.has(series)) since.delete(series);
    for (const series of differing) {
      const first = since.get(series) ?? now;
      since.set(series, first);
      if (now - first > toleratedMs) late.add(series);
    }
    comparisons += 1;
  }
  async function run() {
    while (!stopped) {
      await compare();
      await setTimeout(300);
    }
  }
  const ended = run();
  ended.catch(() => {}); // `stop` rejects
  return {
    /** Returns the series that differed from the node's responses for longer than is tolerated. */
    async stop() {
      stopped = true;
      await ended;
      return { comparisons, late: [...late] };
    },
  };
}
