/** Generates chart files; with --check, fails if they are out of date. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chartFiles, helmFolder } from "./files.ts";

const isCheck = process.argv.includes("--check");

for (const [name, text] of await chartFiles()) {
  const file = join(helmFolder, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
  if (isCheck) {
    process.stderr.write(`helm/${name} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
