/** The exporter from its configuration to its end, for `serve` and `demo`. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import type { Loaded } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress } from "../config/values.ts";
import { createExporter, type Exporter } from "../exporter/exporter.ts";
import type { Build } from "../exporter/self-metrics.ts";
import { untilNobodyWaits } from "../http/arrivals.ts";
import { createServer } from "../http/server.ts";
import { buildOf } from "./build.ts";
import { type Exit, exit, type Io, refuse } from "./io.ts";
import { everyAddress, listeningFault, localUrl } from "./listening.ts";
import { createLog } from "./log.ts";
import { plansOf } from "./plans.ts";
import { createReload } from "./reload.ts";

/** Scrapes under way may end, for this long. */
const grace = 10_000;

type Options = {
  /** Gets the URL. */
  readonly onListening: (url: string, log: Logger) => void;
  /** Reads the configuration anew. */
  readonly load: () => Promise<Loaded>;
};

/** Runs until `io.stop`. */
export async function runExporter(io: Io, first: Config, { onListening, load }: Options): Promise<Exit> {
  const log = await createLog(first.log, io);
  io.onCrash((err) => log.fatal({ err }, "this is a bug: please report it"));
  const opened = await webOf(first, log);
  if (!opened.ok) return refuse(io, opened.errors);
  const { web } = opened;
  const build = buildOf(io);
  introduce(first, build, log);
  const exporter = createExporter({ collectors, plans: plansOf(first), build, log });
  const { reload, config } = createReload(first, { load, exporter, log });
  const port = () => (server.server.address() as AddressInfo).port;
  const server = createServer({
    exporter,
    telemetryPath: first.web.telemetry_path,
    externalAddress: () => config().web.external_address ?? `${hostname()}:${port()}`,
    reload: () => (config().web.enable_lifecycle ? reload() : undefined),
    web,
  });
  const { host = everyAddress(networkInterfaces()), port: wanted } = first.web.listen_address;
  try {
    await server.listen({ host, port: wanted });
  } catch (error) {
    io.err(`web.listen_address ${z.encode(listenAddress, first.web.listen_address)}: ${listeningFault(error)}\n`);
    web?.close();
    return exit.failed;
  }
  exporter.start();
  onListening(localUrl({ ...first.web.listen_address, port: port() }, web?.https ? "https" : "http"), log);
  io.onReload(() => void reload());
  if (!io.stop.aborted) await once(io.stop, "abort");
  log.info("stopping");
  web?.close();
  await shutDown(server, exporter);
  return exit.ok;
}

/** Of a node's URL only the origin: the rest may hold a secret. */
function introduce({ node, nodes, collectors }: Config, build: Build, log: Logger) {
  const all = [...(node ? [["", node] as const] : []), ...Object.entries(nodes)];
  const [only] = all;
  const on = Object.entries(collectors).flatMap(([name, { enabled }]) => (enabled ? [name] : []));
  log.info({ ...build, nodeJs: process.versions.node }, "avalanche-exporter");
  if (all.length === 1 && only) log.info({ origin: new URL(only[1].url).origin }, "one node");
  else log.info({ nodes: all.length }, "several nodes");
  log.info({ on: on.join(" ") }, "collectors");
}

/** Its library of passwords is loaded by none but who needs it. */
async function webOf({ web: { config_file } }: Config, log: Logger) {
  if (config_file === undefined) return { ok: true, web: undefined } as const;
  const { openWeb } = await import("../web/web.ts");
  return openWeb(config_file, log);
}

async function shutDown(server: FastifyInstance, exporter: Exporter) {
  await untilNobodyWaits(server.server);
  const late = setTimeout(() => server.server.closeAllConnections(), grace);
  await Promise.all([server.close(), exporter.stop()]);
  clearTimeout(late);
}
