/** Runs an exporter with its simulated node for the whole history, and writes the scrapes as blocks of Prometheus's storage. */
import { pino } from "pino";
import { plansOf } from "../../../src/cli/node-plans.ts";
import { version } from "../../../src/cli/usage.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { configSchema } from "../../../src/config/schema.ts";
import { createExporter } from "../../../src/exporter/exporter.ts";
import { append, textOf } from "../../../src/exposition/block.ts";
import type { createVirtualTime } from "../../../test/load/virtual-time.ts";
import { createBlocks } from "./blocks.ts";
import { createSeries } from "./openmetrics.ts";
import { withMemory } from "./process-metrics.ts";
import { begin, end, instance, scrapeEvery } from "./scene.ts";
import { simulate } from "./simulated.ts";

type VirtualTime = ReturnType<typeof createVirtualTime>;

/** Requires virtual time, including `Date.now`. */
export async function scrapeAll(time: VirtualTime, storage: string): Promise<void> {
  const { url, section, act, close } = await simulate(time);
  const plans = plansOf(configSchema(collectors).parse({ node: { url }, ...section }));
  const build = { version, revision: "preview" };
  const exporter = createExporter({ collectors, plans, build, log: pino({ level: "fatal" }) });
  const target = exporter.target("");
  if (!target) throw new Error("the exporter has no node");
  const sleepers = [...plans.values()].reduce((sum, { jobs }) => sum + jobs.length, 0);
  const series = createSeries({ job: "avalanche-exporter", instance });
  const blocks = createBlocks(storage, "scrapes");
  exporter.start();
  for (let at = begin + scrapeEvery; at <= end; at += scrapeEvery) {
    act(at);
    await time.clock.pass(scrapeEvery, sleepers);
    const body = append(target.page.body(), [await target.metrics.text(), await exporter.process.text()]);
    await blocks.write(series(withMemory(textOf(body), at), at), at);
  }
  await exporter.stop();
  await close();
  await blocks.end();
}
