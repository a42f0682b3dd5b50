/** The nodes that one process watches, and what it says of itself. */
import type { Logger } from "pino";
import type { Collector } from "../collectors/collector.ts";
import { createLayout } from "./layout.ts";
import type { Plan } from "./plan.ts";
import { type Build, createProcessMetrics } from "./self-metrics.ts";
import { createTarget } from "./target.ts";

export type ExporterOptions = {
  readonly collectors: readonly Collector[];
  readonly plan: Plan;
  readonly build: Build;
  readonly log: Logger;
};

export function createExporter({ collectors, plan, build, log }: ExporterOptions) {
  const target = createTarget({ name: "", plan, layout: createLayout(collectors), log });
  return {
    build,
    process: createProcessMetrics(build),
    /** The node of `node.url`, shown on /metrics. */
    target,
    ready: () => target.ready(),
    start: () => target.start(),
    stop: () => target.stop(),
  };
}
export type Exporter = ReturnType<typeof createExporter>;
