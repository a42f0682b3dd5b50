import { expect, test } from "vitest";
import { collectionOf } from "../../src/entities/collection.ts";

const one = (
  collector: string,
  kind: Parameters<typeof collectionOf>[0][number]["state"]["kind"],
  required = false,
) => ({
  collector,
  required,
  state: { kind },
});

test.each([
  [[], "idle", []],
  [[one("a", "ok"), one("b", "unavailable")], "ok", []],
  [[one("a", "ok"), one("b", "starting")], "starting", ["b"]],
  [[one("a", "multipleNodes"), one("b", "starting")], "multiple_nodes", ["a"]],
  [[one("a", "failed"), one("b", "multipleNodes")], "partial", ["a"]],
  [[one("a", "failed"), one("b", "failed", true)], "failing", ["b"]],
] as const)("collectors %j are %s", (collectors, state, names) => {
  expect(collectionOf(collectors)).toEqual({ state, collectors: names });
});

test.each([
  [30, "ok"],
  [31, "clocks_differ"],
  [-31, "clocks_differ"],
])("clocks that differ by %i s are %s", (difference, state) => {
  expect(collectionOf([one("a", "ok")], difference).state).toBe(state);
});

test("the cause of a failure has the time of the next try, if a proxy has set it", () => {
  const error = { message: "HTTP 503", nextTry: "after 08:30:05 UTC" };
  const { cause } = collectionOf([{ collector: "a", required: true, state: { kind: "failed", error } }]);
  expect(cause).toBe("HTTP 503; next try after 08:30:05 UTC");
});
