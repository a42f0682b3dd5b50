/** Writes the dashboards for grafana.com into a folder: on import, Grafana asks for the data source. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { uploadFiles } from "./dashboards/files.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: npm run upload -- FOLDER");
await mkdir(folder, { recursive: true });
for (const [name, text] of uploadFiles()) await writeFile(join(folder, name), text);
