/** The log of the program, and its lines about one node. */
import { pino } from "pino";
import { expect, test } from "vitest";
import { createLog, createNodeLogger } from "../../src/app/log.ts";
import { classifyRun } from "../../src/engine/after-run.ts";
import { resultOfBug } from "../../src/engine/collect.ts";
import type { FinishedRun } from "../../src/engine/runner.ts";
import { NodeError } from "../../src/node-api/errors.ts";
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

const rowsOf = (text: string) => text.split("; ").map((row) => row.split(": "));

const errors: Readonly<Record<string, NodeError>> = {
  refused: new NodeError("refused", { code: "refused" }),
  error: new NodeError("error", { code: "rpc_error" }),
  schema: new NodeError("schema", { code: "schema" }),
  off: new NodeError("off", { code: "api_off", flag: "--index-enabled" }),
  early: new NodeError("early", { code: "bootstrapping" }),
};
/** Returns the state after a run with this outcome. */
function stateAfter(outcome: string) {
  const error = errors[outcome];
  const [failed, unavailable] = error?.unavailable ? [[], [error]] : [error ? [error] : [], []];
  const status = classifyRun({ ...resultOfBug("", ""), failed, unavailable });
  return { status, interval: 10_000, increaseReason: outcome === "slow" ? outcome : undefined };
}

// each row: the second, the collector, the outcome of its run, and the lines above debug
test.each(
  Object.entries({
    "an outage is one warning, and its end one line":
      "0 a ok: node reachable; 1 a refused: node unreachable refused; 2 b refused: -; 70 b ok: node reachable; 71 a ok: -",
    "a collector that fails after an outage has its line":
      "0 a refused: node unreachable refused; 1 a error: node reachable, a collector failed error; 2 a ok: a collector ok",
    "collectors of a node that bootstraps are one line":
      "0 a early: node reachable, node bootstrapping; 1 b early: -; 2 a ok: -; 3 b off: node bootstrapped, b collector unavailable off",
    "an outage is no end of bootstrapping":
      "0 a early: node reachable, node bootstrapping; 1 a refused: node unreachable refused; 2 b idle: -; 70 b ok: node reachable",
    "a run without a call does not show that the node is reachable":
      "0 a idle: -; 1 b refused: node unreachable refused",
    "a state that lasts has one line, and a change within a minute has its line later":
      "0 a error: node reachable, a collector failed error; 90 a error: -; 99 a off: a collector unavailable off; 100 a error: a collector failed error; 120 a off: -; 160 a off: a collector unavailable off",
    "a change that does not last has no line":
      "0 a error: node reachable, a collector failed error; 9 a schema: -; 10 a error: -; 60 a schema: a collector failed schema",
    "changes of intervals have a line a minute":
      "0 a slow: node reachable, a interval increased; 1 b slow: -; 2 a ok: -; 60 b ok: b interval back to the configured value",
  }),
)("%s", (_what, text) => {
  let [now, lines]: [number, string[]] = [0, []];
  const write = (line: string) => {
    const { collector, msg, error } = JSON.parse(line);
    lines.push([collector, msg, error].filter(Boolean).join(" "));
  };
  const log = pino({}, { write });
  const logger = createNodeLogger({ log, name: "", url: "http://n", nodeId: () => "", now: () => now });
  const states = new Map<string, ReturnType<typeof stateAfter>>();
  for (const [step = "", expected] of rowsOf(text)) {
    const [second, collector = "", outcome = ""] = step.split(" ");
    [now, lines] = [Number(second) * 1000, []];
    const call = { method: "platform.getHeight", nodeId: "", seconds: 1, bytes: 1, error: errors[outcome] } as const;
    if (outcome !== "idle") logger.call(call, outcome !== "refused");
    const state = stateAfter(outcome);
    const before = states.get(collector) ?? stateAfter("ok");
    logger.run({ job: { collector: { name: collector } }, before, after: state } as FinishedRun);
    states.set(collector, state);
    expect(lines.join(", ") || "-", step).toBe(expected);
  }
});
