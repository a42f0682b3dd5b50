/** TLS of the server: its schema in the web configuration, its PEM files, and the certificates of clients. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions, type TLSSocket } from "node:tls";
import * as z from "zod";
import type { ConfigIssue } from "../../lib/schema.ts";
import { suggest } from "../../lib/text.ts";
import { file, rule, tlsVersion, tlsVersionsInOrder } from "../config/values.ts";

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
/** Names in Go. In OpenSSL, P-256 is the name of CurveP256. */
const curves = ["CurveP256", "CurveP384", "CurveP521", "X25519"];

const named = (what: string, names: readonly string[]) =>
  z.enum(names, {
    error: ({ input }) => (typeof input === "string" ? `unknown ${what}; ${suggest(input, { names })}` : undefined),
  });

/** Schema of `tls_server_config`. */
export const tlsSchema = z
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
    cipher_suites: z.array(named("cipher suite", [...Object.keys(tls12Ciphers), ...tls13Ciphers])).default([]),
    prefer_server_cipher_suites: z.boolean().default(true),
    curve_preferences: z.array(named("curve", curves)).default([]),
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

type TlsConfig = z.output<typeof tlsSchema>;
type Tls = Pick<TlsConfig, "client_auth_type"> & { readonly context: SecureContextOptions };

const versions = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;

/** Validates the configured PEM files; `textOf` returns their content. Returns the errors if there are any. */
export function readTls(config: TlsConfig, textOf: (file: string) => string): Tls | ConfigIssue[] {
  const issuesOf = (key: keyof TlsConfig, message: string | undefined): ConfigIssue[] =>
    message === undefined ? [] : [{ path: ["tls_server_config", key], text: `${config[key]} ${message}` }];
  const { cert_file, key_file, client_ca_file, cipher_suites, curve_preferences } = config;
  const [cert, key] = [textOf(cert_file), textOf(key_file)];
  const ca = client_ca_file === undefined ? undefined : textOf(client_ca_file);
  const issues = [
    ...issuesOf("cert_file", certificateError(cert)),
    ...issuesOf("key_file", keyError(key)),
    ...issuesOf("client_ca_file", ca === undefined ? undefined : certificateError(ca)),
  ];
  if (issues.length > 0) return issues;
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    return issuesOf("key_file", `does not match the certificate in ${cert_file}`);
  const ciphers = [...tls13Ciphers, ...cipher_suites.flatMap((name) => tls12Ciphers[name] ?? [])];
  const context: SecureContextOptions = {
    cert,
    key,
    ca,
    minVersion: versions[config.min_version],
    maxVersion: versions[config.max_version],
    ...(cipher_suites.length > 0 && { ciphers: ciphers.join(":") }),
    honorCipherOrder: config.prefer_server_cipher_suites,
    ...(curve_preferences.length > 0 && {
      ecdhCurve: curve_preferences.map((name) => name.replace("CurveP", "P-")).join(":"),
    }),
  };
  try {
    createSecureContext(context);
  } catch (error) {
    const { reason } = error as { readonly reason?: string };
    return issuesOf("cert_file", `cannot be used${reason === undefined ? "" : `: ${reason}`}`);
  }
  return { context, client_auth_type: config.client_auth_type };
}

/** Returns why the text is not a list of valid certificates. */
function certificateError(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs);
  if (!blocks) return "contains no PEM certificate";
  try {
    for (const block of blocks) new X509Certificate(block);
    return undefined;
  } catch {
    return "contains an invalid certificate";
  }
}

/** Returns why the text is not a valid private key. */
function keyError(pem: string): string | undefined {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem)) return "is encrypted: remove the passphrase";
  try {
    createPrivateKey(pem);
    return undefined;
  } catch {
    return pem.includes("PRIVATE KEY-----") ? "contains an invalid private key" : "contains no PEM private key";
  }
}

/** Returns whether the client has presented the required certificate. A resumed session stays authorized, so the expiry of the
 *  certificate is checked again. */
export function isClientAllowed({ client_auth_type: type }: Tls, socket: TLSSocket): boolean {
  const certificate = socket.getPeerX509Certificate();
  if (type === "NoClientCert" || type === "RequestClientCert") return true;
  if (!certificate) return type === "VerifyClientCertIfGiven";
  if (type === "RequireAnyClientCert") return true;
  return socket.authorized && certificate.validToDate.getTime() > Date.now();
}
