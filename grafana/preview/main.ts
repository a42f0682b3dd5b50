/** Draws a picture of each dashboard, and reports problems with panels on standard error. */
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { drawPicture, type Place, startBrowser } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { ensureHistory } from "./history/history.ts";
import { end, scrapeEvery } from "./history/scene.ts";
import type { Dashboard } from "./page/model.ts";
import { startPrometheus } from "./prometheus.ts";

const folder = join(import.meta.dirname, "..");
const say = (text: string) => process.stdout.write(text);
const complain = (text: string) => process.stderr.write(`${text}\n`);

const usage = `Usage: npm run previews [-- NAME… FLAGS]

  --allow-empty  Panels without data, and other problems, are no failure.
  --from FOLDER  Dashboards. (default: grafana/dashboards)
  --to FOLDER    Pictures. (default: grafana/previews)
`;

const dashboardsIn = (from: string): ReadonlyMap<string, string> =>
  new Map(globSync("*.json", { cwd: from }).map((file) => [basename(file, ".json"), join(from, file)]));

/** Draws a dashboard and returns its number of problems. */
async function drawOne(place: Place, name: string, file: string, to: string): Promise<number> {
  const dashboard = JSON.parse(await readFile(file, "utf8")) as Dashboard;
  const drawing = { dashboard, end, scrapeInterval: `${scrapeEvery / 1000}s` };
  const { png, problems } = await drawPicture(place, drawing);
  const picture = join(to, `${name}.png`);
  await writeFile(picture, png);
  say(`${relative("", picture)}: ${Math.ceil(png.length / 1000)} kB\n`);
  for (const { panel, what } of problems) complain(`${name}: ${panel ?? "the page"}: ${what}`);
  return problems.length;
}

async function drawAll(dashboards: ReadonlyMap<string, string>, to: string): Promise<number> {
  const storage = await ensureHistory(join(import.meta.dirname, ".history"), say);
  await mkdir(to, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const prometheus = stack.adopt(await startPrometheus(storage), ({ stop }) => stop());
  const browser = stack.adopt(await startBrowser(), (one) => one.close());
  const place = { browser, bundle: await bundle(), prometheus: prometheus.url };
  let problems = 0;
  for (const [name, file] of [...dashboards].sort()) {
    problems += await drawOne(place, name, file, to).catch((error: Error) => {
      complain(`${name}: ${error.message}`);
      return 1;
    });
  }
  return problems;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", short: "h", default: false },
    "allow-empty": { type: "boolean", default: false },
    from: { type: "string", default: join(folder, "dashboards") },
    to: { type: "string", default: join(folder, "previews") },
  },
});
const { "allow-empty": allowEmpty, from, to } = values;
const all = dashboardsIn(from);
const unknown = positionals.filter((name) => !all.has(name));
const wanted = new Map([...all].filter(([name]) => positionals.length === 0 || positionals.includes(name)));
if (values.help) say(usage);
else if (unknown.length > 0 || wanted.size === 0) {
  complain(`${from}: ${unknown.length > 0 ? `no such dashboard: ${unknown.join(", ")}` : "no dashboards"}`);
  process.exitCode = 2;
} else if ((await drawAll(wanted, to)) > 0 && !allowEmpty) process.exitCode = 1;
