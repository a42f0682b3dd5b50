/** A simulated node for the doctor, with a clock that only moves on request. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { doctorTargets } from "../../src/cli/doctor.ts";
import { sectionText } from "../../src/cli/doctor-text.ts";
import { collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { checks, compareReports, type NodeReport, runChecks } from "../../src/doctor/run-checks.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import type { Simulator, SimulatorOptions } from "../../src/simulator/simulator.ts";
import { startNode } from "../support/exporter.ts";
import { serve } from "../support/server.ts";

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
  readonly alter?: (asked: Asked, result: never) => unknown;
};
type Asked = {
  readonly method: string;
  readonly path: string;
  readonly params: { readonly chain?: string; readonly height?: string };
};

/** A load balancer in front of nodes, which alternate per connection. It sends the simulated time. */
export async function startFront(urls: readonly string[], time: Time, { ahead = 0, alter }: Front = {}) {
  const nodes = new Map<unknown, string>();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const { url } = await serve(async (incoming, response) => {
    const { socket, url: path = "", method } = incoming;
    const node = nodes.get(socket) ?? urls[nodes.size % urls.length] ?? "";
    nodes.set(socket, node);
    const body = await text(incoming);
    const sent = request(node + path, { agent, method, headers: incoming.headers }).end(body);
    const [answer] = (await once(sent, "response").catch(() => [undefined])) as [IncomingMessage | undefined];
    if (!answer) return response.destroy();
    const { connection: _, "content-length": __, ...own } = answer.headers;
    const date = new Date(time.now() + 1000 * ahead).toUTCString();
    response.writeHead(answer.statusCode ?? 0, { ...own, date });
    if (!alter || answer.statusCode !== 200) return answer.pipe(response);
    const { result, ...rest } = JSON.parse(await text(answer));
    const altered = result && alter({ ...JSON.parse(body), path }, result as never);
    return response.end(JSON.stringify({ ...rest, result: altered }));
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

/** Returns the findings of the doctor for each node of this configuration. */
export async function sectionsOf(config: object, time: Time): Promise<readonly NodeReport[]> {
  const parsed = configSchema(collectors).parse(config);
  const { signal } = new AbortController();
  const sections: NodeReport[] = [];
  for (const about of doctorTargets(parsed)) sections.push(await runChecks(about, { checks, now: time.now, signal }));
  return compareReports(sections);
}

/** Formats the findings as text, with a constant port. */
export const textOf = (sections: readonly NodeReport[]) =>
  sections
    .map((section) => sectionText(section, false))
    .join("\n")
    .replace(/(127\.0\.0\.1|localhost):\d{5}/g, "$1:9650");

export const outputOf = async (config: object, time: Time): Promise<string> => textOf(await sectionsOf(config, time));

/** Returns the findings without the list of disabled collectors, which grows with each new collector. */
export const withoutUnused = (sections: readonly NodeReport[]): readonly NodeReport[] =>
  sections.map((section) => ({
    ...section,
    findings: section.findings.filter(({ check }) => check !== "unused-features"),
  }));

/** Returns the problems and notes. */
export async function troublesOf(config: object, time: Time): Promise<readonly NodeReport[]> {
  const sections = withoutUnused(await sectionsOf(config, time));
  return sections.map(({ findings, ...section }) => ({
    ...section,
    findings: findings.filter(({ level }) => level !== "ok"),
  }));
}
