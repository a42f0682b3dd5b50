/** The tables of failures and of unavailable data, with the fix of each. */
import { failures } from "../../src/rpc/failure-texts.ts";
import { statusCodes } from "../../src/rpc/failures.ts";
import { code, table } from "./markdown.ts";

const withExamples = (fix: string) => fix.replace(", which is `{url}`", "").replace("{flag}", "--index-enabled");

/** Returns the meaning with the HTTP statuses of the failure. */
function meaning(name: string, what: string): string {
  const statuses = Object.entries(statusCodes).flatMap(([status, code]) => (code === name ? status : []));
  return statuses.length > 0 ? `HTTP ${statuses.join(", ")}: ${what}` : what;
}

export const reasonTable = (): string =>
  table(
    ["Reason", "Meaning", "Fix"],
    Object.entries(failures).flatMap(([name, entry]) =>
      "unavailable" in entry ? [] : [[code(entry.reason), meaning(name, entry.what), withExamples(entry.fix)]],
    ),
  );

/** Other expected errors are not counted. */
const counted: readonly string[] = ["bootstrapping", "method_unavailable"];

export const unavailableTable = (): string =>
  table(
    ["Reason", "Counted as", "Meaning", "Fix"],
    Object.values(failures).flatMap((entry) => {
      if (!("unavailable" in entry)) return [];
      const { reason, unavailable, what, fix } = entry;
      return [[code(unavailable), counted.includes(reason) ? code(reason) : "", what, withExamples(fix)]];
    }),
  );
