/** Health API: health checks of the node. */
import * as z from "zod";
import { mebibyte, methodsOf } from "./method.ts";
import { nanoseconds, time, uint64 } from "./wire.ts";

const { read } = methodsOf({ path: () => "/ext/health", flag: "--api-health-enabled" });

const check = z.object({
  message: z.unknown().optional(),
  error: z.string().optional(),
  timestamp: time,
  duration: nanoseconds,
  contiguousFailures: uint64.default(0n),
  timeOfFirstFailure: time.nullish(),
});
const checks = {
  maxBodyBytes: 2 * mebibyte,
  params: z.object({ tags: z.array(z.string().min(1)).optional() }),
  result: z.object({ checks: z.record(z.string(), check), healthy: z.boolean() }),
  quirks: [
    "Returns the results of the last run of the checks (every 30 s by default).",
    "Each call makes an unhealthy node log a warning with all checks.",
    'Until its first run a check reports the error "not yet run" with the zero timestamp (year 1).',
  ],
} as const;
const allGood = { checks: {}, healthy: true };

export const health = {
  "health.health": read({
    ...checks,
    summary: "Health of the node: results and durations (nanoseconds) of all checks.",
    exampleResult: {
      checks: {
        bls: {
          message: "node has the correct BLS key",
          timestamp: "2026-11-21T05:51:48.077448244Z",
          duration: 5204,
        },
        network: {
          error: "network layer is unhealthy",
          timestamp: "2026-11-21T05:51:48.077333866Z",
          duration: 22612,
          contiguousFailures: 11,
          timeOfFirstFailure: "2026-11-21T05:46:48.077395731Z",
        },
      },
      healthy: false,
    },
  }),
  "health.readiness": read({
    ...checks,
    summary: "Readiness checks of the node: initialization has finished.",
    exampleResult: allGood,
  }),
  "health.liveness": read({
    ...checks,
    summary: "Liveness checks of the node: no restart is needed.",
    exampleResult: allGood,
  }),
};
