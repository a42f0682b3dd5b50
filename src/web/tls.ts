/** How the server speaks TLS, from the configuration and the PEM files that it names. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { createSecureContext, type SecureContextOptions, type TLSSocket } from "node:tls";
import type { Mistake } from "../config/wording.ts";
import { cipherList, curveList } from "./openssl.ts";
import type { TlsConfig } from "./schema.ts";

/** The content of the files. */
export type Pems = { readonly cert: string; readonly key: string; readonly ca: string | undefined };
export type Tls = { readonly context: SecureContextOptions; readonly clientAuth: TlsConfig["client_auth_type"] };

const versions = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;

export const tlsOf = (config: TlsConfig, { cert, key, ca }: Pems): Tls => ({
  context: {
    cert,
    key,
    ...(ca !== undefined && { ca }),
    minVersion: versions[config.min_version],
    maxVersion: versions[config.max_version],
    ...(config.cipher_suites.length > 0 && { ciphers: cipherList(config.cipher_suites) }),
    honorCipherOrder: config.prefer_server_cipher_suites,
    ...(config.curve_preferences.length > 0 && { ecdhCurve: curveList(config.curve_preferences) }),
  },
  clientAuth: config.client_auth_type,
});

/** What is wrong with the files. */
export function mistakesInPems(config: TlsConfig, pems: Pems): Mistake[] {
  const mistake = (key: keyof TlsConfig, text: string): Mistake => ({ path: ["tls_server_config", key], text });
  const cert = leafOf(pems.cert);
  const key = privateKeyOf(pems.key);
  const ca = pems.ca === undefined ? undefined : leafOf(pems.ca);
  const found = [
    ...("fault" in cert ? [mistake("cert_file", `${config.cert_file} ${cert.fault}`)] : []),
    ...("fault" in key ? [mistake("key_file", `${config.key_file} ${key.fault}`)] : []),
    ...(ca && "fault" in ca ? [mistake("client_ca_file", `${config.client_ca_file} ${ca.fault}`)] : []),
  ];
  if (found.length > 0 || "fault" in cert || "fault" in key) return found;
  if (!cert.leaf.checkPrivateKey(key.key))
    return [mistake("key_file", `${config.key_file} does not fit the certificate in ${config.cert_file}`)];
  try {
    createSecureContext(tlsOf(config, pems).context);
    return [];
  } catch (error) {
    const { reason } = error as { readonly reason?: string };
    return [mistake("cert_file", `${config.cert_file} cannot be used${reason === undefined ? "" : `: ${reason}`}`)];
  }
}

type Fault = { readonly fault: string };

/** The first certificate. All of them must be in order. */
function leafOf(pem: string): { readonly leaf: X509Certificate } | Fault {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs) ?? [];
  try {
    const [leaf] = blocks.map((block) => new X509Certificate(block));
    return leaf ? { leaf } : { fault: "holds no certificate in PEM" };
  } catch {
    return { fault: "holds a certificate that is damaged" };
  }
}

function privateKeyOf(pem: string): { readonly key: KeyObject } | Fault {
  if (/^-----BEGIN ENCRYPTED|^Proc-Type: 4,ENCRYPTED/m.test(pem))
    return { fault: "is encrypted: it must be without a passphrase" };
  try {
    return { key: createPrivateKey(pem) };
  } catch {
    return { fault: pem.includes("PRIVATE KEY-----") ? "holds a key that is damaged" : "holds no private key in PEM" };
  }
}

/** What node:tls asks clients for. Refusing the client in the handshake tells it why. */
export const clientRequest = ({ clientAuth }: Tls) => ({
  requestCert: clientAuth !== "NoClientCert",
  rejectUnauthorized: clientAuth === "RequireAndVerifyClientCert",
});

/** Whether the client has shown what it must. A resumed session is authorized as its first handshake was: only the
 *  certificate itself shows that it has expired since. */
export function admits({ clientAuth }: Tls, socket: TLSSocket): boolean {
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
