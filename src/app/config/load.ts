/** Loads the configuration from file, environment and flags, and other YAML files with a schema. */
import { dirname, resolve } from "node:path";
import type * as z from "zod";
import { fileErrorMessage, readTextFile } from "../../lib/files.ts";
import { cleanText } from "../../lib/redaction.ts";
import {
  type ConfigIssue,
  errorMap,
  formatIssues,
  formatPath,
  isPlainObject,
  type Leaf,
  mapLeaves,
  type Path,
} from "../../lib/schema.ts";
import { configFile, entriesOf } from "./options.ts";
import { applyOverrides, type Environment, type Override, readEnvironment } from "./overrides.ts";
import type { ConfigSchema } from "./schema.ts";
import type { readYaml } from "./yaml.ts";

/** A parsed file, or an empty one if there are errors. */
type YamlFile = ReturnType<typeof readYaml>;

/** Creates an empty file, for no file or an unreadable one. */
const emptyFile = (name = "", errors: string[] = []): YamlFile => ({
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
    (error) => {
      const hint = error.code === "EACCES" ? "; a service with a user of its own needs LoadCredential in its unit" : "";
      return { message: `cannot read ${file}: ${fileErrorMessage(error)}${hint}` };
    },
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
  const found = [...formatIssues(schema, error?.issues).take(maxIssues + 1)];
  const more = { path: [], text: `more than ${maxIssues} errors; only some are listed` };
  const issues = found.length > maxIssues ? [more, ...found.slice(0, maxIssues)] : found;
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

/** Resolves a file name from a flag or variable against the working directory. */
function resolveFileName(given: Override): Override {
  return given.option.isFile && given.value !== "" ? { ...given, value: resolve(String(given.value)) } : given;
}

/** A key without a value counts as a missing key. */
const withoutNull = ({ path, value }: Leaf) => (value === null && typeof path.at(-1) === "string" ? undefined : value);

function withDefaultNode(tree: unknown): unknown {
  if (!isPlainObject(tree) || tree["node"] !== undefined) return tree;
  const { nodes = {} } = tree;
  return isPlainObject(nodes) && Object.keys(nodes).length === 0 ? { ...tree, node: {} } : tree;
}

type Sources = {
  readonly arguments: { readonly overrides: readonly Override[]; readonly errors: readonly string[] };
  readonly env: Environment;
  readonly schema: ConfigSchema;
};

/** Loads the configuration. Precedence: flag, environment, file, default. Returns all errors, one line each. */
export async function loadConfig({ arguments: line, env, schema }: Sources) {
  const variables = readEnvironment(env, [configFile, ...entriesOf(schema)]);
  const overrides = [...variables.overrides, ...line.overrides];
  const named = overrides.findLast(({ option }) => option === configFile);
  const values = overrides.filter(({ option }) => option !== configFile).map(resolveFileName);

  const file = named ? await readYamlFile(String(named.value), named.label) : emptyFile();
  const { tree, labelAt } = applyOverrides(mapLeaves(schema, file.tree, withoutNull), values);
  const { data, issues } = await validateTree(schema, withDefaultNode(tree), dirname(file.name));
  const lines = [...line.errors, ...variables.errors, ...file.errors, ...formatErrors(issues, file, labelAt)];
  const errors = lines.map(toSingleLine);
  return data && errors.length === 0
    ? ({ ok: true, config: data, hasFile: named !== undefined } as const)
    : ({ ok: false, errors } as const);
}
export type LoadResult = Awaited<ReturnType<typeof loadConfig>>;
