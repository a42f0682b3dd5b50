/** The node's own checks. */
import * as z from "zod";
import { type Endpoint, mebibyte, read } from "./method.ts";
import { nanoseconds, time, uint64 } from "./wire.ts";

const on: Endpoint = { path: () => "/ext/health", flag: "--api-health-enabled" };

const check = z.object({
  message: z.unknown().optional(),
  error: z.string().optional(),
  timestamp: time,
  duration: nanoseconds,
  contiguousFailures: uint64.default(0n),
  timeOfFirstFailure: time.nullish(),
});
const checks = {
  on,
  maxBodyBytes: 2 * mebibyte,
  params: z.object({ tags: z.array(z.string().min(1)).optional() }),
  result: z.object({ checks: z.record(z.string(), check), healthy: z.boolean() }),
  quirks: [
    "It answers from the last run of the checks, by default every 30 s.",
    "While unhealthy, every call makes the node log a warning with all checks.",
    'Before its first run a check says "not yet run" at year 1.',
  ],
} as const;
const allGood = { params: {}, result: { checks: {}, healthy: true } };

export const health = {
  "health.health": read({
    ...checks,
    summary: "Whether the node is healthy: all checks, and how long each took (nanoseconds).",
    sample: {
      params: {},
      result: {
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
    },
  }),
  "health.readiness": read({
    ...checks,
    summary: "Whether the node has finished initialising: its checks.",
    sample: allGood,
  }),
  "health.liveness": read({
    ...checks,
    summary: "Whether the node needs no restart: its checks.",
    sample: allGood,
  }),
};
