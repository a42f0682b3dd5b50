import { type Flag, type Line, namesOf, quoted } from "./line.ts";

function flagOf({ name, description, value }: Flag): string {
  const follows = { none: "", file: " -rF", text: " -x" };
  const values = typeof value === "string" ? follows[value] : ` -xa ${quoted(value.join(" "))}`;
  return `-l ${name.slice(2)} -d ${quoted(description)}${values}`;
}

export function fish(program: string, { commands, settings }: Line): string {
  const seen = "__fish_seen_subcommand_from";
  const none = `not ${seen} ${namesOf(commands).join(" ")}`;
  const when = (condition: string, what: string) => `complete -c ${program} -n ${quoted(condition)} ${what}`;
  return [
    `# ${program}: completion for fish`,
    `complete -c ${program} -f`,
    ...commands.map(({ name, summary }) => when(none, `-a ${name} -d ${quoted(summary)}`)),
    ...commands.flatMap(({ name, words, flags }) => {
      const condition = `${seen} ${name}`;
      const operands = words.length > 0 ? [when(condition, `-a ${quoted(words.join(" "))}`)] : [];
      return [...operands, ...flags.map((flag) => when(condition, flagOf(flag)))];
    }),
    ...settings.map((flag) => `complete -c ${program} ${flagOf(flag)}`),
    "",
  ].join("\n");
}
