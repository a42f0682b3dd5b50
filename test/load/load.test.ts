/** Load of the exporter on the node, whose locks it shares with consensus. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { methodOf } from "../../src/node-api/contract.ts";
import { standingCalls } from "../../src/tools/docs/cost-table.ts";
import { fillBlocks } from "../../src/tools/docs/markdown.ts";
import { measureLoads, type SetUp, shareOfHour } from "./hour.ts";
import { byteTable, callTable, lockTable } from "./load-table.ts";

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

/** Calls for the names of the chains. */
const atStart = { "info.getBlockchainID": 3 };
test("in an hour each method is called as often as by the individual collectors", async () => {
  const standing = [...(await standingCalls(onByDefault))].filter(([method]) => !methodOf(method).isFixed);
  expect(callsWith("the defaults")).toEqual({ ...Object.fromEntries(standing), ...atStart });
});

test("with details all validators are requested every minute", () => {
  const { "platform.getCurrentValidators": sets = 0, ...others } = callsWith("the defaults");
  expect(callsWith("`validators.detail: top` or `all`")).toEqual({
    ...others,
    "platform.getCurrentValidators": sets + 60 - 12,
  });
});
