/** Writes the generated tables of the documents. With --check it reports the documents whose tables are out of date. */
import { readFile, writeFile } from "node:fs/promises";
import { collectors } from "../../src/collectors/all.ts";
import { exceptionTable } from "../../test/conformance/exception-table.ts";
import { faultTable } from "../../test/e2e/faults/fault-table.ts";
import { measureLoads } from "../../test/load/hour.ts";
import { callTable, lockTable } from "../../test/load/load-table.ts";
import { fillBlocks } from "./blocks.ts";
import { commandTable } from "./command-table.ts";
import { configTable } from "./config-table.ts";
import { costTable } from "./cost-table.ts";
import { methodTable } from "./method-table.ts";
import { collectorSummaryTable, collectorTable, metricTable, ownMetricTable } from "./metric-table.ts";
import { reasonTable } from "./reason-table.ts";
import { seriesTable } from "./series-table.ts";

const loads = await measureLoads();
const mainnet = { validators: 1500, l1s: 150, l1Validators: 15_000 };

const tables = {
  commands: commandTable(),
  config: configTable(collectors),
  "collector-summary": collectorSummaryTable(collectors),
  collectors: collectorTable(collectors),
  locks: lockTable(loads),
  calls: callTable(loads),
  cost: await costTable(collectors),
  series: await seriesTable(mainnet),
  metrics: metricTable(collectors),
  "own-metrics": ownMetricTable(),
  methods: methodTable(),
  reasons: reasonTable(),
  faults: faultTable(),
  "conformance-exceptions": exceptionTable(),
};

/** The tables of each document. */
const documents: Readonly<Record<string, readonly (keyof typeof tables)[]>> = {
  "README.md": ["collector-summary", "commands"],
  "CONTRIBUTING.md": ["conformance-exceptions"],
  "docs/avalanchego-api.md": ["methods"],
  "docs/cli.md": ["commands"],
  "docs/collectors.md": ["collectors", "locks", "calls", "cost"],
  "docs/configuration.md": ["config"],
  "docs/fault-behavior.md": ["faults"],
  "docs/metrics.md": ["metrics", "own-metrics", "series"],
  "docs/troubleshooting.md": ["reasons"],
};

for (const [file, names] of Object.entries(documents)) {
  const before = await readFile(file, "utf8");
  const after = fillBlocks(before, Object.fromEntries(names.map((name) => [name, tables[name]])));
  if (before === after) continue;
  if (process.argv.includes("--check")) {
    process.stderr.write(`${file} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else await writeFile(file, after);
}
