import { expect, test } from "vitest";
import { xHeight } from "../../src/collectors/x-height.ts";
import { afterRun, initialState, type Run, type RunnerState } from "../../src/exporter/after-run.ts";
import type { Job } from "../../src/exporter/plan.ts";
import { NodeError, type NodeFailure } from "../../src/node/errors.ts";

const second = 1000;
const minute = 60 * second;

const job: Job = {
  collector: xHeight,
  prepared: { inputs: null, createSession: () => ({ start: () => [], minimumInterval: () => undefined }) },
  interval: 10 * second,
  timeout: undefined,
  staleAfter: undefined,
  limit: 10,
  heavy: false,
};
const heavy: Job = { ...job, interval: 10 * minute, heavy: true };

/** One item, read in a tenth of a second. */
const run: Run = {
  items: 1,
  outcome: new Map(),
  failed: [],
  unavailable: [],
  dropped: 0,
  callMs: 100,
  nodeIds: new Set(["A"]),
  startedAt: 1000,
  endedAt: 1100,
  minInterval: undefined,
};
const failing = (failure: NodeFailure): Run => ({ ...run, failed: [new NodeError("it broke", failure)] });
const lacking = (why: "api_off" | "bootstrapping"): Run => ({
  ...run,
  unavailable: [new NodeError("it is not there", { kind: "unavailable", why })],
});
const refused = failing({ kind: "connect" });
const unanswered = failing({ kind: "timeout", phase: "answer" });
const unsent = failing({ kind: "timeout", phase: "queue" });
const seldom: Run = { ...run, minInterval: { interval: "5m", reason: "while it is unhealthy" } };
const slow: Run = { ...run, callMs: 3 * second };

const start = initialState(job);
const ok = afterRun(start, run, job).state;
const slowNodeReason = "node responses take more than 10 % of the interval";

type Expected = { readonly state?: object; readonly staleAfter?: number | undefined; readonly delay?: number };
const cases: Readonly<Record<string, readonly [before: RunnerState, run: Run, job: Job, expected: Expected]>> = {
  "a good run": [
    start,
    { ...run, dropped: 3 },
    job,
    {
      state: {
        status: { kind: "ok" },
        interval: 10 * second,
        increaseReason: undefined,
        lastCompleteAt: 1100,
        dropped: 3,
        canRunEarly: false,
      },
      staleAfter: minute,
      delay: 9900,
    },
  ],
  "a run of several nodes is discarded": [
    ok,
    { ...run, nodeIds: new Set(["A", "B"]) },
    job,
    {
      state: { status: { kind: "multipleNodes" }, lastCompleteAt: 1100, canRunEarly: false },
      staleAfter: undefined,
      delay: 9900,
    },
  ],
  "a first failure": [
    ok,
    refused,
    job,
    {
      state: {
        status: { kind: "failed", reason: "connect", consecutiveFailures: 1 },
        lastCompleteAt: 1100,
        canRunEarly: true,
      },
      staleAfter: minute,
      delay: 10 * second,
    },
  ],
  "a second failure": [
    afterRun(ok, refused, job).state,
    refused,
    job,
    { state: { status: { kind: "failed", consecutiveFailures: 2 } }, delay: 20 * second },
  ],
  "a failure after an unavailable API is the first one": [
    afterRun(ok, lacking("api_off"), job).state,
    refused,
    job,
    { state: { status: { kind: "failed", consecutiveFailures: 1 } } },
  ],
  "an unavailable API": [
    start,
    lacking("api_off"),
    job,
    {
      state: { status: { kind: "unavailable", reason: "api_off" }, lastCompleteAt: undefined, canRunEarly: true },
      staleAfter: 10 * minute,
      delay: 5 * minute - 100,
    },
  ],
  "a chain that bootstraps": [start, lacking("bootstrapping"), job, { state: { canRunEarly: true }, delay: 9900 }],
  "a call that was not sent": [ok, unsent, job, { state: { canRunEarly: true } }],
  "a call that was sent in vain": [ok, unanswered, job, { state: { canRunEarly: true } }],
  "heavy work that the node has begun": [ok, unanswered, heavy, { state: { canRunEarly: false }, delay: 10 * minute }],
  "heavy work that was not sent": [ok, unsent, heavy, { state: { canRunEarly: true }, delay: 15 * second }],
  "slow calls": [
    ok,
    slow,
    job,
    { state: { interval: 30 * second, increaseReason: slowNodeReason }, staleAfter: 90 * second },
  ],
  "slow calls of a first run": [start, slow, job, { state: { interval: 10 * second, increaseReason: undefined } }],
  "fast calls after slow ones": [
    afterRun(ok, slow, job).state,
    run,
    job,
    { state: { interval: 10 * second, increaseReason: undefined } },
  ],
  "a timeout after slow calls": [
    afterRun(ok, slow, job).state,
    unanswered,
    job,
    { state: { interval: 30 * second, increaseReason: slowNodeReason } },
  ],
  "another failure after slow calls": [
    afterRun(ok, slow, job).state,
    failing({ kind: "decode" }),
    job,
    { state: { interval: 10 * second } },
  ],
  "a collector that asks for a longer interval": [
    start,
    seldom,
    { ...job, staleAfter: 1 },
    { state: { interval: 5 * minute, increaseReason: "while it is unhealthy" }, staleAfter: 10 * minute },
  ],
  "a collector that asks for less than is configured": [
    start,
    seldom,
    { ...job, interval: 6 * minute },
    { state: { interval: 6 * minute, increaseReason: undefined } },
  ],
  "a longer interval, and calls that are slower still": [
    ok,
    { ...seldom, callMs: minute },
    job,
    { state: { interval: 10 * minute, increaseReason: slowNodeReason } },
  ],
};

test.each(Object.entries(cases))("%s", (_name, [before, run, job, expected]) => {
  expect(afterRun(before, run, job)).toMatchObject(expected);
});
