import { collectors } from "../collectors/all.ts";
import type { CommandFlags } from "../config/arguments.ts";
import { commandHelp, configHelp, usualHelp } from "../config/help.ts";
import type { CommandDefinition } from "./definition.ts";
import { program } from "./overview.ts";
import { summaries } from "./summaries.ts";

/** Of one command; `all`: with every setting. */
export function helpOf(
  definition: Omit<CommandDefinition<CommandFlags>, "run">,
  given: readonly string[],
  all: boolean,
): string {
  const { name, operands = [], takesFile, flags = {}, examples, more, shortHelp } = definition;
  const usage = [program, name, ...operands, takesFile && "[FILE]", "[FLAGS]"].filter(Boolean).join(" ");
  const parts: (string | never[])[] = [
    summaries[name],
    `Usage: ${usage}`,
    `Examples:\n${examples.map((example) => `  ${[program, name === "serve" ? "" : name, example].filter(Boolean).join(" ")}`).join("\n")}`,
    `Flags:\n${commandHelp(flags)}`,
    more?.(given, all) ?? [],
    all ? configHelp(collectors) : shortHelp ? [] : usualHelp(collectors),
  ];
  return `${parts.flat().join("\n\n")}\n`;
}
