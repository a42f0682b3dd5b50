/** Load of the exporter on the node, whose locks it shares with consensus. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fillBlocks } from "../../docs/src/blocks.ts";
import { standingCalls } from "../../docs/src/cost-table.ts";
import { methodOf } from "../../src/api/contract.ts";
import { collectors } from "../../src/collectors/all.ts";
import type { Call, SimulatorOptions } from "../../src/simulator/simulator.ts";
import { startTarget } from "../support/target.ts";
import { until } from "../support/until.ts";
import { type Load, locking, measureLoads, type SetUp, shareOfHour } from "./hour.ts";
import { byteTable, callTable, lockTable } from "./load-table.ts";
import { locksOf } from "./locks.ts";

const loads = await measureLoads();
const each = [...loads];
function callsWith(name: SetUp): Readonly<Record<string, number>> {
  const calls: Record<string, number> = {};
  for (const [{ method }, count] of loads.get(name)?.calls ?? []) calls[method] = (calls[method] ?? 0) + count;
  return calls;
}
const onByDefault = collectors.filter(({ disabledByDefault }) => !disabledByDefault);

test("docs/collectors.md has the measured tables of the hour", async () => {
  const text = await readFile("docs/collectors.md", "utf8");
  const filled = fillBlocks(
    text,
    { locks: lockTable(loads), calls: callTable(loads), bytes: byteTable(loads) },
    "tested",
  );
  await expect(filled).toMatchFileSnapshot("../../docs/collectors.md");
});

test.each(each)("with %s no chain lock is held for a hundredth of the hour", (_, { locks }) => {
  expect([...locks.keys()]).toEqual(["P", "X"]);
  for (const lock of locks.values()) expect(shareOfHour(lock)).toBeLessThan(0.01);
});

test.each(each)("with %s the node never has two calls at once on one lock", (_, { locks }) => {
  expect([...locks.values()].map(({ atOnce }) => atOnce)).toEqual([1, 1]);
});

const secondsOf = ({ calls }: Load) => [...calls].reduce((sum, [{ ms = 0 }, count]) => sum + (count * ms) / 1000, 0);

test.each(each)("with %s the locks are held for as long as the calls take", (_, load) => {
  const held = [...load.locks.values()].reduce((sum, { seconds }) => sum + seconds, 0);
  expect(held).toBeCloseTo(secondsOf(load), 2);
});

/** Calls for the names of the chains. */
const atStart = { "info.getBlockchainID": 3 };
test("in an hour each method is called as often as by the individual collectors", async () => {
  const standing = [...(await standingCalls(onByDefault))].filter(([method]) => !methodOf(method).isFixed);
  expect(callsWith("the defaults")).toEqual({ ...Object.fromEntries(standing), ...atStart });
});

test.each(["`validators.detail: top`", "`validators.detail: all`"] as const)(
  "with %s all validators are requested every minute",
  (name) => {
    const { "platform.getCurrentValidators": sets = 0, ...others } = callsWith("the defaults");
    expect(callsWith(name)).toEqual({ ...others, "platform.getCurrentValidators": sets + 60 - 12 });
  },
);

const call = (start: number, end: number, method = "platform.getHeight") => ({
  method,
  selector: undefined,
  start,
  end,
});

test("successive calls count as one at a time, and overlapping calls are counted together", () => {
  const others = [call(0, 9, "avm.getHeight"), call(0, 9, "info.getNodeID"), call(0, 9, "nonsense")];
  const ofP = (calls: readonly ReturnType<typeof call>[]) => locksOf([...calls, ...others]).get("P");
  expect(ofP([call(1000, 2000), call(0, 1000), call(5000, 6000)])).toEqual({ calls: 3, seconds: 3, atOnce: 1 });
  expect(ofP([call(0, 2000), call(1000, 1500), call(1999, 4000)])).toEqual({ calls: 3, seconds: 4, atOnce: 2 });
});

/** All default collectors in real time: ten runs per second of each, except those with an interval increased by slow calls. */
async function startReal(url?: string) {
  const calls: Call[] = [];
  const simulator: SimulatorOptions = { faults: locking, onCall: (call) => calls.push(call) };
  const started = await startTarget({ only: onByDefault.map(({ name }) => name), simulator, ...(url && { url }) });
  started.target.start();
  const fullSets = () => calls.filter(({ method }) => method === "platform.getCurrentValidators").length;
  const mostAtOnce = (lane: string) => locksOf(calls).get(lane)?.atOnce;
  return { url: started.url, fullSets, mostAtOnce };
}

test("in real time the node never has two calls at once on one lock either", async () => {
  const { fullSets, mostAtOnce } = await startReal();
  await until(() => expect(fullSets()).toBeGreaterThan(3));
  expect([mostAtOnce("P"), mostAtOnce("X")]).toEqual([1, 1]);
});

test("two exporters are not coordinated: the node has at most two calls at once", async () => {
  const { url, fullSets, mostAtOnce } = await startReal();
  await startReal(url);
  await until(() => expect(mostAtOnce("P")).toBe(2));
  await until(() => expect(fullSets()).toBeGreaterThan(6));
  expect(mostAtOnce("P")).toBe(2);
});
