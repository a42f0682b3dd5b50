import { expect, test } from "vitest";
import { createLog } from "../../src/cli/log.ts";
import { createIo } from "../support/io.ts";

async function logged(env: Readonly<Record<string, string>>, isTerminal = true) {
  const { io, err } = createIo({ env, isTerminal });
  (await createLog({ level: "info", format: "pretty" }, io)).warn("node unreachable");
  return err();
}
const colour = "\u001b[";

test("log messages on a terminal are coloured", async () => {
  expect(await logged({})).toContain(colour);
});

test.each([
  ["NO_COLOR is set", { NO_COLOR: "1" }, true],
  ["standard error is no terminal", {}, false],
])("log messages are not coloured if %s", async (_why, env, terminal) => {
  const text = await logged(env as Record<string, string>, terminal);
  expect(text).toContain("node unreachable");
  expect(text).not.toContain(colour);
});
