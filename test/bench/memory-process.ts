/** An exporter with an accelerated clock, which reports its resident memory. */
import { setTimeout } from "node:timers/promises";
import { optionsOfChild, tellReady } from "./child.ts";
import { startExporter } from "./exporter.ts";

/** `args` as on the exporter's command line. The clock runs `speed` times as fast as real time. */
export type MemoryOptions = { readonly args: readonly string[]; readonly speed: number };
export type MemoryReady = { readonly url: string };
/** `resident` in bytes. */
export type Memory = { readonly resident: number };

const { args, speed } = optionsOfChild<MemoryOptions>();
const { url } = await startExporter(args, {
  now: () => performance.now() * speed,
  sleep: (ms, signal) => setTimeout(ms / speed, undefined, { signal }),
});
tellReady(
  { url } satisfies MemoryReady,
  async (_: object): Promise<Memory> => ({ resident: process.memoryUsage.rss() }),
);
