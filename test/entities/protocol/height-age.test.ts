import { expect, test } from "vitest";
import { heightAge, type ObservedHeight, observeHeight } from "../../../src/entities/protocol/ages.ts";

type Observation = readonly [height: bigint, seconds: number];
const after = (...observations: readonly Observation[]) =>
  observations.reduce<ObservedHeight | undefined>(
    (before, [height, seconds]) => observeHeight(before, height, 1000 * seconds),
    undefined,
  );

test.each<[title: string, observations: readonly Observation[], age: number | undefined]>([
  ["after the first observation nothing is known", [[7n, 100]], undefined],
  [
    "the same height becomes older",
    [
      [7n, 100],
      [7n, 130],
      [7n, 160],
    ],
    60,
  ],
  [
    "another height has the age 0",
    [
      [7n, 100],
      [8n, 130],
    ],
    0,
  ],
  [
    "a lower height is new, too",
    [
      [7n, 100],
      [3n, 130],
    ],
    0,
  ],
  [
    "a clock that goes back does not make it younger",
    [
      [7n, 100],
      [7n, 130],
      [7n, 110],
    ],
    30,
  ],
])("%s", (_title, observations, age) => {
  const observed = after(...observations);
  expect(observed && heightAge(observed)).toBe(age);
});
