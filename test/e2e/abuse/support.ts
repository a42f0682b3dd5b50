/** The exporter in a separate process, observed during an attack. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { setTimeout } from "node:timers/promises";
import { scaled } from "../../support/limits.ts";
import { eventually, run } from "../support/programs.ts";

/** Prometheus's default `scrape_timeout`. */
const scrapeTimeoutMs = 10_000;

/** Mebibytes: the memory limit of the chart, which gives 60 % to the heap. */
const memoryLimit = 384;
const limitOfHeap = { NODE_OPTIONS: `--max-old-space-size=${Math.round(0.6 * memoryLimit)}` };

/** Starts the exporter with these arguments, and waits until it listens. */
export async function startExporter(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const flags = ["--disable-sigusr1", "--max-semi-space-size=2"]; // those of the image
  const serve = ["src/main.ts", "serve", "--web.listen-address=127.0.0.1:0"];
  const running = run("node", [...flags, ...serve, ...args], { env: { ...limitOfHeap, ...env } });
  const url = await eventually("a listening exporter", async () => {
    if (running.process.exitCode !== null) throw new Error(`the exporter ended: ${running.output()}`);
    return /"url":"(https?:\/\/[^/"]+)\/metrics"/.exec(running.output())?.[1]?.replace("localhost", "127.0.0.1");
  });
  /** Mebibytes. */
  const peakMemory = () => {
    const status = readFileSync(`/proc/${running.process.pid}/status`, "utf8");
    return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024);
  };
  return { ...running, url, port: Number(new URL(url).port), peakMemory };
}
export type Exporter = Awaited<ReturnType<typeof startExporter>>;

type Scrape = { readonly status: number; readonly bytes: number; readonly ms: number };
export type Client = Pick<RequestOptions, "headers" | "localAddress"> & {
  readonly tls?: { ca: Buffer; cert: Buffer; key: Buffer };
  /** Time between connection and request, as of a TLS handshake over a distance. */
  readonly delayMs?: number;
};

/** One scrape on a new connection, to its last byte. The status is 0 if the response was incomplete. */
export async function scrape(
  url: string,
  { headers, localAddress, tls, delayMs }: Client = {},
  timeoutMs = scaled(scrapeTimeoutMs),
): Promise<Scrape> {
  const begin = performance.now();
  let bytes = 0;
  let status = 0;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const options = { headers, localAddress, agent: false, signal, ...tls };
    const sent = (url.startsWith("https:") ? requestHttps : requestHttp)(url, options);
    if (delayMs !== undefined) {
      const [socket] = await once(sent, "socket", { signal });
      await once(socket, "connect", { signal });
      await setTimeout(delayMs); // the time of a slow client
    }
    sent.end();
    const [response] = await once(sent, "response", { signal });
    for await (const chunk of response) bytes += chunk.length;
    status = response.statusCode;
  } catch {}
  return { status, bytes, ms: performance.now() - begin };
}

/** Scrapes every so many milliseconds, whether or not the last one has ended, for as long as that takes. */
export async function scrapeDuring(
  url: string,
  forMs: number,
  client: Client = {},
  everyMs = 1000,
  timeoutMs = scaled(scrapeTimeoutMs),
) {
  const scrapes: Promise<Scrape>[] = [];
  for (const end = performance.now() + forMs; performance.now() < end; await setTimeout(everyMs))
    scrapes.push(scrape(url, client, timeoutMs));
  return Promise.all(scrapes);
}

export const answeredOf = (scrapes: readonly Scrape[]) => scrapes.filter(({ status }) => status === 200).length;
