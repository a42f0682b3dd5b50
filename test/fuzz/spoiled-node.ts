/** A simulated node with a frozen clock and some corrupted responses. */
import { text } from "node:stream/consumers";
import type { Collector } from "../../src/collectors/collector.ts";
import { collect, type RunResult } from "../../src/engine/collect.ts";
import { createExposition } from "../../src/engine/exposition.ts";
import { createStore } from "../../src/engine/store.ts";
import { formatJson, parseJson } from "../../src/lib/text.ts";
import { createNodeClient } from "../../src/node-api/client.ts";
import { methodOf } from "../../src/node-api/contract.ts";
import type { CallRecord } from "../../src/node-api/errors.ts";
import { primaryChains, primaryNetwork } from "../../src/node-api/ids.ts";
import { defaultQuorum } from "../../src/protocol/consensus.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { startNode } from "../support/exporter.ts";
import { callLimit } from "../support/limits.ts";
import { settings } from "../support/run-collector.ts";
import { serve } from "../support/server.ts";
import { type Spoiling, spoil } from "./wrong-json.ts";

/** By the number of the call. */
type Spoilt = ReadonlyMap<number, Spoiling>;
export type Run = {
  readonly ended: RunResult;
  readonly calls: readonly CallRecord[];
  /** Whether some corrupted response passes the contract. */
  readonly passed: boolean;
  readonly page: Buffer;
};

const resultOf = (body: string) => (parseJson(body) as { readonly result?: unknown } | null)?.result;

const start = Date.UTC(2026, 10, 21);

export async function startSpoiledNode() {
  const { simulator, url: behind } = await startNode({
    validators: 4,
    l1Validators: 3,
    runsL1: true,
    now: () => start,
  });
  const answers = new Map<string, object>();
  let spoilt: Spoilt = new Map();
  let count = 0;
  let passed = false;

  /** All members but the ID, which belongs to one call. */
  async function goodAnswer(path: string, { id: _, ...request }: { readonly id: unknown }) {
    const asked = path + JSON.stringify(request);
    const known = answers.get(asked);
    if (known) return known;
    const body = JSON.stringify({ ...request, id: 0 });
    const response = await fetch(behind + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const answer = parseJson(await response.text()) as object;
    answers.set(asked, answer);
    return answer;
  }
  const { url } = await serve(async (incoming, response) => {
    const spoiling = spoilt.get(count++);
    const request = JSON.parse(await text(incoming));
    const answer = { ...(await goodAnswer(incoming.url ?? "", request)), id: request.id };
    response.writeHead(200, { "content-type": "application/json", "node-id": simulator.nodeId });
    if (!spoiling) return response.end(formatJson(answer));
    const body = spoil(answer, spoiling);
    passed ||= body !== "" && methodOf(request.method.replace("_", ".")).result.safeParse(resultOf(body)).success;
    return response.end(body);
  });

  const watched = settings({ watch: demoWatchOf(simulator.chain), validators: { detail: "all" } });
  const [l1] = simulator.chain.subnets.l1s();
  const primary = primaryChains.map((chain) => ({ chain, blockchain_id: chain, subnet_id: primaryNetwork, alias: "" }));
  const tracked = l1 ? [{ chain: l1.chain, blockchain_id: l1.chain, subnet_id: l1.id, alias: l1.name }] : [];
  const chains = [...primary, ...tracked].map((chain) => ({
    ...chain,
    disconnectedIds: new Set<string>(),
    quorum: defaultQuorum,
  }));
  /** Runs a collector for the first time, with a new client. */
  async function runOf(collector: Collector, spoilings: Spoilt = new Map()): Promise<Run> {
    const session = collector.configure(watched)?.createSession();
    if (!session) throw new Error(`${collector.name} has nothing to do`);
    spoilt = spoilings;
    count = 0;
    passed = false;
    const calls: CallRecord[] = [];
    const client = createNodeClient({ url, timeout: callLimit, onCall: (record) => calls.push(record) });
    const { signal } = new AbortController();
    const needs = { chains, network: undefined, fees: {}, members: [], upgrades: undefined };
    const ended = await collect(session, client, { signal, needs, timeout: undefined, limit: 50_000 });
    await client.close();
    const now = () => 0;
    const store = createStore({ now });
    const page = createExposition({ metrics: new Set(collector.metrics), store });
    await store.publish(collector.name, ended.updates, 1, signal);
    return { ended, calls, passed, page: Buffer.from(page.text()) };
  }
  return { runOf };
}
