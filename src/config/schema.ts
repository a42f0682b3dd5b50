/** The configuration's one schema. Collectors bring their own knobs. `meta` carries flag and description: options, help and
 *  documentation derive from it. */
import * as z from "zod";
import type { Collector } from "../collectors/collector.ts";
import { settingsShape } from "../collectors/settings.ts";
import { nodeSchema } from "./node-schema.ts";
import { dateTime, duration, externalAddress, file, listenAddress, metricsPath, targetName } from "./values.ts";

const second = 1000;

function knobs({ name, interval: every, timeout, disabledByDefault: offByDefault }: Collector) {
  const of = (flag: string, description: string) => ({
    flag: `collector.${name}${flag}`,
    collector: name,
    description,
  });
  const ownTimeout = duration(1);
  return z
    .strictObject({
      enabled: z
        .boolean()
        .default(!offByDefault)
        .meta({ ...of("", "Whether the collector runs."), usual: true }),
      interval: duration(second).prefault(every).meta(of(".interval", "How often it runs.")),
      timeout: (timeout ? ownTimeout.prefault(timeout) : ownTimeout.optional()).meta({
        ...of(".timeout", "Time-out of one of its calls, in place of the node's."),
        ...(!timeout && { fallback: "node.timeout" }),
      }),
      stale_after: duration(second)
        .optional()
        .meta({
          ...of(".stale-after", "How long values that could not be read anew are shown."),
          fallback: "3 effective intervals, at least 60s",
        }),
    })
    .prefault({});
}

const web = z.strictObject({
  listen_address: listenAddress.prefault(":9652").meta({
    flag: "web.listen-address",
    usual: true,
    description: "Where the exporter answers: :9652, 127.0.0.1:9652 or [::1]:9652.",
  }),
  telemetry_path: metricsPath.default("/metrics").meta({
    flag: "web.telemetry-path",
    description: "Path of the metrics.",
  }),
  config_file: file.optional().meta({
    flag: "web.config.file",
    description: "TLS, client certificates, users and headers, in the format of Prometheus's exporter-toolkit.",
  }),
  external_address: externalAddress.optional().meta({
    flag: "web.external-address",
    description: "Where Prometheus finds the exporter: what /sd tells it.",
    fallback: "the host's name and the port",
  }),
  enable_lifecycle: z.boolean().default(false).meta({
    flag: "web.enable-lifecycle",
    description: "Whether POST /-/reload reads the configuration anew. SIGHUP always does.",
  }),
});

const log = z.strictObject({
  level: z.enum(["debug", "info", "warn", "error"]).default("info").meta({
    flag: "log.level",
    usual: true,
    description: "Least severe messages to log.",
  }),
  format: z.enum(["json", "pretty"]).optional().meta({
    flag: "log.format",
    description: "How messages are written.",
    fallback: "json, pretty on a terminal",
  }),
});

const network = z.strictObject({
  helicon_time: dateTime.optional().meta({
    flag: "network.helicon-time",
    description:
      "When ACP-267 (Helicon) begins, in RFC 3339: who starts from then on must be online for 90 % of the time. For nodes that do not tell.",
    fallback: "from the node",
  }),
});

/** A further node, with what it has in place of the general settings. */
const furtherNode = <C extends z.ZodType>(collectors: C) =>
  nodeSchema.safeExtend({
    url: nodeSchema.shape.url.unwrap(),
    watch: settingsShape.watch.unwrap().optional(),
    validators: settingsShape.validators.unwrap().optional(),
    collectors: collectors.optional(),
  });

/** The schema of the configuration for these collectors. Durations are in milliseconds. */
export const configSchema = (collectors: readonly Collector[]) => {
  const ofEach = z.strictObject(Object.fromEntries(collectors.map((collector) => [collector.name, knobs(collector)])));
  return z.strictObject({
    node: nodeSchema.optional(),
    nodes: z.record(targetName, furtherNode(ofEach)).default({}).meta({
      description:
        "Further nodes: NAME with the keys of node, and watch, validators and collectors of its own in place of the general ones. Each is at /probe?target=NAME.",
    }),
    ...settingsShape,
    collectors: ofEach.prefault({}),
    series_limit: z.int().positive().default(50_000).meta({
      flag: "series.limit",
      description:
        "Most series of one collector. Whole entities beyond it are left out and counted, those that matter least first.",
    }),
    network: network.prefault({}),
    web: web.prefault({}),
    log: log.prefault({}),
  });
};
export type Config = z.output<ReturnType<typeof configSchema>>;
