import { once } from "node:events";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import type { ServerOptions } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createNodeClient } from "../../src/node-api/client.ts";
import { NodeError } from "../../src/node-api/errors.ts";
import { createTransport } from "../../src/node-api/transport.ts";
import { createAuthority, type KeyPair, selfSigned } from "../support/certificates.ts";
import { temporaryFolder } from "../support/folder.ts";
import { callLimit } from "../support/limits.ts";
import { serve } from "../support/server.ts";

const folder = "test/fixtures/tls";
const pem = (name: string) => readFile(join(folder, name), "utf8");
const path = (name: string) => join(folder, name);

/** Starts a node with TLS and the certificate of that name. */
async function startNode(name: string, options: ServerOptions = {}) {
  const [cert, key] = await Promise.all([pem(`${name}.pem`), pem(`${name}.key`)]);
  const answer: RequestListener = async (request, response) => {
    const { id } = JSON.parse(await text(request));
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { height: "1" } }));
  };
  return serve(answer, { cert, key, ...options });
}
type Tls = NonNullable<Parameters<typeof createNodeClient>[0]["tls_config"]>;
function connect(url: string, tls_config?: Tls, host_header?: string) {
  const client = createNodeClient({ url, timeout: callLimit, tls_config, host_header });
  onTestFinished(() => client.close());
  return () =>
    client.call({ signal: new AbortController().signal }, "platform.getHeight", {}).then(
      () => "answered",
      (error: unknown) => (error instanceof NodeError ? `${error.reason}: ${error.message}` : String(error)),
    );
}

test("a configured authority is trusted, inline or from a file", async () => {
  const { url } = await startNode("server");
  const answers = [
    await connect(url, { ca: await pem("ca.pem") })(),
    await connect(url, { ca_file: path("ca.pem") })(),
  ];
  expect(answers).toEqual(["answered", "answered"]);
});

test("the certificate of an issuing authority is sufficient, without that of its root", async () => {
  const folder = await temporaryFolder();
  const issuing = createAuthority(folder, "issuing", createAuthority(folder, "root").issuer);
  const pair = issuing.server("server");
  const [cert, key] = await Promise.all([readFile(pair.cert, "utf8"), readFile(pair.key, "utf8")]);
  const { url } = await startNode("server", { cert, key });
  expect(await connect(url, { ca_file: issuing.cert })()).toBe("answered");
});

test("HTTP/1.1 is spoken with a proxy that offers HTTP/2", async () => {
  const { server, url } = await startNode("server", { ALPNProtocols: ["h2", "http/1.1"] });
  const protocols: unknown[] = [];
  server.on("secureConnection", ({ alpnProtocol }) => protocols.push(alpnProtocol));
  expect([await connect(url, { ca_file: path("ca.pem") })(), protocols]).toEqual(["answered", ["http/1.1"]]);
});

test("a certificate for another name is refused, unless that name is expected", async () => {
  const { url } = await startNode("other");
  const ca_file = path("ca.pem");
  expect(await connect(url, { ca_file })()).toContain("does not match the host name (ERR_TLS_CERT_ALTNAME_INVALID)");
  expect(await connect(url, { ca_file, server_name: "other.test" })()).toBe("answered");
});

test("a host header does not change the expected name of the certificate", async () => {
  const ca_file = path("ca.pem");
  const [here, elsewhere] = await Promise.all([startNode("server"), startNode("other")]);
  expect(await connect(here.url, { ca_file }, "localhost")()).toBe("answered");
  expect(await connect(elsewhere.url, { ca_file, server_name: "other.test" }, "localhost")()).toBe("answered");
});

test("an untrusted certificate, an expired one and a node without TLS each have their own message", async () => {
  const folder = await temporaryFolder();
  const authority = createAuthority(folder);
  const serving = async ({ cert, key }: KeyPair) => {
    const [certText, keyText] = await Promise.all([readFile(cert, "utf8"), readFile(key, "utf8")]);
    return (await serve(() => {}, { cert: certText, key: keyText })).url;
  };
  const selfMade = await serving(selfSigned(folder, "self"));
  const expired = await serving(authority.server("expired", { expired: true }));
  const plain = (await serve(() => {})).url.replace("http:", "https:");
  expect(await connect(selfMade)()).toContain("signed by an unknown authority");
  expect(await connect(expired, { ca_file: authority.cert })()).toContain("handshake failed (CERT_HAS_EXPIRED)");
  expect(await connect(plain)()).toContain("does not speak TLS on this port (ERR_SSL_WRONG_VERSION_NUMBER)");
});

test("a client certificate is sent to a node that requests one", async () => {
  const { url } = await startNode("server", { requestCert: true, rejectUnauthorized: true, ca: await pem("ca.pem") });
  const ca_file = path("ca.pem");
  const client = { cert_file: path("client.pem"), key_file: path("client.key") };
  expect(await connect(url, { ca_file })()).toMatch(/^connect: /);
  expect(await connect(url, { ca_file, ...client })()).toBe("answered");
});

test("versions of TLS can be limited", async () => {
  const { url } = await startNode("server", { maxVersion: "TLSv1.2" });
  const ca_file = path("ca.pem");
  expect(await connect(url, { ca_file, min_version: "TLS13" })()).toMatch(/^connect: /);
  expect(await connect(url, { ca_file, min_version: "TLS12", max_version: "TLS12" })()).toBe("answered");
});

test("an authority in a file is reloaded when it changes", async () => {
  const { url } = await startNode("server");
  const ca_file = join(await temporaryFolder(), "ca.pem");
  const call = connect(url, { ca_file });
  await copyFile(path("client.pem"), ca_file); // an authority that signed no certificate here
  const before = await call();
  await writeFile(ca_file, await pem("ca.pem"));
  expect([before, await call()]).toEqual([expect.stringMatching(/^connect: /), "answered"]);
});

test("a call in flight survives a change of the authority", async () => {
  const [cert, key, ca] = await Promise.all([pem("server.pem"), pem("server.key"), pem("ca.pem")]);
  const held: ServerResponse[] = [];
  const { server, url } = await serve(
    (request, response) => void (request.url === "/held" ? held.push(response) : response.end()),
    { cert, key },
  );
  let connections = 0;
  server.on("secureConnection", () => connections++);
  const ca_file = join(await temporaryFolder(), "ca.pem");
  await writeFile(ca_file, ca);
  const transport = createTransport({ url, timeout: callLimit, tls_config: { ca_file } });
  onTestFinished(() => transport.close());
  async function statusOf(path: string) {
    const { signal } = new AbortController();
    const call = { location: "", signal, lane: "node", isRepeatable: false } as const;
    return (await transport.post(path, "", call).response).status;
  }
  const inFlight = statusOf("/held").catch(String);
  await once(server, "request");
  await writeFile(ca_file, `${ca}\n`);
  const later = await statusOf("/");
  for (const response of held) response.end();
  expect([later, await inFlight, connections]).toEqual([200, 200, 2]);
});

test("without verification any certificate is accepted, and a secret in a header's file is sent", async () => {
  const file = join(await temporaryFolder(), "key");
  await writeFile(file, "from-a-file\n");
  const { server, url } = await startNode("other");
  const seen: unknown[] = [];
  server.on("request", ({ headers }) => seen.push(headers["x-key"]));
  const headers = { "X-Key": { files: [file] } };
  const client = createNodeClient({ url, timeout: callLimit, tls_config: { insecure_skip_verify: true }, headers });
  onTestFinished(() => client.close());
  await client.call({ signal: new AbortController().signal }, "platform.getHeight", {});
  expect(seen).toEqual(["from-a-file"]);
});
