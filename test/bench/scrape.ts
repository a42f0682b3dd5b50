/** A scrape of the exporter, as a ratio of one of a bare server with the same page. */
import { setTimeout } from "node:timers/promises";
import { type Child, startChild } from "./child.ts";
import type { ExporterOptions, Exporting } from "./exporter-process.ts";
import type { Latency, Load } from "./load-process.ts";
import type { Simulated } from "./node-process.ts";
import type { Reference } from "./reference-process.ts";
import { compare, type Pair } from "./stats.ts";
import { type Row, type Section, sectionOf } from "./table.ts";

/** Times in milliseconds. */
export type Extent = {
  readonly repetitions: number;
  /** Of one side per repetition. */
  readonly time: number;
  /** Number of single scrapes with pauses between them, if any. */
  readonly single: number;
};
type Loader = Child<object, Load, Latency>;
type Urls = { readonly reference: string; readonly ours: string };

/** Longer than the exporter keeps the text of its process metrics. */
const pause = 1100;

/** Measures both in each repetition, the reference first. The first repetition only warms up. */
async function alternate(loader: Loader, urls: Urls, load: Omit<Load, "url">, repetitions: number, before = 0) {
  const p50: Pair[] = [];
  const p99: Pair[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    await setTimeout(before);
    const reference = await loader.ask({ ...load, url: urls.reference });
    await setTimeout(before);
    const ours = await loader.ask({ ...load, url: urls.ours });
    if (repetition === 0) continue;
    p50.push({ reference: reference.p50, ours: ours.p50 });
    p99.push({ reference: reference.p99, ours: ours.p99 });
  }
  return { p50: compare(p50), p99: compare(p99) };
}

const nameOf = (encoding: Load["encoding"]) => (encoding === "identity" ? "plain" : encoding);
const asFile = { p50: 1.3, p99: 1.5 };

async function rowsOf(loader: Loader, urls: Urls, { repetitions, time, single }: Extent): Promise<Row[]> {
  const rows: Row[] = [];
  for (const encoding of ["identity", "gzip"] as const) {
    for (const clients of [1, 16]) {
      const { p50, p99 } = await alternate(loader, urls, { encoding, clients, time }, repetitions);
      const what = `${nameOf(encoding)}, ${clients === 1 ? "1 client" : `${clients} clients`}`;
      // sixteen clients and two servers on two cores: who waits for whom is the scheduler's
      rows.push({ what: `${what}, p50`, result: p50, goal: asFile.p50, ...(clients > 1 && { noisy: true }) });
      rows.push({ what: `${what}, p99`, result: p99, goal: asFile.p99, noisy: true });
    }
  }
  const one = { encoding: "gzip", clients: 1 } as const;
  if (single === 0) return rows;
  const { p50 } = await alternate(loader, urls, { ...one, time: 0 }, single, pause);
  return [...rows, { what: "gzip, one scrape a second", result: p50 }];
}

export async function measureScrapes(title: string, settings: object, extent: Extent): Promise<Section> {
  using loader: Loader = await startChild(new URL("./load-process.ts", import.meta.url));
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), { validators: 1500 });
  using exporter = await startChild<Exporting>(new URL("./exporter-process.ts", import.meta.url), {
    settings: { node: { url: node.ready.url }, ...settings },
  } satisfies ExporterOptions);
  const { url: ours } = exporter.ready;
  using reference = await startChild<Reference>(new URL("./reference-process.ts", import.meta.url), { url: ours });
  const { series, plain, gzip, url } = reference.ready;
  const rows = await rowsOf(loader, { reference: url, ours }, extent);
  const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
  return sectionOf(`Scrape, ${title}: ${series.toLocaleString("en")} series, ${kB(plain)}, gzip ${kB(gzip)}`, rows);
}
