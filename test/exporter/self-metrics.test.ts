import { expect, test } from "vitest";
import { createProcessMetrics } from "../../src/exporter/self-metrics.ts";

test("what has no mean yet, the event loop's delay at the very start, is not on the page", async () => {
  const { plain } = await createProcessMetrics({ version: "1.0.0", revision: "unknown" }).text();
  const text = Buffer.from(plain).toString();
  expect(text).toContain("nodejs_eventloop_lag_max_seconds");
  expect(text).not.toMatch(/^[^#].* nan$/im);
});

test("the process's CPU time is the user's and the system's together", async () => {
  const metrics = createProcessMetrics({ version: "1.0.0", revision: "unknown" });
  const text = Buffer.from((await metrics.text()).plain).toString();
  const seconds = (name: string) => Number(new RegExp(`^process_cpu_${name}_total (\\S+)$`, "m").exec(text)?.[1]);
  expect(seconds("user_seconds")).toBeGreaterThan(0);
  expect(seconds("seconds")).toBeCloseTo(seconds("user_seconds") + seconds("system_seconds"), 6);
});

test("what people know of a process and of Node.js is on the page by the names that they know", async () => {
  const { plain } = await createProcessMetrics({ version: "1.0.0", revision: "unknown" }).text();
  const names =
    Buffer.from(plain)
      .toString()
      .match(/(?<=^# TYPE )(?:process|nodejs)_\w+/gm) ?? [];
  expect(names.toSorted()).toMatchInlineSnapshot(`
    [
      "nodejs_eventloop_lag_max_seconds",
      "nodejs_eventloop_lag_mean_seconds",
      "nodejs_eventloop_lag_min_seconds",
      "nodejs_eventloop_lag_p50_seconds",
      "nodejs_eventloop_lag_p90_seconds",
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_eventloop_lag_seconds",
      "nodejs_eventloop_lag_stddev_seconds",
      "nodejs_external_memory_bytes",
      "nodejs_gc_duration_seconds",
      "nodejs_heap_size_total_bytes",
      "nodejs_heap_size_used_bytes",
      "nodejs_heap_space_size_available_bytes",
      "nodejs_heap_space_size_total_bytes",
      "nodejs_heap_space_size_used_bytes",
      "nodejs_version_info",
      "process_cpu_seconds_total",
      "process_cpu_system_seconds_total",
      "process_cpu_user_seconds_total",
      "process_heap_bytes",
      "process_max_fds",
      "process_open_fds",
      "process_resident_memory_bytes",
      "process_start_time_seconds",
      "process_virtual_memory_bytes",
    ]
  `);
});
