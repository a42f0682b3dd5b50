import { expect, test } from "vitest";
import { rank, selectDetailed, superminority } from "../../../src/collectors/shared/validators.ts";
import { fc } from "../../support/random.ts";

const validatorOf = (nodeID: string, weight: bigint) => ({ nodeID, weight, startTime: new Date(0) });
const rankWeights = (weights: readonly bigint[]) => rank(weights.map((weight, n) => validatorOf(`${n}`, weight)));

test("validators are sorted by weight, exactly beyond 2^53, then by node ID", () => {
  const validators = [
    validatorOf("c", 1n),
    validatorOf("d", 2n ** 60n),
    validatorOf("a", 1n),
    validatorOf("e", 2n ** 60n + 1n),
  ];
  const { ranked, total } = rank(validators);
  expect([ranked.map(({ validator }) => validator.nodeID), total]).toEqual([["e", "d", "a", "c"], 2n ** 61n + 3n]);
});

test("shares are parts of the whole", () => {
  expect(rankWeights([1n, 2n, 5n]).ranked.map(({ share }) => share)).toEqual([0.625, 0.25, 0.125]);
});

test("without any weight no validator has a share", () => {
  expect(rankWeights([0n, 0n]).ranked.map(({ share }) => share)).toEqual([0, 0]);
});

test.each([
  [[], 0],
  [[1n], 1],
  [[1n, 1n, 1n], 2], // one holds exactly a third, not more
  [[2n, 1n, 1n], 1],
  [[5n, 3n, 2n], 1],
  [[3n, 3n, 3n], 2],
])("of the weights %s, %i hold more than a third", (weights, count) => {
  expect(superminority(rankWeights(weights))).toBe(count);
});

test("the superminority holds more than a third, and one validator less does not", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), { minLength: 1 }), (weights) => {
      const ranking = rankWeights(weights);
      const count = superminority(ranking);
      const held = (most: number) => ranking.ranked.slice(0, most).reduce((sum, { weight }) => sum + weight, 0n);
      expect(held(count) * 3n > ranking.total).toBe(true);
      expect(held(count - 1) * 3n > ranking.total).toBe(false);
    }),
  );
});

const ids = [..."abcdefgh"];
const shown = (detail: "watched" | "top" | "all", top = 4, before = "") =>
  [...selectDetailed(ids, { detail, top }, new Set(before))].join("");

test("detail watched shows only watched validators, all every one, top the first ones", () => {
  expect([shown("watched"), shown("all"), shown("top")]).toEqual(["", "abcdefgh", "abcd"]);
});

test.each([
  ["e", "abcde"], // the fifth of 1.25 times four
  ["f", "abcd"],
  ["efgh", "abcde"],
])("with a top of four, a previous member (%s) leaves below rank five", (before, expected) => {
  expect(shown("top", 4, before)).toBe(expected);
});
