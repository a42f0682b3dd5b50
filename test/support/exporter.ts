/** An exporter with the configuration of a file. */
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { onTestFinished } from "vitest";
import { configSchema } from "../../src/app/config/schema.ts";
import { createExporter, type Exporter } from "../../src/app/exporter.ts";
import { plansOf } from "../../src/app/plan.ts";
import { createServer, type ServerOptions } from "../../src/app/server/server.ts";
import { type CollectorName, collectors } from "../../src/collectors/all.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { withoutNetwork, withoutStates } from "./exposition.ts";

const build = { version: "1.2.3", revision: "abc" };

/** Returns a configuration in which only these collectors are enabled. */
export const onlyCollectors = (...names: readonly CollectorName[]) =>
  Object.fromEntries(collectors.map(({ name }) => [name, { enabled: names.some((one) => one === name) }]));

/** Registers what ends with the test: onTestFinished. With afterAll, all tests of the file share it, and must not change it. */
export type OnEnd = (end: () => Promise<void>) => void;

/** Starts a simulated node. `calls` holds the method of each call to it. */
export async function startNode(options: Omit<SimulatorOptions, "onCall"> = {}, onEnd: OnEnd = onTestFinished) {
  const calls: (string | undefined)[] = [];
  const simulator = createSimulator({ ...options, onCall: ({ method }) => calls.push(method) });
  onEnd(() => simulator.close());
  return { simulator, url: await simulator.listen(), calls };
}

export async function startExporter(first: object, onEnd: OnEnd = onTestFinished, clock = systemClock) {
  const plans = (config: object) => plansOf(configSchema(collectors).parse(config));
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => lines.push(line) });
  const exporter = createExporter({ plans: plans(first), build, log, clock });
  onEnd(() => exporter.stop());
  exporter.start();
  return {
    exporter,
    /** Returns the logged warnings and errors. */
    logged: () => lines.map((line) => JSON.parse(line)),
    apply: (config: object) => exporter.apply(plans(config)),
    data: async (name = "") => withoutStates(withoutNetwork(exporter.target(name)?.exposition.text() ?? "")),
    own: async (name = "") => (await exporter.target(name)?.metrics.text()) ?? "",
    stateOf: (collector: string, name = "") =>
      exporter
        .target(name)
        ?.collectorStates()
        .find((one) => one.collector === collector)?.state.kind,
  };
}

export async function startServer(
  exporter: Exporter,
  { port: wanted = 0, ...options }: Partial<Omit<ServerOptions, "exporter">> & { readonly port?: number } = {},
  onEnd: OnEnd = onTestFinished,
) {
  const server = createServer({
    exporter,
    telemetryPath: "/metrics",
    externalUrl: () => undefined,
    log: pino({ level: "silent" }),
    reload: () => undefined,
    ...options,
  });
  await server.listen({ host: "127.0.0.1", port: wanted });
  onEnd(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return { server, url: `${options.web?.https ? "https" : "http"}://127.0.0.1:${port}`, port };
}

/** Returns the raw response, without decompression. */
export async function rawRequest(url: string, headers: Record<string, string> = {}, method = "GET") {
  const sent = request(url, { method, headers, agent: false }).end();
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}
