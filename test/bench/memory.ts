/** Resident memory of the program after minutes of real time. An accelerated clock would overstate it, because the heap of V8 grows
 *  with the rate of allocation. */
import { setTimeout } from "node:timers/promises";
import { startChild } from "./child.ts";
import type { Simulated } from "./node-process.ts";
import { startProgram } from "./program.ts";
import { complaint, plainSection, type Section } from "./table.ts";

type Case = {
  readonly what: string;
  readonly settings: object;
  /** Maximum resident memory in MB. */
  readonly goal: number;
};

const scrapeIntervalMs = 15_000;
const cases: readonly Case[] = [
  { what: "defaults", settings: {}, goal: 110 },
  {
    what: "1,500 validators in detail, a run every 2 s",
    settings: { validators: { detail: "all" }, collectors: { "p-validators": { interval: "2s" } } },
    goal: 180,
  },
];

/** Returns the number of series, and the resident memory in bytes. */
async function watch(settings: object, minutes: number) {
  await using program = await startProgram(settings);
  const end = performance.now() + minutes * 60_000;
  for (;;) {
    await setTimeout(scrapeIntervalMs);
    const own = await program.own();
    if (performance.now() >= end) return own;
  }
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** All cases are watched at the same time. */
export async function measureMemory(minutes: number): Promise<Section> {
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), { validators: 1500 });
  const { url } = node.ready;
  const measured = await Promise.all(
    cases.map(async (each) => ({ ...each, ...(await watch({ node: { url }, ...each.settings }, minutes)) })),
  );
  return plainSection(
    `Resident memory of the program after ${minutes} minutes, scraped every ${scrapeIntervalMs / 1000} s`,
    ["", "series", "resident", "goal"],
    measured.map(({ what, series, resident, goal }) => [what, series.toLocaleString("en"), mb(resident), `${goal} MB`]),
    measured.flatMap(({ what, resident, goal }) => complaint(`resident memory: ${what}, in MB`, resident / 1e6, goal)),
  );
}
