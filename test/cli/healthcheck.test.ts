import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import { createAuthority } from "../support/certificates.ts";
import { temporaryFolder } from "../support/folder.ts";
import { freePort } from "../support/ports.ts";
import { runToEnd } from "../support/program.ts";
import { serve } from "../support/server.ts";
import { until } from "../support/until.ts";
import { serveWeb } from "../support/web.ts";

/** Starts an exporter in a separate process. Resolves once it listens. */
async function startProcess(port: number, command: string, ...args: readonly string[]) {
  const child = spawn(command, args, { stdio: "ignore" });
  onTestFinished(() => void child.kill());
  await until(async () => expect((await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok).toBe(true));
  return `--pid=${child.pid}`;
}

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
  ["RequireAnyClientCert", "TLS13"],
  ["RequireAndVerifyClientCert", "TLS12"],
  ["RequireAndVerifyClientCert", "TLS13"],
])("an exporter with %s over %s is alive, though it rejects the probe", async (client_auth_type, max_version) => {
  const { folder, tls } = await withCertificates();
  const wanted = { client_auth_type, client_ca_file: "ca.pem", max_version };
  const { port, file, answered } = await serveWeb(folder, { tls_server_config: { ...tls, ...wanted } });
  for (let i = 0; i < 10; i++) expect(await check(port, file)).toEqual(alive);
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
  const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, "");
  expect((await check(port, file)).code).toBe(1);
});

const main = "src/main.ts";
const unreachable = "--node.url=http://127.0.0.1:1";

test.each<[string, (port: number) => string[]]>([
  ["without a command", (port) => [main, unreachable, `--web.listen-address=127.0.0.1:${port}`]],
  ["with serve", (port) => [main, "serve", "--web.listen-address", `127.0.0.1:${port}`, unreachable]],
  ["with flags of demo", (port) => [main, "demo", "--scenario", "healthy", `--web.listen-address=127.0.0.1:${port}`]],
])("with --pid the address is taken from the exporter's flags, %s", async (_how, argsFor) => {
  const port = await freePort();
  const pid = await startProcess(port, process.execPath, ...argsFor(port));
  expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
});

test.each(["avalanche-exporter", "avalanche-exporter.js"])(
  "with --pid an exporter that was started as %s is recognized",
  async (name) => {
    const [port, folder] = await Promise.all([freePort(), temporaryFolder()]);
    const link = join(folder, name);
    await symlink(resolve(main), link);
    const pid = await startProcess(port, process.execPath, link, unreachable, `--web.listen-address=127.0.0.1:${port}`);
    expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
  },
);

test("with --pid the address is taken from the configuration file in the exporter's flags", async () => {
  const port = await freePort();
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, `web: { listen_address: "127.0.0.1:${port}" }\n`);
  const pid = await startProcess(port, process.execPath, main, "serve", unreachable, "--config.file", file);
  expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
});

test("with --pid of an init process the flags are taken from the exporter that it has started", async () => {
  const port = await freePort();
  const args = [process.execPath, main, `--web.listen-address=127.0.0.1:${port}`, unreachable];
  const pid = await startProcess(port, "timeout", "600", ...args);
  expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
});

test.each([
  ["does not exist", 0],
  ["is another program", process.ppid],
])("with --pid of a process that %s the flags of the check apply", async (_what, pid) => {
  const { port } = await serve((_request, response) => response.end());
  expect(await runToEnd(["healthcheck", `--pid=${pid}`, `--web.listen-address=127.0.0.1:${port}`])).toEqual(alive);
});

test("with --pid the errors of an exporter's file that has become invalid are printed", async () => {
  const port = await freePort();
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, "{}\n");
  const listen = `--web.listen-address=127.0.0.1:${port}`;
  const pid = await startProcess(port, process.execPath, main, "serve", unreachable, "--config.file", file, listen);
  await writeFile(file, "nodez: {}\n");
  expect(await runToEnd(["healthcheck", pid])).toMatchObject({ code: 2, err: expect.stringContaining("nodez") });
});
