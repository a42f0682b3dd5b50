import { createPrivateKey } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAuthority, type KeyPair, selfSigned } from "../../../support/certificates.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { until } from "../../../support/until.ts";
import { openTls, requestOn, serveWeb, tlsRequest } from "../../../support/web.ts";

const tls = { cert_file: "server.pem", key_file: "server.key" };
async function withAuthority() {
  const folder = await temporaryFolder();
  const authority = createAuthority(folder);
  authority.server("server");
  return { folder, authority };
}
async function startTls(config: object) {
  const { folder } = await withAuthority();
  return serveWeb(folder, { tls_server_config: { ...tls, ...config } });
}
const shown = ({ cert, key }: KeyPair) => ({ cert: readFileSync(cert), key: readFileSync(key) });

/** Both versions: TLS 1.2 and 1.3 reject a client at different moments. */
async function admitted(port: number, client: object): Promise<boolean> {
  const answers = await Promise.all(
    (["TLSv1.2", "TLSv1.3"] as const).map((maxVersion) => tlsRequest(port, { maxVersion, ...client })),
  );
  const [first = "", second = ""] = answers.map((answer) => answer === "anonymous");
  expect(first).toBe(second);
  return first === true;
}

test.each([
  ["NoClientCert", { without: true, "self-signed": true, "of another authority": true, expired: true, right: true }],
  [
    "RequestClientCert",
    { without: true, "self-signed": true, "of another authority": true, expired: true, right: true },
  ],
  [
    "RequireAnyClientCert",
    { without: false, "self-signed": true, "of another authority": true, expired: true, right: true },
  ],
  [
    "VerifyClientCertIfGiven",
    { without: true, "self-signed": false, "of another authority": false, expired: false, right: true },
  ],
  [
    "RequireAndVerifyClientCert",
    { without: false, "self-signed": false, "of another authority": false, expired: false, right: true },
  ],
])("%s accepts the right clients: %j", async (client_auth_type, expected) => {
  const { folder, authority } = await withAuthority();
  const ca = client_auth_type === "NoClientCert" ? {} : { client_ca_file: "ca.pem" };
  const config = { tls_server_config: { ...tls, client_auth_type, ...ca } };
  const { port, answered } = await serveWeb(folder, config);
  const clients = {
    without: {},
    "self-signed": shown(selfSigned(folder, "self")),
    "of another authority": shown(createAuthority(folder, "other-ca").client("other")),
    expired: shown(authority.client("expired", { expired: true })),
    right: shown(authority.client("client")),
  };
  const found: Record<string, boolean> = {};
  for (const [name, client] of Object.entries(clients)) found[name] = await admitted(port, client);
  expect(found).toEqual(expected);
  const inside = Object.values(expected).filter((inside) => inside).length;
  expect(answered()).toBe(inside * 2); // a rejected client gets no response
});

test("without an authority a certificate can be required, but not verified", async () => {
  const { folder } = await withAuthority();
  const { port } = await serveWeb(folder, { tls_server_config: { ...tls, client_auth_type: "RequireAnyClientCert" } });
  expect(await admitted(port, {})).toBe(false);
  expect(await admitted(port, shown(selfSigned(folder, "self")))).toBe(true);
});

test.each(["TLSv1.2", "TLSv1.3"] as const)(
  "a resumed session is refused once its certificate has expired: %s",
  async (maxVersion) => {
    const { folder, authority } = await withAuthority();
    const { port } = await serveWeb(folder, {
      tls_server_config: { ...tls, client_auth_type: "RequireAndVerifyClientCert", client_ca_file: "ca.pem" },
    });
    const client = { maxVersion, ...shown(authority.client("client")) };
    const first = openTls(port, client);
    const session = await new Promise<Buffer>((resolve) => first.once("session", resolve));
    first.destroy();
    expect(await tlsRequest(port, { ...client, session })).toBe("anonymous");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const resumed = openTls(port, { ...client, session }).on("error", () => {});
    await once(resumed, "secureConnect");
    expect(resumed.isSessionReused()).toBe(true);
    expect(await requestOn(resumed).catch(() => "refused")).not.toBe("anonymous");
  },
);

test("the handshake reports that a certificate is required", async () => {
  const { folder } = await withAuthority();
  const { port } = await serveWeb(folder, {
    tls_server_config: { ...tls, client_auth_type: "RequireAndVerifyClientCert", client_ca_file: "ca.pem" },
  });
  expect(await tlsRequest(port, { maxVersion: "TLSv1.3" })).toBe("ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED");
});

test("the debug log contains the reason for a client rejected during the TLS handshake", async () => {
  const { folder } = await withAuthority();
  const { port, lines, details } = await serveWeb(folder, {
    tls_server_config: { ...tls, client_auth_type: "RequireAndVerifyClientCert", client_ca_file: "ca.pem" },
  });
  expect(await tlsRequest(port, shown(selfSigned(folder, "self")))).not.toBe("anonymous");
  await until(() => expect(details).toMatchObject([{ msg: "client rejected during the TLS handshake" }]));
  expect([lines, details[0]?.reason]).toEqual([[], "DEPTH_ZERO_SELF_SIGNED_CERT"]);
});

test("the client sees the server's certificate and trusts its authority", async () => {
  const { folder, authority } = await withAuthority();
  const { port } = await serveWeb(folder, { tls_server_config: tls });
  const ca = readFileSync(authority.cert);
  expect(await tlsRequest(port, { ca, rejectUnauthorized: true, servername: "localhost" })).toBe("anonymous");
});

/** Returns the negotiated parameters, or the error. */
async function agreed(port: number, options: Parameters<typeof openTls>[1]) {
  const socket = openTls(port, options);
  try {
    return await new Promise<{ version: string | null; cipher: string; group: string }>((resolve, reject) => {
      socket.once("secureConnect", () => {
        const { name = "" } = socket.getEphemeralKeyInfo() as { name?: string };
        resolve({ version: socket.getProtocol(), cipher: socket.getCipher().name, group: name });
      });
      socket.once("error", reject);
    });
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
const only = (version: "TLSv1.1" | "TLSv1.2" | "TLSv1.3") => ({
  minVersion: version,
  maxVersion: version,
  ...(version === "TLSv1.1" && { ciphers: "DEFAULT@SECLEVEL=0" }),
});

test.each([
  [{}, [undefined, "TLSv1.2", "TLSv1.3"]],
  [{ min_version: "TLS13" }, [undefined, undefined, "TLSv1.3"]],
  [{ max_version: "TLS12" }, [undefined, "TLSv1.2", undefined]],
])("with %j TLS 1.1, 1.2 and 1.3 are negotiated as %j", async (config, expected) => {
  const { port } = await startTls(config);
  const versions = (["TLSv1.1", "TLSv1.2", "TLSv1.3"] as const).map((version) => agreed(port, only(version)));
  expect((await Promise.all(versions)).map((one) => one?.version)).toEqual(expected);
});

const gcm = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";
const chacha = "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256";

test("only the named ciphers of TLS 1.2 are offered, and all of TLS 1.3", async () => {
  const { port } = await startTls({ cipher_suites: [gcm] });
  const of12 = (ciphers: string) => agreed(port, { ...only("TLSv1.2"), ciphers });
  expect(await of12("ECDHE-RSA-AES128-GCM-SHA256")).toMatchObject({ cipher: "ECDHE-RSA-AES128-GCM-SHA256" });
  expect(await of12("ECDHE-RSA-AES256-GCM-SHA384")).toBeUndefined();
  for (const ciphers of ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"])
    expect(await agreed(port, { ...only("TLSv1.3"), ciphers })).toMatchObject({ cipher: ciphers });
});

test("with ciphers of TLS 1.3 only, TLS 1.2 is disabled", async () => {
  const { port } = await startTls({ cipher_suites: ["TLS_AES_128_GCM_SHA256"] });
  expect(await agreed(port, only("TLSv1.2"))).toBeUndefined();
  expect(await agreed(port, only("TLSv1.3"))).toBeDefined();
});

test.each([
  [true, "ECDHE-RSA-CHACHA20-POLY1305"],
  [false, "ECDHE-RSA-AES128-GCM-SHA256"],
])("with prefer_server_cipher_suites: %j the cipher is %s", async (prefer_server_cipher_suites, cipher) => {
  const { port } = await startTls({ cipher_suites: [chacha, gcm], prefer_server_cipher_suites });
  const ciphers = "ECDHE-RSA-AES128-GCM-SHA256:ECDHE-RSA-CHACHA20-POLY1305";
  expect(await agreed(port, { ...only("TLSv1.2"), ciphers })).toMatchObject({ cipher });
});

test.each([
  ["CurveP256", "P-256", "prime256v1"],
  ["X25519", "X25519", "X25519"],
])("with curve_preferences: [%s] no other curve is used", async (curve, ecdhCurve, group) => {
  const { port } = await startTls({ curve_preferences: [curve] });
  expect(await agreed(port, { ...only("TLSv1.3"), ecdhCurve })).toMatchObject({ group });
  expect(await agreed(port, { ecdhCurve: curve === "X25519" ? "P-256" : "X25519" })).toBeUndefined();
});

test("HTTP/2 is not offered", async () => {
  const { port } = await startTls({});
  const socket = openTls(port, { ALPNProtocols: ["h2", "http/1.1"] });
  await once(socket, "secureConnect");
  expect(socket.alpnProtocol).toBe("http/1.1");
  socket.destroy();
});

test("an older key format is accepted", async () => {
  const folder = await temporaryFolder();
  const { key } = selfSigned(folder, "server");
  const elder = createPrivateKey(readFileSync(key)).export({ type: "pkcs1", format: "pem" });
  expect(elder).toContain("BEGIN RSA PRIVATE KEY");
  writeFileSync(key, elder);
  const { port } = await serveWeb(folder, { tls_server_config: tls });
  expect(await tlsRequest(port)).toBe("anonymous");
});
