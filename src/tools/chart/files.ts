/** Generated files of the charts, by path relative to `helm/`. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { toJson } from "../docs/json.ts";
import { code, fillBlocks, table } from "../docs/markdown.ts";
import { dashboardFiles } from "../grafana/dashboards/files.ts";
import { alertmanagerJson } from "./alertmanager.ts";
import { alertsSchema, alertTable, rulesJson } from "./alerts.ts";
import { configDefinitions } from "./config-schema.ts";
import { readValues, schemaOfValues, tableOfValues } from "./values.ts";

type Files = ReadonlyMap<string, string>;
export const helmFolder = join(import.meta.dirname, "../../../helm");

const readFrom = (path: string) => readFile(join(helmFolder, path), "utf8");
/** Copies: tools that take a chart from git refuse or lose symbolic links. */
const licenseOf = async (chart: string) => [`${chart}/LICENSE`, await readFrom("../LICENSE")] as const;

const firstComment = (text: string) => (/^(# .*\n)+/.exec(text)?.[0] ?? "").replace(/^# /gm, "").trim();

/** Returns a table of the values files in `folder` with the comment at their beginning. Throws if a file has none. */
async function exampleTable(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith("-values.yaml")).sort();
  const rows = names.map(async (name) => {
    const description = firstComment(await readFile(join(folder, name), "utf8"));
    if (description === "") throw new Error(`${name} does not begin with a comment that describes it`);
    return [code(`ci/${name}`), description.replaceAll("\n", " ")];
  });
  return table(["Values file", "Example"], await Promise.all(rows));
}

async function exporterFiles(chart: string): Promise<Files> {
  const keys = readValues(await readFrom(`${chart}/values.yaml`));
  const blocks = {
    values: tableOfValues(keys),
    alerts: alertTable(),
    examples: await exampleTable(join(helmFolder, chart, "ci")),
  };
  return new Map([
    [
      `${chart}/values.schema.json`,
      toJson(schemaOfValues(keys, { ...configDefinitions(), alerts: alertsSchema() }), 4),
    ],
    [`${chart}/README.md`, fillBlocks(await readFrom(`${chart}/README.md`), blocks)],
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
    [`${chart}/README.md`, fillBlocks(await readFrom(`${chart}/README.md`), { values: tableOfValues(keys) })],
    await licenseOf(chart),
  ]);
}

export const chartFiles = async (): Promise<Files> =>
  new Map([...(await exporterFiles("avalanche-exporter")), ...(await sidecarFiles("avalanche-exporter-sidecar"))]);
