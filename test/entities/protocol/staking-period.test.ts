import { expect, test } from "vitest";
import { isEndingSoon, isUnrewarded } from "../../../src/entities/protocol/staking.ts";

const day = 86_400;

test.each<[title: string, days: number, left: number, is: boolean]>([
  ["a year ends soon in its last week", 365, 7 * day - 1, true],
  ["a year does not end soon a week earlier", 365, 7 * day, false],
  ["two weeks end soon in their last tenth", 14, 1.4 * day - 1, true],
  ["two weeks do not end soon earlier", 14, 1.4 * day, false],
  ["a period ends soon until it has ended, and after it", 365, -1, true],
])("%s", (_title, days, left, is) => {
  const period = { start: 1000 * day, end: (1000 + days) * day };
  expect(isEndingSoon(period, period.end - left)).toBe(is);
});

test.each<[title: string, isRewarded: boolean | undefined, ended: number | undefined, is: boolean]>([
  ["without its reward counts as unrewarded", false, day, true],
  ["without its reward counts as unrewarded for less than a week", false, 7 * day, false],
  ["with its reward does not", true, day, false],
  ["whose reward is unknown does not", undefined, day, false],
  ["whose end is unknown does not", false, undefined, false],
])("a period that ended %s", (_title, isRewarded, ended, is) => {
  const now = 1000 * day;
  expect(isUnrewarded(isRewarded, ended === undefined ? undefined : now - ended, now)).toBe(is);
});
