import { nodeHealthCheck } from "../metrics/node.ts";
import { collector } from "./collector.ts";

const notYetRun = "not yet run";

export const health = collector({
  name: "health",
  summary: "The node's own health checks, by name.",
  every: "30s",
  reads: ["health.health"],
  metrics: [nodeHealthCheck],
  memory: () => ({ complains: false }),
  seldom: ({ complains }) =>
    !complains
      ? undefined
      : { every: "5m", because: "while it is unhealthy, the node logs a warning each time it is asked" },
  read: ({ call }) => ({ checks: call("health.health", {}) }),
  map: {
    checks({ checks, healthy }, emit, { memory }) {
      const all = Object.entries(checks);
      const ran = all.filter(([, { error }]) => error !== notYetRun);
      memory.complains = !healthy && ran.length === all.length; // what has not run yet soon will
      for (const [check, { error }] of ran) emit(nodeHealthCheck, error === undefined, { check });
    },
  },
});
