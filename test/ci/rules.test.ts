/** Rules for all tests, as far as their text shows them. CONTRIBUTING.md has the reasons. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("test/**/*.ts", { exclude: ["test/bench/**", "test/ci/**"] });
/** Returns the lines of all tests that match, with their file and number. */
const linesLike = (expression: RegExp) =>
  sources.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, i) => (expression.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );

test("no assertion depends on the time that something takes", () => {
  expect(linesLike(/\bexpect\(.*(performance\.now\(\)|Date\.now\(\) -|\b(took|elapsed)\b)/)).toEqual([]);
});

test("no test waits for a fixed time without a reason in the same line", () => {
  expect(linesLike(/^\s*await setTimeout\([^)]*\);$/)).toEqual([]);
});

test("every limit of time of ten seconds or more is scaled", () => {
  expect(linesLike(/^\s*\d\d+_000,$|\btimeout: \d\d+_000 }\)/)).toEqual([]);
});

test("random tests have the number of runs and the seed of test/support/random.ts", () => {
  expect(linesLike(/from "fast-check"/).map((line) => line.split(":")[0])).toEqual(["test/support/random.ts"]);
});
