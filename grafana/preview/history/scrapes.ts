/** Runs an exporter with its simulated nodes for the whole history, and writes the scrapes as blocks of Prometheus's storage. */
import { pino } from "pino";
import { plansOf } from "../../../src/cli/node-plans.ts";
import { version } from "../../../src/cli/summaries.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { configSchema } from "../../../src/config/schema.ts";
import { createExporter, type Exporter, type Plans } from "../../../src/exporter/exporter.ts";
import { append, type Body, join, textOf } from "../../../src/prometheus/block.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { createRandom } from "../../../src/simulator/random.ts";
import { createSimulator, type SimulatorOptions } from "../../../src/simulator/simulator.ts";
import type { createVirtualTime } from "../../../test/load/virtual-time.ts";
import { createBlocks } from "./blocks.ts";
import { createSeries, type Labels } from "./openmetrics.ts";
import { begin, end, type Source, scrapeEvery } from "./scene.ts";

const job = "avalanche-exporter";

type VirtualTime = ReturnType<typeof createVirtualTime>;
type Simulated = { readonly url: string; readonly section: object; readonly close: () => Promise<void> };

/** Varies response times. */
const uneven = ({ clock }: VirtualTime, seed: string) => {
  const random = createRandom(seed);
  return (ms: number) => clock.pause(ms * Math.exp(0.5 * random.normal()));
};

async function simulate(options: SimulatorOptions, time: VirtualTime): Promise<Simulated> {
  const simulator = createSimulator({ ...options, pause: uneven(time, `pauses ${options.seed}`) });
  const url = await simulator.listen();
  const section = {
    watch: demoWatchOf(simulator.chain),
    validators: { detail: "top", top: 25 },
    collectors: { admin: { enabled: true }, blockchains: { enabled: true } },
  };
  return { url, section, close: simulator.close };
}

function plansFor(nodes: Readonly<Record<string, Simulated>>): Plans {
  const { "": main, ...others } = nodes;
  const named = Object.entries(others).map(([name, { url, section }]) => [name, { url, ...section }]);
  const own = main && { node: { url: main.url }, ...main.section };
  return plansOf(configSchema(collectors).parse({ ...own, nodes: Object.fromEntries(named) }));
}

/** Endpoint that Prometheus scrapes. */
type Page = { readonly labels: Labels; readonly body: () => Promise<Body> };

function pagesOf({ instance }: Source, exporter: Exporter): Page[] {
  const main = exporter.target("");
  const own = async () =>
    append(main ? main.page.body() : join([]), [
      ...(main ? [await main.metrics.text()] : []),
      await exporter.process.text(),
    ]);
  const named = exporter.targets().filter(({ name }) => name !== "");
  return [
    { labels: { job, instance }, body: own },
    ...named.map(({ name, metrics, page }) => ({
      labels: { job, instance, node: name },
      body: async () => append(page.body(), [await metrics.text()]),
    })),
  ];
}

/** Requires virtual time, including `Date.now`. */
export async function scrapeAll(source: Source, time: VirtualTime, storage: string): Promise<void> {
  const simulated = await Promise.all(
    Object.entries(source.nodes).map(async ([name, options]) => [name, await simulate(options, time)] as const),
  );
  const plans = plansFor(Object.fromEntries(simulated));
  const build = { version, revision: "preview" };
  const exporter = createExporter({ collectors, plans, build, log: pino({ level: "fatal" }) });
  const sleepers = [...plans.values()].reduce((sum, { jobs }) => sum + jobs.length, 0);
  const pages = pagesOf(source, exporter).map((page) => ({ ...page, series: createSeries(page.labels) }));
  const blocks = createBlocks(storage, source.name);
  exporter.start();
  for (let at = begin + scrapeEvery; at <= end; at += scrapeEvery) {
    await time.clock.pass(at - begin, sleepers);
    for (const { body, series } of pages) {
      await blocks.write(series(textOf(await body()), at), at);
    }
  }
  await exporter.stop();
  await Promise.all(simulated.map(([, { close }]) => close()));
  await blocks.end();
}
