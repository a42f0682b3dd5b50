import { byValue, type Line, patternOf, quoted } from "./line.ts";

/** With what it means; a colon would end the name. */
const described = (name: string, meaning: string) => quoted(`${name.replaceAll(":", "\\:")}:${meaning}`);

export function zsh(program: string, line: Line): string {
  const { commands, settings } = line;
  const { files, texts, choices } = byValue(line);
  const complete = `_${program}`;
  const list = (all: readonly string[]) => all.join(" ");
  const flagList = (flags: Line["settings"]) =>
    list(flags.map(({ name, description }) => described(name, description)));
  const ofChoices = choices.map(({ name, values }) => `    ${name}) compadd -- ${list(values.map(quoted))}; return ;;`);
  const ofCommands = commands.map(
    ({ name, words, flags }) => `    ${name}) operands=(${list(words.map(quoted))}) flags=(${flagList(flags)}) ;;`,
  );
  return `#compdef ${program}
# ${program}: completion for zsh
${complete}() {
  local command=serve word
  local -a commands operands flags settings
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case $word in ${patternOf(commands)}) command=$word; break ;; esac
  done
  case \${words[CURRENT-1]} in
    ${patternOf(files)}) _files; return ;;
    ${patternOf(texts)}) _message value; return ;;
${ofChoices.join("\n")}
  esac
  case $command in
${ofCommands.join("\n")}
  esac
  settings=(${flagList(settings)})
  if ((CURRENT == 2)); then
    commands=(${list(commands.map(({ name, summary }) => described(name, summary)))})
    _describe command commands
  fi
  compadd -a operands
  _describe flag flags
  _describe setting settings
}
if [ "$funcstack[1]" = ${complete} ]; then ${complete} "$@"; else compdef ${complete} ${program}; fi
`;
}
