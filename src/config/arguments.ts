/** The command line: flags of the configuration, flags of the command, and operands. */
import { fromText, type Given } from "./given.ts";
import { configFile, inGeneral, type Option } from "./options.ts";
import { suggest } from "./suggest.ts";

/** A flag of a command. It has neither variable nor key. */
type CommandFlag = {
  readonly kind: "string" | "number" | "boolean";
  /** May be repeated. */
  readonly multiple?: true;
  /** One letter, for a single hyphen. */
  readonly short?: string;
  /** The allowed values, where they form a list. */
  readonly values?: readonly string[];
  /** Values for shell completion only: the command checks them. */
  readonly suggestions?: readonly string[];
  readonly description: string;
};
export type CommandFlags = Readonly<Record<string, CommandFlag>>;

/** The arguments of a command, without the flags of the configuration. */
export type Syntax<F extends CommandFlags = CommandFlags> = {
  readonly flags?: F;
  /** Names of the arguments that are no flags, such as METHOD. */
  readonly operands?: readonly string[];
  /** The first operand names the configuration file, like --config.file FILE. */
  readonly takesFile?: true;
};

type Value<F extends CommandFlag> = F extends { readonly values: readonly (infer V)[] }
  ? V
  : { string: string; number: number; boolean: boolean }[F["kind"]];
/** The given values of a command's own flags, and its operands. */
export type Rest<F extends CommandFlags = CommandFlags> = {
  readonly flags: {
    readonly [N in keyof F]?: F[N] extends { readonly multiple: true } ? Value<F[N]>[] : Value<F[N]>;
  };
  readonly operands: readonly string[];
};

type Known =
  | Pick<CommandFlag, "kind" | "multiple" | "values">
  | { readonly kind: Option["kind"]; readonly option: Option };
type KnownFlag = Known & { readonly name: string; readonly off?: true };

/** All flags by the text that selects them, such as --node.url or -h. */
function knownFlags(options: readonly Option[], own: CommandFlags): Map<string, KnownFlag> {
  const known = new Map<string, KnownFlag>();
  for (const option of options) {
    const flag = { name: option.flag, kind: option.kind, option };
    known.set(`--${option.flag}`, flag);
    if (option.kind === "boolean") known.set(`--no-${option.flag}`, { ...flag, off: true });
  }
  for (const [name, flag] of Object.entries(own)) {
    known.set(`--${name}`, { ...flag, name });
    if (flag.short) known.set(`-${flag.short}`, { ...flag, name });
  }
  return known;
}

/** The fault of a flag, as far as the schema does not find it. `value` is undefined where the flag has none. */
function faultOf(flag: KnownFlag, text: string | undefined, value: unknown): string | undefined {
  if (value === undefined) return "a value is missing";
  if (flag.off && text !== undefined) return "takes no value";
  if ("option" in flag) return undefined;
  if (typeof value !== flag.kind)
    return `expected ${flag.kind === "number" ? "a number" : "true or false"}, not ${JSON.stringify(value)}`;
  const { name, values: names } = flag;
  return names?.includes(String(value)) === false
    ? `"${value}" is no ${name}; ${suggest(String(value), { names })}`
    : undefined;
}

const isFlag = (word: string | undefined) => word !== undefined && /^--?[a-z]/i.test(word);

/** Reads all arguments; those that are wrong become `errors`. A repeated list is joined; of other repeated flags the
 *  last one counts. */
export function readArguments<F extends CommandFlags>(
  argv: readonly string[],
  options: readonly Option[],
  { flags: own, operands: names = [], takesFile }: Syntax<F>,
) {
  const known = knownFlags(options, own ?? {});
  const given = new Map<Option, Given>();
  const flags: Record<string, unknown> = {};
  const operands: string[] = [];
  const errors: string[] = [];

  function takeOption(option: Option, label: string, value: unknown) {
    const earlier = given.get(option)?.value;
    const all = Array.isArray(earlier) && Array.isArray(value) ? [...earlier, ...value] : value;
    given.set(option, { option, label, value: all });
  }
  function takeFlag(label: string, text: string | undefined) {
    const flag = known.get(label);
    if (!flag) {
      const allowed = [...Object.keys(own ?? {}), ...inGeneral(options).map((option) => option.flag)];
      const hint = suggest(label, { names: [...known.keys()], allowed: allowed.map((name) => `--${name}`) });
      errors.push(`${label}: unknown flag; ${hint}`);
      return;
    }
    const value = text !== undefined ? fromText(flag.kind, text) : flag.kind === "boolean" ? !flag.off : undefined;
    const fault = faultOf(flag, text, value);
    if (fault !== undefined) errors.push(`${label}: ${fault}`);
    else if ("option" in flag) takeOption(flag.option, label, value);
    else if (flag.multiple) flags[flag.name] = [...((flags[flag.name] ?? []) as unknown[]), value];
    else flags[flag.name] = value;
  }
  function takeOperand(text: string) {
    if (takesFile && !given.has(configFile)) takeOption(configFile, "FILE", text);
    else if (operands.length < names.length) operands.push(text);
    else errors.push(`unexpected argument ${JSON.stringify(text)}`);
  }

  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  for (let at = 0; at < end; at++) {
    const word = argv[at] ?? "";
    const [, label = "", inline] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    const hasNext = inline === undefined && known.get(label)?.kind !== "boolean" && at + 1 < end;
    if (!isFlag(word)) takeOperand(word);
    else if (hasNext && !isFlag(argv[at + 1])) takeFlag(label, argv[++at]);
    else takeFlag(label, inline);
  }
  for (const text of argv.slice(end + 1)) takeOperand(text);
  return { given: [...given.values()], errors, rest: { flags, operands } as Rest<F> };
}
