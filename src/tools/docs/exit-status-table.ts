/** The table of exit statuses. */
import { exitStatuses } from "../../app/cli/usage.ts";
import { code, table } from "./markdown.ts";

export const exitStatusTable = (): string =>
  table(
    ["Status", "Commands", "Meaning"],
    exitStatuses.map(({ status, commands, meaning }) => [
      String(status),
      commands.length === 0 ? "all" : commands.map(code).join(", "),
      meaning.replace(/--\w+/g, code),
    ]),
  );
