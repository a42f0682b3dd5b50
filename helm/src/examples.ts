/** The documented set-ups of a chart: a file of values each, which begins with what it is for. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { code, table } from "../../docs/src/markdown.ts";

const firstComment = (text: string) => (/^(# .*\n)+/.exec(text)?.[0] ?? "").replace(/^# /gm, "").trim();

export async function exampleTable(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith("-values.yaml")).sort();
  const rows = names.map(async (name) => {
    const told = firstComment(await readFile(join(folder, name), "utf8"));
    if (told === "") throw new Error(`${name} does not say what it is for`);
    return [code(`ci/${name}`), told.replaceAll("\n", " ")];
  });
  return table(["Values", "For"], await Promise.all(rows));
}
