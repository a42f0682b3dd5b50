/** Admin API: aliases, log levels, VM plugins and profiles of the node. */
import * as z from "zod";
import { methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read, write } = methodsOf({ path: () => "/ext/admin", flag: "--api-admin-enabled" });

const alias = z.string().min(1).max(512);
const level = z.string().regex(/^(off|fatal|error|warn|info|trace|debug|verbo)$/i, {
  error: "expected off, fatal, error, warn, info, trace, debug or verbo",
});
const levels = z.record(w.text, z.object({ logLevel: w.text, displayLevel: w.text }));
const unknownLogger = { not_found: /^logger with name ".*" not found$/ };
const levelQuirks = ["The levels are OFF, FATAL, ERROR, WARN, INFO, TRACE, DEBUG and VERBO."];
const chainId = "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed";

export const admin = {
  "admin.alias": write({
    summary: "Adds an alias for an API endpoint.",
    params: z.object({ endpoint: z.string().min(1), alias }),
    exampleParams: { endpoint: "bc/X", alias: "assets" },
  }),
  "admin.aliasChain": write({
    summary: "Adds an alias for a chain on this node.",
    params: z.object({ chain: w.paramAliasOrId, alias }),
    exampleParams: { chain: chainId, alias: "assets" },
  }),
  "admin.getChainAliases": read({
    summary: "Aliases of a chain on this node.",
    params: z.object({ chain: w.paramId }),
    result: z.object({ aliases: w.nullableList(w.text) }).superRefine(w.uniqueBy(({ aliases }) => aliases)),
    exampleParams: { chain: chainId },
    quirks: ["Accepts the chain's ID only, not an alias.", "aliases is null for a chain that the node does not run."],
  }),
  "admin.getLoggerLevel": read({
    summary: "Log levels of all loggers of the node, or of one.",
    params: z.object({ loggerName: z.string().optional() }),
    result: z.object({ loggerLevels: levels }),
    expectedErrors: unknownLogger,
    quirks: levelQuirks,
  }),
  "admin.setLoggerLevel": write({
    summary: "Sets the log levels of all loggers, or of one.",
    params: z
      .object({ loggerName: z.string().optional(), logLevel: level.optional(), displayLevel: level.optional() })
      .refine(
        ({ logLevel, displayLevel }) => logLevel !== undefined || displayLevel !== undefined,
        "expected logLevel, displayLevel or both",
      ),
    result: z.object({ loggerLevels: levels }),
    exampleParams: { loggerName: "main", logLevel: "DEBUG" },
    expectedErrors: unknownLogger,
    quirks: levelQuirks,
  }),
  "admin.loadVMs": write({
    summary: "Loads VM plugins that were installed after the node started.",
    cost: "moderate",
    result: z.object({
      newVMs: z.record(w.text, w.nullableList(w.text)),
      failedVMs: z.record(w.text, w.text).default({}),
    }),
    quirks: ["VMs that failed to load are listed in failedVMs (absent if there are none)."],
  }),
  "admin.lockProfile": write({ summary: "Writes mutex statistics to lock.profile." }),
  "admin.memoryProfile": write({
    summary: "Writes a memory profile to mem.profile.",
    cost: "moderate",
    quirks: ["Forces a garbage collection."],
  }),
  "admin.startCPUProfiler": write({ summary: "Starts a CPU profile." }),
  "admin.stopCPUProfiler": write({ summary: "Stops the CPU profile and writes it to cpu.profile." }),
};
