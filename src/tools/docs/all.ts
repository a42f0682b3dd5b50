/** Runs all generators. `--owner NAME` first replaces the account. `--check` only reports what is out of date. */
import { parseArgs } from "node:util";
import { replaceOwner } from "./owner.ts";

const { values } = parseArgs({ options: { owner: { type: "string" }, check: { type: "boolean" } } });
if (values.owner !== undefined) await replaceOwner(values.owner);
// a dynamic import, because the generators load the account from package.json once
await import("./main.ts");
