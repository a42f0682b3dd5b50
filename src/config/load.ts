/** Flags, environment and file become one tree, which the schema then checks as a whole. */
import { dirname, resolve } from "node:path";
import type { Collector } from "../collectors/collector.ts";
import { mistakesIn, wording } from "./error-messages.ts";
import { configFile, optionsOf } from "./options.ts";
import { type Environment, type Given, overlay, readEnvironment } from "./overrides.ts";
import { type Config, configSchema } from "./schema.ts";
import { isTree, withoutNulls } from "./schema-walk.ts";
import { emptyFile, onOneLine, readYamlFile, resolveFiles, toLines } from "./yaml-file.ts";

type Sources = {
  /** Values and mistakes of the command line. */
  readonly line: { readonly given: readonly Given[]; readonly errors: readonly string[] };
  readonly env: Environment;
  readonly collectors: readonly Collector[];
};
export type Loaded =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly string[] };

/** File names in flags and variables are relative to the working directory. */
function fromWorkingDirectory(given: Given): Given {
  return given.option.isFile && given.value !== "" ? { ...given, value: resolve(String(given.value)) } : given;
}

/** Where no node is named, the default one is meant. */
function withSomeNode(tree: unknown): unknown {
  if (!isTree(tree) || tree["node"] !== undefined) return tree;
  const { nodes = {} } = tree;
  return isTree(nodes) && Object.keys(nodes).length === 0 ? { ...tree, node: {} } : tree;
}

/** Loads the configuration. Precedence: flag, environment, file, default. All mistakes become `errors`, one line each. */
export async function loadConfig({ line, env, collectors }: Sources): Promise<Loaded> {
  const schema = configSchema(collectors);
  const variables = readEnvironment(env, optionsOf(schema));
  const given = [...variables.given, ...line.given];
  const named = given.findLast(({ option }) => option === configFile);
  const values = given.filter(({ option }) => option !== configFile).map(fromWorkingDirectory);

  const file = named ? await readYamlFile(String(named.value), named.label) : emptyFile();
  const { tree, origin } = overlay(withoutNulls(schema, file.tree), values);
  const files = await resolveFiles(schema, withSomeNode(tree), dirname(file.name));
  const parsed = schema.safeParse(files.tree, { error: wording });
  const mistakes = [...files.mistakes, ...mistakesIn(schema, parsed.error?.issues ?? [])];
  const lines = [...line.errors, ...variables.errors, ...file.errors, ...toLines(mistakes, file, origin)];
  const errors = lines.map(onOneLine);
  if (!parsed.success || errors.length > 0) return { ok: false, errors };
  return { ok: true, config: parsed.data };
}
