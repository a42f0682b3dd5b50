/** Generated files of the charts, by path relative to `helm/`. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fillBlocks } from "../../docs/src/blocks.ts";
import { dashboardFiles } from "../../grafana/src/dashboards/files.ts";
import { alertmanagerJson } from "./alertmanager.ts";
import { alertsSchema, alertTable, alertValues, renderDefaults, rulesJson } from "./alerts.ts";
import { configDefinitions } from "./config-schema.ts";
import { exampleTable } from "./examples.ts";
import { readValues, schemaOfValues, tableOfValues } from "./values.ts";

/** Folders that contain only generated files. */
export const generatedFolders = ["avalanche-exporter/files/dashboards"];

type Files = ReadonlyMap<string, string>;
export const helmFolder = join(import.meta.dirname, "..");

const readFrom = (path: string) => readFile(join(helmFolder, path), "utf8");
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

/** Copies of the dashboards: a chart cannot read files outside its own folder. */
const dashboards = (chart: string) =>
  [...dashboardFiles()]
    .filter(([name]) => name.startsWith("dashboards/"))
    .map(([name, text]) => [`${chart}/files/dashboards/${basename(name)}`, text] as const);

async function exporterFiles(chart: string): Promise<Files> {
  const values = renderDefaults(await readFrom(`${chart}/values.yaml`), "alerts", alertValues());
  const keys = readValues(values);
  const blocks = {
    values: tableOfValues(keys),
    alerts: alertTable(),
    examples: await exampleTable(join(helmFolder, chart, "ci")),
  };
  return new Map([
    [`${chart}/values.yaml`, values],
    [`${chart}/values.schema.json`, json(schemaOfValues(keys, { ...configDefinitions(), alerts: alertsSchema() }))],
    [`${chart}/README.md`, fillBlocks(await readFrom(`${chart}/README.md`), blocks)],
    [`${chart}/files/rules.json`, rulesJson()],
    [`${chart}/files/alertmanager.json`, await alertmanagerJson()],
    ...dashboards(chart),
  ]);
}

async function sidecarFiles(chart: string): Promise<Files> {
  const keys = readValues(await readFrom(`${chart}/values.yaml`));
  return new Map([
    [`${chart}/values.schema.json`, json(schemaOfValues(keys, configDefinitions()))],
    [`${chart}/README.md`, fillBlocks(await readFrom(`${chart}/README.md`), { values: tableOfValues(keys) })],
  ]);
}

export const chartFiles = async (): Promise<Files> =>
  new Map([...(await exporterFiles("avalanche-exporter")), ...(await sidecarFiles("avalanche-exporter-sidecar"))]);
