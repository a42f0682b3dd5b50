import { afterEach, expect, test, vi } from "vitest";

/** Loads the limits of a machine with this environment. */
async function limitsWith(scale: string | undefined, runs?: string) {
  vi.resetModules();
  vi.stubEnv("TEST_TIME_SCALE", scale);
  vi.stubEnv("FUZZ_RUNS", runs);
  return import("./limits.ts");
}
afterEach(() => void vi.unstubAllEnvs());

test("TEST_TIME_SCALE multiplies every limit", async () => {
  const [usual, slow] = [await limitsWith("1"), await limitsWith("2.5")];
  const limitsOf = (limits: typeof usual) => Object.values(limits).filter((limit) => typeof limit === "number");
  expect(limitsOf(slow)).toEqual(limitsOf(usual).map((limit) => limit * 2.5));
  expect(slow.scaled(10)).toBe(25);
});

test.each([
  ["idle", 0.5, 10],
  ["busy", 6, 30],
])("on a machine that is %s, with a load of %d on two processors, the limit 10 is %d", async (_, load, limit) => {
  vi.doMock("node:os", () => ({ loadavg: () => [load, 0, 0], availableParallelism: () => 2 }));
  const { scaled } = await limitsWith(undefined);
  vi.doUnmock("node:os");
  expect(scaled(10)).toBe(limit);
});

test("only more random runs than usual increase the limit of a test", async () => {
  const [usual, few, many] = [await limitsWith("1"), await limitsWith("1", "10"), await limitsWith("1", "300")];
  expect([usual.unitTestLimit, few.unitTestLimit, many.unitTestLimit]).toEqual([30_000, 30_000, 90_000]);
});

test.each(["0", "-1", "fast", "", "Infinity"])("the scale %j is an error", async (scale) => {
  await expect(limitsWith(scale)).rejects.toThrow(`TEST_TIME_SCALE: "${scale}" is not a positive number`);
});
