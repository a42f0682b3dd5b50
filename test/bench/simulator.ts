/** Time of the simulated node at the size of mainnet, as ratios of the minimum work. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { callHandler } from "../../src/simulator/handlers/registry.ts";
import { toJson } from "../../src/simulator/json.ts";
import { createNode } from "../../src/simulator/node.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { startChild } from "./child.ts";
import { compare, type Pair, quantile } from "./stats.ts";
import { type Row, type Section, sectionOf } from "./table.ts";

type Work = () => unknown;
const large: SimulatorOptions = { scenario: "mainnet-size" };
const heavy = "platform.getCurrentValidators";
const light = "platform.getHeight";

/** Milliseconds of one time at the median. */
async function time(work: Work, times: number): Promise<number> {
  globalThis.gc?.();
  const taken: number[] = [];
  for (let i = 0; i < times; i++) {
    const begin = performance.now();
    await work();
    taken.push(performance.now() - begin);
  }
  return quantile(taken, 0.5);
}

/** Measures both in each repetition, the reference first. The first repetition only warms up. */
async function row(what: string, reference: Work, ours: Work, rounds: number, times: number): Promise<Row> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= rounds; round++) {
    const pair = { reference: await time(reference, times), ours: await time(ours, times) };
    if (round > 0) pairs.push(pair);
  }
  return { what, result: compare(pairs) };
}

async function start(options: SimulatorOptions) {
  using _process = await startChild(new URL("./node-process.ts", import.meta.url), options);
}

/** Responds to every call with the result of `write`. */
async function serve(write: () => string) {
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const text = write();
      response.writeHead(200, {
        "content-type": "application/json; charset=utf-8",
        "content-length": Buffer.byteLength(text),
      });
      response.end(text);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One call after the other on a connection that stays. */
function caller(url: string, method: string) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 });
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: {} });
  const headers = { "content-type": "application/json" };
  const call = async () => {
    const answer = await pool.request({ path: "/ext/bc/P", method: "POST", headers, body });
    return answer.body.arrayBuffer();
  };
  return { call, close: () => pool.close() };
}

/** Over HTTP, from a bare server that writes the same. */
async function overHttp(what: string, url: string, method: string, write: () => string, rounds: number, times: number) {
  using reference = await serve(write);
  const [bare, ours] = [caller(reference.url, method), caller(url, method)];
  try {
    return await row(what, bare.call, ours.call, rounds, times);
  } finally {
    await Promise.all([bare.close(), ours.close()]);
  }
}

export async function measureSimulator(rounds: number, times: number): Promise<Section> {
  const simulator = createSimulator(large);
  try {
    const url = await simulator.listen();
    const { chain } = simulator;
    const context = { chain, node: createNode({}, simulator.nodeId, chain.now()), now: chain.now() };
    const made = () => ({ jsonrpc: "2.0", result: callHandler(context, heavy, {}, undefined), id: 1 });
    const answer: unknown = JSON.parse(toJson(made()));
    const stringify = () => JSON.stringify(answer);
    const height = JSON.stringify({ jsonrpc: "2.0", result: { height: "23400000" }, id: 1 });
    const rows = [
      await row(
        "start, against the default size",
        () => start({}),
        () => start(large),
        Math.min(rounds, 3),
        1,
      ),
      {
        ...(await row("all validators, against JSON.stringify", stringify, () => toJson(made()), rounds, times)),
        goal: 2,
      },
      await overHttp("the same over HTTP, against a bare server", url, heavy, stringify, rounds, times),
      await overHttp("height over HTTP, against a bare server", url, light, () => height, rounds, 10 * times),
    ];
    const size = `${(stringify().length / 1e6).toFixed(1)} MB of JSON`;
    return sectionOf(`Simulated node of mainnet's size: all its validators are ${size}`, rows);
  } finally {
    await simulator.close();
  }
}
