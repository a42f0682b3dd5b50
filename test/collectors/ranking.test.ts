import fc from "fast-check";
import { expect, test } from "vitest";
import { byWeight, superminority } from "../../src/collectors/ranking.ts";

test("the heaviest come first, equal ones by node ID", () => {
  const nodes = [
    { nodeID: "c", weight: 1n },
    { nodeID: "b", weight: 2n ** 60n + 1n },
    { nodeID: "a", weight: 1n },
    { nodeID: "d", weight: 2n ** 60n },
  ];
  expect(byWeight(nodes, ({ weight }) => weight).map(({ validator }) => validator.nodeID)).toEqual([
    "b",
    "d",
    "a",
    "c",
  ]);
});

test.each([
  ["", 0],
  ["1", 1],
  ["1, 1, 1", 2], // one holds exactly a third, not more
  ["2, 1, 1", 1],
  ["5, 3, 2", 1],
  ["3, 3, 3", 2],
])("of weights %s it takes %i to hold more than a third", (weights, count) => {
  expect(superminority(weights.match(/\d+/g)?.map(BigInt) ?? [])).toBe(count);
});

test("the superminority holds more than a third, and one less does not", () => {
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), { minLength: 1 }), (weights) => {
      const sorted = weights.toSorted((a, b) => (a > b ? -1 : 1));
      const count = superminority(sorted);
      const sum = (of: readonly bigint[]) => of.reduce((total, weight) => total + weight, 0n);
      expect(sum(sorted.slice(0, count)) * 3n > sum(sorted)).toBe(true);
      expect(sum(sorted.slice(0, count - 1)) * 3n > sum(sorted)).toBe(false);
    }),
  );
});
