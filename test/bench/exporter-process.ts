/** The exporter's server and the simulated node that it collects from. */
import { createSimulator } from "../../src/simulator/simulator.ts";
import { optionsOfChild, tellReady } from "./child.ts";
import { startExporter } from "./exporter.ts";

/** `args` as on the exporter's command line. */
export type ExporterOptions = { readonly validators: number; readonly args: readonly string[] };
export type Exporting = { readonly url: string };

const { validators, args } = optionsOfChild<ExporterOptions>();
const node = await createSimulator({ validators }).listen();
const { url } = await startExporter([`--node.url=${node}`, ...args]);
tellReady({ url } satisfies Exporting);
