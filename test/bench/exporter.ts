/** An exporter as a command line describes it, whose first rounds have ended, and its server. */
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { planOf } from "../../src/cli/run-exporter.ts";
import { collectors } from "../../src/collectors/all.ts";
import { loadConfig } from "../../src/config/load.ts";
import { createExporter } from "../../src/exporter/exporter.ts";
import { createServer } from "../../src/http/server.ts";

export async function startExporter(argv: readonly string[]) {
  const loaded = await loadConfig({ argv, env: {}, collectors });
  if (!loaded.ok) throw new Error(loaded.errors.join("\n"));
  const { config } = loaded;
  const build = { version: "0.0.0", revision: "unknown" };
  const exporter = createExporter({ collectors, plan: planOf(config), build, log: pino({ level: "silent" }) });
  const server = createServer({ exporter, telemetryPath: config.web.telemetry_path });
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  exporter.start();
  while (!exporter.ready()) await setTimeout(10);
  return { exporter, url: origin + config.web.telemetry_path };
}
