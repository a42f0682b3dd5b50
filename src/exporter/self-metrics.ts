/** Helpers for the exporter's own metrics, which the client library keeps. */
import { Counter, Gauge, type Registry } from "@prometheus-io/client";
import { helpOf } from "../exposition/exposition.ts";
import type { Definition } from "../exposition/metric.ts";

/** Returns the options of the client library for a metric. */
export const optionsIn = (registry: Registry, metric: Definition) => ({
  name: metric.name,
  help: helpOf(metric),
  labelNames: [...metric.labels],
  registers: [registry],
});
export const gaugeIn = (registry: Registry) => (metric: Definition) => new Gauge(optionsIn(registry, metric));
export const counterIn = (registry: Registry) => (metric: Definition) => new Counter(optionsIn(registry, metric));

/** Renders all metrics of a registry. Families without series, and values that are not known yet, are left out. */
export async function render(registry: Registry): Promise<string> {
  const text = await registry.metrics();
  return text.replace(/^[^#\n]+ Nan\n/gim, "").replace(/\n{2,}/g, "\n");
}
