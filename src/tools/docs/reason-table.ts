/** The tables of failures and of unavailable data, with the fix of each. */
import { collectors } from "../../collectors/all.ts";
import { type Failure, failures, fixOf, states } from "../../node-api/errors.ts";
import { apiOf } from "../../node-api/method.ts";
import { code, table } from "./markdown.ts";
import { neededFlags } from "./node-flag-table.ts";

const withoutUrl = (fix: string) => fix.replace(", which is `{url}`", "");

/** Returns the meaning with the HTTP statuses of the failure. */
const meaning = ({ what, statuses }: Failure) => (statuses ? `HTTP ${statuses.join(", ")}: ${what}` : what);

export const reasonTable = (): string =>
  table(
    ["Reason", "Meaning", "Fix"],
    Object.values(failures).map((failure) => [code(failure.reason), meaning(failure), withoutUrl(failure.fix)]),
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
