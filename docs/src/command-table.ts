/** The commands as a table of the README. Pure. */
import { summaries } from "../../src/cli/summaries.ts";
import { code, table } from "./markdown.ts";

export const commandTable = (): string =>
  table(
    ["Command", "Does"],
    Object.entries(summaries).map(([name, summary]) => [code(`avalanche-exporter ${name}`), summary]),
  );
