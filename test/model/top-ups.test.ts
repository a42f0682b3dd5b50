import { expect, test } from "vitest";
import { secondsToHalt, topUpsOf } from "../../src/model/top-ups.ts";

const day = 86_400;
const member = (validationId: string, weight: number, runway: number) => ({
  ...{ validationId, nodeId: "", alias: "", runway },
  weight: BigInt(weight),
});

test("inactive validators with the largest weight come first, then those that run out first within a week", () => {
  const members = [
    member("in 8 days", 9, 8 * day),
    member("small", 1, 0),
    member("in 2 days", 1, 2 * day),
    member("large", 5, 0),
    member("tomorrow", 1, day),
  ];
  expect(topUpsOf(members).map(({ validationId }) => validationId)).toEqual(["large", "small", "tomorrow"]);
});

test.each([
  ["is below the quorum already", [member("a", 3, 0), member("b", 7, 9 * day)], 0],
  [
    "falls below it with the second balance",
    [member("a", 1, 2 * day), member("b", 2, 3 * day), member("c", 7, 9 * day)],
    3 * day,
  ],
  ["keeps exactly the quorum, until the next one", [member("a", 2, day), member("b", 8, 5 * day)], 5 * day],
  ["never falls below it", [member("a", 1, day), member("b", 9, Number.POSITIVE_INFINITY)], undefined],
  ["has no members", [], undefined],
] as const)("an L1 that %s halts then", (_what, members, seconds) => {
  expect(secondsToHalt(members, 0.8)).toBe(seconds);
});
