import { expect, test } from "vitest";
import { fc } from "./random.ts";
import { readRuns, readSeed } from "./runs.ts";

test("without variables a property has 100 runs, and the same seed each time", () => {
  expect([readRuns(), readSeed()]).toEqual([100, 1]);
});

test("FUZZ_RUNS and FUZZ_SEED set the number of runs and the seed", () => {
  expect([readRuns("250"), readSeed("-7")]).toEqual([250, -7]);
});

test("a failure prints the seed and the path", () => {
  const wrong = fc.property(fc.nat(), (value) => value < 5);
  expect(() => fc.assert(wrong, { seed: 42 })).toThrow(/seed: 42, path: "[\d:]+"/);
});

test.each(["0", "-1", "1.5", "many", "", "1e3"])("%j runs are an error", (text) => {
  expect(() => readRuns(text)).toThrow(`FUZZ_RUNS: "${text}" is not a whole number above 0`);
});

test.each(["1.5", "new", "", "4294967296"])("the seed %j is an error", (text) => {
  expect(() => readSeed(text)).toThrow(`FUZZ_SEED: "${text}" is not a whole number of 32 bits`);
});
