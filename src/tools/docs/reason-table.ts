/** The list of failures by their reason, and the table of unavailable data with the fix of each. */
import { collectors } from "../../collectors/all.ts";
import { type Failure, failures, fixOf, states } from "../../node-api/errors.ts";
import { apiOf } from "../../node-api/method.ts";
import { code, table } from "./markdown.ts";
import { neededFlags } from "./node-flag-table.ts";

/** Returns the meaning with the HTTP statuses of the failure. */
const meaning = ({ what, statuses }: Failure) => (statuses ? `${what} (HTTP ${statuses.join(", ")})` : what);

/** Returns an item for each reason, with its failures. */
export const reasonList = (): string =>
  [...Map.groupBy(Object.values(failures), ({ reason }) => reason)]
    .map(([reason, those]) => `- ${code(reason)}: ${those.map(meaning).join("; ")}`)
    .join("\n");

/** Returns the meaning and the fix of each API that can be disabled. */
const disabledApis = (what: string) =>
  neededFlags(collectors).map((flag) => [`${what} (${apiOf(flag)})`, fixOf({ code: "api_off", flag }, "")]);

export const unavailableTable = (): string =>
  table(
    ["Reason", "Meaning", "Fix"],
    Object.entries(states).flatMap(([name, { what, fix }]) =>
      name === "api_off" ? disabledApis(what).map((row) => [code(name), ...row]) : [[code(name), what, fix]],
    ),
  );
