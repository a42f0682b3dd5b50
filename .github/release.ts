/** Prints the notes of a release, from CHANGELOG.md; or prints the files that have another version, with exit status 1. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Sources = {
  readonly changelog: string;
  /** Version by file: package.json and package-lock.json. */
  readonly versions: Readonly<Record<string, string>>;
};

/** `## 1.2.3 / 2026-11-22`, and the text below it. */
const entry = /^## (?<version>\S+) \/ (?<date>\S+)\n(?<notes>.*?)(?=^## |(?![\s\S]))/ms;

export function release(tag: string, { changelog, versions }: Sources): { notes: string; errors: readonly string[] } {
  const { version = "none", date = "none", notes = "" } = entry.exec(changelog)?.groups ?? {};
  const found = Object.entries({ ...versions, "the newest entry of CHANGELOG.md": version });
  const errors = found
    .filter(([, version]) => `v${version}` !== tag)
    .map(([source, version]) => `${source} is of ${version}, the tag ${tag}`);
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) errors.push(`the newest entry of CHANGELOG.md has the date ${date}`);
  if (notes.trim() === "") errors.push("the newest entry of CHANGELOG.md is empty");
  return { notes: `${notes.trim()}\n`, errors };
}

export function readSources(folder: string): Sources {
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  const versionIn = (name: string): string => JSON.parse(read(name)).version;
  const versions = Object.fromEntries(["package.json", "package-lock.json"].map((name) => [name, versionIn(name)]));
  return { changelog: read("CHANGELOG.md"), versions };
}

if (import.meta.main) {
  const { notes, errors } = release(process.argv[2] ?? "none", readSources(join(import.meta.dirname, "..")));
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length === 0) process.stdout.write(notes);
  else process.exitCode = 1;
}
