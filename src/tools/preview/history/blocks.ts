/** Blocks of Prometheus's storage, created by promtool. */
import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { ofPrometheus } from "../../packaging/programs.ts";

const run = promisify(execFile);

/** Duration of a block, as in Prometheus. */
export const blockMilliseconds = 2 * 3600 * 1000;

/** Writes samples, ordered by time, as blocks of the storage. `name` must be unique among concurrent writers. */
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
