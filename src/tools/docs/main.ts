/** Writes the generated files: the tables of the documents, the dashboards, the rules, the runbooks and the files of the charts. With --check
 *  it only reports those that are out of date. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { alerts, defaultAlerts } from "../../alerts/groups.ts";
import { collectors } from "../../collectors/all.ts";
import { chartFiles } from "../chart/files.ts";
import { ruleFiles, runbookFiles } from "../grafana/alert-files.ts";
import { dashboardFiles, panelCounts } from "../grafana/dashboards/files.ts";
import { alertList } from "./alert-tables.ts";
import { commandTable, configTable } from "./cli-tables.ts";
import { fillBlocks } from "./markdown.ts";
import { collectorTable, metricLists, ownMetricList } from "./metric-table.ts";
import { nodeFlagTable } from "./node-flag-table.ts";
import { reasonList, unavailableTable } from "./reason-table.ts";
import { seriesTable } from "./series-table.ts";
import { networkList, stateTable } from "./state-tables.ts";

const root = join(import.meta.dirname, "../../..");
const isCheck = process.argv.includes("--check");
const mainnet = { validators: 1500, l1s: 150, l1Validators: 15_000 };

/** Writes a file if its text has changed. */
async function writeGenerated(name: string, text: string): Promise<void> {
  const file = join(root, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) return;
  if (isCheck) {
    process.stderr.write(`${name} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** The tables of each document. */
const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "docs/cli.md": { commands: commandTable() },
  "docs/collectors.md": { collectors: collectorTable(collectors) },
  "docs/configuration.md": { config: configTable(collectors) },
  "docs/dashboards-and-alerts.md": { alerts: alertList() },
  "docs/deployment.md": { "node-flags": nodeFlagTable(collectors) },
  "docs/metrics.md": {
    metrics: metricLists(collectors),
    "own-metrics": ownMetricList(),
    series: await seriesTable(mainnet),
  },
  "docs/states.md": { networks: networkList(), states: stateTable() },
  "docs/troubleshooting.md": { reasons: reasonList(), unavailable: unavailableTable() },
};

for (const [name, tables] of Object.entries(documents))
  await writeGenerated(name, fillBlocks(await readFile(join(root, name), "utf8"), tables));
for (const [name, text] of [...dashboardFiles(), ...ruleFiles(), ...(await runbookFiles())])
  await writeGenerated(`grafana/${name}`, text);
for (const [name, text] of await chartFiles()) await writeGenerated(`helm/${name}`, text);

if (!isCheck) {
  const panels = panelCounts().map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`Panels: ${panels.join(", ")}\nAlerts: ${alerts.length}, by default ${defaultAlerts.length}\n`);
}
