import { columns } from "../config/columns.ts";
import { summaries } from "./summaries.ts";

export const program = "avalanche-exporter";

/** Of the program as a whole. */
export const overview = (): string => `Prometheus exporter for AvalancheGo nodes.

Usage: ${program} [COMMAND] [FLAGS]

Commands:
${columns(Object.entries(summaries))}

${program} COMMAND --help tells the flags of a command, ${program} --version the version.
`;
