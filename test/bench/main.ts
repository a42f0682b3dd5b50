/** Benchmarks of a scrape, a collector run and the simulated node, as ratios of a reference on the same machine, and of many nodes.
 *  Runs all sections, or the named ones. --quick: takes a minute, and fails if a ratio exceeds twice its goal. --minutes: duration
 *  of the section with many nodes. --write: updates docs/performance.md. */
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureFootprint } from "./footprint.ts";
import { measureMemory } from "./memory.ts";
import { measureNodes } from "./nodes.ts";
import { measureProfile } from "./profile.ts";
import { measureRounds } from "./run.ts";
import { measureScrapes } from "./scrape.ts";
import { measureSimulator } from "./simulator.ts";
import { measureStart } from "./start.ts";
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
const extent = quick ? { rounds: 5, time: 20, single: 0 } : { rounds: 9, time: 200, single: 5 };
const often = ["--collector.p-validators.interval=1s"];
const all = ["--validators.detail=all", "--series.limit=1000000", ...often];
const scrapes = {
  defaults: { validators: 1500, args: often, library: 0.1 },
  all: { validators: 1500, args: all, library: 0.1 },
  many: { validators: 12_000, args: all, library: 0.02 },
};
const benches: Readonly<Record<string, () => Promise<Section | Section[]>>> = {
  scrape: () => measureScrapes("at defaults", scrapes.defaults, extent),
  "scrape-all": () => measureScrapes("validators.detail all", scrapes.all, extent),
  "scrape-many": () => measureScrapes("eight times mainnet's validators", scrapes.many, extent),
  rounds: () => measureRounds(extent.rounds, quick ? 2 : 5),
  footprint: () => measureFootprint(quick ? 1000 : 20_000),
  memory: () => measureMemory(5),
  profile: () => measureProfile(60_000),
  start: () => measureStart(extent.rounds),
  nodes: () => (quick ? measureNodes(5, 2000) : measureNodes(200, 60_000 * Number(values.minutes))),
  simulator: () => measureSimulator(extent.rounds, quick ? 10 : 20),
};
/** They take too long for a minute. */
const thorough = ["scrape", "scrape-many", "memory", "profile", "nodes"];

const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) throw new Error(`${unknown}: there are ${Object.keys(benches).join(", ")}`);
const usual = Object.keys(benches).filter((name) => !quick || !thorough.includes(name));
const chosen = positionals.length > 0 ? positionals : usual;

const machine = `Node.js ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"})`;
const date = new Date().toISOString().slice(0, 10);
const texts = [
  `${machine}, ${date}. Medians of ${extent.rounds} repetitions, each of the reference and then of the exporter. During scrapes ` +
    "the exporter collects all validators every second.\n",
];
const print = (text: string) => process.stdout.write(`${text}\n`);
const beyond: string[] = [];
print(texts.join());
for (const name of chosen) {
  for (const section of [await benches[name]?.()].flat()) {
    if (!section) continue;
    print(section.text);
    texts.push(section.text);
    beyond.push(...section.beyond);
  }
}
if (values.write) {
  const block = /(<!-- measured: benchmark -->\n).*?(<!-- \/measured -->)/s;
  const file = "docs/performance.md";
  const before = await readFile(file, "utf8");
  const after = before.replace(block, (_all, begin, end) => `${begin}\n${texts.join("\n")}\n${end}`);
  await writeFile(file, after);
}
for (const line of beyond) process.stderr.write(`${line}\n`);
if (quick && beyond.length > 0) process.exitCode = 1;
