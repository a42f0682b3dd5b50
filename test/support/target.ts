/** A target with a simulated node and short intervals. */
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { type CollectorOptions, createPlan } from "../../src/app/plan.ts";
import { createTarget } from "../../src/app/target.ts";
import { collectors as all } from "../../src/collectors/all.ts";
import type { Collector, Settings } from "../../src/collectors/collector.ts";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import type { OnEnd } from "./exporter.ts";
import { withoutNetwork, withoutStates } from "./exposition.ts";
import { callLimit } from "./limits.ts";
import { settings } from "./run-collector.ts";
import { until } from "./until.ts";

type Options = {
  readonly only: readonly string[];
  readonly simulator?: SimulatorOptions;
  /** Milliseconds. */
  readonly interval?: number;
  readonly timeout?: number;
  /** Series. */
  readonly limit?: number;
  /** Settings of single collectors. */
  readonly collectorOptions?: Readonly<Record<string, CollectorOptions>>;
  /** Replaces all collectors. */
  readonly collectors?: readonly Collector[];
  /** Replaces that of the simulated node. */
  readonly url?: string;
  /** The watch list; empty by default. */
  readonly settings?: (simulator: Simulator) => Settings;
  readonly clock?: Clock;
  /** The date is that of `clock`, instead of that of the simulated node. */
  readonly ownDate?: boolean;
  readonly onEnd?: OnEnd;
};
type LogLine = {
  readonly msg: string;
  readonly level: number;
  readonly collector?: string;
  readonly fix?: string;
  readonly nodeUrl?: string;
  readonly reason?: string;
  readonly err?: { readonly message: string };
};

export async function startTarget({
  only,
  simulator: options,
  interval = 100,
  timeout = callLimit,
  limit = 1000,
  collectorOptions,
  onEnd = onTestFinished,
  ...given
}: Options) {
  const simulator = createSimulator(options);
  const { collectors = all } = given;
  const listening = await simulator.listen();
  const url = given.url ?? listening;
  const lines: LogLine[] = [];
  const log = pino({ level: "debug" }, { write: (line) => lines.push(JSON.parse(line)) });
  const config = {
    node: { url, timeout },
    settings: given.settings?.(simulator) ?? settings(),
    collectorOptions: Object.fromEntries(
      collectors.map(({ name }) => [
        name,
        { enabled: only.includes(name), interval, timeout, ...collectorOptions?.[name] },
      ]),
    ),
    limit,
  };
  const plan = createPlan(config, collectors);
  const { clock: base = systemClock, ownDate = false } = given;
  const clock = ownDate ? base : { ...base, date: simulator.chain.now };
  const target = createTarget({ name: "", plan, log, clock });
  onEnd(async () => {
    await target.stop();
    await simulator.close();
  });
  const data = () => withoutNetwork(target.exposition.text());
  /** Returns the samples of the collectors. */
  const collected = () => withoutStates(data());
  const own = () => target.metrics.text();
  /** Returns the value of one of the exporter's own series. */
  const value = async (series: string) => {
    const line = (await own()).split("\n").find((line) => line.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };
  const stateOf = (name: string) => target.collectorStates().find(({ collector }) => collector === name)?.state;
  return { simulator, url, target, lines, data, collected, own, value, stateOf, until };
}
