/** A YAML file, the files that it names, and the lines that tell its mistakes. */
import { resolve } from "node:path";
import type * as z from "zod";
import { noFile, readText, type Source } from "./source.ts";
import { dotted, mapLeaves, type Path } from "./walk.ts";
import type { Mistake } from "./wording.ts";

export type Read = typeof readText;
export type YamlFile = { readonly name: string; readonly source: Source; readonly errors: readonly string[] };

/** Bytes of a YAML file: parsing a larger one would block the process for seconds. */
const maxSize = 2 ** 20;

/** `label` is what has named the file. */
export async function readYamlFile(name: string, label?: string, read: Read = readText): Promise<YamlFile> {
  const content = await read(name);
  const refused = (fault: string): YamlFile => ({
    name,
    source: noFile,
    errors: [`${label === undefined ? "" : `${label}: `}${fault}`],
  });
  if ("fault" in content) return refused(content.fault);
  if (Buffer.byteLength(content.text) > maxSize) return refused(`${name}: is larger than 1 MiB`);
  const { readYaml } = await import("./file.ts");
  const source = readYaml(content.text);
  const errors = source.faults.map(({ position: { line, col }, text }) => `${name}:${line}:${col}: ${text}`);
  return { name, source, errors };
}

/** Resolves the names of files against the directory, or the working directory without one. */
export const withAbsoluteFiles = (schema: z.ZodType, value: unknown, directory = ""): unknown =>
  mapLeaves(schema, value, ({ value: name, meta }) =>
    meta.file && typeof name === "string" && name !== "" ? resolve(directory, name) : name,
  );

/** Resolves the names of files against the directory of the file that holds them. Each must be readable. */
export async function resolveFiles(schema: z.ZodType, tree: unknown, directory: string, read: Read = readText) {
  const found: { readonly path: Path; readonly file: string }[] = [];
  const resolved = withAbsoluteFiles(schema, tree, directory);
  mapLeaves(schema, resolved, ({ path, value, meta }) => {
    if (meta.file && typeof value === "string" && value !== "") found.push({ path, file: value });
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
