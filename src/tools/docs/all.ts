/** Runs all generators. `--owner NAME` first replaces the account. `--check` only reports what is out of date. */
import { parseArgs } from "node:util";
import { replaceOwner } from "./owner.ts";

const { values } = parseArgs({ options: { owner: { type: "string" }, check: { type: "boolean" } } });
if (values.owner !== undefined) await replaceOwner(values.owner);
// not before: the generators load the account from package.json
await import("./main.ts");
