/** Certificates made by the openssl command: EC keys, because those are quick to make. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** Names of files. */
export type Pair = { readonly cert: string; readonly key: string };
type Wanted = {
  /** Of a server: what it may be called. */
  readonly names?: readonly string[];
  readonly expired?: boolean;
};

const openssl = (args: readonly string[]) => execFileSync("openssl", args, { stdio: ["ignore", "pipe", "pipe"] });
const pairIn = (folder: string, name: string): Pair => ({
  cert: join(folder, `${name}.pem`),
  key: join(folder, `${name}.key`),
});
const localhost = ["DNS:localhost", "IP:127.0.0.1"];
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

const newCertificate = (pair: Pair, name: string) =>
  ["req", ...newKey, "-keyout", pair.key, "-out", pair.cert, "-subj", `/CN=${name}`] as const;
const extended = (extensions: readonly string[]) => extensions.flatMap((one) => ["-addext", one]);
const alternatives = (names: readonly string[]) => `subjectAltName=${names.join(",")}`;

function signedByItself(folder: string, name: string, extensions: readonly string[]): Pair {
  const pair = pairIn(folder, name);
  openssl([...newCertificate(pair, name), "-x509", ...extended(extensions)]);
  return pair;
}

/** Signed by no authority. */
export const selfSigned = (folder: string, name: string, names: readonly string[] = localhost): Pair =>
  signedByItself(folder, name, [alternatives(names), "basicConstraints=critical,CA:FALSE"]);

export function createAuthority(folder: string, name = "ca") {
  const { cert, key } = signedByItself(folder, name, ["keyUsage=critical,keyCertSign"]);

  function issue(name: string, expired: boolean, extensions: readonly string[]): Pair {
    const pair = pairIn(folder, name);
    openssl([...newCertificate(pair, name), "-new", ...extended(extensions)]);
    const days = ["-days", expired ? "-1" : "30"];
    openssl([
      "x509",
      "-req",
      "-in",
      pair.cert,
      "-out",
      pair.cert,
      "-CA",
      cert,
      "-CAkey",
      key,
      "-copy_extensions",
      "copyall",
      ...days,
    ]);
    return pair;
  }
  return {
    cert,
    server: (name: string, { names = localhost, expired = false }: Wanted = {}) =>
      issue(name, expired, [alternatives(names), "extendedKeyUsage=serverAuth"]),
    client: (name: string, { expired = false }: Pick<Wanted, "expired"> = {}) =>
      issue(name, expired, ["extendedKeyUsage=clientAuth"]),
  };
}
