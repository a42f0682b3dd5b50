/** Writes the generated blocks of the README, or with --check says whether they are in step. */
import { readFile, writeFile } from "node:fs/promises";
import { collectors } from "../../src/collectors/all.ts";
import { measureLoads } from "../../test/load/hour.ts";
import { fillBlocks } from "./blocks.ts";
import { commandTable } from "./command-table.ts";
import { configTable } from "./config-table.ts";
import { costTable } from "./cost-table.ts";
import { exceptionTable } from "./exception-table.ts";
import { faultTable } from "./fault-table.ts";
import { callTable, lockTable } from "./load-table.ts";
import { methodTable } from "./method-table.ts";
import { collectorTable, metricTable, ownMetricTable } from "./metric-table.ts";
import { reasonTable } from "./reason-table.ts";
import { seriesTable } from "./series-table.ts";

const loads = await measureLoads();
const mainnet = { validators: 1500, l1s: 150, l1Validators: 15_000 };

const blocks = {
  commands: commandTable(),
  config: configTable(collectors),
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

const file = "README.md";
const before = await readFile(file, "utf8");
const after = fillBlocks(before, blocks);
if (before !== after) {
  if (process.argv.includes("--check")) {
    process.stderr.write(`${file} is out of step with the code: run npm run docs\n`);
    process.exitCode = 1;
  } else await writeFile(file, after);
}
