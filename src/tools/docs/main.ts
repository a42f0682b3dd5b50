/** Writes the generated tables of the documents. With --check it reports the documents whose tables are out of date. */
import { readFile, writeFile } from "node:fs/promises";
import { collectors } from "../../collectors/all.ts";
import { alertTable } from "./alert-table.ts";
import { fillBlocks } from "./blocks.ts";
import { commandTable } from "./command-table.ts";
import { configTable } from "./config-table.ts";
import { costTable } from "./cost-table.ts";
import { evidenceTable } from "./evidence-table.ts";
import { exitStatusTable } from "./exit-status-table.ts";
import { methodTable } from "./method-table.ts";
import { collectorTable, labelList, metricTable, ownMetricTable } from "./metric-table.ts";
import { nativeTable } from "./native-table.ts";
import { networkTable } from "./network-table.ts";
import { nodeFlagTable } from "./node-flag-table.ts";
import { reasonTable, unavailableTable } from "./reason-table.ts";
import { seriesTable } from "./series-table.ts";
import { stateTable } from "./state-table.ts";

const isCheck = process.argv.includes("--check");
const mainnet = { validators: 1500, l1s: 150, l1Validators: 15_000 };

/** The tables of each document. */
const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "docs/cli.md": { commands: commandTable(), "exit-statuses": exitStatusTable(), methods: methodTable() },
  "docs/collectors.md": { collectors: collectorTable(collectors), cost: await costTable(collectors) },
  "docs/configuration.md": { config: configTable(collectors) },
  "docs/dashboards-and-alerts.md": { alerts: alertTable() },
  "docs/deployment.md": { "node-flags": nodeFlagTable(collectors) },
  "docs/metrics.md": {
    metrics: metricTable(collectors),
    "own-metrics": ownMetricTable(),
    labels: labelList(collectors),
    series: await seriesTable(mainnet),
    native: nativeTable(),
  },
  "docs/states.md": { networks: networkTable(), states: stateTable(), evidence: evidenceTable() },
  "docs/troubleshooting.md": { reasons: reasonTable(), unavailable: unavailableTable() },
};

for (const [file, tables] of Object.entries(documents)) {
  const before = await readFile(file, "utf8");
  const after = fillBlocks(before, tables);
  if (before === after) continue;
  if (isCheck) {
    process.stderr.write(`${file} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else await writeFile(file, after);
}
