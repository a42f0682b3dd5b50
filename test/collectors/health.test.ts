import { expect, test } from "vitest";
import { health } from "../../src/collectors/health.ts";
import { createRuns, runOnce, samples } from "../support/run-collector.ts";

const check = (more: object = {}) => ({ timestamp: "2026-11-21T05:51:48Z", duration: 1, ...more });

test("a health check that has not run yet is absent, one with an error does not pass", async () => {
  const checks = {
    good: check(),
    bad: check({ error: "network layer is unhealthy" }),
    new: check({ error: "not yet run", timestamp: "0001-01-01T00:00:00Z" }),
  };
  const { text } = await runOnce(health, { "health.health": { checks, healthy: false } });
  expect(samples(text)).toEqual([
    'avax_node_health_check_passing{check="good"} 1',
    'avax_node_health_check_passing{check="bad"} 0',
  ]);
});

test("while it is unhealthy the node is asked every five minutes, for it logs each time", async () => {
  const next = createRuns(health);
  const seldom = async (healthy: boolean) =>
    (await next({ "health.health": { checks: {}, healthy } })).seldom?.interval;
  expect([await seldom(true), await seldom(false), await seldom(true)]).toEqual([undefined, "5m", undefined]);
});

test("a node that has just started is asked as often as configured: what has not run yet soon will", async () => {
  const checks = { new: check({ error: "not yet run" }), bad: check({ error: "network layer is unhealthy" }) };
  const { seldom } = await createRuns(health)({ "health.health": { checks, healthy: false } });
  expect(seldom).toBeUndefined();
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);

test("the series limit holds for health checks, and drops passing ones before failing ones", async () => {
  const checks = { ...Object.fromEntries(ids(200).map((id) => [id, check()])), bad: check({ error: "it broke" }) };
  const { ended, text } = await runOnce(health, { "health.health": { checks, healthy: true } }, { limit: 2 });
  expect([ended.dropped, samples(text)]).toEqual([
    199,
    ['avax_node_health_check_passing{check="c0"} 1', 'avax_node_health_check_passing{check="bad"} 0'],
  ]);
});
