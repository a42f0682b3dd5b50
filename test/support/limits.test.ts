import { afterEach, expect, test, vi } from "vitest";

/** Loads the limits of a machine with this environment. */
async function limitsWith(scale: string | undefined) {
  vi.resetModules();
  vi.stubEnv("TEST_TIME_SCALE", scale);
  return import("./limits.ts");
}
afterEach(() => void vi.unstubAllEnvs());

test("TEST_TIME_SCALE multiplies every limit", async () => {
  const [usual, slow] = [await limitsWith(undefined), await limitsWith("2.5")];
  expect([slow.testLimit, slow.pollLimit, slow.callLimit, slow.scaled(10)]).toEqual(
    [usual.testLimit, usual.pollLimit, usual.callLimit, 10].map((limit) => limit * 2.5),
  );
});

test.each(["0", "-1", "fast", "", "Infinity"])("the scale %j is an error", async (scale) => {
  await expect(limitsWith(scale)).rejects.toThrow(`TEST_TIME_SCALE: "${scale}" is not a positive number`);
});
