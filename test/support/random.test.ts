import { afterEach, expect, test, vi } from "vitest";

/** Loads fast-check with these variables. */
async function randomWith(variables: Readonly<Partial<Record<"FUZZ_RUNS" | "FUZZ_SEED", string>>>) {
  vi.resetModules();
  for (const name of ["FUZZ_RUNS", "FUZZ_SEED"] as const) vi.stubEnv(name, variables[name]);
  return import("./random.ts");
}
afterEach(() => void vi.unstubAllEnvs());

test("without variables a property has 100 runs, and the same seed each time", async () => {
  const { fc, runs } = await randomWith({});
  expect(fc.readConfigureGlobal()).toMatchObject({ numRuns: 100, seed: 1 });
  expect(runs(7)).toBe(7);
});

test("FUZZ_RUNS sets the number of runs, in proportion for expensive properties, and at least one", async () => {
  const { fc, runs } = await randomWith({ FUZZ_RUNS: "250", FUZZ_SEED: "-7" });
  expect(fc.readConfigureGlobal()).toMatchObject({ numRuns: 250, seed: -7 });
  expect(runs(10)).toBe(25);
  expect((await randomWith({ FUZZ_RUNS: "1" })).runs(10)).toBe(1);
});

test("a failure prints the seed and the path", async () => {
  const { fc } = await randomWith({ FUZZ_SEED: "42" });
  const wrong = fc.property(fc.nat(), (value) => value < 5);
  expect(() => fc.assert(wrong)).toThrow(/seed: 42, path: "[\d:]+"/);
});

test.each(["0", "-1", "1.5", "many", "", "1e3"])("%j runs are an error", async (text) => {
  await expect(randomWith({ FUZZ_RUNS: text })).rejects.toThrow(`FUZZ_RUNS: "${text}" is not a whole number above 0`);
});

test.each(["1.5", "new", "", "4294967296"])("the seed %j is an error", async (text) => {
  await expect(randomWith({ FUZZ_SEED: text })).rejects.toThrow(
    `FUZZ_SEED: "${text}" is not a whole number of 32 bits`,
  );
});
