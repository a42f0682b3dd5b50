/** Draws a picture of each dashboard and one of an incident, and reports problems with panels on standard error. */
import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { dashboardOf, fingerprintOf, withFingerprint } from "../grafana/pictures.ts";
import { drawPicture, type Place, startBrowser } from "./browser.ts";
import { bundle } from "./bundle.ts";
import { ensureHistory } from "./history/history.ts";
import { ends, type Moment, scrapeEvery } from "./history/scene.ts";
import type { Dashboard } from "./page/model.ts";
import { startPrometheus } from "./prometheus.ts";

const folder = join(import.meta.dirname, "../../../grafana");
const print = (text: string) => process.stdout.write(text);
const complain = (text: string) => process.stderr.write(`${text}\n`);

const usage = `Usage: npm run previews [-- NAME… FLAGS]

NAME is that of a dashboard, or incident: the overview while a validator is offline.

  --allow-empty  Panels without data, and other problems, are no failure.
  --open         Collapsed rows are drawn open, too.
  --from FOLDER  Dashboards. (default: grafana/dashboards)
  --to FOLDER    Pictures. (default: grafana/previews)
`;

/** Picture to draw. */
type Picture = { readonly file: string; readonly moment: Moment };

function picturesIn(from: string): ReadonlyMap<string, Picture> {
  const files = globSync("*.json", { cwd: from }).sort();
  const pictures = files.map((name) => {
    const picture: Picture = { file: join(from, name), moment: "calm" };
    return [basename(name, ".json"), picture] as const;
  });
  const shown = pictures.find(([name]) => name === dashboardOf("incident"))?.[1];
  const incident: Picture | undefined = shown && { ...shown, moment: "incident" };
  return new Map([...pictures, ...(incident ? [["incident", incident] as const] : [])]);
}

type Options = { readonly to: string; readonly isOpen: boolean };

/** Draws a picture and returns its number of problems. */
async function drawOne(place: Place, [name, picture]: [string, Picture], { to, isOpen }: Options): Promise<number> {
  const { file, moment } = picture;
  const dashboard = JSON.parse(await readFile(file, "utf8")) as Dashboard;
  const drawing = { dashboard, end: ends[moment], scrapeInterval: `${scrapeEvery / 1000}s`, isOpen };
  const { png, problems } = await drawPicture(place, drawing);
  const path = join(to, `${name}.png`);
  await writeFile(path, isOpen ? png : withFingerprint(png, await fingerprintOf(file)));
  print(`${relative("", path)}: ${Math.ceil(png.length / 1000)} kB\n`);
  for (const { panel, what } of problems) complain(`${name}: ${panel ?? "the page"}: ${what}`);
  return problems.length;
}

async function drawAll(pictures: ReadonlyMap<string, Picture>, options: Options): Promise<number> {
  const storage = await ensureHistory(join(import.meta.dirname, ".history"), print);
  await mkdir(options.to, { recursive: true });
  await using stack = new AsyncDisposableStack();
  const prometheus = stack.adopt(await startPrometheus(storage), ({ stop }) => stop());
  const browser = stack.adopt(await startBrowser(), (one) => one.close());
  const place = { browser, bundle: await bundle(), prometheus: prometheus.url };
  let problems = 0;
  for (const picture of pictures) {
    problems += await drawOne(place, picture, options).catch((error: Error) => {
      complain(`${picture[0]}: ${error.message}`);
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
    open: { type: "boolean", default: false },
    from: { type: "string", default: join(folder, "dashboards") },
    to: { type: "string", default: join(folder, "previews") },
  },
});
const { "allow-empty": allowEmpty, open: isOpen, from, to } = values;
const all = picturesIn(from);
const unknown = positionals.filter((name) => !all.has(name));
const wanted = new Map([...all].filter(([name]) => positionals.length === 0 || positionals.includes(name)));
if (values.help) print(usage);
else if (unknown.length > 0 || wanted.size === 0) {
  complain(`${from}: ${unknown.length > 0 ? `no such dashboard: ${unknown.join(", ")}` : "no dashboards"}`);
  process.exitCode = 2;
} else if ((await drawAll(wanted, { to, isOpen })) > 0 && !allowEmpty) process.exitCode = 1;
