/** Runs the exporter, for `serve` and `demo`. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import * as z from "zod";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { showUrl } from "../../lib/redaction.ts";
import { formatPath, type Path } from "../../lib/schema.ts";
import type { LoadResult } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { listenAddress } from "../config/values.ts";
import { createExporter, type Exporter } from "../exporter.ts";
import { createLog } from "../log.ts";
import { nodesOf, plansOf } from "../plan.ts";
import type { Build } from "../self-metrics.ts";
import { createServer } from "../server/server.ts";
import { listenErrorMessage, localUrl } from "../server-address.ts";
import { readBuild } from "./build.ts";
import { allSettings, command } from "./command.ts";
import { type ExitCode, exitCodes, type Io, printErrors } from "./io.ts";

/** Pause between two reloads, which read all files and stop collector runs. */
const reloadPauseMs = 1000;

const valueAt = (config: Config, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<Path[number], unknown>> | undefined)?.[key], config);

/** Returns an error for each setting that differs and that the schema marks with `restart`. */
const changesThatNeedRestart = (next: Config, now: Config): string[] =>
  allSettings
    .filter(({ needsRestart, path }) => needsRestart && !isDeepStrictEqual(valueAt(next, path), valueAt(now, path)))
    .map(({ path }) => `${formatPath(path)}: cannot be changed by a reload: restart the exporter`);

type ReloadOptions = { readonly load: () => Promise<LoadResult>; readonly exporter: Exporter; readonly log: Logger };

/** Creates `config`, which returns the configuration in effect, and `reload`, which applies a changed configuration, all of it or
 *  nothing, and returns the errors. Reloads run sequentially with a pause, and calls share a waiting reload. An unexpected error keeps
 *  the configuration. */
function createReload(first: Config, { load, exporter, log }: ReloadOptions) {
  let config = first;
  /** Resolves when the next reload can start. */
  let ready: Promise<unknown> = Promise.resolve();
  let waiting: Promise<readonly string[]> | undefined;

  async function apply(): Promise<readonly string[]> {
    try {
      const loaded = await load();
      const errors = loaded.ok ? changesThatNeedRestart(loaded.config, config) : loaded.errors;
      if (loaded.ok && errors.length === 0) {
        exporter.apply(plansOf(loaded.config));
        ({ config } = loaded);
        log.level = config.log.level;
        log.info("configuration reloaded");
      } else log.error({ errors }, "reloading the configuration failed; keeping the previous one");
      exporter.process.recordReload(errors.length === 0);
      return errors;
    } catch (err) {
      log.error({ err }, "reloading the configuration failed: unexpected error (please report this bug)");
      exporter.process.recordReload(false);
      return ["reload failed: see the log"];
    }
  }

  return {
    config: () => config,
    reload(): Promise<readonly string[]> {
      waiting ??= ready.then(() => {
        waiting = undefined;
        const applied = apply();
        ready = applied.then(() => sleep(reloadPauseMs, undefined, { ref: false }));
        return applied;
      });
      return waiting;
    },
  };
}

function logStartup(config: Config, build: Build, log: Logger) {
  const [first, ...others] = nodesOf(config);
  const enabled = Object.entries(config.collectors).flatMap(([name, { enabled }]) => (enabled ? [name] : []));
  const nodes = first && others.length === 0 ? { nodeUrl: showUrl(first.node.url) } : { nodes: others.length + 1 };
  log.info({ ...build, nodeJs: process.versions.node, ...nodes, collectors: enabled.join(" ") }, "starting");
}

/** Time limit for requests in flight at shutdown. */
const shutdownGraceMs = 10_000;

type Options = {
  readonly onListening: (url: string, log: Logger) => void;
  readonly load: () => Promise<LoadResult>;
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
  const { config_file: webFile, listen_address: wanted, telemetry_path: telemetryPath } = first.web;
  // loads the password library only if it is used
  const opened =
    webFile === undefined ? undefined : await (await import("../server/web-config.ts")).openWeb(webFile, log);
  if (opened?.ok === false) return printErrors(io, opened.errors);
  const web = opened?.web;
  const { version, revision } = await readBuild(io.env);
  const build = { version, revision };
  logStartup(first, build, log);
  const exporter = createExporter({ plans: plansOf(first), build, log, clock });
  const { reload, config } = createReload(first, { load, exporter, log });
  const server = createServer({
    exporter,
    telemetryPath,
    externalUrl: () => config().web.external_url,
    reload: () => (config().web.enable_lifecycle ? reload() : undefined),
    web,
    log,
  });
  try {
    // an empty host is every interface, of IPv6 and IPv4
    await server.listen({ host: wanted.host ?? "", port: wanted.port });
  } catch (error) {
    web?.close();
    const address = z.encode(listenAddress, wanted);
    return printErrors(io, [`web.listen_address ${address}: ${listenErrorMessage(error)}`], exitCodes.failed);
  }
  exporter.start();
  const { port } = server.server.address() as AddressInfo;
  onListening(localUrl({ host: wanted.host, port }, web?.https ? "https" : "http"), log);
  io.onReload(() => void reload());
  if (!io.stop.aborted) await once(io.stop, "abort");
  log.info("stopping");
  web?.close();
  const late = setTimeout(() => server.server.closeAllConnections(), shutdownGraceMs);
  await Promise.all([server.close(), exporter.stop()]);
  clearTimeout(late);
  return exitCodes.ok;
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
