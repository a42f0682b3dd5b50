/** Memory and processor time per node, in one exporter with many nodes. */
import { setTimeout } from "node:timers/promises";
import { type Child, startChild } from "./child.ts";
import type { Calls, Node, Nodes } from "./nodes-process.ts";
import { startProgram } from "./program.ts";
import { complaint, plainSection, type Section } from "./table.ts";

type Simulated = Child<Nodes, object, Calls>;
/** In bytes, and in seconds of each second. */
type Cost = { readonly resident: number; readonly busy: number; readonly calls: number; readonly page: number };

type Status = { readonly nodes: readonly { readonly collection: { readonly state: string } }[] };

/** Milliseconds: the default of Prometheus. */
const scrapeEvery = 15_000;

/** The program with these nodes. */
async function startExporter(nodes: readonly Node[]) {
  const names = nodes.map((_, i) => `node-${i}`);
  const program = await startProgram({ nodes: Object.fromEntries(nodes.map(({ url }, i) => [names[i], { url }])) });
  return {
    /** Returns the states of the collection. */
    async status() {
      const { nodes } = JSON.parse(await program.get("/status.json")) as Status;
      return nodes.map(({ collection }) => collection.state);
    },
    scrape: (i: number) => program.get(`/probe?target=${names[i]}`),
    own: program.own,
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
type Exporter = Awaited<ReturnType<typeof startExporter>>;

/** Resolves after the first runs of all collectors. */
async function settle({ status }: Exporter) {
  for (let states: readonly string[] = ["starting"]; !states.every((state) => state === "ok"); await setTimeout(100))
    states = await status().catch(() => ["starting"]);
}

const callsOf = async ({ ask }: Simulated) => (await ask({})).reduce((sum, { count }) => sum + count, 0);

async function cost(simulated: Simulated, count: number, time: number): Promise<Cost> {
  await using exporter = await startExporter(simulated.ready.nodes.slice(0, count));
  await settle(exporter);
  const [before, calls] = [await exporter.own(), await callsOf(simulated)];
  const begin = performance.now();
  let page = 0;
  for (let i = 0; performance.now() - begin < time; i++) {
    page = (await exporter.scrape(i % count)).length;
    const next = begin + Math.min(time, (i + 1) * (scrapeEvery / count));
    await setTimeout(Math.max(0, next - performance.now()));
  }
  const seconds = (performance.now() - begin) / 1000;
  const after = await exporter.own();
  return {
    resident: after.resident,
    busy: (after.seconds - before.seconds) / seconds,
    calls: ((await callsOf(simulated)) - calls) / seconds,
    page,
  };
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
const kb = (bytes: number) => `${(bytes / 1e3).toFixed(0)} kB`;
/** Maximum resident memory of 200 nodes in MB. */
const goal = 400;

/** `time`: milliseconds for which each is watched. */
export async function measureNodes(count: number, time: number): Promise<Section> {
  using simulated: Simulated = await startChild(new URL("./nodes-process.ts", import.meta.url), { count });
  const one = await cost(simulated, 1, time);
  const all = await cost(simulated, count, time);
  const line = (what: string, { resident, busy, calls }: Cost) => [
    what,
    mb(resident),
    `${(100 * busy).toFixed(1)} %`,
    calls.toFixed(1),
  ];
  const each = (of: (cost: Cost) => number) => (of(all) - of(one)) / (count - 1);
  const further = [
    "each additional node",
    kb(each(({ resident }) => resident)),
    `${(100 * each(({ busy }) => busy)).toFixed(3)} %`,
    each(({ calls }) => calls).toFixed(2),
  ];
  const title = `Nodes in one exporter, each scraped every ${scrapeEvery / 1000} s, watched for ${time / 1000} s`;
  const lines = [line("1 node", one), line(`${count} nodes`, all), further];
  const beyond = complaint(`resident memory: ${count} nodes, in MB`, all.resident / 1e6, goal);
  return plainSection(
    title,
    ["", "resident", "processor", "calls a second"],
    [...lines, ["goal", `${goal} MB`, "", ""]],
    beyond,
  );
}
