/** TLS of the server, from the configuration and its PEM files. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions, type TLSSocket } from "node:tls";
import type { ConfigIssue } from "../config/error-messages.ts";
import { cipherList, curveList, type TlsConfig } from "./security-schema.ts";

export type Tls = { readonly context: SecureContextOptions; readonly clientAuth: TlsConfig["client_auth_type"] };

const versions = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;

/** Validates the configured PEM files; `textOf` returns their content. Returns the errors if there are any. */
export function readTls(config: TlsConfig, textOf: (file: string) => string): Tls | ConfigIssue[] {
  const issue = (key: keyof TlsConfig, text: string): ConfigIssue => ({
    path: ["tls_server_config", key],
    text: `${config[key]} ${text}`,
  });
  const { cert_file, key_file, client_ca_file } = config;
  const ca = client_ca_file === undefined ? undefined : textOf(client_ca_file);
  const pems = { cert: textOf(cert_file), key: textOf(key_file), ca };
  const messages = [
    ["cert_file", certificateError(pems.cert)],
    ["key_file", keyError(pems.key)],
    ["client_ca_file", ca === undefined ? undefined : certificateError(ca)],
  ] as const;
  const issues = messages.flatMap(([key, message]) => (message === undefined ? [] : [issue(key, message)]));
  if (issues.length > 0) return issues;
  if (!new X509Certificate(pems.cert).checkPrivateKey(createPrivateKey(pems.key)))
    return [issue("key_file", `does not match the certificate in ${cert_file}`)];
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
export function isClientAllowed({ clientAuth }: Tls, socket: TLSSocket): boolean {
  const certificate = socket.getPeerX509Certificate();
  if (clientAuth === "NoClientCert" || clientAuth === "RequestClientCert") return true;
  if (!certificate) return clientAuth === "VerifyClientCertIfGiven";
  if (clientAuth === "RequireAnyClientCert") return true;
  return socket.authorized && certificate.validToDate.getTime() > Date.now();
}
