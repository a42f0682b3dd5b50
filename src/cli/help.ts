import { collectors } from "../collectors/all.ts";
import type { CommandFlags } from "../config/arguments.ts";
import { commandHelp, configHelp } from "../config/help.ts";
import type { CommandDefinition } from "./definition.ts";
import { program } from "./overview.ts";
import { summaries } from "./summaries.ts";

/** Of one command. */
export function helpOf(definition: Omit<CommandDefinition<CommandFlags>, "run">, given: readonly string[]): string {
  const { name, operands = [], takesFile, flags = {}, examples, more, shortHelp } = definition;
  const usage = [program, name, ...operands, takesFile && "[FILE]", "[FLAGS]"].filter(Boolean).join(" ");
  const parts: (string | never[])[] = [
    summaries[name],
    `Usage: ${usage}`,
    `Examples:\n${examples.map((example) => `  ${[program, name === "serve" ? "" : name, example].filter(Boolean).join(" ")}`).join("\n")}`,
    `Flags:\n${commandHelp(flags)}`,
    more?.(given) ?? [],
    shortHelp ? `And the flags of the configuration: ${program} serve --help` : configHelp(collectors),
  ];
  return `${parts.flat().join("\n\n")}\n`;
}
