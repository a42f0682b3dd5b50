import { expect, test } from "vitest";
import { compareRuns, formatResults, outcomeOf } from "../../.ci/results.ts";

const file = (name: string, tests: Readonly<Record<string, string>>, message = "") => ({
  name,
  message,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
});
const outcome = (...testResults: ReturnType<typeof file>[]) => outcomeOf({ testResults });

test("an outcome counts the tests that ran, and has the failed ones by file", () => {
  const found = outcome(
    file("a", { good: "passed", bad: "failed", "not here": "pending" }),
    file("b", { fine: "passed" }),
    file("c", { never: "pending" }, "Error: the hook failed"),
  );
  expect(found.tests).toBe(3);
  expect([...found.failed]).toEqual([
    ["a", ["bad"]],
    ["c", ["the file"]],
  ]);
});

test("a run without a test has failed", () => {
  expect([...outcome(file("a", { "not here": "pending" })).failed]).toEqual([["all files", ["no test has run"]]]);
});

const first = outcome(file("a", { x: "failed", y: "failed" }), file("c", {}, "Error: the hook failed"));
test.each([
  ["passes in the second run", [file("a", { x: "passed", y: "passed" }), file("c", { z: "passed" })], []],
  ["fails in the second run", [file("a", { x: "failed", y: "passed" }), file("c", { z: "passed" })], ["a: x"]],
  ["fails as a file", [file("a", {}, "Error"), file("c", { z: "passed" })], ["a: x", "a: y"]],
  ["does not run again", [], ["a: x", "a: y", "c: the file"]],
  ["fails in another way", [file("a", { x: "passed", y: "passed" }), file("c", { z: "failed" })], ["c: the file"]],
] as const)("a test that fails and then %s", (_, again, failed) => {
  const compared = compareRuns(first, outcome(...again));
  expect(compared.failed).toEqual(failed);
  expect(compared.flaky).toEqual(["a: x", "a: y", "c: the file"].filter((name) => !compared.failed.includes(name)));
});

test("the table has a row for each suite, and the names of failed and flaky tests are below it", () => {
  const results = [
    { suite: "cluster", tests: 12, failed: ["f: a"], flaky: ["f: b"], seconds: 61.4 },
    { suite: "soak", tests: 1, failed: [], flaky: [], seconds: 5 },
  ];
  expect(formatResults(results)).toBe(
    `| Suite | Tests | Failed | Flaky | Seconds |
| --- | --- | --- | --- | --- |
| cluster | 12 | 1 | 1 | 61 |
| soak | 1 | 0 | 0 | 5 |

- failed: f: a
- flaky: f: b`,
  );
});
