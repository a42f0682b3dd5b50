/** Load of the exporter on the node, whose locks it shares with consensus. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fillBlocks } from "../../src/tools/docs/markdown.ts";
import { measureLoads, type SetUp, shareOfHour } from "./hour.ts";
import { lockTable } from "./load-table.ts";

const loads = await measureLoads();
const each = [...loads];
const callsWith = (name: SetUp) => loads.get(name)?.calls;

test("the document of measurements has the load of the hour", async () => {
  const file = "docs/development/measurements.md";
  const filled = fillBlocks(await readFile(file, "utf8"), { locks: lockTable(loads) }, "tested");
  await expect(filled).toMatchFileSnapshot(`../../${file}`);
});

test.each(each)("with %s no chain lock is held for a thousandth of the hour", (_, { locks }) => {
  expect([...locks.keys()]).toEqual(["P", "X"]);
  for (const lock of locks.values()) expect(shareOfHour(lock)).toBeLessThan(0.001);
});

test.each(each)("with %s the node never has two calls at once on one lock", (_, { locks }) => {
  expect([...locks.values()].map(({ atOnce }) => atOnce)).toEqual([1, 1]);
});

/** Calls of an hour while nothing is watched. */
const ofDefaults = {
  "platform.getHeight": 360,
  "platform.getProposedHeight": 60,
  "platform.getCurrentSupply": 12,
  "platform.getFeeState": 120,
  "platform.getValidatorFeeState": 60,
  "platform.getTotalStake": 60,
  "platform.getCurrentValidators": 192,
  "platform.getValidatorsAt": 6,
  "avm.getHeight": 360,
  "avm.getTxFee": 6,
  "index.getLastAccepted": 90,
  "info.getBlockchainID": 3,
  "info.uptime": 120,
  "info.peers": 6,
  "info.upgrades": 6,
  "health.health": 120,
  "eth.getHeaderByNumber": 120,
};
test("in an hour each method is called as often as the intervals of its collectors ask for", () => {
  expect(callsWith("the defaults")).toEqual(ofDefaults);
});

test("with details all validators are requested every minute", () => {
  expect(callsWith("`validators.detail: top` or `all`")).toEqual({
    ...ofDefaults,
    "platform.getCurrentValidators": ofDefaults["platform.getCurrentValidators"] + 60 - 12,
  });
});
