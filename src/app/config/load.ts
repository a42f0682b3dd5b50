/** Loads the configuration from file, environment and flags: merges them into one tree and validates it. */
import { dirname, resolve } from "node:path";
import { applyOverrides, configFile, type Environment, entriesOf, type Override, readEnvironment } from "./options.ts";
import type { Config, ConfigSchema } from "./schema.ts";
import { isPlainObject, type Leaf, mapLeaves } from "./schema-walk.ts";
import { emptyFile, formatErrors, readYamlFile, toSingleLine, validateTree } from "./yaml-file.ts";

type Sources = {
  readonly arguments: { readonly overrides: readonly Override[]; readonly errors: readonly string[] };
  readonly env: Environment;
  readonly schema: ConfigSchema;
};
export type LoadResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly string[] };

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

/** Loads the configuration. Precedence: flag, environment, file, default. Returns all errors, one line each. */
export async function loadConfig({ arguments: line, env, schema }: Sources): Promise<LoadResult> {
  const variables = readEnvironment(env, [configFile, ...entriesOf(schema)]);
  const overrides = [...variables.overrides, ...line.overrides];
  const named = overrides.findLast(({ option }) => option === configFile);
  const values = overrides.filter(({ option }) => option !== configFile).map(resolveFileName);

  const file = named ? await readYamlFile(String(named.value), named.label) : emptyFile();
  const { tree, labelAt } = applyOverrides(mapLeaves(schema, file.tree, withoutNull), values);
  const { data, issues } = await validateTree(schema, withDefaultNode(tree), dirname(file.name));
  const lines = [...line.errors, ...variables.errors, ...file.errors, ...formatErrors(issues, file, labelAt)];
  const errors = lines.map(toSingleLine);
  return data && errors.length === 0 ? { ok: true, config: data } : { ok: false, errors };
}
