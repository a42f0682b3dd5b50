/** What a scrape, a round and the simulated node cost, as ratios of a reference that runs beside them; and what many nodes
 *  cost. All, or those that are named. --quick: only that it works; --minutes: for how long many nodes are watched. */
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureFootprint } from "./footprint.ts";
import { measureNodes } from "./nodes.ts";
import { measureRounds } from "./round.ts";
import { measureScrapes } from "./scrape.ts";
import { measureSimulator } from "./simulator.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false }, minutes: { type: "string", default: "0.5" } },
});
const { quick } = values;
const extent = quick ? { rounds: 5, time: 20, single: 1 } : { rounds: 15, time: 200, single: 5 };
const often = ["--collector.p-validators.interval=1s"];
const benches: Readonly<Record<string, () => Promise<string>>> = {
  scrape: () => measureScrapes("at defaults", often, extent),
  "scrape-all": () => measureScrapes("validators.detail all", ["--validators.detail=all", ...often], extent),
  rounds: () => measureRounds(extent.rounds, quick ? 1 : 5),
  simulator: () => measureSimulator(extent.rounds, quick ? 1 : 20),
  footprint: () => measureFootprint(quick ? 2000 : 20_000),
  nodes: () => (quick ? measureNodes(5, 2000) : measureNodes(200, 60_000 * Number(values.minutes))),
};
const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) throw new Error(`${unknown}: there are ${Object.keys(benches).join(", ")}`);
const say = (text: string) => process.stdout.write(`${text}\n`);

say(`Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"})`);
say(`Medians of ${extent.rounds} rounds (${extent.single} of seldom scrapes), each the reference and then ours.`);
say("While it is scraped the exporter collects: 1,500 validators every second, all else at its usual interval.\n");
for (const [name, measure] of Object.entries(benches))
  if (positionals.length === 0 || positionals.includes(name)) say(await measure());
