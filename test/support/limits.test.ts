import { expect, test } from "vitest";
import { readTimeScale } from "./limits.ts";

test.each([
  ["idle", 0.5, 1],
  ["busy", 3, 3],
])(
  "on a machine that is %s, with %d busy processes per processor, the factor of all limits is %d",
  (_, busy, scale) => {
    expect(readTimeScale(undefined, busy)).toBe(scale);
  },
);

test("TEST_TIME_SCALE sets the factor of all limits", () => {
  expect(readTimeScale("2.5", 7)).toBe(2.5);
});

test.each(["0", "-1", "fast", "", "Infinity"])("the scale %j is an error", (scale) => {
  expect(() => readTimeScale(scale)).toThrow(`TEST_TIME_SCALE: "${scale}" is not a positive number`);
});
