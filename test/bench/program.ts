/** The program as `npm start` runs it, in a separate process. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import packageJson from "../../package.json" with { type: "json" };
import { freePort } from "../support/ports.ts";

export async function startProgram(args: readonly string[]) {
  const port = await freePort();
  const flags = [`--web.listen-address=127.0.0.1:${port}`, "--log.level=error", ...args];
  const child = spawn("sh", ["-c", `${packageJson.scripts.start} "$@"`, "sh", ...flags], { stdio: "inherit" });
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  return {
    get,
    /** Resident memory in bytes, and the processor's time in seconds. */
    async own() {
      const page = await get("/metrics");
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(page)?.[1]);
      const series = page.match(/^[^#\n]/gm)?.length ?? 0;
      return { series, resident: value("process_resident_memory_bytes"), seconds: value("process_cpu_seconds_total") };
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null) await once(child, "exit"); // stores its compiled code
    },
  };
}
