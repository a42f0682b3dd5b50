/** Health API: health checks of the node. */
import * as z from "zod";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read } = methodsOf({ path: () => "/ext/health", flag: "--api-health-enabled" });

/** Object whose members are all lenient. Another value has none of them. */
function members<T extends z.ZodRawShape>(shape: T) {
  const object = z.object(shape);
  return object.catch(() => object.parse({}));
}
/** Greatest integer of 64 bits, which a node without a disk reports. */
const noDisk = 2n ** 64n - 1n;

/** Messages of checks, by kind. They differ between versions of the node: a member in another form is undefined. */
export const checkMessages = {
  /** Check of a chain, named after it. While the chain bootstraps, it has no data of its consensus. */
  chain: members({
    engine: members({
      consensus: members({
        lastAcceptedHeight: w.lenient(w.uint64),
        processingBlocks: w.lenient(w.uint64),
        /** Seconds. */
        longestProcessingBlock: w.lenient(w.goDuration),
      }),
    }),
    networking: members({
      /** Share (0 to 1) of the weight, despite its name. */
      percentConnected: w.lenient(z.number().min(0).max(1)),
      disconnectedValidators: w.lenient(w.listOf(z.unknown())),
    }),
  }),
  network: members({
    connectedPeers: w.lenient(w.uint64),
    "primary network validator health": members({ ingressConnectionCount: w.lenient(w.uint64) }),
  }),
  diskspace: members({
    availableDiskBytes: w.lenient(w.uint64.refine((bytes) => bytes !== noDisk)),
    /** Since 1.14.1, in whole percents of the size of the disk. */
    availableDiskPercentage: w.lenient(w.percent),
  }),
  /** Newest upgrade that the node knows, and the one that most of the stake announces, with its share of the stake. Since 1.14.1. */
  futureupgrade: members({
    localUpgradeTime: w.lenient(w.time),
    modeUpgradeTime: w.lenient(w.time),
    modeUpgradeWeightPercentage: w.lenient(w.percent),
  }),
};

const check = z.object({
  message: z.unknown().optional(),
  error: w.message.optional(),
  timestamp: w.time,
  duration: w.nanoseconds,
  contiguousFailures: w.uint64.default(0n),
  timeOfFirstFailure: w.time.nullish(),
});
const checks = {
  maxBodyBytes: 2 * mebibyte,
  params: z.object({ tags: z.array(z.string().min(1)).optional() }),
  result: z.object({ checks: z.record(w.text, check), healthy: z.boolean() }),
  quirks: [
    "Returns the results of the last run of the checks (every 30 s by default).",
    "Each call makes an unhealthy node log a warning with all checks.",
    'Until its first run a check reports the error "not yet run" with the zero timestamp (year 1).',
  ],
} as const;

export const health = {
  "health.health": read({
    ...checks,
    summary: "Health of the node: results and durations (nanoseconds) of all checks.",
  }),
  "health.readiness": read({ ...checks, summary: "Readiness checks of the node: initialization has finished." }),
  "health.liveness": read({ ...checks, summary: "Liveness checks of the node: no restart is needed." }),
};
