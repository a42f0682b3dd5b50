/** Prometheus storage with the scrapes of the scene and the alerts, for the time range of the pictures. Results are
 *  cached until their inputs change. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { writeAlerts } from "./rules.ts";

const root = join(import.meta.dirname, "../../../..");
/** Inputs that determine the series and their values. */
const ofScrapes = [
  "src/{collectors,engine,entities,simulator}/**/*.ts",
  "src/app/*.ts",
  "src/tools/preview/history/*.ts",
];
const rules = "grafana/rules/*.yaml";

async function fingerprint(patterns: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: root }).sort()) hash.update(await readFile(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

/** Creates the folder atomically, also with concurrent writers, and removes other folders of its kind. */
async function once(folder: string, make: (into: string) => Promise<void>): Promise<void> {
  const isThere = () =>
    access(folder).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  const [parent, [kind = ""]] = [dirname(folder), basename(folder).split("-")];
  await mkdir(parent, { recursive: true });
  const begun = await mkdtemp(join(parent, "begun-"));
  await make(begun);
  const others = (await readdir(parent)).filter((name) => name.startsWith(`${kind}-`) && name !== basename(folder));
  await Promise.all(others.map((name) => rm(join(parent, name), { recursive: true, force: true })));
  await rename(begun, folder).catch(async (error: unknown) => {
    await rm(begun, { recursive: true });
    if (!(await isThere())) throw error;
  });
}

/** Returns a read-only folder in `kept`. */
export async function ensureHistory(kept: string, print: (text: string) => void): Promise<string> {
  const scraped = join(kept, `scraped-${await fingerprint(ofScrapes)}`);
  const ruled = join(kept, `ruled-${await fingerprint([...ofScrapes, rules])}`);
  await once(scraped, async (into) => {
    print("Generating a day of three exporters: about five minutes.\n");
    const program = join(import.meta.dirname, "exporter-process.ts");
    await promisify(execFile)(process.execPath, [program, into]);
  });
  await once(ruled, async (into) => {
    await cp(scraped, into, { recursive: true });
    await writeAlerts(into, globSync(join(root, rules)));
  });
  return ruled;
}
