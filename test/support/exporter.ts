/** An exporter with the configuration of a file. */
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, onTestFinished } from "vitest";
import { plansOf } from "../../src/cli/node-plans.ts";
import { type CollectorName, collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { createExporter, type Exporter } from "../../src/exporter/exporter.ts";
import { join, textOf } from "../../src/exposition/block.ts";
import { createServer, type ServerOptions } from "../../src/server/server.ts";
import { createSimulator, type SimulatorOptions } from "../../src/simulator/simulator.ts";
import { withoutNetwork, withoutStates } from "./exposition.ts";

const build = { version: "1.2.3", revision: "abc" };

/** Returns a configuration in which only these collectors are enabled. */
export const onlyCollectors = (...names: readonly CollectorName[]) =>
  Object.fromEntries(collectors.map(({ name }) => [name, { enabled: names.some((one) => one === name) }]));

type NodeOptions = Omit<SimulatorOptions, "onCall">;
/** `calls` holds the method of each call to the node. */
async function listen(options: NodeOptions) {
  const calls: (string | undefined)[] = [];
  const simulator = createSimulator({ ...options, onCall: ({ method }) => calls.push(method) });
  return { simulator, url: await simulator.listen(), calls };
}

/** Starts a simulated node for the duration of the test. */
export async function startNode(options: NodeOptions = {}) {
  const node = await listen(options);
  onTestFinished(() => node.simulator.close());
  return node;
}

/** Starts a simulated node for all tests of the file, which must not change it. */
export async function shareNode(options: NodeOptions = {}) {
  const node = await listen(options);
  afterAll(() => node.simulator.close());
  return node;
}

export async function startExporter(first: object) {
  const plans = (config: object) => plansOf(configSchema(collectors).parse(config));
  const exporter = createExporter({ collectors, plans: plans(first), build, log: pino({ level: "silent" }) });
  onTestFinished(() => exporter.stop());
  exporter.start();
  return {
    exporter,
    apply: (config: object) => exporter.apply(plans(config)),
    data: async (name = "") => withoutStates(withoutNetwork(textOf(exporter.target(name)?.page.body() ?? join([])))),
    own: async (name = "") =>
      withoutNetwork(textOf(join([(await exporter.target(name)?.metrics.text()) ?? []].flat()))),
    stateOf: (collector: string, name = "") =>
      exporter
        .target(name)
        ?.collectorStates()
        .find((one) => one.collector === collector)?.state.kind,
  };
}

export async function startServer(exporter: Exporter, options: Partial<Omit<ServerOptions, "exporter">> = {}) {
  const server = createServer({
    exporter,
    telemetryPath: "/metrics",
    externalAddress: () => "exporter.example:10652",
    reload: () => undefined,
    ...options,
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => server.close());
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
