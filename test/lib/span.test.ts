import { expect, test } from "vitest";
import { formatDate, formatMoment, formatSpan, timeSpan } from "../../src/lib/duration.ts";

test.each([
  [0, "0 s"],
  [0.4, "0 s"],
  [59.6, "1 min"],
  [65, "1 min 5 s"],
  [3600, "1 h"],
  [7 * 86_400 + 3 * 3600 + 59, "7 d 3 h"],
  [86_400 + 59, "1 d"],
  [-90, "-1 min 30 s"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatSpan(seconds)).toBe(text);
});

test("a date has minutes and its time zone", () => {
  expect(formatDate(Date.UTC(2026, 10, 24, 8, 30, 59) / 1000)).toBe("2026-11-24 08:30 UTC");
});

test("a time in the future has its date up to the year 9999", () => {
  expect(formatMoment(3600, 0)).toBe("in 1 h, at 1970-01-01 01:00 UTC");
  expect(formatMoment(1e13, 0)).toBe("in 115740740 d 17 h");
});

test("constant seconds have the largest unit that divides them", () => {
  expect([604_800, 86_400, 5400].map(timeSpan)).toEqual(["7 days", "1 day", "90 minutes"]);
});
