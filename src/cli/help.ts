import { collectors } from "../collectors/all.ts";
import type { CommandFlags } from "../config/arguments.ts";
import { columns, commandHelp, configHelp } from "../config/help.ts";
import type { CommandDefinition } from "./definition.ts";
import { summaries } from "./summaries.ts";

const program = "avalanche-exporter";

/** Of the program as a whole. */
export const overview = (): string => `Prometheus exporter for AvalancheGo nodes.

Usage: ${program} [COMMAND] [FLAGS]

Commands:
${columns(Object.entries(summaries))}

${program} COMMAND --help tells the flags of a command, ${program} --version the version.
`;

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
