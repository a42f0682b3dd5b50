import { expect, test } from "vitest";
import type { RunStatus } from "../../src/exporter/after-run.ts";
import { initialIntervalLog, initialLogState, intervalLine, linesAfter } from "../../src/exporter/log-lines.ts";
import { NodeError } from "../../src/rpc/errors.ts";
import type { NodeFailure } from "../../src/rpc/failures.ts";

const failures = {
  refused: { kind: "connect", code: "ECONNREFUSED" },
  page: { kind: "decode", found: "web_page" },
  forbidden: { kind: "http_status", status: 403 },
  error: { kind: "rpc_error" },
} as const satisfies Readonly<Record<string, NodeFailure>>;
const unavailable = {
  off: { text: "the API is disabled", failure: { kind: "unavailable", reason: "api_off", flag: "--index-enabled" } },
  old: { text: "the method is unknown", failure: { kind: "unavailable", reason: "method_unknown" } },
  early: { text: "bootstrapping", failure: { kind: "unavailable", reason: "bootstrapping" } },
} as const satisfies Readonly<Record<string, { readonly text: string; readonly failure: NodeFailure }>>;
const isUnavailable = (outcome: Outcome): outcome is keyof typeof unavailable => Object.hasOwn(unavailable, outcome);
type Outcome = keyof typeof failures | keyof typeof unavailable | "ok" | "idle" | "several";

function statusAfter(outcome: Outcome): RunStatus {
  if (outcome === "ok" || outcome === "idle") return { kind: "ok" };
  if (outcome === "several") return { kind: "multipleNodes" };
  if (isUnavailable(outcome)) {
    const { text, failure } = unavailable[outcome];
    return { kind: "unavailable", reason: failure.reason, error: new NodeError(text, failure) };
  }
  const error = new NodeError(outcome, failures[outcome]);
  return { kind: "failed", reason: error.reason, consecutiveFailures: 1, canRetry: true, error };
}

/** Returns the lines after each of these runs ("a ok": collector a succeeds), without those of level debug. */
function logged(runs: readonly string[], collectors = 3): (readonly string[])[] {
  const statuses = new Map<string, RunStatus>();
  let state = initialLogState;
  return runs.map((run) => {
    const [collector = "", outcome] = run.split(" ");
    const before = statuses.get(collector) ?? { kind: "starting" };
    const after = statusAfter(outcome as Outcome);
    statuses.set(collector, after);
    const next = linesAfter(state, { collector, before, after, isIdle: outcome === "idle", collectors });
    state = next.state;
    return next.lines.flatMap(({ level, msg, collector = "", collectors = [], error }) =>
      level === "debug" ? [] : [[level, collector, ...collectors, msg, error?.detail].filter(Boolean).join(" ")],
    );
  });
}

test.each<[string, readonly (readonly [run: string, ...lines: string[]])[]]>([
  ["a node that works is reachable", [["a ok", "info node reachable"], ["b ok"], ["a ok"]]],
  [
    "a failure that two collectors have is one line for the node",
    [["a page"], ["b page", "warn node failing page"], ["c page"], ["a page"], ["b page"]],
  ],
  [
    "a refused connection is an unreachable node",
    [["a ok", "info node reachable"], ["a refused"], ["b refused", "warn node unreachable refused"], ["c refused"]],
  ],
  [
    "the recovery of the node is one line",
    [["a page"], ["b page", "warn node failing page"], ["a ok", "info node reachable"], ["b ok"], ["c ok"]],
  ],
  [
    "another reason of the node is one line",
    [
      ["a page"],
      ["b page", "warn node failing page"],
      ["c page"],
      ["a refused"],
      ["b refused", "warn node unreachable refused"],
      ["c refused"],
    ],
  ],
  [
    "a collector that fails for another reason has its own line",
    [["a page"], ["b page", "warn node failing page"], ["c error", "warn c collector failed error"]],
  ],
  [
    "a collector that alone fails like a node has its line when another succeeds",
    [
      ["a ok", "info node reachable"],
      ["b forbidden"],
      ["a ok", "warn b collector failed forbidden"],
      ["b forbidden"],
      ["b ok", "info b collector ok"],
    ],
  ],
  [
    "a collector that alone fails like a node has its line when it fails again",
    [["a ok", "info node reachable"], ["b forbidden"], ["b forbidden", "warn b collector failed forbidden"]],
  ],
  [
    "a collector that still fails after the recovery of the node has its own line",
    [
      ["a page"],
      ["b page", "warn node failing page"],
      ["c ok", "info node reachable"],
      ["a ok"],
      ["b page"],
      ["c ok", "warn b collector failed page"],
    ],
  ],
  [
    "different reasons have different lines",
    [
      ["a page"],
      ["b forbidden", "warn a collector failed page"],
      ["c ok", "info node reachable", "warn b collector failed forbidden"],
    ],
  ],
  ["a failure that recovers immediately has no line", [["a ok", "info node reachable"], ["a page"], ["a ok"]]],
  [
    "a failure of a method has its line at once",
    [
      ["a error", "warn a collector failed error"],
      ["b ok", "info node reachable"],
      ["a ok", "info a collector ok"],
    ],
  ],
  [
    "data that the node does not provide is no failure of the node",
    [
      ["a off", "info node reachable"],
      ["b ok"],
      ["c ok", "info a collector unavailable the API is disabled"],
      ["a off"],
      ["a ok", "info a collector ok"],
      ["a off", "info a collector unavailable the API is disabled"],
    ],
  ],
  [
    "collectors without data are one line for each reason, once all have run",
    [
      ["a old", "info node reachable"],
      ["b off"],
      ["a old"],
      [
        "c old",
        "info a c collectors unavailable the method is unknown",
        "info b collector unavailable the API is disabled",
      ],
      ["a old"],
      ["b off"],
    ],
  ],
  [
    "a collector that has data before all have run has no line",
    [["a off", "info node reachable"], ["a ok", "info a collector ok"], ["b ok"], ["c ok"]],
  ],
  [
    "a node that bootstraps is one line, and another one when no collector waits any more",
    [
      ["a early", "info node reachable", "info node bootstrapping bootstrapping"],
      ["b early"],
      ["c ok"],
      ["a early"],
      ["b ok"],
      ["a ok", "info node bootstrapped"],
      ["b ok"],
    ],
  ],
  [
    "a node that bootstraps again is one line again",
    [
      ["a ok", "info node reachable"],
      ["b ok"],
      ["c ok"],
      ["a early", "info node bootstrapping bootstrapping"],
      ["b early"],
      ["b ok"],
      ["a ok", "info node bootstrapped"],
    ],
  ],
  [
    "an API that stays disabled after the node has bootstrapped has its line",
    [
      ["a early", "info node reachable", "info node bootstrapping bootstrapping"],
      ["b early"],
      ["c ok"],
      ["a ok"],
      ["b off", "info node bootstrapped", "info b collector unavailable the API is disabled"],
    ],
  ],
  [
    "a run without a call does not show that the node is reachable",
    [["a idle"], ["b refused"], ["a idle"], ["c refused", "warn node unreachable refused"], ["a idle"], ["b refused"]],
  ],
  [
    "a collector that fails has its line when it has nothing to collect any more",
    [
      ["a ok", "info node reachable"],
      ["b error", "warn b collector failed error"],
      ["b idle", "info b collector ok"],
    ],
  ],
  [
    "a discarded run has its line",
    [["a several", "info node reachable", "info a collector run discarded"], ["a several"]],
  ],
])("%s", (_what, steps) => {
  expect(logged(steps.map(([run]) => run))).toEqual(steps.map(([, ...lines]) => lines));
});

test("the failure of the only collector is the failure of the node", () => {
  expect(logged(["a page", "a page", "a ok"], 1)).toEqual([["warn node failing page"], [], ["info node reachable"]]);
});

test("changes of intervals have one line a minute, with the number of those omitted", () => {
  let state = initialIntervalLog;
  const shown = [0, 1, 59_999, 60_000, 61_000, 200_000, 300_000].map((now) => {
    const { level, omitted, ...next } = intervalLine(state, now);
    state = next.state;
    return level === "info" ? omitted : level;
  });
  expect(shown).toEqual([0, "debug", "debug", 2, "debug", 1, 0]);
});
