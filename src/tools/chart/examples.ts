/** Table of the example values files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { code, table } from "../docs/markdown.ts";

const firstComment = (text: string) => (/^(# .*\n)+/.exec(text)?.[0] ?? "").replace(/^# /gm, "").trim();

/** Returns a table of the values files in `folder` with the comment at their beginning. Throws if a file has none. */
export async function exampleTable(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith("-values.yaml")).sort();
  const rows = names.map(async (name) => {
    const description = firstComment(await readFile(join(folder, name), "utf8"));
    if (description === "") throw new Error(`${name} does not begin with a comment that describes it`);
    return [code(`ci/${name}`), description.replaceAll("\n", " ")];
  });
  return table(["Values file", "Example"], await Promise.all(rows));
}
