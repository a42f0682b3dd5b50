import { expect, test } from "vitest";
import { weightedQuantile } from "../../../src/entities/protocol/staking.ts";

const items = [
  { value: 0.99, weight: 50n },
  { value: 0.5, weight: 20n },
  { value: 0.9, weight: 30n },
  { value: 0, weight: 0n },
];

test.each([
  [0.1, 0.5],
  [0.2, 0.5],
  [0.21, 0.9],
  [0.5, 0.9],
  [0.51, 0.99],
  [1, 0.99],
])("of 20 at 0.5, 30 at 0.9 and 50 at 0.99, the quantile %d is %d", (share, value) => {
  expect(weightedQuantile(items, share)).toBe(value);
});

test("without weight there is no quantile", () => {
  expect(weightedQuantile([], 0.5)).toBeUndefined();
  expect(weightedQuantile([{ value: 1, weight: 0n }], 0.5)).toBeUndefined();
});
