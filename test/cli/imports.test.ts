/** What each command loads of our libraries and folders: what it does not use would cost time at every start. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { startNode } from "../support/exporter.ts";
import { temporaryFolder } from "../support/folder.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

const root = join(import.meta.dirname, "../..");
const main = join(root, "src/main.ts");
const recorder = new URL("../support/record-modules.ts", import.meta.url).href;

/** The library, or the folder. What a library loads of others is its own affair. */
function nameOf(url: string): string | undefined {
  const path = relative(root, fileURLToPath(url));
  const [, library] = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
  if (library !== undefined) return library in packageJson.dependencies ? library : undefined;
  return dirname(path).split("/").slice(0, 2).join("/");
}
const always = ["src", "src/cli", "."]; // package.json, for the version
const folders = (...names: readonly string[]) => names.map((name) => `src/${name}`);

/** A process of its own, in a folder with the files that the words may name, beside a simulated node. */
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
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const ended = once(child, "close");
  return {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    stop: () => child.kill(),
    /** The files, once the process has ended. */
    async urls() {
      await ended;
      return (await readFile(file, "utf8")).match(/^file:.+$/gm) ?? [];
    },
  };
}
/** The libraries and folders that these are of. */
const loaded = (urls: readonly string[]) =>
  [...new Set(urls.map(nameOf))].filter((name) => name !== undefined && !always.includes(name)).sort();

/** Settings are those of the collectors. */
const configuration = [
  "@scure/base",
  "leven",
  ...folders("collectors", "config", "contract", "metrics", "node", "prometheus"),
  "zod",
];
const collecting = [...configuration, "pino", "prom-client", "src/exporter", "undici"];
const serving = [...collecting, "fastify", "src/http"];

type Case = readonly [words: string, uses: readonly string[]];
const briefly: readonly Case[] = [
  ["--version", []],
  ["serve --version", []],
  ["--help", ["src/config"]],
  ["nonsense", ["leven", "src/config"]],
  ["serve --help", configuration],
  ["serve --node.url ftp:", configuration],
  ["serve --web.config.file missing.yml", configuration],
  ["serve --config.file missing.yml", configuration],
  ["demo --help", [...configuration, "src/simulator"]],
  ["demo --scenario nonsense", [...configuration, "src/simulator"]],
  ["simulate --help", [...configuration, "src/simulator"]],
  ["simulate --port 99999", [...configuration, "src/simulator"]],
  ["once --help", configuration],
  ["once", collecting],
  ["once --collector nonsense", configuration],
  ["once --log.format pretty", [...collecting, "pino-pretty"]],
  ["call --help", configuration],
  ["call --list", configuration],
  ["call platform.getHeight", [...configuration, "undici"]],
  ["doctor --help", configuration],
  ["doctor", [...configuration, "src/doctor", "src/exporter", "undici"]],
  ["doctor --json --config.file config.yml", [...configuration, "src/doctor", "src/exporter", "undici", "yaml"]],
  ["doctor --web.config.file missing.yml", configuration],
  ["check-config", [...configuration, "yaml"]],
  ["check-config config.yml", [...configuration, "yaml"]],
  ["check-config --web.config.file web.yml", [...configuration, "src/web", "yaml"]],
  ["healthcheck --help", configuration],
  ["healthcheck", [...configuration, "undici"]],
];

test.each(briefly)("avalanche-exporter %s loads what it uses, and nothing else", async (words, uses) => {
  const { urls } = await start(words);
  expect(loaded(await urls())).toEqual(uses.toSorted());
});

const lasting: readonly Case[] = [
  ["--log.level error", serving],
  ["serve", serving],
  ["serve --log.format pretty", [...serving, "pino-pretty"]],
  ["serve --config.file config.yml", [...serving, "yaml"]],
  ["serve --web.config.file web.yml", [...serving, "bcrypt", "src/web", "yaml"]],
  ["demo", [...serving, "src/simulator"]],
];

test.each(lasting)(
  "avalanche-exporter %s loads what it uses, and nothing else, while it is looked at",
  async (words, uses) => {
    const { url, stop, urls } = await start(words);
    await until(async () => expect((await fetch(`${url}/-/ready`)).ok).toBe(true));
    for (const path of ["/metrics", "/", "/sd"]) await (await fetch(url + path)).text();
    stop();
    expect(loaded(await urls())).toEqual(uses.toSorted());
  },
);

test("avalanche-exporter simulate loads what it uses, and nothing else", async () => {
  const { output, stop, urls } = await start("simulate --port 0");
  await until(() => expect(output()).toContain("Ctrl-C ends it"));
  stop();
  expect(loaded(await urls())).toEqual([...configuration, "fastify", "src/simulator"].sort());
});

test("of undici a command that calls the node loads what calls, and neither fetch nor mocks", async () => {
  const { urls } = await start("once");
  const folders = (await urls()).map((url) => /undici\/lib\/(\w+)/.exec(url)?.[1]).filter((name) => name !== undefined);
  expect([...new Set(folders)].sort()).toEqual(["api", "core", "dispatcher", "llhttp", "util"]);
});

test("what nobody asks for is not loaded for the exporter's own metrics: tracing", async () => {
  const { urls } = await start("once");
  expect((await urls()).filter((url) => url.includes("@opentelemetry"))).toEqual([]);
});

test("an exporter that nobody looks at is without its page for people", async () => {
  const { url, stop, urls } = await start("serve");
  await until(async () => expect((await fetch(`${url}/metrics`)).ok).toBe(true));
  stop();
  expect((await urls()).filter((url) => url.includes("/landing"))).toEqual([]);
});
