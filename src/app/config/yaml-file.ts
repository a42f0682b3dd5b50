/** Reads a YAML file and checks the files it refers to. Formats errors with line numbers. */
import { resolve } from "node:path";
import type * as z from "zod";
import { fileErrorMessage, readTextFile } from "../../lib/files.ts";
import { cleanText } from "../../lib/redaction.ts";
import { type ConfigIssue, errorMap, formatIssues } from "./error-messages.ts";
import { formatPath, mapLeaves, type Path } from "./schema-walk.ts";
import type { readYaml } from "./yaml.ts";

/** A parsed file, or an empty one if there are errors. */
type YamlFile = ReturnType<typeof readYaml>;

/** Creates an empty file, for no file or an unreadable one. */
export const emptyFile = (name = "", errors: string[] = []): YamlFile => ({
  name,
  tree: {},
  isEmpty: true,
  at: () => ({ line: 1, col: 1 }),
  errors,
});

/** Reads a file. Returns its text, or the reason why it is unreadable. */
export const readText = (file: string, readFile = readTextFile): Promise<{ text: string } | { message: string }> =>
  readFile(file).then(
    (text) => ({ text }),
    (error) => ({ message: `cannot read ${file}: ${fileErrorMessage(error)}` }),
  );
export type ReadText = (file: string) => ReturnType<typeof readText>;

/** Maximum size of a YAML file. Parsing a larger one takes seconds, which delays all responses. */
const maxBytes = 256 * 1024;

/** Reads a YAML file. Errors are returned as `errors`. `label` is the flag or variable that contains the file name. */
export async function readYamlFile(name: string, label?: string, read: ReadText = readText): Promise<YamlFile> {
  const content = await read(name);
  const refused = (message: string) => emptyFile(name, [label === undefined ? message : `${label}: ${message}`]);
  if ("message" in content) return refused(content.message);
  if (Buffer.byteLength(content.text) > maxBytes) return refused(`${name}: is larger than 256 KiB`);
  const { readYaml } = await import("./yaml.ts");
  return readYaml(name, content.text);
}

/** Maximum number of listed errors. Finding the line of each takes time in proportion to the size of the file. */
const maxIssues = 100;

/** Validates the tree. Resolves file names in it against the directory, with an issue for each unreadable file. */
export async function validateTree<T extends z.ZodType>(
  schema: T,
  tree: unknown,
  directory: string,
  read: ReadText = readText,
) {
  const unreadable: Promise<ConfigIssue[]>[] = [];
  const resolved = mapLeaves(schema, tree, ({ path, value, meta }) => {
    if (!meta.file || typeof value !== "string" || value === "") return value;
    const file = resolve(directory, value);
    unreadable.push(read(file).then((content) => ("message" in content ? [{ path, text: content.message }] : [])));
    return file;
  });
  const { data, error } = schema.safeParse(resolved, { error: errorMap });
  const issues: ConfigIssue[] = [];
  for (const issue of formatIssues(schema, error?.issues ?? [])) {
    if (issues.length === maxIssues) {
      issues.unshift({ path: [], text: `more than ${maxIssues} errors; only some are listed` });
      break;
    }
    issues.push(issue);
  }
  return { data, issues: [...(await Promise.all(unreadable)).flat(), ...issues] };
}

/** Formats each issue as one line: first those that `labelAt` attributes to a flag or variable, then those of the file
 *  in its order. */
export function formatErrors(
  issues: readonly ConfigIssue[],
  file: YamlFile,
  labelAt: (path: Path) => string | undefined = () => undefined,
): string[] {
  const located = issues.map(({ path, text }) => {
    const label = labelAt(path);
    if (label !== undefined) return { line: 0, col: 0, text: `${label}: ${text}` };
    const { line, col } = file.at(path);
    const key = path.length > 0 ? `${formatPath(path)}: ` : "";
    return { line, col, text: `${file.name}:${line}:${col}: ${key}${text}` };
  });
  return located.sort((a, b) => a.line - b.line || a.col - b.col).map(({ text }) => text);
}

/** Maximum length of a value or name in a message. */
const maxShownLength = 200;

/** Returns the message as one line. A long value in it is cut in the middle. */
export const toSingleLine = (message: string) =>
  cleanText(
    message.replace(/"[^"]*"|\S+/g, (part) =>
      part.length > maxShownLength ? `${part.slice(0, maxShownLength / 2)}…${part.slice(-maxShownLength / 2)}` : part,
    ),
  );
