/** The table of commands. */
import { summaries } from "../../app/cli/usage.ts";
import { code, table } from "./markdown.ts";

export const commandTable = (): string =>
  table(
    ["Command", "Description"],
    Object.entries(summaries).map(([name, summary]) => [code(`avalanche-exporter ${name}`), summary]),
  );
