/** The program in a separate process. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { until } from "../../support/until.ts";

type Options = {
  readonly before?: readonly string[];
  readonly out?: string;
  readonly err?: string;
  readonly env?: NodeJS.ProcessEnv;
};

/** `out` and `err`: files in place of pipes. */
function start(args: readonly string[], { before = [], out, err, env = process.env }: Options = {}) {
  const [to, log] = [out, err].map((file) => (file === undefined ? "pipe" : openSync(file, "w")));
  const child = spawn(process.execPath, [...before, "src/main.ts", ...args], { env, stdio: ["ignore", to, log] });
  for (const file of [to, log]) if (typeof file === "number") closeSync(file);
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, lines, code };
}

test.each([
  ["an uncaught error", "throw new Error('boom')"],
  ["an unhandled rejection", "Promise.reject(new Error('boom'))"],
])("%s is one line in the log, and the exit status is 1", async (_what, bug) => {
  const onSignal = `data:text/javascript,process.on("SIGUSR2", () => { ${bug} })`;
  const args = ["serve", "--web.listen-address=127.0.0.1:0", "--node.url=http://127.0.0.1:1"];
  const { child, lines, code } = start(args, { before: ["--import", onSignal] });
  await until(() => expect(lines.join("\n")).toContain("listening"));
  child.kill("SIGUSR2");
  expect(await code).toBe(1);
  const fatal = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "fatal");
  expect(fatal).toEqual([expect.objectContaining({ msg: "unexpected error (please report this bug)" })]);
  expect(fatal[0].err.message).toBe("boom");
});

test("a log that cannot be written does not stop the exporter", async () => {
  const [{ url }, port] = await Promise.all([startNode(), freePort()]);
  const args = ["serve", `--web.listen-address=127.0.0.1:${port}`, `--node.url=${url}`, "--log.level=debug"];
  const { child, code } = start(args, { err: "/dev/full" });
  const page = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await until(async () => expect(await page()).toContain("\navax_up 1\n"));
  child.kill("SIGTERM");
  expect(await code).toBe(0);
});

test("a secret file that is replaced by a pipe stops neither the collector runs nor SIGTERM", async () => {
  const [{ url }, port, folder] = await Promise.all([startNode(), freePort(), temporaryFolder()]);
  const [file, secret] = [join(folder, "config.yml"), join(folder, "password")];
  await writeFile(secret, "hunter2");
  const node = { url, basic_auth: { username: "a", password_file: secret } };
  await writeFile(file, stringify({ node, collectors: { "p-height": { interval: "1s" } } }));
  const args = ["serve", `--web.listen-address=127.0.0.1:${port}`, `--config.file=${file}`];
  const { child, code } = start(args);
  const page = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const success = (value: number) => `avax_exporter_collector_success{collector="p-height"} ${value}\n`;
  await until(async () => expect(await page()).toContain(success(1)));
  await rm(secret);
  execFileSync("mkfifo", [secret]);
  await until(async () => expect(await page()).toContain(success(0)));
  child.kill("SIGTERM");
  expect(await code).toBe(0);
});

test("once exits with 1 and prints the reason if its output cannot be written", async () => {
  const { url } = await startNode();
  const { lines, code } = start(["once", `--node.url=${url}`, "--log.level=error"], { out: "/dev/full" });
  expect(await code).toBe(1);
  expect(lines.at(-1)).toMatch(/^standard output: .*no space left/);
});

test("a reader may close the pipe before the end of the output", async () => {
  const { url } = await startNode({ validators: 1000 });
  const { child, lines, code } = start(["once", `--node.url=${url}`, "--validators.detail=all", "--log.level=error"]);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect([await code, lines]).toEqual([0, []]);
});

/** Sends the process a signal when it begins to load the module. */
const signalAt = (module: string, signal: string) => [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    registerHooks({
      load(url, context, next) {
        if (url.endsWith(${JSON.stringify(module)})) process.kill(process.pid, ${JSON.stringify(signal)});
        return next(url, context);
      },
    });`)}`,
];

test.each([
  ["/src/app/cli/program.ts", "SIGTERM"],
  ["/fastify.js", "SIGINT"],
])("serve exits with 0 if %s is not loaded yet when %s arrives", async (module, signal) => {
  const args = ["serve", `--web.listen-address=127.0.0.1:${await freePort()}`, "--node.url=http://127.0.0.1:1"];
  const { code } = start(args, { before: signalAt(module, signal) });
  expect(await code).toBe(0);
});

test("a SIGHUP that arrives before the program is loaded reloads the configuration later", async () => {
  const port = await freePort();
  const args = ["serve", `--web.listen-address=127.0.0.1:${port}`, "--node.url=http://127.0.0.1:1"];
  const { child, lines, code } = start(args, { before: signalAt("/src/app/cli/program.ts", "SIGHUP") });
  await until(() => expect(lines.join("\n")).toContain("configuration reloaded"));
  expect((await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok).toBe(true);
  child.kill("SIGTERM");
  expect(await code).toBe(0);
});

test("SIGHUP ends a command that does not reload", async () => {
  const { child, code } = start(["simulate", "--port=0"]);
  if (!child.stdout) throw new Error("no standard output");
  await once(child.stdout, "data");
  child.kill("SIGHUP");
  expect(await code).toBe(0);
});

test.each(["Dockerfile", "src/tools/packaging/executable.ts", "src/main.ts", "package.json"])(
  "%s disables the debugger also for signals that arrive before the first line of the program",
  async (file) => {
    expect(await readFile(file, "utf8")).toMatch(/^(ENTRYPOINT| +execArgv: |#!| *"start":).*--disable-sigusr1/m);
  },
);

test("SIGUSR1 opens no debugger", async () => {
  const [port, inspector] = await Promise.all([freePort(), freePort()]);
  const args = ["serve", `--web.listen-address=127.0.0.1:${port}`, "--node.url=http://127.0.0.1:1"];
  const { child, lines, code } = start(args, { before: [`--inspect-port=127.0.0.1:${inspector}`] });
  const isHealthy = async () => expect((await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok).toBe(true);
  await until(isHealthy);
  child.kill("SIGUSR1");
  for (let i = 0; i < 50; i++) await isHealthy();
  await expect(fetch(`http://127.0.0.1:${inspector}/json/list`)).rejects.toThrow("fetch failed");
  child.kill("SIGTERM");
  expect([await code, lines.filter((line) => /debugger/i.test(line))]).toEqual([0, []]);
});
