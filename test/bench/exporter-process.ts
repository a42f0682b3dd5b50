/** The exporter's server and the simulated node that it collects from. */
import { pino } from "pino";
import { planOf } from "../../src/cli/run-exporter.ts";
import { collectors } from "../../src/collectors/all.ts";
import { loadConfig } from "../../src/config/load.ts";
import { createExporter } from "../../src/exporter/exporter.ts";
import { createServer } from "../../src/http/server.ts";
import { createSimulator } from "../../src/simulator/simulator.ts";
import { optionsOfChild, tellReady } from "./child.ts";

/** `args` as on the exporter's command line. */
export type ExporterOptions = { readonly validators: number; readonly args: readonly string[] };
export type Exporting = { readonly url: string };

const { validators, args } = optionsOfChild<ExporterOptions>();
const node = await createSimulator({ validators }).listen();
const loaded = await loadConfig({ argv: [`--node.url=${node}`, ...args], env: {}, collectors });
if (!loaded.ok) throw new Error(loaded.errors.join("\n"));
const build = { version: "0.0.0", revision: "unknown" };
const exporter = createExporter({ collectors, plan: planOf(loaded.config), build, log: pino({ level: "silent" }) });
const server = createServer({ exporter, telemetryPath: loaded.config.web.telemetry_path });
const origin = await server.listen({ host: "127.0.0.1", port: 0 });
exporter.start();
while (!exporter.ready()) await new Promise((resolve) => setTimeout(resolve, 10));
tellReady({ url: origin + loaded.config.web.telemetry_path } satisfies Exporting);
