/** The exporter from its configuration to its end, for `serve` and `demo`. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress } from "../config/values.ts";
import { createExporter, type Exporter } from "../exporter/exporter.ts";
import { createPlan } from "../exporter/plan.ts";
import { createServer } from "../http/server.ts";
import { buildOf } from "./build.ts";
import { type Exit, exit, type Io } from "./io.ts";
import { everyAddress, listeningFault, localUrl } from "./listening.ts";

/** Scrapes under way may end, for this long. */
const grace = 10_000;

export const planOf = (config: Config) =>
  createPlan(collectors, {
    node: config.node,
    settings: { watch: config.watch, validators: config.validators, network: config.network },
    knobs: config.collectors,
    limit: config.series_limit,
  });

/** Runs until `io.stop`. `onListening` gets the URL. */
export async function runExporter(
  io: Io,
  config: Config,
  log: Logger,
  onListening: (url: string) => void,
): Promise<Exit> {
  const exporter = createExporter({ collectors, plan: planOf(config), build: buildOf(io), log });
  const server = createServer({ exporter, telemetryPath: config.web.telemetry_path });
  const { host = everyAddress(networkInterfaces()), port } = config.web.listen_address;
  try {
    await server.listen({ host, port });
  } catch (error) {
    io.err(`web.listen_address ${z.encode(listenAddress, config.web.listen_address)}: ${listeningFault(error)}\n`);
    return exit.failed;
  }
  exporter.start();
  const { port: chosen } = server.server.address() as AddressInfo;
  onListening(localUrl({ ...config.web.listen_address, port: chosen }));
  if (!io.stop.aborted) await once(io.stop, "abort");
  log.info("stopping");
  await shutDown(server, exporter);
  return exit.ok;
}

async function shutDown(server: FastifyInstance, exporter: Exporter) {
  const late = setTimeout(() => server.server.closeAllConnections(), grace);
  await Promise.all([server.close(), exporter.stop()]);
  clearTimeout(late);
}
