/** Generates shell completion scripts. */
import { suggest } from "../../lib/text.ts";
import { describe, flagNames, type Option } from "../config/options.ts";
import { type Command, command, settings } from "./command.ts";
import { exitCodes, printErrors } from "./io.ts";
import { programName, summaries } from "./usage.ts";

type Commands = readonly Command[];

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
const namesOf = (commands: Commands) => commands.map(({ name }) => name);
const namesIn = (options: readonly Option[]) => options.flatMap(flagNames).join(" ");
const functionName = `_${programName.replaceAll("-", "_")}`;

/** Groups the settings by the commands that use them, as a pattern of `case`. */
const settingsByCommands = (commands: Commands) =>
  Map.groupBy(settings, (option) => namesOf(commands.filter(({ isUsed }) => isUsed(option))).join("|"));

/** Returns the lines of a `case` over the flags that take a value. */
function valueCases(commands: Commands, actionOf: (option: Option) => string): string {
  const withValue = [...commands.flatMap(({ flags }) => flags), ...settings].filter(({ kind }) => kind !== "boolean");
  return [...new Set(withValue.map((option) => `    --${option.flag}) ${actionOf(option)} ;;`))].join("\n");
}

function bash(commands: Commands): string {
  const names = namesOf(commands);
  const values = valueCases(commands, ({ isFile, allowedValues }) => {
    if (isFile) return 'COMPREPLY=($(compgen -f -- "$current")); return';
    return allowedValues ? `offered=${quote(allowedValues.join(" "))}` : "COMPREPLY=(); return";
  });
  const operands = commands.map(
    ({ name, operandValues, flags }) =>
      `      ${name}) offered=${quote([...operandValues, namesIn(flags)].join(" "))} ;;`,
  );
  const shared = [...settingsByCommands(commands)].map(
    ([pattern, options]) => `      case $command in ${pattern}) offered+=${quote(` ${namesIn(options)}`)} ;; esac`,
  );
  return `# ${programName}: completion for bash
${functionName}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=serve word offered
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case $word in ${names.join("|")}) command=$word; break ;; esac
  done
  case $before in
${values}
    *) case $command in
${operands.join("\n")}
      esac
${shared.join("\n")}
      if ((COMP_CWORD == 1)); then offered+=${quote(` ${names.join(" ")}`)}; fi ;;
  esac
  COMPREPLY=($(compgen -W "$offered" -- "$current"))
}
complete -F ${functionName} ${programName}
`;
}

function zsh(commands: Commands): string {
  const described = (name: string, description: string) => quote(`${name}:${description}`);
  const flagList = (options: readonly Option[]) =>
    options.flatMap((option) => flagNames(option).map((name) => described(name, describe(option)))).join(" ");
  const values = valueCases(commands, ({ isFile, placeholder, allowedValues }) => {
    if (isFile) return "_files; return";
    return allowedValues ? `compadd -- ${allowedValues.join(" ")}; return` : `_message ${quote(placeholder)}; return`;
  });
  const operands = commands.map(
    ({ name, operandValues, flags }) =>
      `    ${name}) operands=(${operandValues.join(" ")}) flags=(${flagList(flags)}) ;;`,
  );
  const shared = [...settingsByCommands(commands)].map(
    ([pattern, options]) => `  case $command in ${pattern}) flags+=(${flagList(options)}) ;; esac`,
  );
  const summaryList = commands.map(({ name }) => described(name, summaries[name])).join(" ");
  return `#compdef ${programName}
# ${programName}: completion for zsh
${functionName}() {
  local command=serve word
  local -a commands operands flags
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case $word in ${namesOf(commands).join("|")}) command=$word; break ;; esac
  done
  case \${words[CURRENT-1]} in
${values}
  esac
  case $command in
${operands.join("\n")}
  esac
${shared.join("\n")}
  commands=(${summaryList})
  if ((CURRENT == 2)); then _describe command commands; fi
  compadd -a operands
  _describe flag flags
}
if [[ $funcstack[1] == _${programName} ]]; then ${functionName} "$@"; else compdef ${functionName} ${programName}; fi
`;
}

function fish(commands: Commands): string {
  const seen = "__fish_seen_subcommand_from";
  const none = `not ${seen} ${namesOf(commands).join(" ")}`;
  const when = (condition: string, what: string) => `complete -c ${programName} -n ${quote(condition)} ${what}`;
  const flagLines = (option: Option) => {
    const { kind, isFile, allowedValues } = option;
    const value =
      kind === "boolean" ? "" : isFile ? " -rF" : allowedValues ? ` -xa ${quote(allowedValues.join(" "))}` : " -x";
    return flagNames(option).map((name) => `-l ${name.slice(2)} -d ${quote(describe(option))}${value}`);
  };
  const settingLines = settings.flatMap((option) => {
    const others = namesOf(commands.filter(({ isUsed }) => !isUsed(option)));
    return flagLines(option).map((line) => when(`not ${seen} ${others.join(" ")}`, line));
  });
  return [
    `# ${programName}: completion for fish`,
    `complete -c ${programName} -f`,
    ...commands.map(({ name }) => when(none, `-a ${name} -d ${quote(summaries[name])}`)),
    ...commands.flatMap(({ name, operandValues, flags }) =>
      [`-a ${quote(operandValues.join(" "))}`, ...flags.flatMap(flagLines)].map((line) =>
        when(`${seen} ${name}`, line),
      ),
    ),
    ...settingLines,
    "",
  ].join("\n");
}

const shells: Readonly<Record<string, (commands: Commands) => string>> = { bash, zsh, fish };
const names = Object.keys(shells);

export const createCompletion = (loadCommands: () => Promise<Commands>) =>
  command({
    name: "completion",
    operands: ["SHELL"],
    operandValues: names,
    uses: () => false,
    examples: [
      `bash > /etc/bash_completion.d/${programName}`,
      `zsh > "\${fpath[1]}/_${programName}"`,
      `fish > ~/.config/fish/completions/${programName}.fish`,
    ],
    run: async (io, _config, { operands: [shell] }) => {
      if (shell === undefined) return printErrors(io, [`SHELL is missing; allowed: ${names.join(", ")}`]);
      const script = Object.hasOwn(shells, shell) && shells[shell];
      if (!script) return printErrors(io, [`${shell}: unknown shell; ${suggest(shell, { names })}`]);
      io.out(script(await loadCommands()));
      return exitCodes.ok;
    },
  });
