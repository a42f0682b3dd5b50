import { expect, test } from "vitest";
import { NodeError } from "../../src/node/errors.ts";
import { createLanes } from "../../src/node/lanes.ts";
import { createManualClock } from "../support/clock.ts";

const timeout = () => new NodeError("no answer", { kind: "timeout", phase: "answer" });
const never = new AbortController().signal;
const light = { heavy: false, signal: never };
const heavy = { heavy: true, signal: never };

function setUp(answer: () => Promise<unknown> = async () => {}) {
  const stop = new AbortController();
  const probed: [lane: string, at: number][] = [];
  const recovered: number[] = [];
  const clock = createManualClock();
  const inLane = createLanes({
    clock,
    probe: (lane) => {
      probed.push([lane, clock.now()]);
      return answer();
    },
    stop: stop.signal,
    onRecovered: () => recovered.push(clock.now()),
  });
  const order: string[] = [];
  /** A task that takes 100 ms. */
  const task = (name: string) => async () => {
    order.push(`${name} begins`);
    await clock.sleep(100, never);
    order.push(`${name} ends`);
    return name;
  };
  return { clock, inLane, order, task, probed, recovered, stop };
}
const begun = (order: readonly string[]) =>
  order.filter((line) => line.endsWith("begins")).map((line) => line.split(" ")[0]);

test("calls on one lane go one after the other, in their order", async () => {
  const { clock, inLane, order, task } = setUp();
  const calls = ["a", "b"].map((name) => inLane("P", light, task(name)));
  await clock.pass(200);
  expect([await Promise.all(calls), order]).toEqual([
    ["a", "b"],
    ["a begins", "a ends", "b begins", "b ends"],
  ]);
});

test("lanes do not wait for each other, and calls without a lane wait for none", async () => {
  const { clock, inLane, order, task } = setUp();
  void inLane("P", light, task("p"));
  void inLane("X", light, task("x"));
  void inLane(undefined, light, task("free"));
  await clock.pass(0);
  expect(begun(order).toSorted()).toEqual(["free", "p", "x"]);
});

test("light calls that wait go before heavy ones", async () => {
  const { clock, inLane, order, task } = setUp();
  for (const name of ["first", "full set", "other full set"]) void inLane("P", heavy, task(name));
  for (const name of ["height", "fee"]) void inLane("P", light, task(name));
  await clock.pass(1000);
  expect(order.filter((line) => line.endsWith("begins"))).toEqual([
    "first begins",
    "height begins",
    "fee begins",
    "full set begins",
    "other full set begins",
  ]);
});

test("a call that fails lets the next one go", async () => {
  const { clock, inLane, task } = setUp();
  const failing = inLane("P", light, () => Promise.reject(new Error("no")));
  const next = inLane("P", light, task("next"));
  await expect(failing).rejects.toThrow("no");
  await clock.pass(100);
  expect(await next).toBe("next");
});

test("a call that is given up while it waits is never sent", async () => {
  const { clock, inLane, order, task } = setUp();
  const stop = new AbortController();
  void inLane("P", light, task("first"));
  const waiting = inLane("P", { heavy: false, signal: stop.signal }, task("given up"));
  stop.abort(new Error("stopped"));
  await expect(waiting).rejects.toThrow("stopped");
  const last = inLane("P", light, task("last"));
  await clock.pass(200);
  expect([await last, begun(order)]).toEqual(["last", ["first", "last"]]);
});

test("a call that was given up before does not take the lane", async () => {
  const { clock, inLane, task } = setUp();
  await expect(inLane("P", { heavy: false, signal: AbortSignal.abort() }, task("a"))).rejects.toThrow();
  const next = inLane("P", light, task("next"));
  await clock.pass(100);
  expect(await next).toBe("next");
});

test("after a time-out only the probe is sent, later each time, until it answers", async () => {
  const answers = [timeout(), timeout(), undefined];
  const { clock, inLane, order, task, probed, recovered } = setUp(async () => {
    const error = answers.shift();
    if (error) throw error;
  });
  await expect(inLane("P", heavy, () => Promise.reject(timeout()))).rejects.toThrow("no answer");
  await clock.pass(7000);
  expect(probed).toEqual([
    ["P", 1000],
    ["P", 3000],
    ["P", 7000],
  ]);
  expect(recovered).toEqual([7000]);
  void inLane("P", light, task("next"));
  await clock.pass(0);
  expect(order).toEqual(["next begins"]);
});

test("calls wait for the first probe, and go on when it answers", async () => {
  const { clock, inLane, order, task, recovered } = setUp();
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const waiting = inLane("P", light, task("waiting"));
  await clock.pass(999);
  const before = [...order];
  await clock.pass(101);
  expect([before, await waiting, recovered]).toEqual([[], "waiting", []]);
});

test("a call whose caller gives up after it was sent keeps its lane until the chain answers something else", async () => {
  const { clock, inLane, order, task, probed } = setUp();
  const giveUp = new AbortController();
  const sent = inLane("P", { heavy: true, signal: giveUp.signal }, async () => {
    await task("given up")();
    giveUp.signal.throwIfAborted();
  });
  const refused = expect(sent).rejects.toThrow("enough");
  const next = inLane("P", light, task("next"));
  await clock.pass(50);
  giveUp.abort(new Error("enough"));
  await clock.pass(60);
  await refused;
  expect(order).toEqual(["given up begins", "given up ends"]);
  await clock.pass(1100);
  expect([await next, probed]).toEqual(["next", [["P", 1100]]]);
});

test("when the first probe has no answer either, calls are refused without being sent, until one has", async () => {
  const { clock, inLane, order, task } = setUp(() => Promise.reject(timeout()));
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const waiting = [inLane("P", light, task("light")), inLane("P", heavy, task("heavy"))].map((call) =>
    expect(call).rejects.toMatchObject({ reason: "timeout", unsent: true }),
  );
  await clock.pass(1000);
  await Promise.all(waiting);
  await expect(inLane("P", light, task("new"))).rejects.toMatchObject({ reason: "timeout", unsent: true });
  expect(order).toEqual([]);
});

test("a silent lane does not keep another from its calls", async () => {
  const { clock, inLane, task } = setUp(() => Promise.reject(timeout()));
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const other = inLane("X", light, task("x"));
  await clock.pass(100);
  expect(await other).toBe("x");
});

test("a probe that is refused is an answer: the lane is open again", async () => {
  const { clock, inLane, order, task } = setUp(() => Promise.reject(new NodeError("refused", { kind: "connect" })));
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  await clock.pass(1000);
  void inLane("P", light, task("next"));
  await clock.pass(0);
  expect(order).toEqual(["next begins"]);
});

test("pauses between probes grow to a minute and no further", async () => {
  const { clock, inLane, probed } = setUp(() => Promise.reject(timeout()));
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  await clock.pass(10 * 60_000);
  const pauses = probed.map(([, at], i) => at - (probed[i - 1]?.[1] ?? 0));
  expect(pauses.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test("stopping ends the probing", async () => {
  const { clock, inLane, probed, stop } = setUp();
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  stop.abort();
  await clock.pass(10_000);
  expect(probed).toEqual([]);
});

test("a time-out after the stop starts no probing", async () => {
  const { clock, inLane, probed, stop } = setUp();
  stop.abort();
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  await clock.pass(10_000);
  expect(probed).toEqual([]);
});

test("stopping ends the waiting with its reason", async () => {
  const { inLane, task, stop } = setUp();
  void inLane("P", light, task("first"));
  const waiting = inLane("P", light, task("waiting"));
  stop.abort(new Error("closed"));
  await expect(waiting).rejects.toThrow("closed");
});

test("stopping ends the waiting for a probe too, and nothing waits afterwards", async () => {
  const { inLane, task, stop } = setUp();
  await expect(inLane("P", light, () => Promise.reject(timeout()))).rejects.toThrow();
  const waiting = inLane("P", light, task("waiting"));
  stop.abort(new Error("closed"));
  await expect(waiting).rejects.toThrow("closed");
  await expect(inLane("P", light, task("late"))).rejects.toThrow("closed");
});

test("a call that is given up on its turn and before it is sent costs the lane nothing", async () => {
  const { clock, inLane, order, task, probed } = setUp();
  const giveUp = new AbortController();
  const unsent = inLane("P", { heavy: true, signal: giveUp.signal, isSent: () => false }, async () => {
    giveUp.abort(new Error("enough"));
    throw giveUp.signal.reason;
  });
  const next = inLane("P", light, task("next"));
  await expect(unsent).rejects.toThrow("enough");
  await clock.pass(100);
  expect([await next, order, probed]).toEqual(["next", ["next begins", "next ends"], []]);
});
