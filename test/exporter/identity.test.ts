import { expect, test } from "vitest";
import { createIdentityTracker } from "../../src/exporter/identity.ts";

const minute = 60_000;

function setUp() {
  const clock = { now: 0 };
  return { clock, see: createIdentityTracker(() => clock.now) };
}

test("the first node is not a change, and neither is its next response", () => {
  const { see } = setUp();
  expect(["A", "A"].map(see)).toEqual(["same", "same"]);
});

test("three changes within five minutes are node changes, the fourth indicates a load balancer", () => {
  const { see } = setUp();
  expect(["A", "B", "A", "B", "A", "A", "B"].map(see)).toEqual([
    "same",
    "changed",
    "changed",
    "changed",
    "balanced",
    "same",
    "balanced",
  ]);
});

test("changes five minutes apart are node changes again", () => {
  const { clock, see } = setUp();
  for (const id of ["A", "B", "A", "B", "A"]) see(id);
  clock.now = 5 * minute;
  expect(see("B")).toBe("changed");
});
