/** A collector run over large sets, from the text of the responses to the text of the page, as a ratio of JSON.parse. */
import type { Collector, Needs, Settings } from "../../src/collectors/collector.ts";
import { pValidators } from "../../src/collectors/primary-network.ts";
import { subnets } from "../../src/collectors/subnets.ts";
import { collect, type RunResult } from "../../src/engine/collect.ts";
import { createLineFormatter } from "../../src/engine/exposition.ts";
import type { CallOptions, NodeClient } from "../../src/node-api/client.ts";
import { methodOf, type ReadMethodName, type WireResult } from "../../src/node-api/contract.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { fakeClient, settings } from "../support/run-collector.ts";
import { compare, type Pair } from "./stats.ts";
import { type Section, sectionOf } from "./table.ts";

type Work = () => unknown;

const method = "platform.getCurrentValidators";

/** Answers by subnet. */
type Bodies = ReadonlyMap<string, string>;
const minute = 60_000;

/** As the node sends them, one for each subnet, and a minute later. */
async function bodiesOf(options: SimulatorOptions, subnets: (simulator: Simulator) => readonly string[]) {
  let now = Date.now();
  const simulator = createSimulator({ ...options, now: () => now });
  try {
    const url = `${await simulator.listen()}/ext/bc/P`;
    async function ask(): Promise<Bodies> {
      const bodies = new Map<string, string>();
      for (const subnetID of subnets(simulator)) {
        const headers = { "content-type": "application/json" };
        const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { subnetID } });
        bodies.set(subnetID, await (await fetch(url, { method: "POST", headers, body })).text());
      }
      return bodies;
    }
    const first = await ask();
    now += minute;
    return [first, await ask()] as const;
  } finally {
    await simulator.close();
  }
}
const l1sOf = ({ chain }: Simulator) => chain.subnets.l1s().map(({ id }) => id);

type Result = WireResult<typeof method>;
const parse = (body: string) => (JSON.parse(body) as { readonly result: Result }).result;
const check = (result: Result) => methodOf(method).result.parse(result);

const needs: Needs = { chains: [], network: undefined, fees: {}, members: [], upgrades: undefined };

/** The complete run, and its number of series. */
async function workOn(collector: Collector, given: Settings, bodies: readonly [Bodies, Bodies]) {
  const session = collector.configure(given)?.createSession();
  if (!session) throw new Error("nothing to do");
  const { signal } = new AbortController();
  let turns = 0;
  const runOnce = () => {
    const [first, later] = bodies;
    const current = turns++ % 2 === 0 ? first : later; // the next run is not the same
    const others = fakeClient({});
    const call = async (options: CallOptions, name: ReadMethodName, params: { readonly subnetID?: string }) =>
      name === method
        ? { result: check(parse(current.get(params.subnetID ?? primaryNetwork) ?? "")), seconds: 0 }
        : others.call(options, name as "info.upgrades", params as never);
    const client = { call: call as NodeClient["call"], nodeId: () => undefined };
    return collect(session, client, { signal, needs, timeout: undefined, limit: 1_000_000 });
  };
  const samplesOf = ({ updates }: RunResult) =>
    [...updates.values()].flatMap((entry) =>
      entry === "keep" ? [] : entry.observations.flatMap(({ samples }) => samples),
    );
  const work: Work = async () =>
    samplesOf(await runOnce())
      .map(createLineFormatter())
      .join("");
  return { work, series: samplesOf(await runOnce()).length };
}

/** Average milliseconds per repetition. Garbage counts only if it comes from the repetition. */
async function time(work: Work, times: number): Promise<number> {
  globalThis.gc?.();
  const begin = performance.now();
  for (let i = 0; i < times; i++) await work();
  return (performance.now() - begin) / times;
}

type Measured = { readonly what: string; readonly collector: Collector; readonly settings: Settings };

async function measure(
  { what, collector, settings }: Measured,
  bodies: readonly [Bodies, Bodies],
  repetitions: number,
  times: number,
) {
  const { work, series } = await workOn(collector, settings, bodies);
  const texts = [...bodies[0].values()];
  const pairs: Pair[] = [];
  for (let repetition = 0; repetition <= repetitions; repetition++) {
    const reference = await time(() => texts.map((text) => JSON.parse(text)), times);
    const pair = { reference, ours: await time(work, times) };
    if (repetition > 0) pairs.push(pair); // the first only warms up
  }
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const size = `${Math.round(bytes / 1000).toLocaleString("en")} kB of JSON, ${series.toLocaleString("en")} series`;
  return sectionOf(`Run over ${what} against JSON.parse of the answers: ${size}`, [
    { what: "from response text to exposition", result: compare(pairs), goal: 8 },
  ]);
}

/** `times`: repetitions of one side per measurement. */
export async function measureRuns(repetitions: number, times: number): Promise<Section[]> {
  const primary = await bodiesOf({ validators: 1500 }, () => [primaryNetwork]);
  const l1s = await bodiesOf({ l1s: 150, l1Validators: 15_000 }, l1sOf);
  const subnet_ids = [...l1s[0].keys()].map((id) => ({ id, alias: "" }));
  const all = { validators: { detail: "all" } } as const;
  const of = { what: "1,500 validators", collector: pValidators, settings: settings(all) };
  const ofL1s = {
    what: "15,000 L1 validators in 150 L1s",
    collector: subnets,
    settings: settings({ watch: { subnet_ids }, l1: { detail: "all" } }),
  };
  return [await measure(of, primary, repetitions, times), await measure(ofL1s, l1s, repetitions, times)];
}
