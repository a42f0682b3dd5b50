/** Applies each mutation to a copy of the repository and runs its tests. Exits with 1 if a mutation survives. Arguments select
 *  mutations by a part of their name. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { scaled } from "../support/limits.ts";
import { mutate, mutations } from "./mutations.ts";

const left = new Set(["node_modules", ".git"]);
/** Milliseconds, since some mutations make tests wait forever. */
const testTimeout = scaled(20_000);

const print = (line: string) => process.stdout.write(`${line}\n`);

/** Returns whether the test files pass in this folder. */
async function passes(folder: string, files: readonly string[]): Promise<boolean> {
  const limits = ["--bail=1", `--testTimeout=${testTimeout}`, `--hookTimeout=${testTimeout}`];
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--config", "test/vitest.config.ts", ...limits, ...files];
  const [code] = await once(spawn(process.execPath, args, { cwd: folder, stdio: "ignore" }), "exit");
  return code === 0;
}

async function run(folder: string): Promise<boolean> {
  await cp(".", folder, { recursive: true, filter: (path) => !left.has(basename(path)) });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  const parts = process.argv.slice(2);
  const selected = mutations.filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)));
  if (selected.length === 0) throw new Error(`no mutation has a name with ${parts.join(" or ")}`);
  const files = [...new Set(selected.flatMap(({ tests }) => tests))];
  if (!(await passes(folder, files))) throw new Error(`tests fail without a mutation: ${files.join(" ")}`);
  let survivors = 0;
  for (const mutation of selected) {
    const path = join(folder, mutation.file);
    const original = await readFile(path, "utf8");
    await writeFile(path, mutate(original, mutation));
    const hasSurvived = await passes(folder, mutation.tests);
    await writeFile(path, original);
    if (hasSurvived) survivors++;
    print(`${hasSurvived ? "survived" : "killed  "}  ${mutation.file}  ${mutation.name}`);
  }
  print(`${selected.length - survivors} killed, ${survivors} survived`);
  return survivors === 0;
}

const folder = await mkdtemp(join(tmpdir(), "mutations-"));
try {
  process.exitCode = (await run(folder)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
