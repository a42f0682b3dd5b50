import { expect, test } from "vitest";
import { joinList, percent, pluralize } from "../../src/lib/text.ts";

test.each([
  [0, "0 blocks"],
  [1n, "1 block"],
  [1234, "1,234 blocks"],
])("%d with its noun is %s", (count, text) => {
  expect(pluralize(count, "block")).toBe(text);
});

test.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a and b"],
  [["a", "b", "c"], "a, b and c"],
  [["a", "b", "c", "d"], "a, b and 2 more"],
])("of %j at most two names are listed, or one more", (items, text) => {
  expect(joinList(items, 2)).toBe(text);
});

test("a share has the digits that it is written with, or a fixed number", () => {
  expect([percent(0.67), percent(0.025), percent(0.8, 1)]).toEqual(["67 %", "2.5 %", "80.0 %"]);
});
