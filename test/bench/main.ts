/** What a scrape, a round and the simulated node cost, as ratios of a reference that runs beside them. --quick: only that
 *  it works. */
import { availableParallelism, cpus } from "node:os";
import { parseArgs } from "node:util";
import { measureFootprint } from "./footprint.ts";
import { measureRounds } from "./round.ts";
import { measureScrapes } from "./scrape.ts";
import { measureSimulator } from "./simulator.ts";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const extent = values.quick ? { rounds: 5, time: 20, single: 1 } : { rounds: 15, time: 200, single: 5 };
const often = ["--collector.p-validators.interval=1s"];
const say = (text: string) => process.stdout.write(`${text}\n`);

say(`Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model ?? "unknown"})`);
say(`Medians of ${extent.rounds} rounds (${extent.single} of seldom scrapes), each the reference and then ours.`);
say("While it is scraped the exporter collects: 1,500 validators every second, all else at its usual interval.\n");
say(await measureScrapes("at defaults", often, extent));
say(await measureScrapes("validators.detail all", ["--validators.detail=all", ...often], extent));
say(await measureRounds(extent.rounds, values.quick ? 1 : 5));
say(await measureSimulator(extent.rounds, values.quick ? 1 : 20));
say(await measureFootprint(values.quick ? 2000 : 20_000));
