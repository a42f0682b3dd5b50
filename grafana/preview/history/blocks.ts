/** Blocks of Prometheus's storage, made by its own promtool. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { ofPrometheus } from "../../../test/e2e/support/programs.ts";

const run = promisify(execFile);

/** What Prometheus puts into one block. */
export const blockMilliseconds = 2 * 3600 * 1000;

/** Samples in the order of their time become blocks of the storage. `name` is that of nothing else that writes at the time. */
export function createBlocks(storage: string, name: string) {
  const promtool = ofPrometheus("promtool");
  let block = 0;
  let texts: string[] = [];

  async function end() {
    const file = `${storage}-${name}.om`;
    await writeFile(file, [...texts, "# EOF\n"]);
    texts = [];
    await run(promtool, ["tsdb", "create-blocks-from", "openmetrics", "--quiet", file, storage]);
    await rm(file);
  }

  return {
    /** `at` in milliseconds. */
    async write(text: string, at: number) {
      const its = Math.floor(at / blockMilliseconds);
      if (its !== block && texts.length > 0) await end();
      block = its;
      texts.push(text);
    },
    end,
  };
}
