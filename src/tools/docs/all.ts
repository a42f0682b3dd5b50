/** Runs all generators. `--owner NAME` first replaces the account. `--check` only reports what is out of date. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { owner: { type: "string" }, check: { type: "boolean" } } });
// in its own process, because the generators load the account from package.json once
if (values.owner !== undefined)
  execFileSync(process.execPath, [join(import.meta.dirname, "owner.ts"), "--owner", values.owner], {
    stdio: "inherit",
  });
await import("./main.ts");
