/** Times since which states have lasted. */
import { expect, test } from "vitest";
import { type Since, sinceAfter, sinceOf } from "../../src/entities/status.ts";
import { factsFrom } from "./observed.ts";

const facts = factsFrom([]);
type Look = readonly [state: "ok" | "behind" | undefined, time: number | undefined];
test.each<[title: string, looks: readonly Look[], since: number | undefined]>([
  ["of the first look is unknown", [["ok", undefined]], undefined],
  [
    "that has lasted since the first look is unknown",
    [
      ["ok", undefined],
      ["ok", 10],
    ],
    undefined,
  ],
  ["of a new entity is unknown", [["ok", 10]], undefined],
  [
    "that has changed is known",
    [
      ["ok", undefined],
      ["behind", 10],
      ["behind", 20],
    ],
    10,
  ],
  [
    "that changes back is known",
    [
      ["ok", undefined],
      ["behind", 10],
      ["ok", 20],
    ],
    20,
  ],
  [
    "is unknown while the state is",
    [
      ["ok", undefined],
      ["behind", 10],
      [undefined, 20],
    ],
    undefined,
  ],
  [
    "outlasts an unknown state",
    [
      ["ok", undefined],
      ["behind", 10],
      [undefined, 20],
      ["behind", 30],
    ],
    10,
  ],
  [
    "after an unknown state is that of the new one",
    [
      ["ok", undefined],
      [undefined, 10],
      ["behind", 20],
    ],
    20,
  ],
])("the time of a state %s", (_title, looks, since) => {
  const after = looks.reduce<Since>(
    (before, [state, time]) => sinceAfter(before, { ...facts, node: { ...facts.node, state } }, time),
    new Map(),
  );
  expect(sinceOf(after, "node", looks.at(-1)?.[0])).toBe(since);
});
