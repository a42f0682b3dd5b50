/** The storage of a Prometheus that has scraped all sources, and kept the rules, for as long as the pictures show. What is made
 *  once is kept beside, as long as what it is made from stays the same. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { writeRules } from "./rules.ts";
import { sources } from "./scene.ts";

const root = join(import.meta.dirname, "../../..");
/** What decides which series there are, and how they go. */
const ofScrapes = ["src/{collectors,metrics,simulator}/**/*.ts", "src/exporter/*.ts", "grafana/preview/history/*.ts"];
const rules = "grafana/rules/*.yaml";

async function fingerprint(patterns: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const file of globSync(patterns, { cwd: root }).sort()) hash.update(await readFile(join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

/** The folder is there as a whole or not at all, also for who makes it at the same time; of its kind it is the only one. */
async function once(folder: string, make: (into: string) => Promise<void>): Promise<void> {
  const isThere = () =>
    access(folder).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  const [beside, [kind = ""]] = [dirname(folder), basename(folder).split("-")];
  await mkdir(beside, { recursive: true });
  const begun = await mkdtemp(join(beside, "begun-"));
  await make(begun);
  const others = (await readdir(beside)).filter((name) => name.startsWith(`${kind}-`) && name !== basename(folder));
  await Promise.all(others.map((name) => rm(join(beside, name), { recursive: true, force: true })));
  await rename(begun, folder).catch(async (error: unknown) => {
    await rm(begun, { recursive: true });
    if (!(await isThere())) throw error;
  });
}

async function scrape(storage: string) {
  const program = join(import.meta.dirname, "exporter-process.ts");
  await Promise.all(sources.map(({ name }) => promisify(execFile)(process.execPath, [program, name, storage])));
}

/** A folder in `kept` that nobody may write to. */
export async function ensureHistory(kept: string, say: (text: string) => void): Promise<string> {
  const scraped = join(kept, `scraped-${await fingerprint(ofScrapes)}`);
  const ruled = join(kept, `ruled-${await fingerprint([...ofScrapes, rules])}`);
  await once(scraped, (into) => {
    say("A day of two exporters comes first: about a minute.\n");
    return scrape(into);
  });
  await once(ruled, async (into) => {
    await cp(scraped, into, { recursive: true });
    await writeRules(into, globSync(join(root, rules)));
  });
  return ruled;
}
