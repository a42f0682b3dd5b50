/** Flags, environment and file become one tree, which the schema then checks as a whole. */
import { dirname, resolve } from "node:path";
import type { Collector } from "../collectors/collector.ts";
import { type CommandFlags, type Rest, readArguments, type Syntax } from "./arguments.ts";
import { type Environment, readEnvironment } from "./environment.ts";
import { noFile, readText, readYaml, type Source } from "./file.ts";
import { type Given, overlay } from "./given.ts";
import { configFile, optionsOf } from "./options.ts";
import { type Config, configSchema } from "./schema.ts";
import { dotted, mapLeaves, type Path, withoutNulls } from "./walk.ts";
import { type Mistake, mistakesIn, wording } from "./wording.ts";

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
type File = { readonly name: string; readonly source: Source; readonly errors: readonly string[] };

async function readConfigFile(given: Given | undefined): Promise<File> {
  if (!given) return { name: "", source: noFile, errors: [] };
  const name = String(given.value);
  const read = await readText(name);
  if ("fault" in read) return { name, source: noFile, errors: [`${given.label}: ${read.fault}`] };
  const source = readYaml(read.text);
  const errors = source.faults.map(({ position: { line, col }, text }) => `${name}:${line}:${col}: ${text}`);
  return { name, source, errors };
}

/** Names of files are relative to the configuration file. Each must be readable. */
async function resolveFiles(schema: ReturnType<typeof configSchema>, tree: unknown, directory: string) {
  const found: { readonly path: Path; readonly file: string }[] = [];
  const resolved = mapLeaves(schema, tree, ({ path, value, meta }) => {
    if (!meta.file || typeof value !== "string" || value === "") return value;
    const file = resolve(directory, value);
    found.push({ path, file });
    return file;
  });
  const mistakes = await Promise.all(
    found.map(async ({ path, file }): Promise<Mistake[]> => {
      const read = await readText(file);
      return "fault" in read ? [{ path, text: read.fault }] : [];
    }),
  );
  return { tree: resolved, mistakes: mistakes.flat() };
}

/** One line for each mistake: those of the file in its order, after the others. */
function toLines(mistakes: readonly Mistake[], file: File, origin: (path: Path) => string | undefined): string[] {
  const located = mistakes.map(({ path, text }) => {
    const label = origin(path);
    if (label !== undefined) return { line: 0, col: 0, text: `${label}: ${text}` };
    const { line, col } = file.source.at(path);
    const key = path.length > 0 ? `${dotted(path)}: ` : "";
    return { line, col, text: `${file.name}:${line}:${col}: ${key}${text}` };
  });
  return located.sort((a, b) => a.line - b.line || a.col - b.col).map(({ text }) => text);
}

/** Precedence: flag, environment, file, default. Tells all mistakes at once, one line each. */
export async function loadConfig<const F extends CommandFlags>(sources: Sources<F>): Promise<Loaded<F>> {
  const { argv, env, collectors, command = {} } = sources;
  const schema = configSchema(collectors);
  const options = optionsOf(schema);
  const line = readArguments(argv, options, command);
  const variables = readEnvironment(env, options);
  const given = [...variables.given, ...line.given];

  const file = await readConfigFile(given.findLast(({ option }) => option === configFile));
  const { tree, origin } = overlay(
    withoutNulls(schema, file.source.tree),
    given.filter(({ option }) => option !== configFile),
  );
  const files = await resolveFiles(schema, tree, dirname(file.name));
  const parsed = schema.safeParse(files.tree, { error: wording });
  const mistakes = [...files.mistakes, ...mistakesIn(schema, parsed.error?.issues ?? [])];
  const lines = [...line.errors, ...variables.errors, ...file.errors, ...toLines(mistakes, file, origin)];
  const errors = lines.map((text) => text.replace(/\p{Cc}/gu, "�")); // what they quote stays on the line
  if (!parsed.success || errors.length > 0) return { ok: false, errors, rest: line.rest };
  return { ok: true, config: parsed.data, rest: line.rest };
}
