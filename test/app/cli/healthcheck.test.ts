import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAuthority } from "../../support/certificates.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { runToEnd } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { serveWeb } from "../../support/web.ts";

const check = (port: number, file: string) =>
  runToEnd(["healthcheck", `--web.listen-address=127.0.0.1:${port}`, `--web.config.file=${file}`]);
const alive = { code: 0, out: "", err: "" };

async function withCertificates() {
  const folder = await temporaryFolder();
  createAuthority(folder).server("server");
  return { folder, tls: { cert_file: "server.pem", key_file: "server.key" } };
}

test.each(["TLS12", "TLS13"])("over %s any certificate of the server is accepted", async (max_version) => {
  const { folder, tls } = await withCertificates();
  const { port, file } = await serveWeb(folder, { tls_server_config: { ...tls, max_version } });
  expect(await check(port, file)).toEqual(alive);
});

test.each([
  ["RequireAnyClientCert", "TLS12"],
  ["RequireAndVerifyClientCert", "TLS13"],
])("an exporter with %s over %s is alive, though it rejects the probe", async (client_auth_type, max_version) => {
  const { folder, tls } = await withCertificates();
  const wanted = { client_auth_type, client_ca_file: "ca.pem", max_version };
  const { port, file, answered } = await serveWeb(folder, { tls_server_config: { ...tls, ...wanted } });
  for (let i = 0; i < 5; i++) expect(await check(port, file)).toEqual(alive);
  expect(answered()).toBe(0);
});

test("an exporter without TLS is probed without TLS", async () => {
  const { port, file } = await serveWeb(await temporaryFolder(), {
    basic_auth_users: { alice: await bcrypt.hash("secret", 4) },
  });
  expect(await check(port, file)).toEqual(alive);
});

test("an exporter that requires a password is alive", async () => {
  const { port } = await serve((_request, response) => response.writeHead(401).end());
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "");
  expect(await check(port, file)).toEqual(alive);
});

test("an exporter that keeps running with an invalid web configuration is alive", async () => {
  const { folder, tls } = await withCertificates();
  const { port, file, configure } = await serveWeb(folder, { tls_server_config: tls });
  await configure("tls_server_config: [\n");
  expect(await check(port, file)).toEqual(alive);
});

test("an exporter that does not respond is not alive", async () => {
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "");
  const port = await freePort();
  expect(await check(port, file)).toEqual({
    code: 1,
    out: "",
    err: `http://127.0.0.1:${port}/-/healthy: no response (ECONNREFUSED)\n`,
  });
});

test("a listener that sends no response is not alive", async () => {
  const limit = new AbortController();
  const passTime = () => limit.abort(new DOMException("", "TimeoutError"));
  const ofTimeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
  onTestFinished(() => ofTimeout.mockRestore());
  const silent = createServer((socket) => socket.resume().once("data", passTime)).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "");
  expect((await check(port, file)).code).toBe(1);
});

test("a listener that sends without end is read only in part", async () => {
  const closed = Promise.withResolvers<void>();
  const { port } = await serve((_request, response) => {
    const send = () => {
      while (!response.destroyed && response.write("x".repeat(2 ** 16)));
    };
    response.on("drain", send).on("close", closed.resolve);
    send();
  });
  expect((await runToEnd(["healthcheck", `--web.listen-address=127.0.0.1:${port}`])).code).toBe(0);
  await closed.promise;
});
