import { expect, test } from "vitest";
import { rank } from "../../../src/collectors/kinds/validators.ts";

const rankOf = (...weights: readonly (readonly [id: string, weight: bigint])[]) =>
  rank(
    weights.map(([id, weight]) => ({ id, weight })),
    ({ id }) => id,
  );

test("validators are sorted by weight, exactly beyond 2^53, then by ID", () => {
  const ranked = rankOf(["c", 1n], ["d", 2n ** 60n], ["a", 1n], ["e", 2n ** 60n + 1n]);
  expect(ranked.map(({ validator }) => validator.id)).toEqual(["e", "d", "a", "c"]);
});

test("shares are parts of the whole", () => {
  expect(rankOf(["a", 1n], ["b", 2n], ["c", 5n]).map(({ share }) => share)).toEqual([0.625, 0.25, 0.125]);
});

test("without any weight no validator has a share", () => {
  expect(rankOf(["a", 0n], ["b", 0n]).map(({ share }) => share)).toEqual([0, 0]);
});
