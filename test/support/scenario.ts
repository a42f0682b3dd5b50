/** The exporter of a simulated node in one of its scenarios. */
import { collectors } from "../../src/collectors/all.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { type Scenario, type ScenarioName, scenarios } from "../../src/simulator/scenarios.ts";
import { settings } from "./run-collector.ts";
import { startTarget } from "./target.ts";

const all: Readonly<Record<ScenarioName, Scenario>> = scenarios;
export const smallScenarios = (Object.keys(all) as ScenarioName[]).filter((name) => !all[name].large);

const only = collectors.map(({ name }) => name);
const start = Date.UTC(2026, 10, 21);

/** Runs all collectors once, so many seconds after the start, watching everything. Returns those that are not ok with
 *  their results, and the exposition. The clock is frozen, and slow responses take no time. With `first`, there
 *  is an earlier run, so many seconds after the start, and the queried node is watched, too. The last run is then repeated: collectors use
 *  facts that others have found in the run before. */
export async function runScenario(scenario: ScenarioName, seconds = 90, first?: number) {
  let now = start;
  const { target, data, own, value, stateOf, simulator } = await startTarget({
    only,
    simulator: { scenario, validators: 8, l1Validators: 5, now: () => now, pause: async () => {} },
    settings: (simulator) =>
      settings({ watch: { ...demoWatchOf(simulator.chain), own: first !== undefined }, validators: { detail: "all" } }),
    interval: 60_000,
  });
  for (const time of first === undefined ? [seconds] : [first, seconds, seconds]) {
    now = start + time * 1000;
    await target.once();
  }
  const states = only.flatMap((name) => {
    const state = stateOf(name);
    if (!state || state.kind === "ok") return [];
    return [[name, state.kind === "unavailable" ? state.reason : state]];
  });
  const ownText = await own();
  const failures = ownText.match(/^avax_exporter_collector_failures_total\{.*\} [1-9].*$/gm);
  const text = data();
  const values = (metric: string) =>
    [...text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)$`, "gm"))].map(([, value]) => Number(value));
  const up = await value("avax_up");
  return { states: Object.fromEntries(states), failures, up, data: text, own: ownText, values, simulator };
}
