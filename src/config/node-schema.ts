/** Connection settings of a node. Names and semantics follow Prometheus's http_config. */
import * as z from "zod";
import {
  baseUrl,
  duration,
  file,
  headerText,
  mutuallyExclusive,
  oneOf,
  requires,
  tlsVersion,
  tlsVersionsInOrder,
} from "./values.ts";

const authorization = z
  .strictObject({
    type: headerText
      .refine((type) => type.toLowerCase() !== "basic", "cannot be Basic: use node.basic_auth")
      .default("Bearer"),
    credentials: headerText.meta({ secret: true }).optional(),
    credentials_file: file.optional(),
  })
  .check(mutuallyExclusive("credentials", "credentials_file"), oneOf("credentials", "credentials_file"));

const basicAuth = z
  .strictObject({
    username: z.string().regex(/^[^:]*$/, "must not contain a colon"),
    password: z.string().meta({ secret: true }).optional(),
    password_file: file.optional(),
  })
  .check(mutuallyExclusive("password", "password_file"));

const tls = z
  .strictObject({
    ca: z.string().optional(),
    ca_file: file.optional(),
    cert: z.string().optional(),
    cert_file: file.optional(),
    key: z.string().meta({ secret: true }).optional(),
    key_file: file.optional(),
    server_name: z.string().optional(),
    insecure_skip_verify: z.boolean().default(false),
    min_version: tlsVersion.optional(),
    max_version: tlsVersion.optional(),
  })
  .check(
    mutuallyExclusive("ca", "ca_file"),
    mutuallyExclusive("cert", "cert_file"),
    mutuallyExclusive("key", "key_file"),
    ...["cert", "cert_file"].map((key) => requires(key, "key", "key_file")),
    ...["key", "key_file"].map((key) => requires(key, "cert", "cert_file")),
    tlsVersionsInOrder,
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
  files: z.array(file).default([]),
});

export const nodeSchema = z
  .strictObject({
    url: baseUrl
      .prefault("http://127.0.0.1:9650")
      .meta({ usual: true, description: "Base URL of the node. A path prefix is kept." }),
    timeout: duration(1).prefault("10s").describe("Timeout per RPC call. Can be overridden per collector."),
    host_header: headerText.min(1).optional().meta({
      description: "Host header to send if the node's --http-allowed-hosts does not include the host of node.url.",
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
  .check(mutuallyExclusive("authorization", "basic_auth"));
