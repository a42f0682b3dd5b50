/** Generates chart files; with --check, fails if they are out of date. */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chartFiles, generatedFolders, helmFolder } from "./files.ts";

const isCheck = process.argv.includes("--check");

async function writeOrCheck(name: string, put: () => Promise<unknown>) {
  if (isCheck) {
    process.stderr.write(`helm/${name} is out of date: run npm run docs\n`);
    process.exitCode = 1;
  } else await put();
}

const files = await chartFiles();
for (const [name, text] of files) {
  const file = join(helmFolder, name);
  if ((await readFile(file, "utf8").catch(() => undefined)) === text) continue;
  await writeOrCheck(name, async () => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  });
}
for (const folder of generatedFolders) {
  for (const left of await readdir(join(helmFolder, folder)).catch(() => [])) {
    const name = `${folder}/${left}`;
    if (!files.has(name)) await writeOrCheck(name, () => rm(join(helmFolder, name)));
  }
}
