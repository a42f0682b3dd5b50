/** Simulated nodes behind the fronts. Their clock moves only in steps, so that all values are known. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { createSimulator } from "../../../src/simulator/simulator.ts";
import { askedAt } from "../support/avalanche-node.ts";
import type { Answer, NodeName, Params } from "./misbehavior.ts";

export type Call = { readonly path: string; readonly id: number; readonly method: string; readonly params: Params };
/** Returns the response of a node to a call. */
export type Ask = (node: NodeName, call: Call) => Promise<Answer>;

const begin = Date.UTC(2026, 0, 15);
const step = 60_000;
/** A network whose upgrades are known from the node only. */
const network = "simulated";
const sameId = { seed: 7, network } as const;

/** Starts the first node and these others. */
export async function startNodes(...others: readonly NodeName[]) {
  let time = begin;
  const now = () => time;
  const create = {
    first: () => createSimulator({ ...sameId, now }),
    other: () => createSimulator({ seed: 8, network, now }),
    fuji: () => createSimulator({ ...sameId, now, network: "fuji" }),
    halted: () => createSimulator({ ...sameId, now, blocksFor: 1 }),
  } satisfies Record<NodeName, unknown>;
  const first = create.first();
  const simulators = new Map([["first" as NodeName, first], ...others.map((name) => [name, create[name]()] as const)]);
  const urls = new Map<NodeName, string>();
  for (const [name, simulator] of simulators) urls.set(name, await simulator.listen());
  const responses = new Map<string, Promise<Answer>>();

  async function askFor(node: NodeName, { path, method, params }: Call): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    const sent = request(`${urls.get(node)}${path}`, { method: "POST", headers });
    sent.end(JSON.stringify({ jsonrpc: "2.0", id: "ID", method, params }));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const { "content-type": type = "", "node-id": nodeId } = response.headers;
    return {
      status: response.statusCode ?? 0,
      headers: { "content-type": type, ...(nodeId !== undefined && { "node-id": String(nodeId) }) },
      body: await text(response),
    };
  }
  /** Calls the node once per clock step and caches the response. */
  const ask: Ask = async (node, call) => {
    const key = JSON.stringify([node, call.path, call.method, call.params]);
    const answer = responses.get(key) ?? askFor(node, call);
    responses.set(key, answer);
    const { body, ...rest } = await answer;
    return { ...rest, body: body.replace('"id":"ID"', `"id":${call.id}`) };
  };

  return {
    ask,
    /** Returns a client of the node that bypasses the front. */
    directly: (node: NodeName) => askedAt(urls.get(node) ?? ""),
    /** IDs of two validators. */
    validators: [1, 2].map((n) => first.chain.names.nodeId(n)),
    step() {
      time += step;
      responses.clear();
    },
    stop: () => Promise.all([...simulators.values()].map((simulator) => simulator.close())),
  };
}
export type Nodes = Awaited<ReturnType<typeof startNodes>>;
