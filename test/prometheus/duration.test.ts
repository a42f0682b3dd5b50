import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "../../src/prometheus/duration.ts";

test.each([
  ["15s", 15_000],
  ["1m30s", 90_000],
  ["250ms", 250],
  ["1d2h", 93_600_000],
  ["0", 0],
])("%s is %i ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "15", "s", "1s1m", "1.5s", "-1s", "1 s", "1w"])("%j is no duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test("what is written is read back", () => {
  fc.assert(fc.property(fc.nat(), (ms) => parseDuration(formatDuration(ms)) === ms));
});
