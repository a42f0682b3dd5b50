/** Flags, environment and file become one tree, which the schema then checks as a whole. */
import { dirname } from "node:path";
import type * as z from "zod";
import type { Collector } from "../collectors/collector.ts";
import { type CommandFlags, type Rest, readArguments, type Syntax } from "./arguments.ts";
import { onOneLine, readYamlFile, resolveFiles, toLines, withAbsoluteFiles, type YamlFile } from "./document.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { type Given, overlay } from "./given.ts";
import { configFile, optionsOf } from "./options.ts";
import { type Config, configSchema } from "./schema.ts";
import { noFile } from "./source.ts";
import { isTree, schemaAt, withoutNulls } from "./walk.ts";
import { mistakesIn, wording } from "./wording.ts";

type Sources<F extends CommandFlags> = {
  /** What follows the command's name. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly collectors: readonly Collector[];
  readonly command?: Syntax<F>;
};
/** `rest` is what the command line says beside the configuration, also where that is wrong: there may be a --help. */
export type Loaded<F extends CommandFlags = CommandFlags> = { readonly rest: Rest<F> } & (
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly string[] }
);

async function readConfigFile(given: Given | undefined): Promise<YamlFile> {
  if (!given) return { name: "", source: noFile, errors: [] };
  return readYamlFile(String(given.value), given.label);
}

/** File names in flags and variables are relative to the working directory. */
function fromWorkingDirectory(schema: z.ZodType, given: Given): Given {
  const at = schemaAt(schema, given.option.path);
  return at ? { ...given, value: withAbsoluteFiles(at, given.value) } : given;
}

/** Where no node is named, the default one is meant. */
function withSomeNode(tree: unknown): unknown {
  if (!isTree(tree) || tree["node"] !== undefined) return tree;
  const { nodes = {} } = tree;
  return isTree(nodes) && Object.keys(nodes).length === 0 ? { ...tree, node: {} } : tree;
}

/** Precedence: flag, environment, file, default. Tells all mistakes at once, one line each. */
export async function loadConfig<const F extends CommandFlags>(sources: Sources<F>): Promise<Loaded<F>> {
  const { argv, env, collectors, command = {} } = sources;
  const schema = configSchema(collectors);
  const options = optionsOf(schema);
  const line = readArguments(argv, options, command);
  const variables = readEnvironment(env, options);
  const given = [...variables.given, ...line.given].map((one) => fromWorkingDirectory(schema, one));

  const file = await readConfigFile(given.findLast(({ option }) => option === configFile));
  const { tree, origin } = overlay(
    withoutNulls(schema, file.source.tree),
    given.filter(({ option }) => option !== configFile),
  );
  const files = await resolveFiles(schema, withSomeNode(tree), dirname(file.name));
  const parsed = schema.safeParse(files.tree, { error: wording });
  const mistakes = [...files.mistakes, ...mistakesIn(schema, parsed.error?.issues ?? [])];
  const lines = [...line.errors, ...variables.errors, ...file.errors, ...toLines(mistakes, file, origin)];
  const errors = lines.map(onOneLine);
  if (!parsed.success || errors.length > 0) return { ok: false, errors, rest: line.rest };
  return { ok: true, config: parsed.data, rest: line.rest };
}
