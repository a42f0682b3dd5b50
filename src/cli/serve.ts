/** Runs the exporter, for `serve` and `demo`. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import * as z from "zod";
import type { LoadResult } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress } from "../config/values.ts";
import { createExporter } from "../exporter/exporter.ts";
import type { Build } from "../exporter/process-metrics.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { showUrl } from "../lib/redaction.ts";
import { createServer } from "../server/server.ts";
import { readBuild } from "./build.ts";
import { command } from "./command.ts";
import { type ExitCode, exitCodes, type Io, printErrors } from "./io.ts";
import { listenErrorMessage, localUrl } from "./listen-address.ts";
import { createLog } from "./log.ts";
import { nodesOf, plansOf } from "./node-plans.ts";
import { createReload } from "./reload.ts";

/** Time limit for requests in flight at shutdown. */
const shutdownGraceMs = 10_000;

type Options = {
  readonly onListening: (url: string, log: Logger) => void;
  readonly load: () => Promise<LoadResult>;
  /** The system clock by default. */
  readonly clock?: Clock;
};

/** Runs the exporter until `io.stop` and closes everything it opened. Returns the exit code. */
export async function runExporter(
  io: Io,
  first: Config,
  { onListening, load, clock = systemClock }: Options,
): Promise<ExitCode> {
  const log = await createLog(first.log, io);
  io.onCrash((err) => log.fatal({ err }, "unexpected error (please report this bug)"));
  const { config_file: webFile } = first.web;
  // loads the password library only if it is used
  const opened =
    webFile === undefined ? undefined : await (await import("../server/security/security.ts")).openWeb(webFile, log);
  if (opened?.ok === false) return printErrors(io, opened.errors);
  const web = opened?.web;
  const { version, revision } = await readBuild(io.env);
  const build = { version, revision };
  logStartup(first, build, log);
  const exporter = createExporter({ plans: plansOf(first), build, log, clock });
  const { reload, config } = createReload(first, { load, exporter, log });
  const port = () => (server.server.address() as AddressInfo).port;
  const server = createServer({
    exporter,
    telemetryPath: first.web.telemetry_path,
    externalUrl: () => config().web.external_url,
    reload: () => (config().web.enable_lifecycle ? reload() : undefined),
    web,
    log,
  });
  // an empty host is every interface, of IPv6 and IPv4
  const { host = "", port: wanted } = first.web.listen_address;
  try {
    await server.listen({ host, port: wanted });
  } catch (error) {
    web?.close();
    const address = z.encode(listenAddress, first.web.listen_address);
    return printErrors(io, [`web.listen_address ${address}: ${listenErrorMessage(error)}`], exitCodes.failed);
  }
  exporter.start();
  onListening(localUrl({ ...first.web.listen_address, port: port() }, web?.https ? "https" : "http"), log);
  io.onReload(() => void reload());
  if (!io.stop.aborted) await once(io.stop, "abort");
  log.info("stopping");
  web?.close();
  const late = setTimeout(() => server.server.closeAllConnections(), shutdownGraceMs);
  await Promise.all([server.close(), exporter.stop()]);
  clearTimeout(late);
  return exitCodes.ok;
}

function logStartup(config: Config, build: Build, log: Logger) {
  const [first, ...others] = nodesOf(config);
  const enabled = Object.entries(config.collectors).flatMap(([name, { enabled }]) => (enabled ? [name] : []));
  const nodes = first && others.length === 0 ? { nodeUrl: showUrl(first.node.url) } : { nodes: others.length + 1 };
  log.info({ ...build, nodeJs: process.versions.node, ...nodes, collectors: enabled.join(" ") }, "starting");
}

export const serve = command({
  name: "serve",
  uses: () => true,
  examples: [
    "--node.url http://127.0.0.1:9650",
    "--watch.node-id NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
    "--config.file /etc/avalanche-exporter.yml",
  ],
  isReloadable: true,
  run: (io, config, _rest, load) => {
    const { telemetry_path: path } = config.web;
    return runExporter(io, config, { load, onListening: (url, log) => log.info({ url: url + path }, "listening") });
  },
});
