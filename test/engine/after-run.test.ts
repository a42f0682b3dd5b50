import { expect, test } from "vitest";
import { xHeight } from "../../src/collectors/heights.ts";
import {
  afterRun,
  classifyRun,
  delayAfterRun,
  effectiveInterval,
  initialState,
  nextDelay,
  type Run,
  type RunnerState,
  type RunStatus,
  staleAfter,
  withJitter,
} from "../../src/engine/after-run.ts";
import type { Job } from "../../src/engine/job.ts";
import type { NodeFailure, UnavailableReason } from "../../src/node-api/errors.ts";
import { NodeError } from "../../src/node-api/errors.ts";

const second = 1000;
const minute = 60 * second;

const job: Job = {
  collector: xHeight,
  configured: {
    createSession: () => ({ metrics: [], read: () => [], minimumInterval: () => undefined, isIncomplete: () => false }),
  },
  interval: 10 * second,
  timeout: undefined,
  staleAfter: undefined,
  limit: 10,
  isHeavy: false,
};
const heavy: Job = { ...job, interval: 10 * minute, isHeavy: true };

/** One item, read in a tenth of a second. */
const run: Run = {
  items: 1,
  updates: new Map(),
  failed: [],
  unavailable: [],
  dropped: 0,
  callMs: 100,
  nodeIds: new Set(["A"]),
  durationMs: 100,
  minInterval: undefined,
  isIncomplete: false,
};
const failing = (failure: NodeFailure): Run => ({ ...run, failed: [new NodeError("it broke", failure)] });
const lacking = (reason: "api_off" | "bootstrapping"): Run => ({
  ...run,
  unavailable: [new NodeError("it is not there", { code: reason })],
});
const busy = (retryAfterMs: number): Run => failing({ code: "rate_limited", retryAfterMs });
const refused = failing({ code: "connect" });
const unanswered = failing({ code: "timeout" });
const unsent = failing({ code: "unsent" });
const throttled: Run = { ...run, minInterval: { interval: "5m", reason: "while it is unhealthy" } };
const slow: Run = { ...run, callMs: 3 * second };

const start = initialState(job);
const ok = afterRun(start, run, job).state;

const [apiOff, bootstrapping] = [...lacking("api_off").unavailable, ...lacking("bootstrapping").unavailable];
test.each<[title: string, items: number, unavailable: readonly (NodeError | undefined)[], status: object]>([
  ["with one of two items is ok", 2, [apiOff], { kind: "ok" }],
  ["without any of its items is unavailable", 1, [apiOff], { kind: "unavailable", reason: "api_off" }],
  [
    "names the reason that ends without a restart of the node",
    2,
    [apiOff, bootstrapping],
    { kind: "unavailable", reason: "bootstrapping" },
  ],
  ["without items is ok", 0, [], { kind: "ok" }],
])("a run %s", (_title, items, unavailable, status) => {
  expect(classifyRun({ ...run, items, unavailable: unavailable.filter((one) => one !== undefined) })).toMatchObject(
    status,
  );
});

test.each<[title: string, isHeavy: boolean, failed: readonly Run[], canRetry: boolean]>([
  ["of light calls is repeated soon", false, [unanswered], true],
  ["of heavy calls that were not sent is repeated soon", true, [unsent], true],
  ["with a heavy call that the node may still execute is not repeated soon", true, [unsent, unanswered], false],
])("a failed run %s", (_title, isHeavy, failed, canRetry) => {
  expect(classifyRun({ ...run, failed: failed.flatMap((one) => one.failed) }, isHeavy)).toMatchObject({ canRetry });
});

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
      state: { status: { kind: "multipleNodes" }, canRunEarly: false },
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
      state: { status: { kind: "unavailable", reason: "api_off" }, canRunEarly: true },
      staleAfter: 10 * minute,
      delay: 5 * minute - 100,
    },
  ],
  "a chain that bootstraps": [start, lacking("bootstrapping"), job, { state: { canRunEarly: true }, delay: 9900 }],
  "a proxy that asks for a retry after two minutes": [
    ok,
    busy(114 * second),
    job,
    { state: { canRunEarly: false, interval: 10 * second }, delay: 2 * minute },
  ],
  "a proxy that asks for a retry after less than the backoff": [ok, busy(second), job, { delay: 10 * second }],
  "several requests for a later retry: the longest counts": [
    ok,
    { ...run, failed: [...busy(114 * second).failed, ...busy(second).failed] },
    job,
    { delay: 2 * minute },
  ],
  "heavy work that the node may have begun behind a busy proxy": [
    ok,
    failing({ code: "bad_gateway", retryAfterMs: 114 * second }),
    heavy,
    { delay: 10 * minute },
  ],
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
  "a connection error after slow calls": [
    afterRun(ok, slow, job).state,
    refused,
    job,
    { state: { interval: 30 * second, increaseReason: slowNodeReason } },
  ],
  "another failure after slow calls": [
    afterRun(ok, slow, job).state,
    failing({ code: "not_json" }),
    job,
    { state: { interval: 10 * second } },
  ],
  "a collector that asks for a longer interval": [
    start,
    throttled,
    { ...job, staleAfter: 1 },
    { state: { interval: 5 * minute, increaseReason: "while it is unhealthy" }, staleAfter: 10 * minute },
  ],
  "a collector that asks for less than is configured": [
    start,
    throttled,
    { ...job, interval: 6 * minute },
    { state: { interval: 6 * minute, increaseReason: undefined } },
  ],
  "a longer interval, and calls that are slower still": [
    ok,
    { ...throttled, callMs: minute },
    job,
    { state: { interval: 10 * minute, increaseReason: slowNodeReason } },
  ],
};

test("a run without all values is followed by one after a minute", () => {
  const after = (isIncomplete: boolean) => afterRun(start, { ...run, isIncomplete }, { ...job, interval: 10 * minute });
  expect([after(true).delay, after(false).delay]).toEqual([minute - 100, 10 * minute - 100]);
});

test.each(Object.entries(cases))("%s", (_name, [before, run, job, expected]) => {
  expect(afterRun(before, run, job)).toMatchObject(expected);
});

const anyError = new NodeError("it failed", { code: "connect" });
const unavailableStatus = (reason: UnavailableReason): RunStatus => ({
  kind: "unavailable",
  reason,
  error: new NodeError("no data", { code: reason }),
});
const failedStatus = (consecutiveFailures: number): RunStatus => ({
  kind: "failed",
  reason: "connect",
  consecutiveFailures,
  canRetry: true,
  error: anyError,
});

test.each([
  [10_000, [10_000, 20_000, 40_000, minute, minute]],
  [minute, [15_000, 30_000, minute, minute]],
  [10 * minute, [15_000, 30_000, minute, 2 * minute, 4 * minute, 8 * minute, 10 * minute, 10 * minute]],
])("after failures a collector with an interval of %i ms is retried with exponential backoff", (interval, delays) => {
  expect(delays.map((_, i) => nextDelay(failedStatus(i + 1), interval))).toEqual(delays);
});

test("a retry is never earlier than a proxy asks for, whatever the jitter", () => {
  const status = { ...failedStatus(1), retryAfter: 2 * minute };
  expect(withJitter(nextDelay(status, 10_000), 0)).toBeCloseTo(2 * minute);
});

test.each(["bootstrapping", "empty_index", "not_counted"] as const)(
  "%s ends without intervention and is requested at each interval",
  (reason) => {
    expect(nextDelay(unavailableStatus(reason), 30_000)).toBe(30_000);
  },
);

test("no interval is increased beyond the maximum", () => {
  expect(effectiveInterval(10_000, 10 * 86_400_000)).toBe(24 * 86_400_000);
});

const okStatus: RunStatus = { kind: "ok" };

test("data is retained for three intervals and at least a minute, unless configured", () => {
  expect([
    staleAfter(undefined, 10_000, okStatus),
    staleAfter(undefined, minute, okStatus),
    staleAfter(5000, minute, okStatus),
  ]).toEqual([minute, 3 * minute, 5000]);
});

test("the data of a run is retained until the next run, even if that is late", () => {
  const off = unavailableStatus("api_off");
  expect([
    staleAfter(undefined, 30_000, off),
    staleAfter(5000, 30_000, off),
    staleAfter(undefined, 10_000, failedStatus(5)),
    staleAfter(5000, 10_000, failedStatus(5)),
    staleAfter(5000, 5 * minute, okStatus, true),
  ]).toEqual([10 * minute, 10 * minute, 2 * minute, 5000, 10 * minute]);
});

test("the duration of a successful run counts towards its interval, and at least a tenth of the interval remains", () => {
  expect([delayAfterRun(okStatus, 10_000, 3000), delayAfterRun(okStatus, 10_000, 9500)]).toEqual([7000, 1000]);
});

test("jitter is at most a twentieth, in both directions", () => {
  expect([withJitter(1000, 0), withJitter(1000, 0.5), withJitter(1000, 1)]).toEqual([950, 1000, 1050]);
});

test("successful items of a partly failed run are retained for three intervals if that is longer", () => {
  expect(staleAfter(undefined, 10 * minute, failedStatus(1))).toBe(30 * minute);
});
