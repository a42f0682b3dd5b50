import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { type Collector, collector } from "../../src/collectors/collector.ts";
import { height, pAccepted } from "../../src/collectors/heights.ts";
import { createExposition } from "../../src/engine/exposition.ts";
import type { Job } from "../../src/engine/job.ts";
import { createRunner, createRunners, type FinishedRun } from "../../src/engine/runner.ts";
import { createStore } from "../../src/engine/store.ts";
import type { NodeClient } from "../../src/node-api/client.ts";
import { NodeError } from "../../src/node-api/errors.ts";
import { createManualClock } from "../../src/tools/support/clock.ts";
import { settings } from "../support/run-collector.ts";

beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0.5)); // no jitter

const counting = collector({
  name: "counting",
  summary: "",
  interval: "1s",
  reads: ["avm.getHeight"],
  metrics: [height],
  state: () => ({ runs: 0 }),
  read({ call }, _uses, memory) {
    memory.runs++;
    return { height: call("avm.getHeight", {}, "X") };
  },
  map: { height: (_answer, { state }) => [pAccepted.item({ height: BigInt(state.runs) })] },
});
const refused = () => new NodeError("refused", { code: "server_error" });
const limited = () => new NodeError("limited", { code: "rate_limited", retryAfterMs: 1 });

type Options = {
  readonly of?: Collector;
  /** Milliseconds. */
  readonly took?: number;
  readonly isHeavy?: boolean;
  /** Runs at the end of each call, aborted or not. */
  readonly cleanUp?: () => Promise<void>;
  readonly isWell?: () => boolean;
  readonly onRun?: (run: FinishedRun) => void;
};

/** Milliseconds. */
function jobOf(of: Collector, interval = 1000): Job {
  const configured = of.configure(settings());
  if (!configured) throw new Error("nothing to do");
  return { collector: of, configured, interval, timeout: undefined, staleAfter: undefined, limit: 10, isHeavy: false };
}

/** A collector with an interval of a second. */
function setUp({
  of = counting,
  took = 0,
  isHeavy = false,
  cleanUp = async () => {},
  isWell = () => true,
  onRun = () => {},
}: Options = {}) {
  const clock = createManualClock();
  const store = createStore({ now: clock.now });
  const page = createExposition({ metrics: new Set(counting.metrics), store });
  const begun: number[] = [];
  const ended: string[] = [];
  async function call({ signal }: { readonly signal: AbortSignal }) {
    begun.push(clock.now());
    await clock.sleep(took, signal).finally(cleanUp);
    if (!isWell()) throw refused();
    return { result: {}, seconds: 0 };
  }
  const job = { ...jobOf(of), isHeavy };
  const runner = createRunner(job, {
    client: { call: call as unknown as NodeClient["call"], nodeId: () => undefined },
    prepare: async () => ({ chains: [], network: undefined, fees: {}, upgrades: undefined }),
    identify: async () => {},
    store,
    clock,
    date: clock.date,
    onRun(run) {
      ended.push(run.after.status.kind);
      onRun(run);
    },
    onBug: (_collector, error) => {
      throw error;
    },
  });
  const value = () => Number(/^avax_pchain_height (\d+)$/m.exec(page.text())?.[1]);
  /** Lets time pass; rendering uses the thread pool, so each run ends in its own time. */
  const pass = (ms: number) => clock.pass(ms, 1);
  return { clock, store, runner, job, begun, ended, value, pass };
}

test("runs follow each other at the interval, never two at once", async () => {
  const { runner, begun, pass } = setUp({ took: 300 });
  runner.start();
  await pass(3000);
  expect(begun).toEqual([0, 1000, 2000, 3000]);
  await runner.stop();
});

test("the first run can be delayed, and brought forward by a wake-up", async () => {
  const { runner, begun, pass } = setUp();
  runner.start(5000);
  await pass(2000);
  expect(begun).toEqual([]);
  runner.wake();
  await pass(2500);
  expect(begun).toEqual([2000, 3000, 4000]);
});

test("a wake-up brings the next run forward, once", async () => {
  const { runner, begun, pass } = setUp();
  runner.start();
  await pass(400);
  runner.wake();
  await pass(1000);
  expect(begun).toEqual([0, 400, 1400]);
});

test("a wake-up during a run that fails starts the next one right after it", async () => {
  const { runner, begun, pass } = setUp({ took: 100, isWell: () => false });
  runner.start();
  await pass(50);
  runner.wake();
  await pass(500);
  expect(begun).toEqual([0, 100]);
});

test("a wake-up during a run of heavy calls that the node may have executed has no effect", async () => {
  const { runner, begun, pass } = setUp({ took: 100, isHeavy: true, isWell: () => false });
  runner.start();
  await pass(50);
  runner.wake();
  await pass(1050);
  expect(begun).toEqual([0, 1100]);
});

test("a wake-up during a run that succeeds has no effect", async () => {
  const { runner, begun, pass } = setUp({ took: 100 });
  runner.start();
  await pass(50);
  runner.wake();
  await pass(500);
  expect(begun).toEqual([0]);
});

test("a runner that is stopped between two runs starts no other run", async () => {
  const { runner, clock, begun, pass } = setUp();
  runner.start();
  await pass(400);
  await runner.stop();
  await clock.pass(5000);
  expect(begun).toEqual([0]);
});

test("a run that is stopped has no effect, and a runner that is stopped cannot be restarted", async () => {
  const { runner, clock, begun, ended, value, pass } = setUp({ took: 300 });
  runner.start();
  await pass(100);
  await runner.stop();
  runner.restart();
  await clock.pass(5000);
  expect([begun, ended, value()]).toEqual([[0], [], Number.NaN]);
});

test("a restart aborts the run in progress and starts again without the session data", async () => {
  const { runner, begun, ended, value, pass } = setUp({ took: 300 });
  runner.start();
  await pass(1100);
  expect(value()).toBe(1);
  runner.restart();
  expect(runner.state()).toMatchObject({ status: { kind: "starting" } });
  await pass(400);
  expect([begun, ended, value()]).toEqual([[0, 1000, 1100], ["ok", "ok"], 1]);
});

test("a restart before the start has no effect", async () => {
  const { runner, clock, begun } = setUp();
  runner.restart();
  await clock.pass(5000);
  expect(begun).toEqual([]);
});

test("the minimum interval of the collector is that of its state after the run", async () => {
  const throttled = collector({
    ...counting,
    minimumInterval: ({ runs }) => (runs > 1 ? { interval: "5s", reason: "why" } : undefined),
  });
  const { runner, begun, pass } = setUp({ of: throttled });
  runner.start();
  await pass(6500);
  expect(begun).toEqual([0, 1000, 6000]);
  expect(runner.state()).toMatchObject({ interval: 5000, increaseReason: "why" });
});

test("stopping a runner waits for the end of the run in progress", async () => {
  const events: string[] = [];
  const cleanUp = async () => {
    await setImmediate();
    events.push("call ended");
  };
  const { runner, pass } = setUp({ took: 300, cleanUp });
  runner.start();
  await pass(100);
  await runner.stop();
  events.push("stopped");
  expect(events).toEqual(["call ended", "stopped"]);
});

test("an error that does not come from a collector is thrown", async () => {
  const { runner, clock } = setUp({
    onRun: () => {
      throw new Error("bug");
    },
  });
  const thrown = expect(runner.once()).rejects.toThrow("bug");
  await clock.pass(0);
  await thrown;
});

test.each([
  ["starts a collector that has failed", refused(), [0, 1000, 2000]],
  ["starts no collector that a proxy has asked to wait", limited(), [0]],
])("a change of the chains %s", async (_what, error, expected) => {
  const clock = createManualClock();
  const begun: number[] = [];
  const provider = collector({ ...counting, name: "provider", provides: ["chains"] });
  const failing = collector({
    ...counting,
    name: "failing",
    needs: ["chains"],
    read() {
      begun.push(clock.now());
      return { height: Promise.reject<{ height: bigint }>(error) };
    },
  });
  const runners = createRunners([jobOf(provider), jobOf(failing, 60_000)], {
    client: {
      call: (async () => ({ result: {}, seconds: 0 })) as unknown as NodeClient["call"],
      nodeId: () => undefined,
    },
    needs: () => ({}),
    find: async () => {},
    wakes: { need: "chains", text: () => String(clock.now()) },
    identify: async () => {},
    store: createStore({ now: clock.now }),
    clock,
    date: clock.date,
    onRun: (run) => runners.onRun(run),
    onBug: (_collector, bug) => {
      throw bug;
    },
  });
  runners.start(0);
  await clock.pass(2000, 2);
  expect(begun).toEqual(expected);
});
