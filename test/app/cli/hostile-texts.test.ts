/** No output of the program has the control characters, format characters and line breaks of a text of the node. */
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { rawRequest, startNode } from "../../support/exporter.ts";
import { runToEnd, startProgram } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { until } from "../../support/until.ts";

/** A line, a title of the terminal, a color, and the clipboard. */
const hostile = "\n  ✔ ok: forged\r\u001b]0;OWNED\u0007\u001b[31m\u202e\u009b2J\u001b]52;c;aGk=\u0007\u2028\ud800";
const shown = new Set(["alias", "error", "name", "networkName", "version"]);
/** Appends it to names and errors, and adds health checks that fail. */
const spoil = (json: string) =>
  JSON.parse(json, (key, value) => {
    if (typeof value === "string" && shown.has(key)) return value + hostile;
    if (key !== "checks" || !value.P) return value;
    const failing = { ...value.P, error: hostile };
    return { ...value, P: failing, [hostile]: failing };
  });

/** Starts a server whose answers are those of `upstream` with hostile texts. */
const startHostile = (upstream: string) =>
  serve(async (request, response) => {
    const { url = "", method = "GET", headers } = request;
    const body = method === "GET" ? null : await text(request);
    const { id, method: asked } = body === null ? {} : JSON.parse(body);
    const error = { code: -32_000, message: hostile };
    if (asked === "avm.getTxFee") return response.end(JSON.stringify({ jsonrpc: "2.0", id, error }));
    const type = headers["content-type"] ?? "";
    const answer = await fetch(upstream + url, { method, body, headers: { "content-type": type } }).catch(() => {});
    return answer ? response.end(JSON.stringify(spoil(await answer.text()))) : response.destroy();
  });

/** Returns the output of a command. */
const outputOf = async (...argv: readonly string[]) => {
  const { out, err } = await runToEnd(argv);
  return out + err;
};

/** Starts the exporter, and waits until all collectors have run. */
async function start(node: string, ...flags: readonly string[]) {
  const argv = ["serve", `--node.url=${node}`, "--web.listen-address=127.0.0.1:0", ...flags];
  const { err: log } = startProgram(argv);
  const url = await until(() => {
    const found = /http:[/][/]\S+(?=[/]metrics)/.exec(log())?.[0];
    expect(found).toBeDefined();
    return String(found).replace("localhost", "127.0.0.1");
  });
  await until(async () => expect((await rawRequest(`${url}/-/ready`)).status).toBe(200));
  return { url, log };
}
const page = async (node: string, path: string) => String((await rawRequest((await start(node)).url + path)).body);
const logOf = async (node: string, format: string) =>
  (await start(node, `--log.format=${format}`, "--log.level=debug")).log();

/** Returns the status of an exporter whose own answer has hostile texts. */
async function ofExporter(node: string, ...flags: readonly string[]) {
  const { url } = await startHostile((await start(node)).url);
  return outputOf("status", `--url=${url}`, ...flags);
}

test.each<[exit: string, read: (node: string, good: string) => Promise<string>]>([
  ["status", (node) => outputOf("status", `--node.url=${node}`)],
  ["status --format json", (node) => outputOf("status", "--format=json", `--node.url=${node}`)],
  ["status --url", (_, good) => ofExporter(good)],
  ["status --url --format json", (_, good) => ofExporter(good, "--format=json")],
  ["doctor", (node) => outputOf("doctor", `--node.url=${node}`)],
  ["doctor --format json", (node) => outputOf("doctor", "--format=json", `--node.url=${node}`)],
  ["once", (node) => outputOf("once", `--node.url=${node}`)],
  ["call with a result", (node) => outputOf("call", "info.getNodeVersion", `--node.url=${node}`)],
  ["call with an error", (node) => outputOf("call", "avm.getTxFee", `--node.url=${node}`)],
  ["the status page", (node) => page(node, "/")],
  ["/metrics", (node) => page(node, "/metrics")],
  ["/status.json", (node) => page(node, "/status.json")],
  ["the log as JSON", (node) => logOf(node, "json")],
  ["the log for people", (node) => logOf(node, "pretty")],
])("%s has no hostile text of the node", async (_exit, read) => {
  const { url: good } = await startNode();
  const { url } = await startHostile(good);
  const output = await read(url, good);
  expect(output).toMatch(/forged/);
  expect(output).not.toMatch(/^ *✔ ok: forged/m);
  expect(output.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
});
