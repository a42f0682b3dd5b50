import { expect, test } from "vitest";
import { createProcessMetrics } from "../../src/exporter/self-metrics.ts";

test("what has no mean yet, the event loop's delay at the very start, is not on the page", async () => {
  const { plain } = await createProcessMetrics({ version: "1.0.0", revision: "unknown" }).text();
  const text = Buffer.concat(plain).toString();
  expect(text).toContain("nodejs_eventloop_lag_max_seconds");
  expect(text).not.toMatch(/^[^#].* nan$/im);
});
