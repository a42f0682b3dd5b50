/** The command line: the configuration's flags, the command's own, and what stands beside them. */
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
  /** What it can be, where that is a list. */
  readonly values?: readonly string[];
  readonly description: string;
};
export type CommandFlags = Readonly<Record<string, CommandFlag>>;

/** What a command takes beside the configuration. */
export type Syntax<F extends CommandFlags = CommandFlags> = {
  readonly flags?: F;
  /** Names of what may stand beside the flags, such as METHOD. */
  readonly operands?: readonly string[];
  /** The configuration file may stand there first, as good as --config.file FILE. */
  readonly takesFile?: true;
};

type One<K> = K extends "number" ? number : K extends "boolean" ? boolean : string;
export type Rest<F extends CommandFlags = CommandFlags> = {
  readonly flags: {
    readonly [N in keyof F]?: F[N] extends { readonly multiple: true } ? One<F[N]["kind"]>[] : One<F[N]["kind"]>;
  };
  readonly operands: readonly string[];
};

type Word = { readonly text: string } | { readonly label: string; readonly value: string | undefined };
const isFlag = (word: string | undefined) => word !== undefined && /^--?[a-z]/i.test(word);
const quoted = (value: unknown) => JSON.stringify(value);

/** A flag's value is in its own word or the next one. After -- there are no flags. */
function* wordsOf(argv: readonly string[], isSwitch: (label: string) => boolean): Generator<Word> {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  for (let at = 0; at < end; at++) {
    const word = argv[at] ?? "";
    const [, label = "", inline] = /^([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (!isFlag(word)) yield { text: word };
    else if (inline !== undefined || isSwitch(label) || at + 1 === end || isFlag(argv[at + 1]))
      yield { label, value: inline };
    else yield { label, value: argv[++at] };
  }
  for (const text of argv.slice(end + 1)) yield { text };
}

type Known = { readonly name: string; readonly kind: Option["kind"]; readonly off?: true } & (
  | { readonly option: Option }
  | { readonly own: CommandFlag }
);

/** Every flag as it is typed. */
function knownFlags(options: readonly Option[], own: CommandFlags): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const option of options) {
    const entry = { name: option.flag, kind: option.kind, option };
    known.set(`--${option.flag}`, entry);
    if (option.kind === "boolean") known.set(`--no-${option.flag}`, { ...entry, off: true });
  }
  for (const [name, flag] of Object.entries(own)) {
    known.set(`--${name}`, { name, kind: flag.kind, own: flag });
    if (flag.short) known.set(`-${flag.short}`, { name, kind: flag.kind, own: flag });
  }
  return known;
}

function meaning({ kind, off }: Known, text: string | undefined): unknown {
  if (kind === "boolean" && text === undefined) return !off;
  return text === undefined ? undefined : fromText(kind, text);
}

/** What is wrong with the use of a flag, as far as the schema does not see it. */
function faultOf(flag: Known, text: string | undefined, value: unknown): string | undefined {
  if (value === undefined) return "a value is missing";
  if (flag.off && text !== undefined) return "takes no value";
  if (!("own" in flag) || typeof value === flag.kind) return undefined;
  return `expected ${flag.kind === "number" ? "a number" : "true or false"}, not ${quoted(value)}`;
}

function createLine(options: readonly Option[], { flags: own = {}, operands: names = [], takesFile }: Syntax) {
  const known = knownFlags(options, own);
  const allowed = [...Object.keys(own), ...inGeneral(options).map(({ flag }) => flag)].map((name) => `--${name}`);
  const given = new Map<Option, Given>();
  const flags: Record<string, unknown> = {};
  const operands: string[] = [];
  const errors: string[] = [];

  function setOption(option: Option, label: string, value: unknown) {
    const before = given.get(option)?.value;
    const sum = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
    given.set(option, { option, label, value: sum });
  }

  return {
    given,
    flags,
    operands,
    errors,
    isSwitch: (label: string) => known.get(label)?.kind === "boolean",
    takeFlag(label: string, text: string | undefined) {
      const flag = known.get(label);
      const value = flag && meaning(flag, text);
      const fault = flag
        ? faultOf(flag, text, value)
        : `unknown flag; ${suggest(label, { names: [...known.keys()], allowed })}`;
      if (!flag || fault) errors.push(`${label}: ${fault}`);
      else if ("option" in flag) setOption(flag.option, label, value);
      else flags[flag.name] = flag.own.multiple ? [...((flags[flag.name] ?? []) as unknown[]), value] : value;
    },
    takeOperand(text: string) {
      if (takesFile && !given.has(configFile)) setOption(configFile, "FILE", text);
      else if (operands.length < names.length) operands.push(text);
      else errors.push(`unexpected argument ${quoted(text)}`);
    },
  };
}

/** Lists of a repeated flag add up; of other flags the last one counts. */
export function readArguments<F extends CommandFlags>(
  argv: readonly string[],
  options: readonly Option[],
  command: Syntax<F>,
) {
  const line = createLine(options, command);
  for (const word of wordsOf(argv, line.isSwitch)) {
    if ("text" in word) line.takeOperand(word.text);
    else line.takeFlag(word.label, word.value);
  }
  const rest: Rest<F> = { flags: line.flags as Rest<F>["flags"], operands: line.operands };
  return { given: [...line.given.values()], errors: line.errors, rest };
}
