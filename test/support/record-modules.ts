/** Preloaded into a program: writes the URL of each module that is loaded into the file that the environment names. */
import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const file = process.env["RECORDED_MODULES"];
if (file === undefined) throw new Error("RECORDED_MODULES is missing");
registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
