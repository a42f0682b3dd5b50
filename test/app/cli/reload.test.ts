/** Reloads of the configuration while `serve` runs. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runExporter } from "../../../src/app/cli/serve.ts";
import { configSchema } from "../../../src/app/config/schema.ts";
import { collectors } from "../../../src/collectors/all.ts";
import { onlyCollectors, startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { createIo } from "../../support/io.ts";
import { freePort } from "../../support/ports.ts";
import { startProgram } from "../../support/program.ts";
import { until } from "../../support/until.ts";

const successful = /^avax_exporter_config_last_reload_successful (\d)$/m;
const time = /^avax_exporter_config_last_reload_success_timestamp_seconds (\S+)$/m;

async function startServe(config: object, ...flags: string[]) {
  const [folder, port, node] = await Promise.all([temporaryFolder(), freePort(), startNode()]);
  const file = join(folder, "config.yml");
  const base = {
    node: { url: node.url },
    collectors: onlyCollectors("p-height"),
    web: { listen_address: `127.0.0.1:${port}` },
  };
  const write = (config: object | string) =>
    writeFile(file, typeof config === "string" ? config : JSON.stringify({ ...base, ...config }));
  await write(config);
  const program = startProgram(["serve", "--config.file", file, ...flags]);
  onTestFinished(program.stop);
  const url = `http://127.0.0.1:${port}`;
  const fetchText = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init);
    return { status: response.status, text: await response.text() };
  };
  const page = async () => (await fetchText("/metrics")).text;
  await until(async () => expect(await page()).toContain("avax_pchain_height"));
  const lines = () =>
    program
      .err()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { level: string; msg: string; errors?: string[] });
  const withMessage = (msg: string) => lines().filter((line) => line.msg === msg);
  const post = () => fetchText("/-/reload", { method: "POST" });
  return { program, port, file, write, page, lines, withMessage, post, node };
}
const reloaded = "configuration reloaded";
const failed = "reloading the configuration failed; keeping the previous one";

test("SIGHUP reloads the file: added collectors start, and the log level changes", async () => {
  const { program, write, page, withMessage, lines } = await startServe({});
  const before = Number(time.exec(await page())?.[1]);
  await write({ log: { level: "debug" }, collectors: onlyCollectors("p-height", "x-height") });
  program.reload();
  await until(async () => expect(await page()).toContain("avax_xchain_height"));
  expect(withMessage(reloaded).length).toBe(1);
  expect(successful.exec(await page())?.[1]).toBe("1");
  expect(Number(time.exec(await page())?.[1])).toBeGreaterThan(before);
  await until(() => expect(lines().some(({ level }) => level === "debug")).toBe(true));
});

test.each<[string, object | string | undefined, error: string]>([
  ["that is missing", undefined, "cannot read FILE: no such file or directory"],
  ["that is not YAML", "node: {", "FILE:1:"],
  ["with an unknown key", { nodez: {} }, "FILE:1:"],
  [
    "with another address to listen on",
    { web: { listen_address: "127.0.0.1:1" } },
    "web.listen_address: cannot be changed by a reload: restart the exporter",
  ],
])("a file %s changes nothing, and both gauges show it", async (_what, config, expected) => {
  const { program, file, write, page, withMessage, lines } = await startServe({});
  const before = time.exec(await page())?.[1];
  await (config === undefined ? rm(file) : write(config));
  program.reload();
  await until(() => expect(withMessage(failed).length).toBe(1));
  expect(withMessage(failed)[0]?.errors?.[0]?.replace(file, "FILE")).toContain(expected);
  expect(lines().at(-1)?.level).toBe("error");
  await until(async () => expect(successful.exec(await page())?.[1]).toBe("0"));
  expect(time.exec(await page())?.[1]).toBe(before);
  expect(await page()).toContain("avax_pchain_height");
  await write({});
  program.reload();
  await until(async () => expect(successful.exec(await page())?.[1]).toBe("1"));
});

test("signals that arrive during a reload cause one more reload", async () => {
  const { program, write, page, withMessage } = await startServe({});
  await write({ log: { level: "info" }, collectors: onlyCollectors("p-height", "x-height") });
  for (let i = 0; i < 100; i++) program.reload();
  await until(async () => expect(await page()).toContain("avax_xchain_height"));
  await until(() => expect(withMessage(reloaded).length).toBeGreaterThan(0));
  expect(withMessage(reloaded).length).toBeLessThanOrEqual(2);
});

test("POST /-/reload is refused, unless it is allowed; then it returns the errors", async () => {
  const { program, port, write, post, withMessage } = await startServe({});
  expect((await post()).status).toBe(403);
  await write({ web: { enable_lifecycle: true, listen_address: `127.0.0.1:${port}` } });
  program.reload();
  await until(() => expect(withMessage(reloaded).length).toBe(1));
  expect(await post()).toEqual({ status: 200, text: "reloaded\n" });
  await write("nodes: 5");
  expect(await post()).toEqual({
    status: 400,
    text: expect.stringMatching(/:1:1: nodes: expected keys and values, not a number\n$/),
  });
});

test("a bug in reading the configuration is logged, and the exporter continues with the previous one", async () => {
  const node = await startNode();
  let reload = () => {};
  const stop = new AbortController();
  const { io, err } = createIo();
  const config = configSchema(collectors).parse({ node: { url: node.url }, web: { listen_address: "127.0.0.1:0" } });
  let url = "";
  const code = runExporter(
    {
      ...io,
      stop: stop.signal,
      onReload: (listener) => {
        reload = listener;
      },
    },
    config,
    {
      load: () => Promise.reject(new Error("boom")),
      onListening: (found) => {
        url = found;
      },
    },
  );
  onTestFinished(async () => {
    stop.abort();
    await code;
  });
  await until(() => expect(url).not.toBe(""));
  reload();
  const message = "reloading the configuration failed: unexpected error (please report this bug)";
  await until(() => expect(err()).toContain(message));
  const page = await (await fetch(`${url}/metrics`)).text();
  expect(successful.exec(page)?.[1]).toBe("0");
});
