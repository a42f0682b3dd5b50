/** Compares the page with the node for as long as a test runs, and keeps what it has seen. */
import { setTimeout } from "node:timers/promises";
import { scaled } from "../../support/limits.ts";
import type { Asked } from "./avalanche-node.ts";
import { differences, expectedSeries, type Watched } from "./expected.ts";
import type { Exporter, Page } from "./exporter.ts";
import { eventually } from "./programs.ts";

/** For a busy machine, on which intervals are increased. On an idle one a value is late by the interval of its collector, a second;
 *  weights of peers by six. */
const toleratedMs = scaled(45_000);

export type Follower = ReturnType<typeof follow>;

export function follow(node: Asked, exporter: Exporter, watched: Watched) {
  const since = new Map<string, number>();
  const late = new Set<string>();
  const pages: Page[] = [];
  let stopped = false;

  async function compare() {
    const expected = await expectedSeries(node, watched);
    const page = await exporter.page();
    const { missing, unexpected, wrong } = differences(page, expected);
    const differing = new Set([...missing, ...unexpected, ...wrong.map(({ series }) => series)]);
    const now = Date.now();
    for (const series of since.keys()) if (!differing.has(series)) since.delete(series);
    for (const series of differing) {
      const first = since.get(series) ?? now;
      since.set(series, first);
      if (now - first > toleratedMs) late.add(series);
    }
    pages.push(page);
  }
  async function run() {
    while (!stopped) {
      await compare();
      await setTimeout(300); // between two comparisons
    }
  }
  const ended = run();
  ended.catch(() => {}); // `stop` rejects
  return {
    /** Returns the first page, past or future, that matches; behind the page `after`, if there is one. */
    page: (what: string, matches: (page: Page) => boolean, after?: Page) =>
      eventually(what, async () => pages.slice(after && pages.indexOf(after) + 1).find(matches)),
    /** Returns the series that differed from the node's responses for longer than is tolerated. */
    async stop() {
      stopped = true;
      await ended;
      return { comparisons: pages.length, late: [...late] };
    },
  };
}
