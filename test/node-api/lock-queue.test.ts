import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { NodeError } from "../../src/node-api/errors.ts";
import { createLockQueues } from "../../src/node-api/lock-queue.ts";
import { createManualClock } from "../../src/tools/support/clock.ts";

const timeout = () => new NodeError("no answer", { code: "timeout" });
const never = new AbortController().signal;
const light = { isHeavy: false, signal: never };
const heavy = { isHeavy: true, signal: never };

function setUp(answer: () => Promise<unknown> = async () => {}) {
  const stop = new AbortController();
  const probed: [lock: string, at: number][] = [];
  const clock = createManualClock();
  const withLock = createLockQueues({
    clock,
    probe: (lock) => {
      probed.push([lock, clock.now()]);
      return answer();
    },
    stop: stop.signal,
  });
  const order: string[] = [];
  /** A task that takes 100 ms. */
  const task = (name: string) => async () => {
    order.push(`${name} begins`);
    await clock.sleep(100, never);
    order.push(`${name} ends`);
    return name;
  };
  return { clock, withLock, order, task, probed, stop };
}
const begun = (order: readonly string[]) =>
  order.filter((line) => line.endsWith("begins")).map((line) => line.split(" ")[0]);

test("calls on one lock run one at a time, in order", async () => {
  const { clock, withLock, order, task } = setUp();
  const calls = ["a", "b"].map((name) => withLock("P", light, task(name)));
  await clock.pass(200);
  expect([await Promise.all(calls), order]).toEqual([
    ["a", "b"],
    ["a begins", "a ends", "b begins", "b ends"],
  ]);
});

test("locks are independent of each other, and calls without a lock do not wait", async () => {
  const { clock, withLock, order, task } = setUp();
  void withLock("P", light, task("p"));
  void withLock("X", light, task("x"));
  for (const name of ["free", "also free"]) void withLock(undefined, light, task(name));
  await clock.pass(0);
  expect(begun(order).toSorted()).toEqual(["also", "free", "p", "x"]);
});

test("waiting light calls run before heavy ones", async () => {
  const { clock, withLock, order, task } = setUp();
  for (const name of ["first", "full set", "other full set"]) void withLock("P", heavy, task(name));
  for (const name of ["height", "fee"]) void withLock("P", light, task(name));
  await clock.pass(1000);
  expect(order.filter((line) => line.endsWith("begins"))).toEqual([
    "first begins",
    "height begins",
    "fee begins",
    "full set begins",
    "other full set begins",
  ]);
});

test("a failed call releases the lock", async () => {
  const { clock, withLock, task } = setUp();
  const failing = withLock("P", light, () => Promise.reject(new Error("no")));
  const next = withLock("P", light, task("next"));
  await expect(failing).rejects.toThrow("no");
  await clock.pass(100);
  expect(await next).toBe("next");
});

test("a call that is aborted while it waits is never sent", async () => {
  const { clock, withLock, order, task } = setUp();
  const stop = new AbortController();
  void withLock("P", light, task("first"));
  const waiting = withLock("P", { isHeavy: false, signal: stop.signal }, task("given up"));
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  const last = withLock("P", light, task("last"));
  await clock.pass(200);
  expect([await last, begun(order)]).toEqual(["last", ["first", "last"]]);
});

test("a call that is already aborted does not take the lock", async () => {
  const { clock, withLock, task } = setUp();
  await expect(withLock("P", { isHeavy: false, signal: AbortSignal.abort() }, task("a"))).rejects.toThrow();
  const next = withLock("P", light, task("next"));
  await clock.pass(100);
  expect(await next).toBe("next");
});

test("after a timeout only the probe is sent, with backoff, until it succeeds", async () => {
  const answers = [timeout(), timeout(), undefined];
  const { clock, withLock, order, task, probed } = setUp(async () => {
    const error = answers.shift();
    if (error) throw error;
  });
  await expect(withLock("P", heavy, () => Promise.reject(timeout()))).rejects.toThrow("no answer");
  await clock.pass(7000);
  expect(probed).toEqual([
    ["P", 1000],
    ["P", 3000],
    ["P", 7000],
  ]);
  void withLock("P", light, task("next"));
  await clock.pass(0);
  expect(order).toEqual(["next begins"]);
});

test("calls wait for the first probe, and continue when it succeeds", async () => {
  const { clock, withLock, order, task } = setUp();
  await expect(withLock("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const waiting = withLock("P", light, task("waiting"));
  await clock.pass(999);
  const before = [...order];
  await clock.pass(101);
  expect([before, await waiting]).toEqual([[], "waiting"]);
});

test("a call that is aborted after it was sent keeps its lock until the chain answers another call", async () => {
  const { clock, withLock, order, task, probed } = setUp();
  const giveUp = new AbortController();
  const sent = withLock("P", { isHeavy: true, signal: giveUp.signal }, async () => {
    await task("given up")();
    giveUp.signal.throwIfAborted();
  });
  const refused = expect(sent).rejects.toThrow("enough");
  const next = withLock("P", light, task("next"));
  await clock.pass(50);
  giveUp.abort(new Error("enough"));
  await clock.pass(60);
  await refused;
  expect(order).toEqual(["given up begins", "given up ends"]);
  await clock.pass(1100);
  expect([await next, probed]).toEqual(["next", [["P", 1100]]]);
});

const ofVm = { ...light, isOfVm: true };
test("after a timeout of a virtual machine the waiting calls are rejected, and the next one is sent without a probe", async () => {
  const { clock, withLock, order, task, probed } = setUp();
  const slow = withLock("/ext/bc/L1/rpc", ofVm, () => clock.sleep(50, never).then(() => Promise.reject(timeout())));
  const waiting = withLock("/ext/bc/L1/rpc", ofVm, task("waiting"));
  const rejected = [
    expect(slow).rejects.toThrow("no answer"),
    expect(waiting).rejects.toMatchObject({
      reason: "timeout",
      failure: { code: "unsent" },
      message: "/ext/bc/L1/rpc has not responded to an earlier call: the calls that waited for it are not sent",
    }),
  ];
  await clock.pass(50);
  await Promise.all(rejected);
  void withLock("/ext/bc/L1/rpc", ofVm, task("next"));
  await clock.pass(2000);
  expect([begun(order), probed]).toEqual([["next"], []]);
});

test("after another failure of a virtual machine the waiting calls are sent", async () => {
  const { clock, withLock, task } = setUp();
  const failed = withLock("/ext/bc/L1/rpc", ofVm, () => Promise.reject(new NodeError("refused", { code: "connect" })));
  const waiting = withLock("/ext/bc/L1/rpc", ofVm, task("waiting"));
  await expect(failed).rejects.toThrow("refused");
  await clock.pass(100);
  expect(await waiting).toBe("waiting");
});

const unsent = { reason: "timeout", failure: { code: "unsent" } };
test("if the first probe times out too, calls on the lock are rejected without being sent until a probe succeeds", async () => {
  const { clock, withLock, order, task } = setUp(() => Promise.reject(timeout()));
  await expect(withLock("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const waiting = [withLock("P", light, task("light")), withLock("P", heavy, task("heavy"))].map((call) =>
    expect(call).rejects.toMatchObject(unsent),
  );
  await clock.pass(1000);
  await Promise.all(waiting);
  await expect(withLock("P", light, task("new"))).rejects.toMatchObject(unsent);
  const other = withLock("X", light, task("x"));
  await clock.pass(100);
  expect([await other, begun(order)]).toEqual(["x", ["x"]]);
});

test("an error response to a probe reopens the lock", async () => {
  const { clock, withLock, order, task } = setUp(() => Promise.reject(new NodeError("refused", { code: "connect" })));
  await expect(withLock("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  await clock.pass(1000);
  void withLock("P", light, task("next"));
  await clock.pass(0);
  expect(order).toEqual(["next begins"]);
});

test("the backoff of probes is at most a minute", async () => {
  const { clock, withLock, probed } = setUp(() => Promise.reject(timeout()));
  await expect(withLock("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  await clock.pass(10 * 60_000);
  const pauses = probed.map(([, at], i) => at - (probed[i - 1]?.[1] ?? 0));
  expect(pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test.each(["before", "after"])("a stop %s a timeout leaves nothing to probe", async (when) => {
  const { clock, withLock, probed, stop } = setUp();
  if (when === "before") stop.abort();
  await expect(withLock("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  stop.abort();
  await clock.pass(10_000);
  expect(probed).toEqual([]);
});

test("stopping rejects calls that wait, and nothing waits afterwards", async () => {
  const { withLock, task, stop } = setUp();
  await expect(withLock("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const waiting = withLock("P", light, task("waiting"));
  stop.abort(new Error("closed"));
  await expect(waiting).rejects.toThrow("closed");
  await expect(withLock("P", light, task("late"))).rejects.toThrow("closed");
});

test("a call that has waited leaves no listener on its signal, nor on that of the client", async () => {
  const { clock, withLock, task, stop } = setUp();
  const { signal } = new AbortController();
  const calls = ["a", "b", "c"].map((name) => withLock("P", { isHeavy: false, signal }, task(name)));
  const listeners = () => [signal, stop.signal].map((one) => getEventListeners(one, "abort").length);
  const waiting = listeners();
  await clock.pass(300);
  await Promise.all(calls);
  expect([waiting, listeners()]).toEqual([
    [2, 2],
    [0, 0],
  ]);
});
