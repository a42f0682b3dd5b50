import { expect, test } from "vitest";
import { createLog } from "../../src/app/log.ts";
import { createIo } from "../support/io.ts";

async function logged(env: Readonly<Record<string, string>>, isTerminal = true) {
  const { io, err } = createIo({ env, isTerminal });
  (await createLog({ level: "info", format: "pretty" }, io)).warn("node unreachable");
  return err();
}
const color = "\u001b[";

test("log messages on a terminal are colored", async () => {
  expect(await logged({})).toContain(color);
});

test.each([
  ["NO_COLOR is set", { NO_COLOR: "1" }, true],
  ["standard error is no terminal", {}, false],
])("log messages are not colored if %s", async (_why, env, terminal) => {
  const text = await logged(env as Record<string, string>, terminal);
  expect(text).toContain("node unreachable");
  expect(text).not.toContain(color);
});

test("in JSON the level is a word", async () => {
  const { io, err } = createIo();
  const log = await createLog({ level: "debug", format: "json" }, io);
  log.debug("a");
  log.warn("b");
  const levels = err()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).level);
  expect(levels).toEqual(["debug", "warn"]);
});

test("a readable line has the error and its fix", async () => {
  const { io, err } = createIo();
  const log = await createLog({ level: "info", format: "pretty" }, io);
  log.warn({ error: "connection refused", fix: "start the node", reason: "connect" }, "node unreachable");
  expect(err()).toMatch(/WARN: node unreachable: connection refused; start the node {"reason":"connect"}\n$/);
});
