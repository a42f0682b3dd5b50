/** Schema of the configuration. Options, help and documentation are derived from its metadata. */
import * as z from "zod";
import type { Collector } from "../../collectors/collector.ts";
import { duration, headerText } from "../../lib/schema.ts";
import { defaultPort } from "../server-address.ts";
import * as v from "./values.ts";
import { settingsShape } from "./watch-schema.ts";

const authorization = z
  .strictObject({
    type: headerText
      .refine((type) => type.toLowerCase() !== "basic", "cannot be Basic: use node.basic_auth")
      .default("Bearer"),
    credentials: headerText.min(1).meta({ secret: true }).optional(),
    credentials_file: v.file.optional(),
  })
  .check(v.mutuallyExclusive("credentials", "credentials_file"), v.oneOf("credentials", "credentials_file"));

const basicAuth = z
  .strictObject({
    username: z.string().regex(/^[^:]*$/, "must not contain a colon"),
    password: z.string().meta({ secret: true }).optional(),
    password_file: v.file.optional(),
  })
  .check(v.mutuallyExclusive("password", "password_file"));

const tls = z
  .strictObject({
    ca: z.string().optional(),
    ca_file: v.file.optional(),
    cert: z.string().optional(),
    cert_file: v.file.optional(),
    key: z.string().meta({ secret: true }).optional(),
    key_file: v.file.optional(),
    server_name: z.string().optional(),
    insecure_skip_verify: z.boolean().default(false),
    min_version: v.tlsVersion.optional(),
    max_version: v.tlsVersion.optional(),
  })
  .check(
    v.mutuallyExclusive("ca", "ca_file"),
    v.mutuallyExclusive("cert", "cert_file"),
    v.mutuallyExclusive("key", "key_file"),
    ...["cert", "cert_file"].map((key) => v.requires(key, "key", "key_file")),
    ...["key", "key_file"].map((key) => v.requires(key, "cert", "cert_file")),
    v.tlsVersionsInOrder,
  );

/** Reasons why a header cannot be set. */
const refusedHeaders: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^authorization$/i, "cannot be set here: use node.authorization or node.basic_auth"],
  [/^host$/i, "cannot be set here: use node.host_header"],
  [
    /^(connection|content-(encoding|length|type)|keep-alive|transfer-encoding)$/i,
    "cannot be set: the exporter controls this header",
  ],
  [/^(accept-encoding|expect|te|trailer|upgrade)$/i, "cannot be set: the exporter does not support it"],
];
const headerName = z.string().superRefine((name, context) => {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) context.addIssue("is not a valid header name");
  for (const [names, reason] of refusedHeaders) if (names.test(name)) context.addIssue(reason);
});
const header = z.strictObject({
  values: z.array(headerText).default([]),
  secrets: z.array(headerText.meta({ secret: true })).default([]),
  files: z.array(v.file).default([]),
});

/** Connection settings of a node. Names and semantics follow Prometheus's http_config. */
export const nodeSchema = z
  .strictObject({
    url: v.baseUrl.prefault("http://127.0.0.1:9650").describe("Base URL of the node. A path prefix is kept."),
    timeout: duration(1).prefault("10s").describe("Timeout per RPC call. Can be overridden per collector."),
    host_header: headerText.min(1).optional().meta({
      description: "Host header to send if the node's --http-allowed-hosts does not include the host of node.url.",
    }),
    network: z
      .string()
      .regex(/^[\w-]{1,64}$/, "is not the name of a network, such as mainnet, fuji or network-1337")
      .optional()
      .meta({
        fileOnly: true,
        description:
          "Name of the network for a node that does not provide it, because its info API is disabled: mainnet, fuji, local or network-ID.",
      }),
    authorization: authorization.optional().describe("type (default: Bearer), and credentials or credentials_file."),
    basic_auth: basicAuth.optional().describe("username, and password or password_file."),
    tls_config: tls.optional().meta({
      description:
        "ca or ca_file, cert or cert_file, key or key_file, server_name, insecure_skip_verify, min_version and max_version (TLS12, TLS13).",
    }),
    headers: z.record(headerName, header).default({}).meta({
      description: "Additional request headers by name, each with values, secrets or files.",
    }),
  })
  .check(v.mutuallyExclusive("authorization", "basic_auth"));

const second = 1000;

function collectorOptions({ name, interval, detailInterval, timeout, disabledByDefault }: Collector) {
  const of = (setting: string, description: string) => ({
    flag: `collector.${name}${setting}`,
    collector: name,
    description,
  });
  return z
    .strictObject({
      enabled: z.boolean().default(!disabledByDefault).meta(of("", "Enable the collector.")),
      interval: (detailInterval ? duration(second).optional() : duration(second).prefault(interval)).meta({
        ...of(".interval", "Interval between collector runs."),
        fileOnly: true,
        ...(detailInterval && { defaultText: `${interval}, or ${detailInterval} with validators.detail top or all` }),
      }),
      timeout: (timeout ? duration(1).prefault(timeout) : duration(1).optional()).meta({
        ...of(".timeout", "Timeout per RPC call of this collector."),
        fileOnly: true,
        ...(!timeout && { defaultText: "node.timeout" }),
      }),
      stale_after: duration(second)
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

/** Creates the schema of the configuration. Durations are in milliseconds. */
export const configSchema = (
  collectors: readonly Collector[],
  { listenAddress = `:${defaultPort}`, logLevel = "info" }: Defaults = {},
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
    node: nodeSchema.optional().meta({ unknownKey: "nodes.KEY, if it is the name of a node" }),
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
    web: z
      .strictObject({
        listen_address: v.listenAddress.prefault(listenAddress).meta({
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
      })
      .prefault({}),
    log: z
      .strictObject({
        level: z.enum(["debug", "info", "warn", "error"]).default(logLevel).describe("Minimum log level."),
        format: z.enum(["json", "pretty"]).optional().meta({
          restart: true,
          description: "Log format.",
          defaultText: "pretty on a terminal, otherwise json",
        }),
      })
      .prefault({}),
  });
};
export type ConfigSchema = ReturnType<typeof configSchema>;
export type Config = z.output<ConfigSchema>;
