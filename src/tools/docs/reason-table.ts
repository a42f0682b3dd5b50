/** The tables of failures and of unavailable data, with the fix of each. */
import { collectors } from "../../collectors/all.ts";
import { failures, fixOf, states, statusCodes } from "../../node-api/failures.ts";
import { apiOf } from "../../node-api/method.ts";
import { code, table } from "./markdown.ts";
import { neededFlags } from "./node-flag-table.ts";

const withoutUrl = (fix: string) => fix.replace(", which is `{url}`", "");

/** Returns the meaning with the HTTP statuses of the failure. */
function meaning(name: string, what: string): string {
  const statuses = Object.entries(statusCodes).flatMap(([status, code]) => (code === name ? status : []));
  return statuses.length > 0 ? `HTTP ${statuses.join(", ")}: ${what}` : what;
}

export const reasonTable = (): string =>
  table(
    ["Reason", "Meaning", "Fix"],
    Object.entries(failures).map(([name, { reason, what, fix }]) => [
      code(reason),
      meaning(name, what),
      withoutUrl(fix),
    ]),
  );

/** Other expected errors are not counted. */
const counted: readonly string[] = ["bootstrapping", "method_unavailable"];

/** Returns the meaning and the fix of each API that can be disabled. */
const disabledApis = (what: string) =>
  neededFlags(collectors).map((flag) => [`${what} (${apiOf(flag)})`, fixOf({ code: "api_off", flag }, "")]);

export const unavailableTable = (): string =>
  table(
    ["Reason", "Counted as", "Meaning", "Fix"],
    Object.entries(states).flatMap(([name, { reason, what, fix }]) => {
      const names = [code(name), counted.includes(reason) ? code(reason) : ""];
      return name === "api_off" ? disabledApis(what).map((row) => [...names, ...row]) : [[...names, what, fix]];
    }),
  );
