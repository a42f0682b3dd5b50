/** A simulated node for the doctor, with a date that only moves on request. */
import { text } from "node:stream/consumers";
import { nodeText } from "../../../src/app/cli/doctor.ts";
import { configSchema } from "../../../src/app/config/schema.ts";
import { examine, type NodeReport } from "../../../src/app/doctor/examine.ts";
import { plansOf } from "../../../src/app/plan.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { systemClock } from "../../../src/lib/clock.ts";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import type { Simulator, SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { startNode } from "../../support/exporter.ts";
import { serve } from "../../support/server.ts";

const begin = Date.UTC(2026, 10, 21, 12);

/** Simulated time, shared by nodes and doctor. Long operations only take simulated time. */
export function createTime() {
  let elapsed = 0;
  return {
    now: () => begin + elapsed,
    pass: (seconds: number) => {
      elapsed += 1000 * seconds;
    },
    pause: async (ms: number) => {
      elapsed += ms;
    },
  };
}
export type Time = ReturnType<typeof createTime>;

export type Front = {
  /** Seconds by which the node's clock is ahead. */
  readonly ahead?: number;
  /** Replaces results of the node. */
  readonly alter?: (method: string, result: never) => unknown;
};

/** A load balancer in front of nodes, which alternate per connection. It sends the simulated time. */
export async function startFront(urls: readonly string[], time: Time, { ahead = 0, alter }: Front = {}) {
  const nodes = new Map<unknown, string>();
  const { url } = await serve(async (incoming, response) => {
    const { socket, url: path = "" } = incoming;
    const node = nodes.get(socket) ?? urls[nodes.size % urls.length] ?? "";
    nodes.set(socket, node);
    const body = await text(incoming);
    const answer = await fetch(node + path, { method: "POST", headers: { "content-type": "application/json" }, body });
    const date = new Date(time.now() + 1000 * ahead).toUTCString();
    response.writeHead(answer.status, { "node-id": answer.headers.get("node-id") ?? "", date });
    if (!alter || answer.status !== 200) return response.end(await answer.text());
    const { result, ...rest } = JSON.parse(await answer.text());
    return response.end(JSON.stringify({ ...rest, result: alter(JSON.parse(body).method, result as never) }));
  });
  return url;
}

/** A simulated node behind a front. */
export async function startPatient(time: Time, options: SimulatorOptions = {}, front: Front = {}) {
  const { simulator, url, calls } = await startNode({ now: time.now, pause: time.pause, ...options });
  return { simulator, calls, url: await startFront([url], time, front) };
}

/** Watches everything. */
export const everything = (simulator: Simulator) => ({ watch: demoWatchOf(simulator.chain) });

/** A timeout and intervals at which calls are not slow, also on a busy machine. */
const timeout = "1h";
export const longIntervals = Object.fromEntries(collectors.map(({ name }) => [name, { interval: "1h", timeout }]));

type Given = {
  readonly node?: object;
  readonly watch?: object;
  readonly collectors?: Readonly<Record<string, object>>;
};

/** Returns the reports of the doctor on the nodes of this configuration. */
export function reportsOn({ collectors: own = {}, node = {}, ...config }: Given, time: Time) {
  const merged = Object.entries(longIntervals).map(([name, options]) => [name, { ...options, ...own[name] }]);
  const parsed = configSchema(collectors).parse({
    ...config,
    node: { timeout, ...node },
    collectors: Object.fromEntries(merged),
  });
  const nodes = [...plansOf(parsed)].map(([name, plan]) => ({ name, plan }));
  return examine(nodes, new AbortController().signal, { ...systemClock, date: time.now });
}

/** Formats reports, with a constant port and without durations of calls. */
export const textOf = (reports: readonly NodeReport[]) =>
  reports
    .map((report) => nodeText(report, false))
    .join("\n")
    .replace(/(127\.0\.0\.1|localhost):\d{5}/g, "$1:9650")
    .replace(/(?<=✔ (reachability: .* took|cost: .* those of) ).+/g, "…");

/** Returns the reports without the findings that are ok. */
export const withoutOk = (reports: readonly NodeReport[]): readonly NodeReport[] =>
  reports.map((report) => ({ ...report, findings: report.findings.filter(({ level }) => level !== "ok") }));
