/** Generates the dashboards, the rules and the defaults in the runbooks, and prints their sizes; --check fails if the files are out of
 *  date. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { alerts, defaultAlerts } from "../../app/alerts/groups.ts";
import { dashboardFiles, panelCounts } from "./dashboards/files.ts";
import { ruleFiles } from "./rule-files.ts";
import { runbookFiles } from "./runbooks.ts";

const folder = join(import.meta.dirname, "../../../grafana");
const isCheck = process.argv.includes("--check");

for (const [name, text] of [...dashboardFiles(), ...ruleFiles(), ...(await runbookFiles())]) {
  const file = join(folder, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
  if (isCheck) {
    process.stderr.write(`grafana/${name} is out of date with src: run npm run docs\n`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

if (!isCheck) {
  const panels = panelCounts().map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`Panels: ${panels.join(", ")}\nAlerts: ${alerts.length}, by default ${defaultAlerts.length}\n`);
}
