/** The program in a separate process, with the settings of the image. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { freePort } from "../support/ports.ts";

const root = join(import.meta.dirname, "../..");
const ofMalloc = readFileSync(join(root, "Dockerfile"), "utf8").matchAll(/(MALLOC_\w+)=(\d+)/g);
const env = {
  NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"),
  ...process.env,
  ...Object.fromEntries([...ofMalloc].map(([, name, value]) => [name, value])),
};

/** Starts the program with the command of `npm start`. */
export function spawnProgram(flags: readonly string[]) {
  const args = packageJson.scripts.start.replace("exec node ", "").split(" ");
  return spawn(process.execPath, [...args, ...flags], { cwd: root, env, stdio: "inherit" });
}

export async function startProgram(args: readonly string[]) {
  const port = await freePort();
  const flags = [`--web.listen-address=127.0.0.1:${port}`, "--log.level=error", ...args];
  const child = spawnProgram(flags);
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
