/** A YAML file, the files that it names, and the lines that tell its mistakes. */
import { resolve } from "node:path";
import type * as z from "zod";
import { noFile, readText, type Source } from "./source.ts";
import { dotted, mapLeaves, type Path } from "./walk.ts";
import type { Mistake } from "./wording.ts";

export type Read = typeof readText;
export type YamlFile = { readonly name: string; readonly source: Source; readonly errors: readonly string[] };

/** `label` is what has named the file. */
export async function readYamlFile(name: string, label?: string, read: Read = readText): Promise<YamlFile> {
  const content = await read(name);
  if ("fault" in content) {
    return { name, source: noFile, errors: [`${label === undefined ? "" : `${label}: `}${content.fault}`] };
  }
  const { readYaml } = await import("./file.ts");
  const source = readYaml(content.text);
  const errors = source.faults.map(({ position: { line, col }, text }) => `${name}:${line}:${col}: ${text}`);
  return { name, source, errors };
}

/** Names of files are relative to the directory of the file that holds them. Each must be readable. */
export async function resolveFiles(schema: z.ZodType, tree: unknown, directory: string, read: Read = readText) {
  const found: { readonly path: Path; readonly file: string }[] = [];
  const resolved = mapLeaves(schema, tree, ({ path, value, meta }) => {
    if (!meta.file || typeof value !== "string" || value === "") return value;
    const file = resolve(directory, value);
    found.push({ path, file });
    return file;
  });
  const mistakes = await Promise.all(
    found.map(async ({ path, file }): Promise<Mistake[]> => {
      const content = await read(file);
      return "fault" in content ? [{ path, text: content.fault }] : [];
    }),
  );
  return { tree: resolved, mistakes: mistakes.flat() };
}

/** One line for each mistake: those of the file in its order, after those that `origin` says are from elsewhere. */
export function toLines(
  mistakes: readonly Mistake[],
  file: YamlFile,
  origin: (path: Path) => string | undefined = () => undefined,
): string[] {
  const located = mistakes.map(({ path, text }) => {
    const label = origin(path);
    if (label !== undefined) return { line: 0, col: 0, text: `${label}: ${text}` };
    const { line, col } = file.source.at(path);
    const key = path.length > 0 ? `${dotted(path)}: ` : "";
    return { line, col, text: `${file.name}:${line}:${col}: ${key}${text}` };
  });
  return located.sort((a, b) => a.line - b.line || a.col - b.col).map(({ text }) => text);
}

/** What a message quotes stays on its line. */
export const onOneLine = (message: string) => message.replace(/\p{Cc}/gu, "�");
