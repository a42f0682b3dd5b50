/** Where the processor's time goes in a busy exporter. */
import { setTimeout } from "node:timers/promises";
import { type Child, startChild } from "./child.ts";
import type { NodeOptions, Simulated } from "./node-process.ts";
import type { Cost, Profiled, ProfiledOptions, Span } from "./profile-process.ts";
import { plainSection, type Section } from "./table.ts";

const scrapeEvery = 5000;
const shown = 14;

/** The part of the program that a function belongs to: a file of ours, a library, a module of Node.js, or what V8 names in brackets. */
function partOf({ name, url }: Cost): string {
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library) return library;
  const ours = /\/(src\/.*)$/.exec(url)?.[1];
  if (ours) return ours;
  if (url.startsWith("node:")) return url;
  return name.startsWith("(") ? name : "built into JavaScript";
}

async function scrape(url: string, signal: AbortSignal) {
  while (!signal.aborted) {
    await (await fetch(url)).arrayBuffer();
    await setTimeout(scrapeEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** `time`: milliseconds for which it is watched. */
export async function measureProfile(time: number): Promise<Section> {
  const size: NodeOptions = { validators: 1500, l1s: 150, l1Validators: 15_000 };
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), size);
  const { url, l1s } = node.ready;
  const args = [
    `--node.url=${url}`,
    "--validators.detail=all",
    `--watch.subnet-id=${l1s.join(",")}`,
    "--series.limit=1000000",
  ];
  using exporter: Child<Profiled, Span, readonly Cost[]> = await startChild(
    new URL("./profile-process.ts", import.meta.url),
    { args } satisfies ProfiledOptions,
  );
  const done = new AbortController();
  const scraping = scrape(exporter.ready.url, done.signal);
  const measured = await exporter.ask({ time });
  const costs = measured.filter(({ name, url }) => name !== "(idle)" && url !== "node:inspector"); // the profiler's own
  done.abort();
  await scraping;
  const busy = costs.reduce((sum, { ms }) => sum + ms, 0);
  const parts = new Map<string, number>();
  for (const cost of costs) parts.set(partOf(cost), (parts.get(partOf(cost)) ?? 0) + cost.ms);
  const largest = [...parts].toSorted(([, a], [, b]) => b - a).slice(0, shown);
  const rest = busy - largest.reduce((sum, [, ms]) => sum + ms, 0);
  const line = (what: string, ms: number) => [what, `${ms.toFixed(0)} ms`, `${((100 * ms) / busy).toFixed(1)} %`];
  const share = ((100 * busy) / time).toFixed(1);
  const title = `A busy ${time / 1000} s: all of 1,500 validators, 15,000 L1 validators in 150 L1s, a scrape every ${scrapeEvery / 1000} s; the processor's time by part, ${share} % of one core`;
  return plainSection(
    title,
    ["", "time", "share"],
    [...largest.map(([what, ms]) => line(what, ms)), line("all others", rest)],
  );
}
