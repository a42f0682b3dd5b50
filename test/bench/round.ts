/** A round over all validators, from the answer's text to the text that is ready to send, as a ratio of JSON.parse. */
import { collectors } from "../../src/collectors/all.ts";
import { pValidators } from "../../src/collectors/p-validators.ts";
import { methodOf } from "../../src/contract/contract.ts";
import { createLayout } from "../../src/exporter/layout.ts";
import { type Ended, runRound } from "../../src/exporter/round.ts";
import type { NodeClient } from "../../src/node/client.ts";
import { parseJson } from "../../src/node/json.ts";
import { createPage } from "../../src/prometheus/page.ts";
import { createSimulator } from "../../src/simulator/simulator.ts";
import { answering, settings } from "../support/round.ts";
import { compare, type Pair } from "./stats.ts";
import { formatTable, type Row } from "./table.ts";

type Work = () => unknown;
type Client = Pick<NodeClient, "call" | "nodeId">;

const method = "platform.getCurrentValidators";

/** As the node sends it. */
async function answerOf(validators: number): Promise<string> {
  const simulator = createSimulator({ validators });
  try {
    const response = await fetch(`${await simulator.listen()}/ext/bc/P`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} }),
    });
    return await response.text();
  } finally {
    await simulator.close();
  }
}

/** The whole and its parts. */
async function workOn(body: string) {
  const wire = () => (parseJson(body) as { readonly result: object }).result;
  const result = wire();
  const checked = methodOf(method).result.parse(result);
  const done: Client = { call: (async () => checked) as NodeClient["call"], nodeId: () => undefined };
  const reading = answering({ [method]: wire });
  const prepared = pValidators.prepare(settings({ validators: { detail: "all" } }));
  if (!prepared) throw new Error("nothing to do");
  const page = createPage(createLayout(collectors), () => performance.now());
  const { signal } = new AbortController();
  const map = (client: Client) => runRound(prepared.begin(), client, { signal, timeout: undefined, limit: 50_000 });
  const commit = ({ said }: Ended) => page.commit(pValidators.name, said, 60_000, () => true);
  const ended = await map(done);
  const work: Readonly<Record<string, Work>> = {
    "text to page": async () => commit(await map(reading)),
    "of it: parse, with exact integers": () => parseJson(body),
    "of it: check by the contract": () => methodOf(method).result.parse(result),
    "of it: map to samples": () => map(done),
    "of it: compress and join": () => commit(ended),
  };
  await commit(ended);
  return { work, series: page.series(pValidators.name) };
}

/** Milliseconds of one time, on average; what it leaves behind is its own cost, what was before it is not. */
async function time(work: Work, times: number): Promise<number> {
  globalThis.gc?.();
  const begin = performance.now();
  for (let i = 0; i < times; i++) await work();
  return (performance.now() - begin) / times;
}

/** `times`: repetitions of one side in one round. */
export async function measureRound(rounds: number, times: number): Promise<string> {
  const body = await answerOf(1500);
  const { work, series } = await workOn(body);
  const rows: Row[] = [];
  for (const [what, ours] of Object.entries(work)) {
    const pairs: Pair[] = [];
    for (let round = 0; round <= rounds; round++) {
      const pair = { reference: await time(() => JSON.parse(body), times), ours: await time(ours, times) };
      if (round > 0) pairs.push(pair); // the first only warms up
    }
    rows.push({ what, result: compare(pairs) });
  }
  const size = `${Math.round(body.length / 1000).toLocaleString("en")} kB of JSON, ${series.toLocaleString("en")} series`;
  return formatTable(`Round over 1,500 validators against JSON.parse of the answer: ${size}`, rows);
}
