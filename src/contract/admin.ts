/** Admin API: aliases, log levels, VM plugins and profiles of the node. */
import * as z from "zod";
import { type Endpoint, read, write } from "./method.ts";
import { list, noneTwice, nothing, sentId, sentName } from "./wire.ts";

const on: Endpoint = { path: () => "/ext/admin", flag: "--api-admin-enabled" };

const mostCharacters = 512;
const alias = z.string().min(1).max(mostCharacters);
const limits = { alias: mostCharacters };
const level = z.string().regex(/^(off|fatal|error|warn|info|trace|debug|verbo)$/i, {
  error: "expected off, fatal, error, warn, info, trace, debug or verbo",
});
const levels = z.record(z.string(), z.object({ logLevel: z.string(), displayLevel: z.string() }));
const noLogger = { not_found: /^logger with name ".*" not found$/ };
const levelQuirks = ["The levels are OFF, FATAL, ERROR, WARN, INFO, TRACE, DEBUG and VERBO."];
const chainId = "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed";
const noAnswer = { params: nothing, result: nothing, sample: { params: {}, result: {} } };

export const admin = {
  "admin.alias": write({
    on,
    summary: "Adds an alias for an API endpoint.",
    params: z.object({ endpoint: z.string().min(1), alias }),
    result: nothing,
    sample: { params: { endpoint: "bc/X", alias: "assets" }, result: {} },
    limits,
  }),
  "admin.aliasChain": write({
    on,
    summary: "Adds an alias for a chain on this node.",
    params: z.object({ chain: sentName, alias }),
    result: nothing,
    sample: { params: { chain: chainId, alias: "assets" }, result: {} },
    limits,
  }),
  "admin.getChainAliases": read({
    on,
    summary: "Aliases of a chain on this node.",
    params: z.object({ chain: sentId }),
    result: z.object({ aliases: list(z.string()) }).superRefine(noneTwice(({ aliases }) => aliases)),
    sample: { params: { chain: chainId }, result: { aliases: ["X", "avm", chainId] } },
    quirks: ["Accepts the chain's ID only, not an alias.", "aliases is null for a chain that the node does not run."],
  }),
  "admin.getLoggerLevel": read({
    on,
    summary: "Log levels of all loggers of the node, or of one.",
    params: z.object({ loggerName: z.string().optional() }),
    result: z.object({ loggerLevels: levels }),
    sample: { params: {}, result: { loggerLevels: { main: { logLevel: "DEBUG", displayLevel: "INFO" } } } },
    refusals: noLogger,
    quirks: levelQuirks,
  }),
  "admin.setLoggerLevel": write({
    on,
    summary: "Sets the log levels of all loggers, or of one.",
    params: z
      .object({ loggerName: z.string().optional(), logLevel: level.optional(), displayLevel: level.optional() })
      .refine(
        ({ logLevel, displayLevel }) => logLevel !== undefined || displayLevel !== undefined,
        "expected logLevel, displayLevel or both",
      ),
    result: z.object({ loggerLevels: levels.optional() }),
    sample: {
      params: { loggerName: "main", logLevel: "DEBUG" },
      result: { loggerLevels: { main: { logLevel: "DEBUG", displayLevel: "INFO" } } },
    },
    refusals: noLogger,
    quirks: [...levelQuirks, "Returns the levels since 1.10.16, an empty result before."],
  }),
  "admin.loadVMs": write({
    on,
    summary: "Loads VM plugins that were installed after the node started.",
    cost: "moderate",
    params: nothing,
    result: z.object({
      newVMs: z.record(z.string(), list(z.string())),
      failedVMs: z.record(z.string(), z.string()).default({}),
    }),
    sample: {
      params: {},
      result: { newVMs: { tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH: ["timestamp"] } },
    },
    quirks: ["VMs that failed to load are listed in failedVMs (absent if there are none)."],
  }),
  "admin.lockProfile": write({
    on,
    summary: "Writes mutex statistics to lock.profile.",
    ...noAnswer,
  }),
  "admin.memoryProfile": write({
    on,
    summary: "Writes a memory profile to mem.profile.",
    cost: "moderate",
    ...noAnswer,
    quirks: ["Forces a garbage collection."],
  }),
  "admin.startCPUProfiler": write({
    on,
    summary: "Starts a CPU profile.",
    ...noAnswer,
  }),
  "admin.stopCPUProfiler": write({
    on,
    summary: "Stops the CPU profile and writes it to cpu.profile.",
    ...noAnswer,
  }),
};
