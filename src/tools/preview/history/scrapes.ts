/** Runs an exporter with the simulated nodes for the whole history, and writes its scrapes as blocks of Prometheus's storage: those of
 *  an exporter for each node. */
import { pino } from "pino";
import { version } from "../../../app/cli/usage.ts";
import { configSchema } from "../../../app/config/schema.ts";
import { createExporter } from "../../../app/exporter.ts";
import { plansOf } from "../../../app/plan.ts";
import { collectors } from "../../../collectors/all.ts";
import type { createVirtualTime } from "../../support/virtual-time.ts";
import { createBlocks } from "./blocks.ts";
import { createSeries } from "./openmetrics.ts";
import { withMemory } from "./process-metrics.ts";
import { begin, end, scrapeEvery } from "./scene.ts";
import { simulate } from "./simulated.ts";

type VirtualTime = ReturnType<typeof createVirtualTime>;

/** Requires virtual time, including `Date.now`. */
export async function scrapeAll(time: VirtualTime, storage: string): Promise<void> {
  const { sections, act, close } = await simulate(time);
  const plans = plansOf(configSchema(collectors).parse({ nodes: sections }));
  const build = { version, revision: "preview" };
  const exporter = createExporter({ plans, build, log: pino({ level: "fatal" }) });
  const targets = Object.keys(sections).map((name) => {
    const target = exporter.target(name);
    if (!target) throw new Error(`the exporter has no node ${name}`);
    return { target, series: createSeries({ job: "avalanche-exporter", instance: `${name}:10652` }) };
  });
  const sleepers = [...plans.values()].reduce((sum, { jobs }) => sum + jobs.length, 0);
  const blocks = createBlocks(storage, "scrapes");
  exporter.start();
  for (let at = begin + scrapeEvery; at <= end; at += scrapeEvery) {
    act(at);
    await time.clock.pass(scrapeEvery, sleepers);
    const process = await exporter.process.text();
    for (const { target, series } of targets) {
      const text = target.exposition.text() + (await target.metrics.text()) + process;
      await blocks.write(series(withMemory(text, at), at), at);
    }
  }
  await exporter.stop();
  await close();
  await blocks.end();
}
