/** Resident memory after minutes of collector runs and scrapes, with an accelerated clock. */
import { setTimeout } from "node:timers/promises";
import { startChild } from "./child.ts";
import type { Memory, MemoryOptions, MemoryReady } from "./memory-process.ts";
import type { Simulated } from "./node-process.ts";
import { complaint, plainSection, type Section } from "./table.ts";

type Case = {
  readonly what: string;
  readonly args: readonly string[];
  /** Maximum resident memory in MB. */
  readonly goal: number;
};

/** As in `npm start`. */
const compileCache = "node_modules/.cache/node";
const speed = 30;
const scrapeIntervalMs = 15_000;
const cases: readonly Case[] = [
  { what: "defaults", args: [], goal: 110 },
  {
    what: "1,500 validators in detail, a run every 2 s",
    args: ["--validators.detail=all", "--collector.p-validators.interval=2s"],
    goal: 170,
  },
];

/** Returns the resident memory in bytes and the number of series after `minutes` of accelerated time. */
async function residentAfter(minutes: number, args: readonly string[], node: string) {
  const options: MemoryOptions = { args: [`--node.url=${node}`, ...args], speed };
  const file = new URL("./memory-process.ts", import.meta.url);
  using exporter = await startChild<MemoryReady, object, Memory>(file, options, { NODE_COMPILE_CACHE: compileCache });
  const end = performance.now() + (minutes * 60_000) / speed;
  let page = "";
  while (performance.now() < end) {
    page = await (await fetch(exporter.ready.url)).text();
    await setTimeout(scrapeIntervalMs / speed);
  }
  const { resident } = await exporter.ask({});
  return { resident, series: page.match(/^[^#\n]/gm)?.length ?? 0 };
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

export async function measureMemory(minutes: number): Promise<Section> {
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), { validators: 1500 });
  const lines: string[][] = [];
  const beyond: string[] = [];
  for (const { what, args, goal } of cases) {
    const { resident, series } = await residentAfter(minutes, args, node.ready.url);
    beyond.push(...complaint(`resident memory: ${what}, in MB`, resident / 1e6, goal));
    lines.push([what, series.toLocaleString("en"), mb(resident), `${goal} MB`]);
  }
  return plainSection(
    `Resident memory after ${minutes} minutes of an accelerated clock, scraped every ${scrapeIntervalMs / 1000} s`,
    ["", "series", "resident", "goal"],
    lines,
    beyond,
  );
}
