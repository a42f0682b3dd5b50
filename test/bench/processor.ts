/** Processor time of one request with gzip, as a ratio of one to a bare server with the same bytes. */
import { setTimeout } from "node:timers/promises";
import { request } from "undici";
import { type Child, startChild } from "./child.ts";
import type { ExporterOptions, Exporting } from "./exporter-process.ts";
import type { Simulated } from "./node-process.ts";
import type { Reference } from "./reference-process.ts";
import { compare, type Pair } from "./stats.ts";
import { sectionOf } from "./table.ts";

/** Answers with the processor time that the process has used, in milliseconds. */
export type Usage = { readonly ms: number };
type Measured = Pick<Child<object, object, Usage>, "ask">;

/** Longer than the exporter keeps the text of its process metrics. */
const pause = 1100;

async function used({ ask }: Measured, work: () => Promise<unknown>): Promise<number> {
  const before = await ask({});
  await work();
  return (await ask({})).ms - before.ms;
}

/** Requests the URL at this pace; without a URL, only the time passes. */
async function requestAll(count: number, url?: string) {
  for (let i = 0; i < count; i++) {
    if (url !== undefined) await (await request(url, { headers: { "accept-encoding": "gzip" } })).body.dump();
    await setTimeout(pause);
  }
}

/** Returns the milliseconds of one request, without those of the same time without requests. */
async function costOf(child: Measured, url: string, count: number): Promise<number> {
  const idle = await used(child, () => requestAll(count));
  const busy = await used(child, () => requestAll(count, url));
  return (busy - idle) / count;
}

const paths = { "a scrape at defaults": "/metrics", "the status page": "/" };
/** Collectors whose runs would be in one of two measurements. */
const rare = ["p-validators", "peers", "p-supply"].map((name) => `--collector.${name}.interval=1h`);

/** `count`: requests per measurement. */
export async function measureProcessor(repetitions: number, count: number) {
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), { validators: 1500 });
  const options: ExporterOptions = { args: [`--node.url=${node.ready.url}`, ...rare] };
  using exporter = await startChild<Exporting, object, Usage>(
    new URL("./exporter-process.ts", import.meta.url),
    options,
  );
  const rows = [];
  for (const [what, path] of Object.entries(paths)) {
    const url = new URL(path, exporter.ready.url).href;
    using bare = await startChild<Reference, object, Usage>(new URL("./reference-process.ts", import.meta.url), {
      url,
    });
    const reference = await costOf(bare, bare.ready.url, count);
    const pairs: Pair[] = [];
    for (let i = 0; i < repetitions; i++) pairs.push({ reference, ours: await costOf(exporter, url, count) });
    rows.push({ what, result: compare(pairs) });
  }
  return sectionOf("Processor time of one request with gzip, one every 1.1 s", rows);
}
