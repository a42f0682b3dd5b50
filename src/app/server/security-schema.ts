/** Schema of the web configuration file of the Prometheus exporter-toolkit, as supported by Prometheus 2.42. */
import * as z from "zod";
import { suggest } from "../../lib/text.ts";
import { file, headerText, rule, tlsVersion, tlsVersionsInOrder } from "../config/values.ts";

/** Cipher suites of TLS 1.3. All of them are always enabled, as in Go. */
const tls13Ciphers = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

/** Cipher suites of TLS 1.2, without RSA key exchange, which newer versions of Go treat as insecure. */
const tls12Ciphers: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: "ECDHE-ECDSA-AES128-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: "ECDHE-ECDSA-AES256-SHA",
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: "ECDHE-RSA-AES128-SHA",
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: "ECDHE-RSA-AES256-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
};
const curves: Readonly<Record<string, string>> = {
  CurveP256: "P-256",
  CurveP384: "P-384",
  CurveP521: "P-521",
  X25519: "X25519",
};

const cipherNames = [...Object.keys(tls12Ciphers), ...tls13Ciphers];
const curveNames = Object.keys(curves);

/** Returns the OpenSSL list of all TLS 1.3 cipher suites and the named ones of TLS 1.2. */
export const cipherList = (names: readonly string[]) =>
  [...tls13Ciphers, ...names.flatMap((name) => tls12Ciphers[name] ?? [])].join(":");
export const curveList = (names: readonly string[]) => names.map((name) => curves[name]).join(":");

const named = (what: string, names: readonly string[]) =>
  z.enum(names, {
    error: ({ input }) => (typeof input === "string" ? `unknown ${what}; ${suggest(input, { names })}` : undefined),
  });

const tls = z
  .strictObject({
    cert_file: file,
    key_file: file,
    client_auth_type: z
      .enum([
        "NoClientCert",
        "RequestClientCert",
        "RequireAnyClientCert",
        "VerifyClientCertIfGiven",
        "RequireAndVerifyClientCert",
      ])
      .default("NoClientCert"),
    client_ca_file: file.optional(),
    min_version: tlsVersion.default("TLS12"),
    max_version: tlsVersion.default("TLS13"),
    cipher_suites: z.array(named("cipher suite", cipherNames)).default([]),
    prefer_server_cipher_suites: z.boolean().default(true),
    curve_preferences: z.array(named("curve", curveNames)).default([]),
  })
  .check(
    rule(
      ({ client_ca_file: ca, client_auth_type: type }) => ca === undefined || type !== "NoClientCert",
      "client_ca_file",
      "requires client_auth_type: set it to RequireAndVerifyClientCert, unless clients may connect without a certificate",
    ),
    rule(
      ({ client_ca_file: ca, client_auth_type: type }) =>
        ca !== undefined || (type !== "VerifyClientCertIfGiven" && type !== "RequireAndVerifyClientCert"),
      "client_auth_type",
      "requires client_ca_file",
    ),
    tlsVersionsInOrder,
  );

const http = z.strictObject({
  http2: z
    .boolean()
    .refine((wanted) => !wanted, "HTTP/2 is not supported: remove it or set it to false")
    .optional(),
  headers: z
    .strictObject({
      "Content-Security-Policy": headerText.optional(),
      "Strict-Transport-Security": headerText.optional(),
      "X-Content-Type-Options": z.enum(["nosniff"]).optional(),
      "X-Frame-Options": z.enum(["deny", "sameorigin"]).optional(),
      "X-XSS-Protection": headerText.optional(),
    })
    .default({}),
});

const maxBcryptCost = 15;
const bcryptHash = z.string().superRefine((hash, { addIssue }) => {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash) ?? [];
  if (cost === undefined) addIssue("is not a bcrypt hash: create one with htpasswd -nBC 10");
  else if (Number(cost) < 4) addIssue(`has bcrypt cost ${Number(cost)}: the minimum is 4`);
  else if (Number(cost) > maxBcryptCost)
    addIssue(`has bcrypt cost ${Number(cost)}: the maximum is ${maxBcryptCost} (about two seconds per check)`);
});
const userName = z.string().regex(/^[^:]*$/, "a user name must not contain a colon");

export const webSchema = z.strictObject({
  tls_server_config: tls.optional(),
  http_server_config: http.prefault({}),
  basic_auth_users: z.record(userName, bcryptHash).default({}),
});
export type TlsConfig = NonNullable<z.output<typeof webSchema>["tls_server_config"]>;
