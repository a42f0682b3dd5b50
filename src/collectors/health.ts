import { nodeHealthCheck } from "../metrics/node.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, knownSamples } from "./collector.ts";

const notYetRun = "not yet run";

export const health = collector({
  name: "health",
  summary: "Health checks of the node, by name.",
  interval: "30s",
  reads: ["health.health"],
  metrics: [nodeHealthCheck],
  state: () => ({ logsWarnings: false }),
  minimumInterval: ({ logsWarnings }) =>
    !logsWarnings ? undefined : { interval: "5m", reason: "an unhealthy node logs a warning for every health request" },
  read: ({ call }) => ({ checks: call("health.health", {}) }),
  map: {
    *checks({ checks, healthy }, { state }) {
      const errorOf = (check: string) => checks[check]?.error;
      const all = Object.keys(checks);
      state.logsWarnings = !healthy && all.every((check) => errorOf(check) !== notYetRun); // checks that have not run yet will run soon
      for (const check of all) {
        const error = errorOf(check);
        if (error === notYetRun) continue;
        const passes = error === undefined;
        yield { share: passes ? 0 : 1, id: check, samples: knownSamples([sample(nodeHealthCheck, passes, { check })]) };
      }
    },
  },
});
