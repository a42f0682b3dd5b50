import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { createProcessMetrics } from "../../src/app/self-metrics.ts";
import { until } from "../support/until.ts";

const build = { version: "1.0.0", revision: "unknown" };
const textOf = (metrics = createProcessMetrics(build)) => metrics.text();
const valueIn = (text: string, series: string) => Number(new RegExp(`^${series} (\\S+)$`, "m").exec(text)?.[1]);

test("unknown values are absent", async () => {
  expect(await textOf()).not.toMatch(/^[^#].* (nan|undefined)$/im);
});

test("CPU time is counted", async () => {
  const metrics = createProcessMetrics(build);
  const begin = process.cpuUsage();
  while (process.cpuUsage(begin).user < 20_000);
  expect(valueIn(await textOf(metrics), "process_cpu_seconds_total")).toBeGreaterThanOrEqual(0.02);
});

test.each([
  ["process_resident_memory_bytes", 1e7, 1e11],
  ["nodejs_heap_size_used_bytes", 1e6, 1e11],
  ["process_open_fds", 3, 1e5],
  ["process_max_fds", 256, 1e10],
  ["process_start_time_seconds", Date.now() / 1000 - 86_400, Date.now() / 1000],
])("%s has a plausible value", async (name, from, to) => {
  const value = valueIn(await textOf(), name);
  expect(value).toBeGreaterThanOrEqual(from);
  expect(value).toBeLessThanOrEqual(to);
});

test("the process has few series: no histogram, and none per heap space or kind of collection", async () => {
  const text = await textOf();
  expect(text.match(/^(?:process|nodejs)_[^ ]+/gm)).toMatchInlineSnapshot(`
    [
      "nodejs_gc_duration_seconds_sum",
      "nodejs_gc_duration_seconds_count",
      "process_cpu_seconds_total",
      "process_start_time_seconds",
      "process_resident_memory_bytes",
      "process_open_fds",
      "process_max_fds",
      "nodejs_heap_size_used_bytes",
      "nodejs_eventloop_lag_p99_seconds",
      "nodejs_eventloop_lag_max_seconds",
    ]
  `);
});

test("the number of garbage collections is exposed from the start, and increases", async () => {
  const metrics = createProcessMetrics(build);
  const atStart = valueIn(await textOf(metrics), "nodejs_gc_duration_seconds_count");
  expect(atStart).toBeGreaterThanOrEqual(0);
  const garbage = () => Array.from({ length: 1e6 }, (_, i) => ({ i })).length;
  const count = async () => {
    garbage();
    metrics.recordReload(true); // the next text is a new one
    return valueIn(await textOf(metrics), "nodejs_gc_duration_seconds_count");
  };
  await until(async () => expect(await count()).toBeGreaterThan(atStart));
});

test("the lag of the event loop is measured between scrapes", async () => {
  const metrics = createProcessMetrics(build);
  const maxLag = async () => {
    metrics.recordReload(true); // the next text is a new one
    return valueIn(await textOf(metrics), "nodejs_eventloop_lag_max_seconds");
  };
  await until(async () => {
    const end = performance.now() + 100;
    while (performance.now() < end);
    await setTimeout(20); // the event loop is observed every 10 ms
    expect(await maxLag()).toBeGreaterThan(0.05);
  });
  await until(async () => expect(await maxLag()).toBeLessThan(0.05));
});
