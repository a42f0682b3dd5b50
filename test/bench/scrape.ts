/** A scrape of the exporter, as a ratio of one of a bare server with the same page. */
import { setTimeout } from "node:timers/promises";
import { type Child, startChild } from "./child.ts";
import type { Exporting } from "./exporter-process.ts";
import type { Latency, Load } from "./load-process.ts";
import type { Reference } from "./reference-process.ts";
import { compare, type Pair } from "./stats.ts";
import { formatTable, type Row } from "./table.ts";

/** Times in milliseconds. */
export type Extent = {
  readonly rounds: number;
  /** Of one side in one round. */
  readonly time: number;
  /** Rounds of single scrapes with pauses between. */
  readonly single: number;
};
type Loader = Child<object, Load, Latency>;
type Urls = { readonly reference: string; readonly ours: string };

/** Longer than the exporter keeps the text of its process metrics. */
const pause = 1100;

/** Each round both, the reference first; the first round only warms up. */
async function alternate(loader: Loader, urls: Urls, load: Omit<Load, "url">, rounds: number, before = 0) {
  const p50: Pair[] = [];
  const p99: Pair[] = [];
  for (let round = 0; round <= rounds; round++) {
    await setTimeout(before);
    const reference = await loader.ask({ ...load, url: urls.reference });
    await setTimeout(before);
    const ours = await loader.ask({ ...load, url: urls.ours });
    if (round === 0) continue;
    p50.push({ reference: reference.p50, ours: ours.p50 });
    p99.push({ reference: reference.p99, ours: ours.p99 });
  }
  return { p50: compare(p50), p99: compare(p99) };
}

async function rowsOf(loader: Loader, urls: Urls, { rounds, time, single }: Extent): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (what: string, of: Urls, load: Omit<Load, "url">) => {
    const { p50, p99 } = await alternate(loader, of, load, rounds);
    rows.push({ what: `${what}, p50`, result: p50 }, { what: `${what}, p99`, result: p99 });
  };
  for (const encoding of ["identity", "gzip"] as const) {
    const name = encoding === "identity" ? "plain" : encoding;
    await add(`${name}, 1 client`, urls, { encoding, clients: 1, time });
    await add(`${name}, 16 clients`, urls, { encoding, clients: 16, time });
  }
  const one = { encoding: "gzip", clients: 1 } as const;
  await add("gzip, 1 client, reference twice", { ...urls, ours: urls.reference }, { ...one, time });
  const { p50 } = await alternate(loader, urls, { ...one, time: 0 }, single, pause);
  return [...rows, { what: "gzip, seldom: one scrape a second", result: p50 }];
}

/** `args` as on the exporter's command line. */
export async function measureScrapes(title: string, args: readonly string[], extent: Extent): Promise<string> {
  using loader: Loader = await startChild(new URL("./load-process.ts", import.meta.url));
  using exporter = await startChild<Exporting>(new URL("./exporter-process.ts", import.meta.url), {
    validators: 1500,
    args,
  });
  const { url: ours } = exporter.ready;
  using reference = await startChild<Reference>(new URL("./reference-process.ts", import.meta.url), { url: ours });
  const { series, plain, gzip, url } = reference.ready;
  const rows = await rowsOf(loader, { reference: url, ours }, extent);
  const kB = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
  return formatTable(`Scrape, ${title}: ${series.toLocaleString("en")} series, ${kB(plain)}, gzip ${kB(gzip)}`, rows);
}
