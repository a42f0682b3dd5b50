/** The exporter's server, as the settings describe it. */
import { optionsOfChild, reportReady } from "./child.ts";
import { startExporter } from "./exporter.ts";

export type ExporterOptions = { readonly settings: object };
export type Exporting = { readonly url: string };

const { settings } = optionsOfChild<ExporterOptions>();
const { url } = await startExporter(settings);
reportReady({ url } satisfies Exporting);
