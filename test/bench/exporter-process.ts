/** The exporter's server, as the command line describes it. */
import { optionsOfChild, reportReady } from "./child.ts";
import { startExporter } from "./exporter.ts";

export type ExporterOptions = { readonly args: readonly string[] };
export type Exporting = { readonly url: string };

const { args } = optionsOfChild<ExporterOptions>();
const { url } = await startExporter(args);
reportReady({ url } satisfies Exporting);
