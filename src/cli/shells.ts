/** Generates shell completion scripts. */
import { program } from "./summaries.ts";

export type CompletionFlag = {
  /** Name with its hyphens. */
  readonly name: string;
  readonly description: string;
  /** Type of the value: none, a file, any text, or one of a list. */
  readonly value: "none" | "file" | "text" | readonly string[];
};
/** Model of the command line from which completion scripts are generated. */
export type CompletionModel = {
  readonly commands: readonly {
    readonly name: string;
    readonly summary: string;
    /** Allowed values of the first operand. */
    readonly words: readonly string[];
    /** Flags of this command only. */
    readonly flags: readonly CompletionFlag[];
  }[];
  /** Flags of all commands. */
  readonly settings: readonly CompletionFlag[];
};

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name);

/** Returns the lines of a shell `case` over flags with a value. Flags with the same action share a line. */
function casesOf(
  { commands, settings }: CompletionModel,
  actionOf: (value: CompletionFlag["value"]) => string,
): string {
  const flags = [...commands.flatMap((command) => command.flags), ...settings].filter(({ value }) => value !== "none");
  const byAction = Map.groupBy(flags, ({ value }) => actionOf(value));
  return [...byAction].map(([action, all]) => `    ${[...new Set(namesOf(all))].join("|")}) ${action} ;;`).join("\n");
}

function bash(model: CompletionModel): string {
  const { commands, settings } = model;
  const complete = `_${program.replaceAll("-", "_")}`;
  const cases = casesOf(model, (value) => {
    if (value === "file") return 'COMPREPLY=($(compgen -f -- "$current")); return';
    return typeof value === "string" ? "COMPREPLY=(); return" : `words=${quote(value.join(" "))}`;
  });
  const ofCommands = commands.map(
    ({ name, words, flags }) => `      ${name}) words=${quote([...words, ...namesOf(flags)].join(" "))} ;;`,
  );
  return `# ${program}: completion for bash
${complete}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=serve word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${namesOf(commands).join("|")}) command=$word; break ;; esac
  done
  case $before in
${cases}
    *) case $command in
${ofCommands.join("\n")}
      esac
      words+=${quote(` ${namesOf(settings).join(" ")}`)}
      if ((COMP_CWORD == 1)); then words+=${quote(` ${namesOf(commands).join(" ")}`)}; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F ${complete} ${program}
`;
}

function zsh(model: CompletionModel): string {
  const { commands, settings } = model;
  const complete = `_${program}`;
  // an unescaped colon would end the name
  const described = (name: string, meaning: string) => quote(`${name.replaceAll(":", "\\:")}:${meaning}`);
  const flagList = (flags: CompletionModel["settings"]) =>
    flags.map(({ name, description }) => described(name, description)).join(" ");
  const cases = casesOf(model, (value) => {
    if (typeof value !== "string") return `compadd -- ${value.map(quote).join(" ")}; return`;
    return value === "file" ? "_files; return" : "_message value; return";
  });
  const ofCommands = commands.map(
    ({ name, words, flags }) => `    ${name}) operands=(${words.map(quote).join(" ")}) flags=(${flagList(flags)}) ;;`,
  );
  return `#compdef ${program}
# ${program}: completion for zsh
${complete}() {
  local command=serve word
  local -a commands operands flags settings
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case $word in ${namesOf(commands).join("|")}) command=$word; break ;; esac
  done
  case \${words[CURRENT-1]} in
${cases}
  esac
  case $command in
${ofCommands.join("\n")}
  esac
  settings=(${flagList(settings)})
  if ((CURRENT == 2)); then
    commands=(${commands.map(({ name, summary }) => described(name, summary)).join(" ")})
    _describe command commands
  fi
  compadd -a operands
  _describe flag flags
  _describe setting settings
}
if [ "$funcstack[1]" = ${complete} ]; then ${complete} "$@"; else compdef ${complete} ${program}; fi
`;
}

function fish({ commands, settings }: CompletionModel): string {
  const seen = "__fish_seen_subcommand_from";
  const none = `not ${seen} ${namesOf(commands).join(" ")}`;
  const when = (condition: string, what: string) => `complete -c ${program} -n ${quote(condition)} ${what}`;
  const flagOf = ({ name, description, value }: CompletionFlag) => {
    const values =
      typeof value === "string" ? { none: "", file: " -rF", text: " -x" }[value] : ` -xa ${quote(value.join(" "))}`;
    return `-l ${name.slice(2)} -d ${quote(description)}${values}`;
  };
  return [
    `# ${program}: completion for fish`,
    `complete -c ${program} -f`,
    ...commands.map(({ name, summary }) => when(none, `-a ${name} -d ${quote(summary)}`)),
    ...commands.flatMap(({ name, words, flags }) => {
      const condition = `${seen} ${name}`;
      const operands = words.length > 0 ? [when(condition, `-a ${quote(words.join(" "))}`)] : [];
      return [...operands, ...flags.map((flag) => when(condition, flagOf(flag)))];
    }),
    ...settings.map((flag) => `complete -c ${program} ${flagOf(flag)}`),
    "",
  ].join("\n");
}

export const shells: Readonly<Record<string, (model: CompletionModel) => string>> = { bash, zsh, fish };
