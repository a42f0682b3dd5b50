/** An exporter that tells what it weighs, and for how long its event loop stood still. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { planOf } from "../../src/cli/run-exporter.ts";
import { collectors } from "../../src/collectors/all.ts";
import { loadConfig } from "../../src/config/load.ts";
import { createExporter } from "../../src/exporter/exporter.ts";
import { createServer } from "../../src/http/server.ts";
import { optionsOfChild, tellReady } from "./child.ts";

/** `args` as on the exporter's command line. */
export type FootprintOptions = { readonly args: readonly string[]; readonly collector: string };
/** Watched for so many milliseconds. */
export type Watch = { readonly time: number };
export type Footprint = {
  readonly series: number;
  readonly dropped: number;
  /** Bytes. */
  readonly page: number;
  readonly resident: number;
  /** Milliseconds. */
  readonly pause: number;
  readonly rounds: number;
};

const { args, collector } = optionsOfChild<FootprintOptions>();
const loaded = await loadConfig({ argv: args, env: {}, collectors });
if (!loaded.ok) throw new Error(loaded.errors.join("\n"));
const build = { version: "0.0.0", revision: "unknown" };
const exporter = createExporter({ collectors, plan: planOf(loaded.config), build, log: pino({ level: "silent" }) });
await createServer({ exporter, telemetryPath: "/metrics" }).listen({ host: "127.0.0.1", port: 0 });
exporter.start();
while (!exporter.ready()) await setTimeout(10);

const resolution = 1;
async function metric(name: string) {
  const text = Buffer.concat((await exporter.target.metrics.text()).plain).toString();
  return Number(new RegExp(`^${name}\\{collector="${collector}"\\} (\\S+)$`, "m").exec(text)?.[1]);
}

tellReady({}, async ({ time }: Watch): Promise<Footprint> => {
  const before = await metric("avax_exporter_collector_runs_total");
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  await setTimeout(time);
  delay.disable();
  const rounds = (await metric("avax_exporter_collector_runs_total")) - before;
  globalThis.gc?.();
  return {
    series: exporter.target.page.series(collector),
    dropped: (await metric("avax_exporter_series_dropped_total")) / (before + rounds),
    page: exporter.target.page.text().length,
    resident: process.memoryUsage().rss,
    pause: delay.max / 1e6 - resolution,
    rounds,
  };
});
