import { expect, test } from "vitest";
import { rank, selectDetailed } from "../../../src/collectors/validator-set.ts";

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
