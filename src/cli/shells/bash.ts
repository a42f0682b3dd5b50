import { byValue, type Line, namesOf, patternOf, quoted } from "./line.ts";

export function bash(program: string, line: Line): string {
  const { commands, settings } = line;
  const { files, texts, choices } = byValue(line);
  const complete = `_${program.replaceAll("-", "_")}`;
  const ofChoices = choices.map(({ name, values }) => `    ${name}) words=${quoted(values.join(" "))} ;;`);
  const ofCommands = commands.map(
    ({ name, words, flags }) => `      ${name}) words=${quoted([...words, ...namesOf(flags)].join(" "))} ;;`,
  );
  return `# ${program}: completion for bash
${complete}() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=serve word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in ${patternOf(commands)}) command=$word; break ;; esac
  done
  case $before in
    ${patternOf(files)}) COMPREPLY=($(compgen -f -- "$current")); return ;;
    ${patternOf(texts)}) COMPREPLY=(); return ;;
${ofChoices.join("\n")}
    *) case $command in
${ofCommands.join("\n")}
      esac
      words+=${quoted(` ${namesOf(settings).join(" ")}`)}
      if ((COMP_CWORD == 1)); then words+=${quoted(` ${namesOf(commands).join(" ")}`)}; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F ${complete} ${program}
`;
}
