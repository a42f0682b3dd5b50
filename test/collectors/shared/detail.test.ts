import { expect, test } from "vitest";
import { countAll, detailOf } from "../../../src/collectors/shared/detail.ts";

test.each([
  [undefined, 1000, 1000, "all"],
  [undefined, 1001, 1001, "low"],
  [undefined, 10, 1001, "low"],
  ["all", 5000, 5000, "all"],
  ["low", 1, 1, "low"],
  ["watched", 1, 1, "watched"],
] as const)(
  "with l1.detail %s, %i validators of the L1 and %i in total, %s are exported",
  (detail, ofL1, ofAll, expected) => expect(detailOf({ detail }, ofL1, ofAll)).toBe(expected),
);

test("the total leaves out sets that could not be read", async () => {
  const sets = [Promise.resolve({ validators: [1, 2] }), Promise.reject(new Error("no"))];
  expect(await countAll(sets)).toBe(2);
});
