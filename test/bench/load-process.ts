/** Clients that scrape one after the other, each on its own persistent connection. */
import { Pool } from "undici";
import { reportReady } from "./child.ts";
import { quantile } from "./stats.ts";

export type Load = {
  readonly url: string;
  readonly encoding: "identity" | "gzip";
  readonly clients: number;
  /** Milliseconds; each client scrapes once at least. */
  readonly time: number;
};
/** Milliseconds, from the request to the last byte. */
export type Latency = { readonly p50: number; readonly p99: number };

const pools = new Map<string, Pool>();

function poolOf(origin: string): Pool {
  let pool = pools.get(origin);
  if (!pool) {
    pool = new Pool(origin, { connections: 16, pipelining: 1 });
    pools.set(origin, pool);
  }
  return pool;
}

/** How long one took. The body is counted and not kept. */
function scrape({ url, encoding }: Load): Promise<number> {
  const { origin, pathname: path } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const begin = performance.now();
  let missing = Number.NaN;
  poolOf(origin).dispatch(
    { path, method: "GET", headers: { "accept-encoding": encoding } },
    {
      onRequestStart: () => {},
      onResponseStart(_controller, status, headers) {
        const right = status === 200 && (headers["content-encoding"] ?? "identity") === encoding;
        if (right) missing = Number(headers["content-length"]);
      },
      onResponseData(_controller, chunk) {
        missing -= chunk.length;
      },
      onResponseEnd() {
        if (missing === 0) resolve(performance.now() - begin);
        else reject(new Error(`${url} does not send the page`));
      },
      onResponseError: (_controller, error) => reject(error),
    },
  );
  return promise;
}

async function run(load: Load): Promise<Latency> {
  const latencies: number[] = [];
  const end = performance.now() + load.time;
  const client = async () => {
    do latencies.push(await scrape(load));
    while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: load.clients }, client));
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) };
}

reportReady({}, run);
