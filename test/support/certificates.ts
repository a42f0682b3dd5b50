/** Certificates and their keys, in files. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import forge from "node-forge";

/** Names of files. */
export type KeyPair = { readonly cert: string; readonly key: string };
type CertificateOptions = {
  /** Names of a server. */
  readonly names?: readonly string[];
  readonly expired?: boolean;
};

type Certificate = forge.pki.Certificate;
type Extension = { readonly name: string; readonly [detail: string]: unknown };
type Issuer = { readonly subject: Certificate["subject"]; readonly key: forge.pki.rsa.PrivateKey };

const day = 86_400_000;
const localhost = ["localhost", "127.0.0.1"];
const alternatives = (names: readonly string[]): Extension => ({
  name: "subjectAltName",
  altNames: names.map((name) => (/^[\d.]+$/.test(name) ? { type: 7, ip: name } : { type: 2, value: name })),
});

function createKey() {
  const pem = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return {
    pem,
    key: forge.pki.privateKeyFromPem(pem.privateKey),
    publicKey: forge.pki.publicKeyFromPem(pem.publicKey),
  };
}
const keys = new Map<string, ReturnType<typeof createKey>>();
/** Returns the key of this name. It is created once in this process, because that takes long. */
function keyOf(name: string) {
  const known = keys.get(name) ?? createKey();
  keys.set(name, known);
  return known;
}

/** Writes a certificate and its key. Without issuer, the certificate is self-signed. */
function write(folder: string, name: string, extensions: readonly Extension[], issuer?: Issuer, expired = false) {
  const { pem, key, publicKey } = keyOf(name);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  certificate.serialNumber = `01${randomBytes(8).toString("hex")}`;
  certificate.validity.notBefore = new Date(Date.now() - 30 * day);
  certificate.validity.notAfter = new Date(Date.now() + (expired ? -1 : 30) * day);
  certificate.setSubject([{ name: "commonName", value: name }]);
  certificate.setIssuer((issuer?.subject ?? certificate.subject).attributes);
  certificate.setExtensions([...extensions]);
  certificate.sign(issuer?.key ?? key, forge.md.sha256.create());
  const pair: KeyPair = { cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) };
  writeFileSync(pair.cert, forge.pki.certificateToPem(certificate));
  writeFileSync(pair.key, pem.privateKey);
  return { pair, issuer: { subject: certificate.subject, key } };
}

/** Writes a self-signed certificate and its key. */
export const selfSigned = (folder: string, name: string, names: readonly string[] = localhost): KeyPair =>
  write(folder, name, [alternatives(names)]).pair;

/** `by`: the authority that has issued its certificate. */
export function createAuthority(folder: string, name = "ca", by?: Issuer) {
  const authority = [
    { name: "basicConstraints", cA: true },
    { name: "keyUsage", keyCertSign: true },
  ];
  const { pair, issuer } = write(folder, name, authority, by);
  return {
    issuer,
    cert: pair.cert,
    server: (name: string, { names = localhost, expired = false }: CertificateOptions = {}) =>
      write(folder, name, [alternatives(names), { name: "extKeyUsage", serverAuth: true }], issuer, expired).pair,
    client: (name: string, { expired = false }: Pick<CertificateOptions, "expired"> = {}) =>
      write(folder, name, [{ name: "extKeyUsage", clientAuth: true }], issuer, expired).pair,
  };
}
