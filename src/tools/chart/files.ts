/** Generated files of the charts, by path relative to `helm/`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { toJson } from "../docs/json.ts";
import { dashboardFiles } from "../grafana/dashboards/files.ts";
import { alertmanagerJson } from "./alertmanager.ts";
import { alertsSchema, rulesJson } from "./alerts.ts";
import { configDefinitions } from "./config-schema.ts";
import { readValues, schemaOfValues } from "./values.ts";

type Files = ReadonlyMap<string, string>;
export const helmFolder = join(import.meta.dirname, "../../../helm");

const readFrom = (path: string) => readFile(join(helmFolder, path), "utf8");
/** Copies: tools that take a chart from git refuse or lose symbolic links. */
const licenseOf = async (chart: string) => [`${chart}/LICENSE`, await readFrom("../LICENSE")] as const;

async function exporterFiles(chart: string): Promise<Files> {
  const keys = readValues(await readFrom(`${chart}/values.yaml`));
  return new Map([
    [
      `${chart}/values.schema.json`,
      toJson(schemaOfValues(keys, { ...configDefinitions(), alerts: alertsSchema() }), 4),
    ],
    await licenseOf(chart),
    ...[...dashboardFiles()].map(([name, text]) => [`${chart}/files/${name}`, text] as const),
    [`${chart}/files/rules.json`, rulesJson()],
    [`${chart}/files/alertmanager.json`, await alertmanagerJson()],
  ]);
}

async function sidecarFiles(chart: string): Promise<Files> {
  const keys = readValues(await readFrom(`${chart}/values.yaml`));
  return new Map([
    [`${chart}/values.schema.json`, toJson(schemaOfValues(keys, configDefinitions()), 4)],
    await licenseOf(chart),
  ]);
}

export const chartFiles = async (): Promise<Files> =>
  new Map([...(await exporterFiles("avalanche-exporter")), ...(await sidecarFiles("avalanche-exporter-sidecar"))]);
