/** Types command lines into a shell, as a user does with the README. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";

const readme = resolve(import.meta.dirname, "../../README.md");

/** Returns the line of the README that defines the command in a clone. */
export async function readAlias(): Promise<string> {
  const lines = (await readFile(readme, "utf8")).split("\n");
  const alias = lines.find((line) => line.startsWith("alias avalanche-exporter=") && line.endsWith('" # in a clone'));
  if (alias === undefined) throw new Error("the README does not define the command in a clone");
  return alias;
}

/** npm passes its own settings to the programs that it starts: a user has none. */
const ownEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));

export type Place = {
  readonly folder: string;
  /** A line that is typed first. */
  readonly alias?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** Types a line into bash, which expands aliases as at a terminal. */
export async function type(line: string, { folder, alias = "", env }: Place) {
  const shell = spawn("bash", ["-O", "expand_aliases", "-o", "pipefail", "-c", `${alias}\n${line}`], {
    cwd: folder,
    env: { ...ownEnv, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((end) => shell.on("close", end));
  const [out, err, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
  return { code, out, err };
}
