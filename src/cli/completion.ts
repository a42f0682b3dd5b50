/** Generates shell completion scripts. */
import { describe, flagNames, type Option } from "../config/options.ts";
import { suggest } from "../config/suggest.ts";
import { type Command, command, settings } from "./command.ts";
import { exit, printErrors } from "./io.ts";
import { program, summaries } from "./usage.ts";

type Commands = readonly Command[];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const namesIn = (options: readonly Option[]) => options.flatMap(flagNames).join(" ");

function bash(commands: Commands): string {
  const complete = `_${program.replaceAll("-", "_")}`;
  const names = commands.map(({ name }) => name);
  const withValue = [...commands.flatMap(({ flags }) => flags), ...settings].filter(({ kind }) => kind !== "boolean");
  const values = withValue.map(({ flag, isFile, values }) => {
    if (isFile) return `    --${flag}) COMPREPLY=($(compgen -f -- "$current")); return ;;`;
    return values ? `    --${flag}) offered=${quote(values.join(" "))} ;;` : `    --${flag}) COMPREPLY=(); return ;;`;
  });
  const operands = commands.map(
    ({ name, words, flags }) => `      ${name}) offered=${quote([...words, namesIn(flags)].join(" "))} ;;`,
  );
  return `# ${program}: completion for bash
${complete}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=serve word offered
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case $word in ${names.join("|")}) command=$word; break ;; esac
  done
  case $before in
${[...new Set(values)].join("\n")}
    *) case $command in
${operands.join("\n")}
      esac
      offered+=${quote(` ${namesIn(settings)}`)}
      if ((COMP_CWORD == 1)); then offered+=${quote(` ${names.join(" ")}`)}; fi ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -F ${complete} ${program}
`;
}

/** The script for bash, in the compatibility mode of zsh. */
const zsh = (commands: Commands) => `#compdef ${program}
autoload -Uz bashcompinit && bashcompinit
${bash(commands)}[[ $funcstack[1] != _${program} ]] || _bash_complete -F _${program.replaceAll("-", "_")}
`;

function fish(commands: Commands): string {
  const seen = "__fish_seen_subcommand_from";
  const none = `not ${seen} ${commands.map(({ name }) => name).join(" ")}`;
  const when = (condition: string, what: string) => `complete -c ${program} -n ${quote(condition)} ${what}`;
  const flagLines = (option: Option) => {
    const { kind, isFile, values } = option;
    const value = kind === "boolean" ? "" : isFile ? " -rF" : values ? ` -xa ${quote(values.join(" "))}` : " -x";
    return flagNames(option).map((name) => `-l ${name.slice(2)} -d ${quote(describe(option))}${value}`);
  };
  return [
    `# ${program}: completion for fish`,
    `complete -c ${program} -f`,
    ...commands.map(({ name }) => when(none, `-a ${name} -d ${quote(summaries[name])}`)),
    ...commands.flatMap(({ name, words, flags }) =>
      [`-a ${quote(words.join(" "))}`, ...flags.flatMap(flagLines)].map((line) => when(`${seen} ${name}`, line)),
    ),
    ...settings.flatMap(flagLines).map((line) => `complete -c ${program} ${line}`),
    "",
  ].join("\n");
}

const shells: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };
const names = Object.keys(shells);

export const completionOf = (load: readonly (() => Promise<Command>)[]) =>
  command({
    name: "completion",
    operands: ["SHELL"],
    words: names,
    examples: [
      `bash > /etc/bash_completion.d/${program}`,
      `zsh > "\${fpath[1]}/_${program}"`,
      `fish > ~/.config/fish/completions/${program}.fish`,
    ],
    run: async (io, _config, { operands: [shell] }) => {
      if (shell === undefined) return printErrors(io, [`SHELL is missing; allowed: ${names.join(", ")}`]);
      const script = Object.hasOwn(shells, shell) && shells[shell];
      if (!script) return printErrors(io, [`${shell}: unknown shell; ${suggest(shell, { names })}`]);
      io.out(script(await Promise.all(load.map((one) => one()))));
      return exit.ok;
    },
  });
