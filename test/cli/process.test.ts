/** The program as a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { startNode } from "../support/exporter.ts";
import { freePort } from "../support/ports.ts";
import { until } from "../support/until.ts";

type Options = { readonly before?: readonly string[]; readonly out?: string; readonly err?: string };

/** `out` and `err`: files in place of pipes. */
function start(args: readonly string[], { before = [], out, err }: Options = {}) {
  const [to, log] = [out, err].map((file) => (file === undefined ? "pipe" : openSync(file, "w")));
  const child = spawn(process.execPath, [...before, "src/main.ts", ...args], { stdio: ["ignore", to, log] });
  for (const file of [to, log]) if (typeof file === "number") closeSync(file);
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  if (child.stderr) createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, lines, code };
}

test.each([
  ["an error that nobody catches", "setTimeout(() => { throw new Error('boom'); }, 1)"],
  ["a promise that nobody waits for", "setTimeout(() => Promise.reject(new Error('boom')), 1)"],
])("%s is one line in the log, and ends the process with 1", async (_what, bug) => {
  const port = await freePort();
  const late = `data:text/javascript,setTimeout(() => { ${bug} }, 700)`;
  const args = ["serve", `--web.listen-address=127.0.0.1:${port}`, "--node.url=http://127.0.0.1:1"];
  const { lines, code } = start(args, { before: ["--import", late] });
  expect(await code).toBe(1);
  const fatal = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 60);
  expect(fatal).toEqual([expect.objectContaining({ msg: "this is a bug: please report it" })]);
  expect(fatal[0].err.message).toBe("boom");
});

test("a log that cannot be written stops nothing", async () => {
  const [{ url }, port] = await Promise.all([startNode(), freePort()]);
  const args = ["serve", `--web.listen-address=127.0.0.1:${port}`, `--node.url=${url}`, "--log.level=debug"];
  const { child, code } = start(args, { err: "/dev/full" });
  const page = () => fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
  await until(async () => expect(await page()).toContain("\navax_up 1\n"));
  child.kill("SIGTERM");
  expect(await code).toBe(0);
});

/** A scrape on a connection of its own; resolves once it is sent. */
async function sendScrape(port: number) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const request = "GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
  await new Promise((resolve) => socket.write(request, resolve));
  return socket;
}

test("scrapes that have come before SIGTERM are answered, though none of them is accepted yet", async () => {
  const port = await freePort();
  const { child, code } = start(["serve", `--web.listen-address=127.0.0.1:${port}`, "--node.url=http://127.0.0.1:1"]);
  await until(async () => expect((await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok).toBe(true));
  child.kill("SIGSTOP");
  const scrapes = await Promise.all(Array.from({ length: 30 }, () => sendScrape(port)));
  child.kill("SIGTERM");
  child.kill("SIGCONT");
  const answers = await Promise.all(scrapes.map(text));
  expect(answers.map((answer) => answer.split("\r\n")[0])).toEqual(Array(30).fill("HTTP/1.1 200 OK"));
  expect(await code).toBe(0);
});

test("a page that cannot be written ends once with 1, and says why", async () => {
  const { url } = await startNode();
  const { lines, code } = start(["once", `--node.url=${url}`, "--log.level=error"], { out: "/dev/full" });
  expect(await code).toBe(1);
  expect(lines.at(-1)).toMatch(/^standard output: .*no space left/);
});

test("who has seen enough of a page may go", async () => {
  const { url } = await startNode({ validators: 1000 });
  const { child, lines, code } = start(["once", `--node.url=${url}`, "--validators.detail=all", "--log.level=error"]);
  child.stdout?.once("data", () => child.stdout?.destroy());
  expect([await code, lines]).toEqual([0, []]);
});
