import { once } from "node:events";
import { readFileSync } from "node:fs";
import { copyFile, mkdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import { createAuthority, type KeyPair, selfSigned } from "../../../support/certificates.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { basic, openTls, requestOn, serveWeb, tlsRequest } from "../../../support/web.ts";

const tls = { cert_file: "server.pem", key_file: "server.key" };

/** Returns the name in the certificate of a new connection. */
async function nameAt(port: number): Promise<string> {
  const socket = openTls(port);
  await once(socket, "secureConnect");
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}
const install = async (folder: string, { cert, key }: KeyPair) => {
  await Promise.all([copyFile(cert, join(folder, tls.cert_file)), copyFile(key, join(folder, tls.key_file))]);
};
const messages = ({ lines }: Pick<Awaited<ReturnType<typeof serveWeb>>, "lines">) =>
  lines.map(({ level, msg }) => [level, msg]);
const reloaded = [30, "web configuration reloaded"];
const wrong = [50, "reloading the web configuration failed: keeping the previous one"];

async function start(config: object = {}) {
  const folder = await temporaryFolder();
  await install(folder, selfSigned(folder, "first"));
  const served = await serveWeb(folder, { tls_server_config: { ...tls, ...config } });
  return { folder, ...served };
}

test("a new certificate is used for new connections, and existing ones continue", async () => {
  const { folder, port, follow, ...served } = await start();
  const socket = openTls(port);
  onTestFinished(() => void socket.destroy());
  expect(await requestOn(socket)).toBe("anonymous");
  await install(folder, selfSigned(folder, "second"));
  await follow();
  expect(await nameAt(port)).toBe("second");
  expect(await requestOn(socket)).toBe("anonymous");
  expect(socket.getPeerCertificate().subject.CN).toBe("first");
  expect(messages(served).at(-1)).toEqual(reloaded);
});

test("a certificate behind symbolic links is reloaded when Kubernetes swaps them", async () => {
  const folder = await temporaryFolder();
  const publish = async (version: string) => {
    await mkdir(join(folder, version));
    await install(join(folder, version), selfSigned(folder, version));
    await symlink(version, join(folder, "..data_tmp"));
    await rename(join(folder, "..data_tmp"), join(folder, "..data"));
  };
  await publish("first");
  for (const file of [tls.cert_file, tls.key_file]) await symlink(join("..data", file), join(folder, file));
  const { port, follow } = await serveWeb(folder, { tls_server_config: tls });
  expect(await nameAt(port)).toBe("first");
  await publish("second");
  await follow();
  expect(await nameAt(port)).toBe("second");
});

test("a broken new certificate is logged once, and its fix is logged as well", async () => {
  const { folder, port, follow, ...served } = await start();
  const second = selfSigned(folder, "second");
  await writeFile(join(folder, tls.cert_file), "broken\n");
  await follow();
  expect(messages(served)).toEqual([wrong]);
  expect(served.lines[0]?.errors).toEqual([
    `${served.file}:2:3: tls_server_config.cert_file: ${folder}/server.pem contains no PEM certificate`,
  ]);
  await follow();
  expect(await nameAt(port)).toBe("first");
  expect(served.lines).toHaveLength(1);
  await install(folder, second);
  await follow();
  expect(messages(served)).toEqual([wrong, reloaded]);
  expect(await nameAt(port)).toBe("second");
});

test("the authority of client certificates can change", async () => {
  const folder = await temporaryFolder();
  await install(folder, selfSigned(folder, "first"));
  const [ours, theirs] = [createAuthority(folder, "ours").client("a"), createAuthority(folder, "theirs").client("b")];
  const verify = { ...tls, client_auth_type: "RequireAndVerifyClientCert" };
  const { port, configure, follow } = await serveWeb(folder, {
    tls_server_config: { ...verify, client_ca_file: "ours.pem" },
  });
  const shown = ({ cert, key }: KeyPair) => ({ cert: readFileSync(cert), key: readFileSync(key) });
  const answers = async () => [
    await tlsRequest(port),
    await tlsRequest(port, shown(ours)),
    await tlsRequest(port, shown(theirs)),
  ];
  const none = expect.not.stringContaining("anonymous");
  expect(await answers()).toEqual([none, "anonymous", none]);
  await configure({ tls_server_config: { ...verify, client_ca_file: "theirs.pem" } });
  await follow();
  expect(await answers()).toEqual([none, none, "anonymous"]);
});

test("another client authentication requires a restart", async () => {
  const { folder, port, configure, follow, ...served } = await start();
  createAuthority(folder, "ours");
  await configure({
    tls_server_config: { ...tls, client_auth_type: "RequireAndVerifyClientCert", client_ca_file: "ours.pem" },
  });
  await follow();
  expect(served.lines[0]?.errors).toEqual([
    `${served.file}: client_auth_type cannot change while the exporter runs: restart it`,
  ]);
  expect(await tlsRequest(port)).toBe("anonymous");
});

test("TLS cannot be disabled, and other changes of the same file are not applied", async () => {
  const { port, configure, follow, ...served } = await start();
  await configure({ http_server_config: { headers: { "X-Frame-Options": "deny" } } });
  await follow();
  expect(messages(served)).toEqual([wrong]);
  expect(served.lines[0]?.errors).toEqual([
    `${served.file}: TLS cannot be disabled while the exporter runs: restart it`,
  ]);
  expect([await tlsRequest(port), served.web.headers()]).toEqual(["anonymous", {}]);
});

test("TLS cannot be enabled", async () => {
  const folder = await temporaryFolder();
  selfSigned(folder, "server");
  const served = await serveWeb(folder, {});
  await served.configure({ tls_server_config: tls });
  await served.follow();
  expect(messages(served)).toEqual([wrong]);
  expect(served.lines[0]?.errors).toEqual([
    `${served.file}: TLS cannot be enabled while the exporter runs: restart it`,
  ]);
});

test("users and headers are reloaded, and an invalid file changes neither", async () => {
  const hashed = async (password: string) => bcrypt.hash(password, 4);
  const { web, configure, follow, ...served } = await serveWeb(await temporaryFolder(), {
    basic_auth_users: { alice: await hashed("one") },
  });
  const client = { destroyed: false };
  const answers = async () => [
    await web.authorize(basic("alice:one"), client),
    await web.authorize(basic("alice:two"), client),
  ];
  expect(await answers()).toEqual(["authenticated", "denied"]);
  await configure({
    basic_auth_users: { alice: await hashed("two") },
    http_server_config: { headers: { "X-Content-Type-Options": "nosniff", "X-XSS-Protection": "" } },
  });
  await follow();
  expect(await answers()).toEqual(["denied", "authenticated"]);
  expect(web.headers()).toEqual({ "X-Content-Type-Options": "nosniff" });
  await configure("basic_auth_users: [hunter2\n");
  await follow();
  expect(messages(served)).toEqual([reloaded, wrong]);
  expect([await answers(), web.headers()]).toEqual([
    ["denied", "authenticated"],
    { "X-Content-Type-Options": "nosniff" },
  ]);
  expect(JSON.stringify(served.lines)).not.toContain("hunter2");
});

test.each(["", "# alice has gone\n", "null\n"])("a file that becomes empty keeps the users: %j", async (text) => {
  const { web, configure, follow, ...served } = await serveWeb(await temporaryFolder(), {
    basic_auth_users: { alice: await bcrypt.hash("one", 4) },
  });
  await configure(text);
  await follow();
  expect(messages(served)).toEqual([wrong]);
  expect(served.lines[0]?.errors).toEqual([
    `${served.file}: the file is empty: write {} to serve without TLS, users and headers`,
  ]);
  expect(await web.authorize(undefined, { destroyed: false })).toBe("denied");
  await configure("{}\n");
  await follow();
  expect(await web.authorize(undefined, { destroyed: false })).toBe("anonymous");
});

test("a short-lived change is ignored", async () => {
  const { web, clock, configure, follow, lines } = await serveWeb(await temporaryFolder(), {});
  for (let i = 0; i < 30; i++) {
    await configure({ http_server_config: { headers: { "X-XSS-Protection": String(i) } } });
    await clock.pass(100, 1);
  }
  expect([web.headers(), lines]).toEqual([{}, []]);
  await follow();
  expect(web.headers()).not.toEqual({});
});

test("after the end nothing is reloaded", async () => {
  const { web, clock, configure, lines } = await serveWeb(await temporaryFolder(), {});
  web.close();
  await configure({ http_server_config: { headers: { "X-Frame-Options": "deny" } } });
  await clock.pass(5000);
  expect([web.headers(), lines]).toEqual([{}, []]);
});
