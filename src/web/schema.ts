/** Schema of the web configuration file of the Prometheus exporter-toolkit, as supported by Prometheus 2.42. */
import * as z from "zod";
import { rule, tlsVersion, tlsVersionsInOrder } from "../config/refinements.ts";
import { isPlainObject } from "../config/schema-walk.ts";
import { suggest } from "../config/suggest.ts";
import { file, headerText } from "../config/values.ts";
import { cipherNames, curveNames } from "./openssl.ts";

const named = (what: string, names: readonly string[]) =>
  z.enum(names, {
    error: ({ input }) => (typeof input === "string" ? `unknown ${what}; ${suggest(input, { names })}` : undefined),
  });
const clientAuthIs = (value: unknown, ...types: readonly unknown[]) =>
  isPlainObject(value) && types.includes(value["client_auth_type"]);
const hasClientCa = (value: unknown) => isPlainObject(value) && value["client_ca_file"] !== undefined;

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
      (value) => !hasClientCa(value) || !clientAuthIs(value, "NoClientCert"),
      "client_ca_file",
      "requires client_auth_type: set it to RequireAndVerifyClientCert, unless clients may connect without a certificate",
    ),
    rule(
      (value) => hasClientCa(value) || !clientAuthIs(value, "VerifyClientCertIfGiven", "RequireAndVerifyClientCert"),
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
