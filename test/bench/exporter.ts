/** Starts an exporter with these settings, and its server. The first collector runs have ended. */
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import { configSchema } from "../../src/app/config/schema.ts";
import { createExporter } from "../../src/app/exporter.ts";
import { plansOf } from "../../src/app/plan.ts";
import { createServer } from "../../src/app/server/server.ts";
import { collectors } from "../../src/collectors/all.ts";

export async function startExporter(settings: object) {
  const config = configSchema(collectors).parse(settings);
  const build = { version: "0.0.0", revision: "unknown" };
  const log = pino({ level: "silent" });
  const exporter = createExporter({ plans: plansOf(config), build, log });
  const server = createServer({
    exporter,
    telemetryPath: config.web.telemetry_path,
    externalUrl: () => undefined,
    reload: () => undefined,
    log,
  });
  const origin = await server.listen({ host: "127.0.0.1", port: 0 });
  exporter.start();
  while (!exporter.ready()) await setTimeout(10);
  const target = exporter.target("");
  if (!target) throw new Error("there is no node");
  return { target, url: origin + config.web.telemetry_path };
}
