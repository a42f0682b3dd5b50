/** TLS of the server, from the configuration and its PEM files. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions, type TLSSocket } from "node:tls";
import type { ConfigIssue } from "../config/error-messages.ts";
import { cipherList, curveList } from "./openssl.ts";
import type { TlsConfig } from "./schema.ts";

export type Tls = { readonly context: SecureContextOptions; readonly clientAuth: TlsConfig["client_auth_type"] };

const versions = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;

/** Validates the configured PEM files; `textOf` returns their content. Returns the errors if there are any. */
export function readTls(config: TlsConfig, textOf: (file: string) => string): Tls | ConfigIssue[] {
  const issue = (key: keyof TlsConfig, text: string): ConfigIssue => ({
    path: ["tls_server_config", key],
    text: `${config[key]} ${text}`,
  });
  const ca = config.client_ca_file === undefined ? undefined : textOf(config.client_ca_file);
  const pems = { cert: textOf(config.cert_file), key: textOf(config.key_file), ...(ca !== undefined && { ca }) };
  const cert = leafOf(pems.cert);
  const key = privateKeyOf(pems.key);
  const authority = ca === undefined ? undefined : leafOf(ca);
  const issues = [
    ...("fault" in cert ? [issue("cert_file", cert.fault)] : []),
    ...("fault" in key ? [issue("key_file", key.fault)] : []),
    ...(authority && "fault" in authority ? [issue("client_ca_file", authority.fault)] : []),
  ];
  if (issues.length > 0 || "fault" in cert || "fault" in key) return issues;
  if (!cert.leaf.checkPrivateKey(key.key))
    return [issue("key_file", `does not match the certificate in ${config.cert_file}`)];
  const context: SecureContextOptions = {
    ...pems,
    minVersion: versions[config.min_version],
    maxVersion: versions[config.max_version],
    ...(config.cipher_suites.length > 0 && { ciphers: cipherList(config.cipher_suites) }),
    honorCipherOrder: config.prefer_server_cipher_suites,
    ...(config.curve_preferences.length > 0 && { ecdhCurve: curveList(config.curve_preferences) }),
  };
  try {
    createSecureContext(context);
  } catch (error) {
    const { reason } = error as { readonly reason?: string };
    return [issue("cert_file", `cannot be used${reason === undefined ? "" : `: ${reason}`}`)];
  }
  return { context, clientAuth: config.client_auth_type };
}

type Fault = { readonly fault: string };

/** Returns the first certificate. All of them must be valid. */
function leafOf(pem: string): { readonly leaf: X509Certificate } | Fault {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  try {
    const [leaf] = blocks.map((block) => new X509Certificate(block));
    return leaf ? { leaf } : { fault: "contains no PEM certificate" };
  } catch {
    return { fault: "contains an invalid certificate" };
  }
}

function privateKeyOf(pem: string): { readonly key: KeyObject } | Fault {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    return { fault: "is encrypted: remove the passphrase" };
  try {
    return { key: createPrivateKey(pem) };
  } catch {
    return {
      fault: pem.includes("PRIVATE KEY-----") ? "contains an invalid private key" : "contains no PEM private key",
    };
  }
}

/** Returns the options of node:tls for client certificates. A client that is rejected in the handshake gets the reason. */
export const clientCertOptions = ({ clientAuth }: Tls) => ({
  requestCert: clientAuth !== "NoClientCert",
  rejectUnauthorized: clientAuth === "RequireAndVerifyClientCert",
});

/** Returns whether the client has presented the required certificate. A resumed session stays authorized, so the expiry of the
 *  certificate is checked again. */
export function isClientAllowed({ clientAuth }: Tls, socket: TLSSocket): boolean {
  const certificate = socket.getPeerX509Certificate();
  const shown = certificate !== undefined;
  const verified = socket.authorized && shown && certificate.validToDate.getTime() > Date.now();
  switch (clientAuth) {
    case "NoClientCert":
    case "RequestClientCert":
      return true;
    case "RequireAnyClientCert":
      return shown;
    case "VerifyClientCertIfGiven":
      return !shown || verified;
    case "RequireAndVerifyClientCert":
      return verified;
  }
}
