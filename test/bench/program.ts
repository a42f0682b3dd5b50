/** The compiled program in a separate process, with the settings of the image. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPackage } from "../../src/tools/packaging/build.ts";
import { root } from "../../src/tools/packaging/bundle.ts";
import { freePort } from "../support/ports.ts";

const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const ofMalloc = dockerfile.matchAll(/(MALLOC_\w+)=(\d+)/g);
const env = { ...process.env, ...Object.fromEntries([...ofMalloc].map(([, name, value]) => [name, value])) };
const [, nodeFlags = ""] = /^ENTRYPOINT \[[^,]+, (.*), "\/app/m.exec(dockerfile) ?? [];

const folder = mkdtempSync(join(tmpdir(), "avalanche-exporter-bench-"));
process.once("exit", () => rmSync(folder, { recursive: true }));
const built = buildPackage(folder);

/** Starts the program with these settings as the image does. */
export async function startProgram(settings: object) {
  await built;
  const port = await freePort();
  const file = join(folder, `${port}.yml`);
  writeFileSync(file, JSON.stringify({ ...settings, log: { level: "error" } })); // is YAML too
  const flags = [`--web.listen-address=127.0.0.1:${port}`, `--config.file=${file}`];
  const argv = [...(JSON.parse(`[${nodeFlags}]`) as string[]), join(folder, "avalanche-exporter.js"), ...flags];
  const child = spawn(process.execPath, argv, { env, stdio: "inherit" });
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
      if (child.exitCode === null) await once(child, "exit");
    },
  };
}
