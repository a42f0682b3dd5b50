import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test, vi } from "vitest";
import { createAuthority } from "../support/certificates.ts";
import { temporaryFolder } from "../support/folder.ts";
import { freePort } from "../support/ports.ts";
import { runToEnd } from "../support/program.ts";
import { serve } from "../support/server.ts";
import { until } from "../support/until.ts";
import { serveWeb } from "../support/web.ts";

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

const main = "src/main.ts";
const unreachable = "--node.url=http://127.0.0.1:1";

function start(command: string, args: readonly string[]): string {
  const child = spawn(command, args, { stdio: ["pipe", "ignore", "ignore"] });
  onTestFinished(() => void child.kill());
  return `--pid=${child.pid}`;
}
/** Starts a process that waits, and has the command line of an exporter. */
const startLike = (program: string, ...args: readonly string[]) => start("sh", ["-c", "read _", program, ...args]);

/** Starts a server that responds like a running exporter. */
async function listen(): Promise<string> {
  const { port } = await serve((_request, response) => response.end());
  return `127.0.0.1:${port}`;
}

test("with --pid the address is taken from the flags of a running exporter", async () => {
  const port = await freePort();
  const pid = start(process.execPath, [main, unreachable, `--web.listen-address=127.0.0.1:${port}`]);
  await until(async () => expect((await fetch(`http://127.0.0.1:${port}/-/healthy`)).ok).toBe(true));
  expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
});

test.each<[string, string, (address: string) => string[]]>([
  ["with serve", main, (address) => ["serve", "--web.listen-address", address, unreachable]],
  ["with flags of demo", main, (address) => ["demo", "--scenario", "healthy", `--web.listen-address=${address}`]],
  ["as avalanche-exporter", "/usr/bin/avalanche-exporter", (address) => [`--web.listen-address=${address}`]],
  ["as avalanche-exporter.js", "dist/avalanche-exporter.js", (address) => [`--web.listen-address=${address}`]],
])("with --pid an exporter that was started %s is recognized", async (_how, program, argsFor) => {
  const pid = startLike(program, ...argsFor(await listen()));
  expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
});

test("with --pid the address is taken from the configuration file in the exporter's flags", async () => {
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, `web: { listen_address: "${await listen()}" }\n`);
  const pid = startLike(main, "serve", unreachable, "--config.file", file);
  expect(await runToEnd(["healthcheck", pid])).toEqual(alive);
});

test("with --pid of an init process the flags are taken from the exporter that it has started", async () => {
  const args = ["sh", "-c", "read _", main, `--web.listen-address=${await listen()}`, unreachable];
  expect(await runToEnd(["healthcheck", start("timeout", ["600", ...args])])).toEqual(alive);
});

test.each([
  ["does not exist", 0],
  ["is another program", process.ppid],
])("with --pid of a process that %s the environment applies", async (_what, pid) => {
  const address = await listen();
  const env = { AVAX_EXPORTER_WEB_LISTEN_ADDRESS: address };
  expect(await runToEnd(["healthcheck", `--pid=${pid}`], env)).toEqual(alive);
});

test("with --pid the errors of an exporter's file that has become invalid are printed", async () => {
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, "nodez: {}\n");
  const pid = startLike(main, "serve", unreachable, "--config.file", file, `--web.listen-address=${await listen()}`);
  expect(await runToEnd(["healthcheck", pid])).toMatchObject({ code: 2, err: expect.stringContaining("nodez") });
});
