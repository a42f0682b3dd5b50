import { expect, test } from "vitest";
import { chooseDetail, createDetail, detailOf } from "../../../src/collectors/subnets.ts";

test.each([
  [undefined, 1000, undefined, "all"],
  [undefined, 1001, undefined, "low"],
  [undefined, 1250, "all", "all"],
  [undefined, 1251, "all", "low"],
  [undefined, 1001, "low", "low"],
  [undefined, 1000, "low", "all"],
  ["all", 5000, "low", "all"],
  ["low", 1, "all", "low"],
  ["watched", 1, "all", "watched"],
] as const)("with l1.detail %s and %i validators, after %s the detail is %s", (detail, count, before, expected) =>
  expect(detailOf({ detail }, count, before)).toBe(expected),
);

test("a set that cannot be read counts as before", async () => {
  const of = async (count: number) => ({ validators: Array.from({ length: count }) });
  const state = createDetail();
  const choose = (b: ReturnType<typeof of>) =>
    chooseDetail(
      {},
      new Map([
        ["a", of(600)],
        ["b", b],
      ]),
      state,
    );
  expect([await choose(of(600)), await choose(Promise.reject(new Error("no"))), await choose(of(300))]).toEqual([
    "low",
    "low",
    "all",
  ]);
});
