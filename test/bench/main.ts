/** Benchmarks: a scrape and a collector run as ratios of a reference on the same machine, and the memory and processor time of one
 *  and of many nodes. Runs all sections, or the named ones. --quick: takes a minute, and fails if a ratio exceeds twice its goal.
 *  --minutes: duration of the section with many nodes. --write: updates docs/development/measurements.md. */
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { fillMeasured } from "../../src/tools/docs/markdown.ts";
import { measureMemory } from "./memory.ts";
import { measureNodes } from "./nodes.ts";
import { measureRuns } from "./run.ts";
import { measureScrapes } from "./scrape.ts";
import type { Section } from "./table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    minutes: { type: "string", default: "0.5" },
    write: { type: "boolean", default: false },
  },
});
const { quick } = values;
const extent = { time: 200, ...(quick ? { repetitions: 5, single: 0 } : { repetitions: 9, single: 5 }) };
const often = { collectors: { "p-validators": { interval: "1s" } } };
const all = { validators: { detail: "all" }, series_limit: 1_000_000, ...often };
const benches: Readonly<Record<string, () => Promise<Section | Section[]>>> = {
  scrape: () => measureScrapes("at defaults", often, extent),
  "scrape-all": () => measureScrapes("validators.detail all", all, extent),
  runs: () => measureRuns(extent.repetitions, quick ? 2 : 5),
  memory: () => measureMemory(5),
  nodes: () => (quick ? measureNodes(5, 2000) : measureNodes(200, 60_000 * Number(values.minutes))),
};
/** They take too long for a minute. */
const thorough = ["scrape", "memory", "nodes"];

const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) throw new Error(`${unknown}: there are ${Object.keys(benches).join(", ")}`);
const usual = Object.keys(benches).filter((name) => !quick || !thorough.includes(name));
const chosen = positionals.length > 0 ? positionals : usual;

const machine = `Node.js ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`;
const date = new Date().toISOString().slice(0, 10);
const heading =
  `${machine}, ${date}. Medians of ${extent.repetitions} repetitions, each of the reference and then of the exporter. During scrapes ` +
  "the exporter collects all validators every second.\n";
const texts = [heading];
const print = (text: string) => process.stdout.write(`${text}\n`);
const beyond: string[] = [];
print(heading);
for (const name of chosen) {
  for (const section of [await benches[name]?.()].flat()) {
    if (!section) continue;
    print(section.text);
    texts.push(section.text);
    beyond.push(...section.beyond);
  }
}
if (values.write) {
  const file = "docs/development/measurements.md";
  await writeFile(file, fillMeasured(await readFile(file, "utf8"), texts.join("\n")));
}
for (const line of beyond) process.stderr.write(`${line}\n`);
if (quick && beyond.length > 0) process.exitCode = 1;
