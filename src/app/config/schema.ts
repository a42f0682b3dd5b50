/** Schema of the configuration. Options, help and documentation are derived from its metadata. */
import * as z from "zod";
import type { Collector } from "../../engine/collector.ts";
import { nodeSchema } from "./node-schema.ts";
import * as v from "./values.ts";
import { settingsShape } from "./watch-schema.ts";

const second = 1000;

function collectorOptions({ name, interval, detailInterval, timeout, disabledByDefault }: Collector) {
  const of = (setting: string, description: string) => ({
    flag: `collector.${name}${setting}`,
    collector: name,
    description,
  });
  const ownTimeout = v.duration(1);
  return z
    .strictObject({
      enabled: z.boolean().default(!disabledByDefault).meta(of("", "Enable the collector.")),
      interval: (detailInterval ? v.duration(second).optional() : v.duration(second).prefault(interval)).meta({
        ...of(".interval", "Interval between collector runs."),
        fileOnly: true,
        ...(detailInterval && { defaultText: `${interval}, or ${detailInterval} with validators.detail top or all` }),
      }),
      timeout: (timeout ? ownTimeout.prefault(timeout) : ownTimeout.optional()).meta({
        ...of(".timeout", "Timeout per RPC call of this collector."),
        fileOnly: true,
        ...(!timeout && { defaultText: "node.timeout" }),
      }),
      stale_after: v
        .duration(second)
        .optional()
        .meta({
          ...of(".stale-after", "Retention of the last values if they cannot be refreshed."),
          fileOnly: true,
          defaultText: "3 effective intervals, at least 60s",
        }),
    })
    .prefault({});
}

/** Defaults that some commands replace. */
export type Defaults = { readonly listenAddress?: string; readonly logLevel?: "info" | "warn" };

const webOf = (defaultAddress: string) =>
  z.strictObject({
    listen_address: v.listenAddress.prefault(defaultAddress).meta({
      restart: true,
      description: `Address to listen on, such as ${v.addressExamples}.`,
    }),
    telemetry_path: v.metricsPath.default("/metrics").meta({
      restart: true,
      description: "Path of the metrics endpoint.",
    }),
    config_file: v.file.optional().meta({
      flag: "web.config.file",
      restart: true,
      description:
        "Path of the web configuration (TLS, client certificates, users, headers), in the format of Prometheus's exporter-toolkit.",
    }),
    external_url: v.externalUrl.optional().meta({
      description:
        "URL of the exporter in /sd. Set it if a proxy replaces the Host header, the scheme or the path, or if Prometheus reaches /sd and the exporter at different addresses.",
      defaultText: "Host header of the request",
    }),
    enable_lifecycle: z
      .boolean()
      .default(false)
      .describe("Enable POST /-/reload. SIGHUP always reloads the configuration."),
  });

const logOf = (defaultLevel: "info" | "warn") =>
  z.strictObject({
    level: z.enum(["debug", "info", "warn", "error"]).default(defaultLevel).describe("Minimum log level."),
    format: z.enum(["json", "pretty"]).optional().meta({
      restart: true,
      description: "Log format.",
      defaultText: "pretty on a terminal, otherwise json",
    }),
  });

/** Creates the schema of the configuration. Durations are in milliseconds. */
export const configSchema = (
  collectors: readonly Collector[],
  { listenAddress = `:${v.defaultPort}`, logLevel = "info" }: Defaults = {},
) => {
  const collectorsSchema = z.strictObject(
    Object.fromEntries(collectors.map((collector) => [collector.name, collectorOptions(collector)])),
  );
  // it can replace some of the global settings
  const additionalNode = nodeSchema.safeExtend({
    url: nodeSchema.shape.url.unwrap(),
    watch: settingsShape.watch.unwrap().optional(),
    validators: settingsShape.validators.unwrap().optional(),
    l1: settingsShape.l1.unwrap().optional(),
    collectors: collectorsSchema.optional(),
  });
  const nodesByName = z.record(v.targetName, additionalNode).superRefine((nodes, context) => {
    const seen = new Map<string, string>();
    // a proxy can choose the node by a header
    for (const [name, { url, host_header, headers }] of Object.entries(nodes)) {
      const key = JSON.stringify([url, host_header, headers]);
      const message = `is listed twice: nodes.${seen.get(key)} has the same URL`;
      if (seen.has(key)) context.addIssue({ code: "custom", path: [name, "url"], message });
      else seen.set(key, name);
    }
  });
  return z.strictObject({
    node: nodeSchema.optional(),
    nodes: nodesByName.default({}).meta({
      description:
        "Additional nodes by name. Each takes the keys of node, and optionally its own watch, validators, l1 and collectors, which replace the global ones. Served at /probe?target=NAME.",
    }),
    ...settingsShape,
    collectors: collectorsSchema.prefault({}),
    series_limit: z.int().positive().default(50_000).meta({
      fileOnly: true,
      description:
        "Maximum number of series per collector. Beyond it, whole validators or other entities are dropped, smallest share first, and counted in avax_exporter_series_dropped_total.",
    }),
    web: webOf(listenAddress).prefault({}),
    log: logOf(logLevel).prefault({}),
  });
};
export type ConfigSchema = ReturnType<typeof configSchema>;
export type Config = z.output<ConfigSchema>;
