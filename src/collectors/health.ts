import { nodeHealthCheck } from "../metrics/node.ts";
import { collector } from "./collector.ts";

const notYetRun = "not yet run";

export const health = collector({
  name: "health",
  summary: "The node's own health checks, by name.",
  every: "30s",
  reads: ["health.health"],
  metrics: [nodeHealthCheck],
  memory: () => ({ healthy: true }),
  seldom: ({ healthy }) =>
    healthy
      ? undefined
      : { every: "5m", because: "while it is unhealthy, the node logs a warning each time it is asked" },
  read: ({ call }) => ({ checks: call("health.health", {}) }),
  map: {
    checks({ checks, healthy }, emit, { memory }) {
      memory.healthy = healthy;
      for (const [check, { error }] of Object.entries(checks)) {
        if (error !== notYetRun) emit(nodeHealthCheck, error === undefined, { check });
      }
    },
  },
});
