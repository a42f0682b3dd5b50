/** Overrides of settings: values from the command line and the environment, which replace those of the file. */
import * as z from "zod";
import { errorMap, formatIssues, type Path, setAt } from "../../lib/schema.ts";
import { suggest } from "../../lib/text.ts";
import {
  configFile,
  flagNames,
  type Kind,
  type Option,
  ownFlagsOf,
  placeInFile,
  prefix,
  variableOf,
} from "./options.ts";

export type Override = {
  readonly option: Option;
  /** Name of the flag or variable for messages, such as --node.url or AVAX_EXPORTER_NODE_URL. */
  readonly label: string;
  readonly value: unknown;
};

/** Converts text to a value of the kind. Unconvertible text is returned unchanged; the schema rejects it. */
function parseValue(kind: Kind, text: string): unknown {
  if (kind === "list") return text.split(",").flatMap((item) => item.trim() || []);
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Applies the overrides to a copy of the tree; later ones win. `labelAt` returns the label of an override. */
export function applyOverrides(tree: unknown, overrides: readonly Override[]) {
  const labels = new Map(overrides.map(({ option, label }) => [option.path.join("."), label]));
  return {
    tree: overrides.reduce((into, { option, value }) => setAt(into, option.path, value), tree),
    labelAt(path: Path): string | undefined {
      const around = path.map((_, index) => labels.get(path.slice(0, path.length - index).join(".")));
      return around.find((label) => label !== undefined);
    },
  };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns whether Kubernetes set the variable for a Service, which may be called avax-exporter. */
function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/.test(name)) return true;
  return /_PORT(_\d+_(TCP|UDP|SCTP))?$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value);
}

/** Reads all variables that have the prefix. An empty variable counts as unset. */
export function readEnvironment(env: Environment, options: readonly Option[]) {
  const byName = new Map(options.map((option) => [variableOf(option.flag), option]));
  const names = options
    .filter(({ isFileOnly }) => !isFileOnly)
    .map(({ flag }) => variableOf(flag).slice(prefix.length));
  const overrides: Override[] = [];
  const errors: string[] = [];
  for (const [label, text = ""] of Object.entries(env)) {
    if (!label.startsWith(prefix) || text === "") continue;
    const option = byName.get(label);
    if (option?.isFileOnly) errors.push(`${label}: unknown variable; ${placeInFile(option)}`);
    else if (option) overrides.push({ option, label, value: parseValue(option.kind, text) });
    else if (!isServiceLink(label, text)) {
      const name = label.slice(prefix.length);
      const hint = suggest(name, { names, otherwise: "serve --help lists all", show: (one) => prefix + one });
      errors.push(`${label}: unknown variable; ${hint}`);
    }
  }
  return { overrides, errors };
}

/** Flags and operands that a command accepts in addition to the configuration flags. */
export type Syntax<F extends z.ZodRawShape = z.ZodRawShape> = {
  readonly flags?: F;
  readonly operands?: readonly string[];
  /** The first operand is the configuration file, as with --config.file FILE. */
  readonly takesFile?: true;
  /** Command line that lists the flags, for errors. */
  readonly help?: string;
};

const isFlag = (word: string | undefined) => word !== undefined && /^--?[a-z]/i.test(word);

/** Parses the command line. `settings` includes those without a flag, for errors. Returns configuration values as `overrides` and
 *  the command's own `flags`, not validated if there are `errors`. Values of a repeated list flag are joined; other flags cannot be
 *  repeated. */
export function readArguments<F extends z.ZodRawShape>(
  argv: readonly string[],
  settings: readonly Option[],
  { flags, operands: names = [], takesFile, help = "--help" }: Syntax<F>,
) {
  const schema = z.object(flags ?? ({} as F));
  const own = ownFlagsOf(schema);
  const options = [...own, ...settings];
  const known = new Map(options.flatMap((option) => flagNames(option).map((name) => [name, option] as const)));
  const flagList = options.filter(({ isFileOnly }) => !isFileOnly).flatMap(flagNames);
  const values = new Map<Option, Override>();
  const operands: string[] = [];
  const errors: string[] = [];

  function take(option: Option, label: string, value: unknown) {
    const earlier = values.get(option);
    if (earlier && option.kind !== "list") {
      errors.push(
        earlier.label === label
          ? `${label}: is given twice; give it once`
          : `${label}: cannot be combined with ${earlier.label}; give one of them`,
      );
    }
    const all = Array.isArray(earlier?.value) && Array.isArray(value) ? [...earlier.value, ...value] : value;
    values.set(option, { option, label, value: all });
  }
  function takeFlag(label: string, text: string | undefined) {
    const option = known.get(label === "-h" ? "--help" : label);
    const isNegated = label === `--no-${option?.flag}`;
    if (!option) {
      errors.push(`${label}: unknown flag; ${suggest(label, { names: flagList, otherwise: `see ${help}` })}`);
    } else if (option.isFileOnly) errors.push(`${label}: unknown flag; ${placeInFile(option)}`);
    else if (isNegated && text !== undefined) errors.push(`${label}: takes no value`);
    else if (text !== undefined) take(option, label, parseValue(option.kind, text));
    else if (option.kind === "boolean") take(option, label, !isNegated);
    else errors.push(`${label}: a value is missing`);
  }
  function takeOperand(text: string) {
    if (takesFile && !values.has(configFile)) take(configFile, "FILE", text);
    else if (operands.length < names.length) operands.push(text);
    else errors.push(`unexpected argument ${JSON.stringify(text)}`);
  }

  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  for (let index = 0; index < end; index++) {
    const word = argv[index] ?? "";
    const [, label = "", inline] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const hasNext = inline === undefined && known.get(label)?.kind !== "boolean" && index + 1 < end;
    if (!isFlag(word)) takeOperand(word);
    else if (hasNext && !isFlag(argv[index + 1])) takeFlag(label, argv[++index]);
    else takeFlag(label, inline);
  }
  for (const text of argv.slice(end + 1)) takeOperand(text);

  const isOwn = ({ option }: Override) => own.includes(option);
  const all = [...values.values()];
  const { tree, labelAt } = applyOverrides({}, all.filter(isOwn));
  const { data = tree, error } = schema.safeParse(tree, { error: errorMap });
  for (const { path, text } of formatIssues(schema, error?.issues)) errors.push(`${labelAt(path)}: ${text}`);
  return {
    overrides: all.filter((one) => !isOwn(one)),
    flags: data as z.output<typeof schema>,
    operands: operands as readonly string[],
    errors,
  };
}
