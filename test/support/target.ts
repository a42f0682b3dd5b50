/** A target beside a simulated node, with short intervals. */
import { pino } from "pino";
import { onTestFinished, vi } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { createLayout } from "../../src/exporter/layout.ts";
import { createPlan, type Knobs } from "../../src/exporter/plan.ts";
import { createTarget } from "../../src/exporter/target.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { settings } from "./round.ts";

type Options = {
  readonly only: readonly string[];
  readonly simulator?: SimulatorOptions;
  /** Milliseconds. */
  readonly interval?: number;
  readonly timeout?: number;
  readonly knobs?: Partial<Knobs>;
  /** In place of the simulated node's. */
  readonly url?: string;
};
type LogLine = {
  readonly msg: string;
  readonly level: number;
  readonly collector?: string;
  readonly cause?: string;
};

export async function startTarget({ only, simulator: options, interval = 100, timeout = 1000, knobs, url }: Options) {
  const simulator = createSimulator(options);
  const address = await simulator.listen();
  const lines: LogLine[] = [];
  const log = pino({ level: "debug" }, { write: (line) => lines.push(JSON.parse(line)) });
  const plan = createPlan(collectors, {
    node: { url: url ?? address, timeout },
    settings: settings(),
    knobs: Object.fromEntries(
      collectors.map(({ name }) => [name, { enabled: only.includes(name), interval, timeout, ...knobs }]),
    ),
    limit: 1000,
  });
  const target = createTarget({ name: "", plan, layout: createLayout(collectors), log });
  onTestFinished(async () => {
    await target.stop();
    await simulator.close();
  });
  const data = () => Buffer.concat(target.page.text().plain).toString();
  const own = async () => Buffer.concat((await target.metrics.text()).plain).toString();
  /** Of one of the exporter's own series. */
  const value = async (series: string) => {
    const line = (await own()).split("\n").find((line) => line.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const stateOf = (name: string) => target.states().find(({ collector }) => collector === name)?.state;
  const until = (check: () => void | Promise<void>, within = 5000) =>
    vi.waitFor(check, { timeout: within, interval: 10 });
  return { simulator, target, lines, data, own, value, stateOf, until };
}
