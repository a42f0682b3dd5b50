/** Connection settings of a node. Names and semantics follow Prometheus's http_config. */
import * as z from "zod";
import * as v from "./values.ts";

const authorization = z
  .strictObject({
    type: v.headerText
      .refine((type) => type.toLowerCase() !== "basic", "cannot be Basic: use node.basic_auth")
      .default("Bearer"),
    credentials: v.headerText.min(1).meta({ secret: true }).optional(),
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
  values: z.array(v.headerText).default([]),
  secrets: z.array(v.headerText.meta({ secret: true })).default([]),
  files: z.array(v.file).default([]),
});

export const nodeSchema = z
  .strictObject({
    url: v.baseUrl.prefault("http://127.0.0.1:9650").describe("Base URL of the node. A path prefix is kept."),
    timeout: v.duration(1).prefault("10s").describe("Timeout per RPC call. Can be overridden per collector."),
    host_header: v.headerText.min(1).optional().meta({
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
