/** Raw HTTP to a simulator, also in forms that no proper client sends. */
import { type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { requestOf } from "../../src/node-api/evm.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";

export const start = Date.parse("2026-03-01T12:00:00Z");
/** Options of a chain with few blocks, for tests that skip hours or days. */
export const fewBlocks = { blockEvery: 600, maxBlockGap: 3600, xBlockEvery: 3600 };
type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: string };
type Ask = {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
};

export function ask(url: string, { path = "/ext/bc/P", method = "POST", headers, body, signal }: Ask): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const given = headers ?? { "content-type": "application/json" };
    const sent = request({ hostname, port, path, method, headers: given, agent: false, ...(signal && { signal }) });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const answer = { status: response.statusCode ?? 0, headers: response.headers };
      text(response).then((read) => resolve({ ...answer, body: read }), reject);
    });
    sent.end(body);
  });
}
export const call = (method: string, params: unknown = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 1, ...requestOf(method, params) });

/** Starts a simulator with a clock that the test moves, closed after the test. */
export async function simulate(options: SimulatorOptions = {}) {
  const clock = { now: start };
  const simulator = createSimulator({ now: () => clock.now, ...options });
  const url = await simulator.listen();
  onTestFinished(() => simulator.close());
  return {
    simulator,
    clock,
    url,
    ask: (what: Ask) => ask(url, what),
    /** Returns the JSON of the response. */
    rpc: async (method: string, params: unknown = {}, path = "/ext/bc/P") =>
      JSON.parse((await ask(url, { path, body: call(method, params) })).body),
  };
}
