/** An exporter that reports its memory and the longest pause of its event loop. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { optionsOfChild, reportReady } from "./child.ts";
import { startExporter } from "./exporter.ts";

/** `args` as on the exporter's command line. */
export type FootprintOptions = { readonly args: readonly string[]; readonly collector: string };
export type FootprintReady = { readonly url: string };
/** Watched for so many milliseconds. */
export type Watch = { readonly time: number };
export type Footprint = {
  readonly series: number;
  /** Bytes. */
  readonly page: number;
  /** Memory in the heap and outside of it. */
  readonly memory: number;
  readonly resident: number;
  /** Milliseconds. */
  readonly pause: number;
  readonly runs: number;
};

const { args, collector } = optionsOfChild<FootprintOptions>();
const { target, url } = await startExporter(args);

const resolution = 1;
let ended = 0;
const { run } = target.metrics;
target.metrics.run = (finished, series) => {
  if (finished.job.collector.name === collector) ended++;
  run(finished, series);
};

/** Longer than the interval of a second of the watched collectors. */
const maxWait = 1500;
/** Waits for the end of a collector run, to exclude its temporary memory. With a large set the effective interval is longer: no run
 *  is in progress then. */
async function endOfRun(runs: number) {
  const end = performance.now() + maxWait;
  while (ended === runs && performance.now() < end) await setTimeout(1);
}

reportReady({ url } satisfies FootprintReady, async ({ time }: Watch): Promise<Footprint> => {
  const before = ended;
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  await setTimeout(time);
  delay.disable();
  const runs = ended - before;
  if (runs > 0) await endOfRun(before + runs);
  for (let i = 0; i < 4; i++) {
    globalThis.gc?.();
    await setTimeout(50); // buffers are given back a little later
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return {
    series: target.collectorStates().find((one) => one.collector === collector)?.series ?? 0,
    page: target.page.text().length,
    memory: heapUsed + external,
    resident: rss,
    pause: delay.max / 1e6 - resolution,
    runs,
  };
});
