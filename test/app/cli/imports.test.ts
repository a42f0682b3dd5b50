/** Libraries and folders that each command loads: unused ones would slow down every start. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

const root = join(import.meta.dirname, "../../..");
const main = join(root, "src/main.ts");
const recorder = new URL("../../support/record-modules.ts", import.meta.url).href;

/** The library, or the folder. Dependencies of a library are not listed. */
function nameOf(url: string): string | undefined {
  const path = relative(root, fileURLToPath(url));
  const [, library] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (library !== undefined) return library in packageJson.dependencies ? library : undefined;
  return dirname(path).split("/").slice(0, 3).join("/");
}

/** Runs a separate process next to a simulated node, in a folder with the files that the arguments may name. */
async function start(words: string) {
  const [folder, port, { url: node }] = await Promise.all([temporaryFolder(), freePort(), startNode()]);
  const file = join(folder, "modules");
  await writeFile(join(folder, "config.yml"), "log:\n  level: debug\n");
  await writeFile(join(folder, "web.yml"), `basic_auth_users:\n  alice: ${await bcrypt.hash("secret", 4)}\n`);
  const child = spawn(process.execPath, ["--import", recorder, main, ...words.split(" ")], {
    cwd: folder,
    env: {
      RECORDED_MODULES: file,
      AVAX_EXPORTER_NODE_URL: node,
      AVAX_EXPORTER_WEB_LISTEN_ADDRESS: `127.0.0.1:${port}`,
    },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for (const stream of [child.stdout, child.stderr]) stream.resume();
  const ended = once(child, "close");
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => child.kill(),
    /** The files, once the process has ended. */
    async urls() {
      await ended;
      return (await readFile(file, "utf8")).match(/^file:.+$/gm) ?? [];
    },
  };
}
/** Returns the libraries and folders that a process has loaded. */
const loaded = (urls: readonly string[]) => [...new Set(urls.map(nameOf))];

test("help loads no collector and no library but those of the configuration", async () => {
  const names = loaded(await (await start("--help")).urls());
  expect(names).toContain("src/app/cli");
  for (const name of ["src/collectors", "zod", "undici", "fastify"]) expect(names).not.toContain(name);
});

test("healthcheck loads no library of the server or of the node's client", async () => {
  const names = loaded(await (await start("healthcheck")).urls());
  expect(names).toContain("src/app/cli");
  for (const name of ["undici", "fastify", "@prometheus-io/client", "pino"]) expect(names).not.toContain(name);
});

test("serve loads neither the simulated node nor the doctor", async () => {
  const { url, stop, urls } = await start("serve");
  await until(async () => expect((await fetch(`${url}/-/ready`)).ok).toBe(true));
  stop();
  const names = loaded(await urls());
  expect(names).toContain("fastify");
  for (const name of ["src/simulator", "src/app/doctor", "pino-pretty", "yaml"]) expect(names).not.toContain(name);
});
