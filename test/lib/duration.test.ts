import { expect, test } from "vitest";
import { formatDuration, parseDuration } from "../../src/lib/duration.ts";
import { fc } from "../support/random.ts";

test.each([
  ["15s", 15_000],
  ["1m30s", 90_000],
  ["250ms", 250],
  ["1d2h", 93_600_000],
  ["1w", 604_800_000],
  ["1y", 31_536_000_000],
  ["0", 0],
])("%s is %i ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "15", "s", "1s1m", "1.5s", "-1s", "1 s", "1f"])("%j is not a duration", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

test.each([
  [90_000, "1m30s"],
  [24 * 86_400_000, "24d"],
  [14 * 86_400_000, "2w"],
  [0, "0s"],
])("%i ms are written as %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test("a written duration is read back unchanged", () => {
  fc.assert(fc.property(fc.nat(), (ms) => parseDuration(formatDuration(ms)) === ms));
});
