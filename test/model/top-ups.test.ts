import { expect, test } from "vitest";
import { topUpsOf } from "../../src/model/top-ups.ts";

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
