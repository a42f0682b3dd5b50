/** Time from the start of the process to the first complete page, compared with a process that only imports the five libraries. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { request } from "undici";
import { freePort } from "../support/ports.ts";
import { startChild } from "./child.ts";
import type { Simulated } from "./node-process.ts";
import { built, spawnProgram } from "./program.ts";
import { compare, type Pair } from "./stats.ts";
import { type Row, type Section, sectionOf } from "./table.ts";

const libraries = ["@prometheus-io/client", "fastify", "undici", "zod", "pino"];
const importing = `await Promise.all(${JSON.stringify(libraries)}.map((name) => import(name)))`;

async function importLibraries(): Promise<number> {
  const begin = performance.now();
  await once(spawn(process.execPath, ["--input-type=module", "--eval", importing], { stdio: "inherit" }), "exit");
  return performance.now() - begin;
}

/** Milliseconds between two looks at the page: more of them would slow down what is measured. */
const every = 5;

/** `isWhole`: of the page of the metrics. */
async function start(node: string, isWhole: (page: string) => boolean): Promise<number> {
  const port = await freePort();
  const flags = [`--web.listen-address=127.0.0.1:${port}`, `--node.url=${node}`, "--log.level=error"];
  const begin = performance.now();
  const child = await spawnProgram(flags);
  const page = () => request(`http://127.0.0.1:${port}/metrics`).then(({ body }) => body.text());
  while (!isWhole(await page().catch(() => ""))) {
    if (child.exitCode !== null) throw new Error(`the exporter ended with ${child.exitCode}`);
    await setTimeout(every);
  }
  const taken = performance.now() - begin;
  child.kill();
  await once(child, "exit");
  return taken;
}

const hasData = (page: string) =>
  ["avax_pchain_height", "avax_validators_weight", "avax_xchain_height"].every((name) => page.includes(`\n${name}{`));

export async function measureStart(repetitions: number): Promise<Section> {
  await built;
  using node = await startChild<Simulated>(new URL("./node-process.ts", import.meta.url), {});
  const ways: readonly (readonly [what: string, url: string, isWhole: (page: string) => boolean])[] = [
    ["to the first whole page, node up", node.ready.url, hasData],
    ["to the first page, node down", "http://127.0.0.1:1", (page) => page !== ""],
  ];
  const rows: Row[] = [];
  for (const [what, url, isWhole] of ways) {
    const pairs: Pair[] = [];
    for (let repetition = 0; repetition <= repetitions; repetition++) {
      const pair = { reference: await importLibraries(), ours: await start(url, isWhole) };
      if (repetition > 0) pairs.push(pair);
    }
    rows.push({ what, result: compare(pairs), goal: 2 });
  }
  return sectionOf("Start, against importing the five libraries alone", rows);
}
