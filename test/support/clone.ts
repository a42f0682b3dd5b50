/** Types commands of the documents as a user of a clone does. */
import { spawn } from "node:child_process";
import { readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { temporaryFolder } from "./folder.ts";

const root = resolve(import.meta.dirname, "../..");

/** Returns what the README states to type in place of `avalanche-exporter`. */
async function formInClone(): Promise<string> {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const [, form] = /alias avalanche-exporter='([^']+)' # in a clone/.exec(readme) ?? [];
  if (form === undefined) throw new Error("the README does not state what to type in a clone");
  return form;
}

/** npm passes its own settings to the programs that it starts: a user has none. */
const ownEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

/** Creates a folder with the contents of the clone. What a command writes there is not in the clone. */
export async function createClone() {
  const folder = await temporaryFolder();
  for (const name of ["package.json", ".npmrc", "src", "node_modules"])
    await symlink(join(root, name), join(folder, name));
  const form = await formInClone();
  return {
    folder,
    /** Runs a command line that begins with `avalanche-exporter` in a shell. */
    async type(line: string, env: Readonly<Record<string, string>>) {
      const command = line.replace(/^avalanche-exporter(?= |$)/, () => form);
      const shell = spawn("bash", ["-o", "pipefail", "-c", command], {
        cwd: folder,
        env: { ...ownEnv, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const ended = new Promise<number | null>((end) => shell.on("close", end));
      const [out, err, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
      return { code, out, err };
    },
  };
}
