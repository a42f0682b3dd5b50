import { expect, test } from "vitest";
import { readConsistently } from "../../../src/collectors/shared/consistent-read.ts";

/** Reads of the listed versions, in order. */
function setUp(versions: readonly number[]) {
  let read = 0;
  const values: number[] = [];
  return readConsistently(
    async () => versions[read++] ?? Number.NaN,
    (version) => version,
    async (version) => {
      values.push(version);
      return `measured at ${version}`;
    },
  ).then((result) => ({ ...result, values: values.length, read }));
}

test("a value between two equal versions is read once", async () => {
  expect(await setUp([1, 1])).toEqual({ version: 1, value: "measured at 1", values: 1, read: 2 });
});

test("after a change of the version the value is read again, and the later version is the first of the next read", async () => {
  expect(await setUp([1, 2, 2])).toEqual({ version: 2, value: "measured at 2", values: 2, read: 3 });
});

test("after three attempts the earlier version is used", async () => {
  expect(await setUp([1, 2, 3, 4])).toEqual({ version: 3, value: "measured at 3", values: 3, read: 4 });
});
