/** A collector run over large sets, from the text of the responses to the text of the page, as a ratio of JSON.parse. */

import { methodOf, type ReadMethodName, type WireResult } from "../../src/api/contract.ts";
import { primaryNetwork } from "../../src/api/ids.ts";
import { collectors } from "../../src/collectors/all.ts";
import type { Collector } from "../../src/collectors/collector.ts";
import { pValidators } from "../../src/collectors/p-validators.ts";
import type { Settings } from "../../src/collectors/settings.ts";
import { subnets } from "../../src/collectors/subnets.ts";
import { type Collected, collect } from "../../src/exporter/collect.ts";
import { createLayout } from "../../src/exporter/layout.ts";
import { renderFamilies } from "../../src/exposition/exposition.ts";
import { createPage } from "../../src/exposition/page.ts";
import type { CallOptions, NodeClient } from "../../src/rpc/client.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { fakeClient, settings } from "../support/run-collector.ts";
import { compare, type Pair } from "./stats.ts";
import { type Row, type Section, sectionOf } from "./table.ts";

type Work = () => unknown;

const whole = "from response text to exposition";

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

/** The complete run and its parts. Each part takes the result of the previous one. */
async function workOn(collector: Collector, given: Settings, [bodies, later]: readonly [Bodies, Bodies]) {
  const session = collector.configure(given)?.createSession();
  if (!session) throw new Error("nothing to do");
  const page = createPage(createLayout(collectors), () => performance.now());
  const { signal } = new AbortController();
  /** A collector run with the lists that `list` returns. */
  const round = (list: (subnet: string) => unknown) => {
    const others = fakeClient({});
    const call = async (options: CallOptions, name: ReadMethodName, params: { readonly subnetID?: string }) =>
      name === method
        ? list(params.subnetID ?? primaryNetwork)
        : others.call(options, name as "info.upgrades", params as never);
    const client = { call: call as NodeClient["call"], nodeId: () => undefined };
    return collect(session, client, { signal, timeout: undefined, limit: 1_000_000 });
  };
  const publish = ({ outcome }: Collected) => page.publish(collector.name, outcome, minute, signal);
  const checkedOf = (some: Bodies) => new Map([...some].map(([subnet, body]) => [subnet, check(parse(body))]));
  const wires = [...bodies.values()].map(parse);
  const checked = [checkedOf(bodies), checkedOf(later)] as const;
  const ended = [
    await round((subnet) => checked[0].get(subnet)),
    await round((subnet) => checked[1].get(subnet)),
  ] as const;
  const render = ({ outcome }: Collected) => {
    const samples = [...outcome.values()].flatMap((samples) => (samples === "keep" ? [] : samples));
    return [...renderFamilies(samples)];
  };
  await publish(ended[0]);
  let turns = 0;
  /** One after the other, since the next run is not the same. */
  const inTurn = <T>([one, other]: readonly [T, T]) => (turns++ % 2 === 0 ? one : other);
  const work: Readonly<Record<string, Work>> = {
    [whole]: () => {
      const of = inTurn([bodies, later]);
      return round((subnet) => check(parse(of.get(subnet) ?? ""))).then(render);
    },
    "of which: check by the contract": () => wires.map(check),
    "of which: map": () => {
      const of = inTurn(checked);
      return round((subnet) => of.get(subnet));
    },
    "of which: render": () => render(inTurn(ended)),
    "then: compress the changes of a minute, in the thread pool": () => publish(inTurn(ended)),
  };
  return { work, series: page.series(collector.name) };
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
  rounds: number,
  times: number,
) {
  const { work, series } = await workOn(collector, settings, bodies);
  const texts = [...bodies[0].values()];
  const rows: Row[] = [];
  for (const [what, ours] of Object.entries(work)) {
    const pairs: Pair[] = [];
    for (let round = 0; round <= rounds; round++) {
      const reference = await time(() => texts.map((text) => JSON.parse(text)), times);
      const pair = { reference, ours: await time(ours, times) };
      if (round > 0) pairs.push(pair); // the first only warms up
    }
    rows.push({ what, result: compare(pairs), ...(what === whole && { goal: 8 }) });
  }
  const bytes = texts.reduce((sum, text) => sum + text.length, 0);
  const size = `${Math.round(bytes / 1000).toLocaleString("en")} kB of JSON, ${series.toLocaleString("en")} series`;
  return sectionOf(`Run over ${what} against JSON.parse of the answers: ${size}`, rows);
}

/** `times`: repetitions of one side per measurement. */
export async function measureRounds(rounds: number, times: number): Promise<Section[]> {
  const primary = await bodiesOf({ validators: 1500 }, () => [primaryNetwork]);
  const l1s = await bodiesOf({ l1s: 150, l1Validators: 15_000 }, l1sOf);
  const subnet_ids = [...l1s[0].keys()].map((id) => ({ id, alias: "" }));
  const all = { validators: { detail: "all" } } as const;
  const of = { what: "1,500 validators", collector: pValidators, settings: settings(all) };
  const ofL1s = {
    what: "15,000 L1 validators in 150 L1s",
    collector: subnets,
    settings: settings({ watch: { subnet_ids } }),
  };
  return [await measure(of, primary, rounds, times), await measure(ofL1s, l1s, rounds, times)];
}
