/** No output of the program contains a secret, for any response of the node and any place of the secret. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { RequestListener, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { onlyCollectors, rawRequest, startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { runToEnd } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { until } from "../../support/until.ts";

const tls = join(import.meta.dirname, "../../fixtures/tls");
const pem = (name: string) => readFile(join(tls, name), "utf8");
/** Six bytes with the colon, so that the password starts at a character boundary in base64. */
const user = "annas";
const basic = (password: string) => `Basic ${btoa(`${user}:${password}`)}`;

/** Unique texts. Their beginnings reveal them also in a truncated message. */
function createSecrets() {
  const beginnings: string[] = [];
  const add = (secret: string) => {
    beginnings.push(secret.slice(0, 18), btoa(secret.slice(0, 18)));
    return secret;
  };
  return {
    add,
    one: () => add(`secret-${randomUUID()}`),
    leaksIn: (text: string) => beginnings.filter((beginning) => text.includes(beginning)),
  };
}
type Secrets = ReturnType<typeof createSecrets>;

const rpc = (answer: object) => JSON.stringify({ jsonrpc: "2.0", ...answer });
type Answer = (echo: string, response: ServerResponse, id: unknown) => void;
const answers: Readonly<Record<string, Answer>> = {
  "401": (echo, response) => response.writeHead(401, { "www-authenticate": encodeURI(echo) }).end(echo),
  "403": (echo, response) => response.writeHead(403).end(echo),
  "500": (echo, response) => response.writeHead(500).end(echo),
  redirect: (echo, response) => response.writeHead(302, { location: `/?${encodeURI(echo)}` }).end(echo),
  page: (echo, response) => response.end(`<html>${echo}</html>`),
  text: (echo, response) => response.end(echo),
  closed: (_echo, response) => response.destroy(),
  error: (echo, response, id) => response.end(rpc({ id, error: { code: -32_000, message: echo } })),
  id: (echo, response) => response.end(rpc({ id: echo, result: {} })),
  version: (echo, response, id) => response.end(JSON.stringify({ jsonrpc: echo, id, result: {} })),
  label: (echo, response, id) => {
    const versions = { version: echo, databaseVersion: echo, gitCommit: echo, vmVersions: {} };
    response.end(rpc({ id, result: { ...versions, nodeID: "NodeID-A", networkID: "1", networkName: echo } }));
  },
  type: (echo, response, id) => response.end(rpc({ id, result: { height: echo, validators: echo } })),
};

/** Nodes that repeat everything they receive, each in its own way; and some that are unreachable. */
async function startNodes(): Promise<Readonly<Record<string, string>>> {
  const repeat =
    (answer: Answer): RequestListener =>
    async (request, response) => {
      const body = await text(request);
      answer(request.rawHeaders.join(" "), response, JSON.parse(body).id);
    };
  const echoes = Object.entries(answers).map(
    async ([name, answer]) => [name, (await serve(repeat(answer))).url] as const,
  );
  const urls = Object.fromEntries(await Promise.all(echoes));
  const [cert, key] = await Promise.all([pem("server.pem"), pem("server.key")]);
  const untrusted = await serve(() => {}, { cert, key });
  const { url: good } = await startNode();
  const plain = good.replace("http:", "https:");
  return { ...urls, good, refused: "http://127.0.0.1:1", untrusted: untrusted.url, plain };
}

/** Every way of authentication to a node, with a secret at every possible place. */
async function createWays(folder: string, { add, one }: Secrets) {
  const inFile = async () => {
    const file = join(folder, randomUUID());
    await writeFile(file, `${one()}\n`);
    return file;
  };
  const key = await pem("client.key");
  for (const line of key.split("\n").slice(1, -2)) add(line);
  const base = {
    headers: { "X-Key": { secrets: [one()], files: [await inFile()] } },
    tls_config: { cert_file: join(tls, "client.pem"), key },
    timeout: "5s",
  };
  return [
    { ...base, authorization: { credentials: one() } },
    { ...base, authorization: { type: "Token", credentials_file: await inFile() } },
    { ...base, basic_auth: { username: user, password: one() } },
    { ...base, basic_auth: { username: user, password_file: await inFile() } },
  ];
}

async function prepare() {
  const secrets = createSecrets();
  const folder = await temporaryFolder();
  const [ways, urls] = await Promise.all([createWays(folder, secrets), startNodes()]);
  // each response with one way of authentication, and each way with several responses
  const nodes = Object.fromEntries(
    Object.entries(urls).map(([name, url], i) => [name, { ...ways[i % ways.length], url }]),
  );
  const write = async (config: object) => {
    const file = join(folder, randomUUID());
    await writeFile(file, stringify(config));
    return file;
  };
  return { secrets, nodes, write };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Starts the exporter in a separate process with a web configuration of one user; `before` are flags of Node.js. */
async function startServe(file: string, { secrets: { add, one }, write }: Prepared, before: readonly string[] = []) {
  const password = one();
  const web = await write({ basic_auth_users: { [user]: add(bcrypt.hashSync(password, 4)) } });
  const port = await freePort();
  const flags = ["--log.level=debug", `--web.config.file=${web}`, `--web.listen-address=127.0.0.1:${port}`];
  const env = { ...process.env, TOKEN: one(), HTTPS_PROXY: `http://${user}:${one()}@127.0.0.1:1` };
  const child = spawn(process.execPath, [...before, "src/main.ts", "serve", `--config.file=${file}`, ...flags], {
    env,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const get = async (path: string, method = "GET", authorization = basic(password)) => {
    const { status, headers, body } = await rawRequest(`http://127.0.0.1:${port}${path}`, { authorization }, method);
    return { status, text: JSON.stringify(headers) + body };
  };
  const ended = new Promise((resolve) => child.once("close", resolve));
  return { child, get, output: () => output, ended };
}

test("the exporter reveals no secret in its log, its responses or the process list", async () => {
  const prepared = await prepare();
  const { secrets, nodes, write } = prepared;
  // all others use the same client in the same way
  const some = onlyCollectors("p-height", "p-validators", "x-height", "index", "node", "health", "evm");
  const config = { nodes, collectors: some, web: { enable_lifecycle: true } };
  const file = await write(config);
  const { child, get, output, ended } = await startServe(file, prepared);
  const pages = Object.keys(nodes).map((name) => `/probe?target=${name}`);
  const hasEnded = /^avax_exporter_collector_success\{collector="p-validators"\} [01]$/m;
  for (const page of pages) await until(async () => expect((await get(page)).text).toMatch(hasEnded));
  const strange = secrets.one();
  await writeFile(file, stringify({ ...config, node: { authorization: secrets.one() } }));
  const responses: string[] = [];
  for (const path of ["/metrics", "/sd", "/", "/-/healthy", `/${strange}`, `/probe?target=${strange}`, ...pages])
    responses.push((await get(path)).text);
  for (const wrong of [basic(strange), `Bearer ${strange}`, strange])
    responses.push((await get("/metrics", "GET", wrong)).text);
  responses.push((await get("/metrics", "DELETE")).text, (await get("/-/reload", "POST")).text);
  const processes = await readFile(`/proc/${child.pid}/cmdline`, "utf8");
  child.kill("SIGTERM");
  await ended;
  expect(responses.flatMap(secrets.leaksIn)).toEqual([]);
  expect(secrets.leaksIn(processes)).toEqual([]);
  expect(output()).toContain("<secret>"); // where a node repeats it
  expect(secrets.leaksIn(output())).toEqual([]);
});

test("a crash reveals no secret", async () => {
  const prepared = await prepare();
  const { secrets, nodes, write } = prepared;
  const onSignal = "data:text/javascript,process.on('SIGUSR2', () => { throw new Error('boom'); })";
  const { child, output, ended } = await startServe(await write({ nodes }), prepared, ["--import", onSignal]);
  await until(() => expect(output()).toContain("listening"));
  child.kill("SIGUSR2");
  await ended;
  expect(output()).toContain("boom");
  expect(secrets.leaksIn(output())).toEqual([]);
});

test("no command reveals a secret", async () => {
  const { secrets, nodes, write } = await prepare();
  for (const node of Object.values(nodes)) {
    const file = `--config.file=${await write({ node })}`;
    const runs = [
      await runToEnd(["check-config", file]),
      await runToEnd(["once", file, "--log.level=debug", "--only=p-height", "--only=p-validators"]),
      await runToEnd(["once", file, "--log.level=debug", "--log.format=pretty", "--only=p-height"]),
      await runToEnd(["call", "platform.getHeight", file]),
      await runToEnd(["doctor", file, "--web.listen-address=127.0.0.1:0"]),
      await runToEnd(["doctor", "--format=json", file, "--web.listen-address=127.0.0.1:0"]),
    ];
    expect(secrets.leaksIn(runs.map(({ out, err }) => out + err).join("\n"))).toEqual([]);
  }
});

test("a key in the path of the URL is not revealed by any response of the node", async () => {
  const { secrets, nodes, write } = await prepare();
  for (const name of ["401", "error", "type", "good", "refused"]) {
    const node = { url: `${nodes[name]?.url}/${secrets.one()}` };
    const file = `--config.file=${await write({ node })}`;
    const runs = [
      await runToEnd(["once", file, "--log.level=debug", "--only=p-height"]),
      await runToEnd(["call", "platform.getHeight", file]),
      await runToEnd(["doctor", file, "--web.listen-address=127.0.0.1:0"]),
    ];
    expect(secrets.leaksIn(runs.map(({ out, err }) => out + err).join("\n")), name).toEqual([]);
  }
});

test("an invalid key is reported without its content", async () => {
  const { secrets, write } = await prepare();
  const pem = (what: string) => `-----BEGIN ${what}-----\n${secrets.one()}\n-----END ${what}-----\n`;
  const keys = [secrets.one(), pem("PRIVATE KEY"), pem("ENCRYPTED PRIVATE KEY")];
  for (const key of keys) {
    const tls_config = { cert_file: join(tls, "client.pem"), key };
    const file = await write({ node: { url: "https://127.0.0.1:1", tls_config } });
    const { code, out, err } = await runToEnd(["once", `--config.file=${file}`, "--log.level=debug"]);
    expect([code, secrets.leaksIn(out + err)]).toEqual([1, []]);
  }
});

/** SECRET is a placeholder. */
test.each([
  "node: SECRET",
  "SECRET",
  "node: {url: 'http://annas:SECRET@127.0.0.1:1'}",
  "node: {url: 'http://127.0.0.1:1/?key=SECRET'}",
  "node: {url: 'annas:SECRET@127.0.0.1:1'}",
  "node: {authorization: SECRET}",
  "node: {authorization: {type: Basic, credentials: SECRET}}",
  "node: {authorization: {credentials: {SECRET: SECRET}}}",
  'node: {authorization: {credentials: "SECRET\\u20ac"}}',
  "node: {bearer_token: SECRET}",
  "node: {basic_auth: {username: 'annas:SECRET', password: SECRET}}",
  "node: {headers: {X-Key: SECRET}}",
  "node: {headers: {Authorization: {secrets: [SECRET]}}}",
  "node: {tls_config: {key: SECRET}}",
  "node: {proxy_url: 'http://annas:SECRET@127.0.0.1:1'}",
  "nodes: {a: {basic_auth: {password: [SECRET]}}}",
  "node: {basic_auth: {username: annas, password: 'SECRET}}",
  "node:\n  basic_auth:\n    username: annas\n   password: SECRET",
  "node:\n  authorization:\n    credentials: SECRET: SECRET",
  "node:\n  authorization:\n    credentials: !SECRET SECRET",
  "node:\n\tauthorization: SECRET",
])("the error for an invalid configuration does not contain the secret: %s", async (yaml) => {
  const secrets = createSecrets();
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, yaml.replaceAll("SECRET", secrets.one()));
  const { code, out, err } = await runToEnd(["check-config", file]);
  expect([code, secrets.leaksIn(out + err)]).toEqual([2, []]);
});

test.each([
  "SECRET",
  "basic_auth_users: SECRET",
  "basic_auth_users: {annas: SECRET}",
  "basic_auth_users: ['annas:SECRET']",
  "basic_auth_users: {annas: $2b$10$SECRET}",
  "basic_auth_users: {annas: 'SECRET}",
  "tls_server_config: SECRET",
  "tls_server_config: {cert_file: CERT, key_file: CERT, key: SECRET}",
  "tls_server_config: {cert_file: CERT, key_file: FILE}",
])("the error for an invalid web configuration does not contain the secret: %s", async (yaml) => {
  const secrets = createSecrets();
  const folder = await temporaryFolder();
  const [file, other] = [join(folder, "web.yml"), join(folder, "other")];
  await writeFile(other, secrets.one());
  const named = yaml.replaceAll("CERT", join(tls, "server.pem")).replaceAll("FILE", other);
  await writeFile(file, named.replaceAll("SECRET", secrets.one()));
  const { code, out, err } = await runToEnd(["check-config", `--web.config.file=${file}`]);
  expect([code, secrets.leaksIn(out + err)]).toEqual([2, []]);
});

test.each([
  ["AVAX_EXPORTER_NODE_URL", "http://annas:SECRET@127.0.0.1:1"],
  ["AVAX_EXPORTER_NODE_PASSWORD", "SECRET"],
  ["AVAX_EXPORTER_NODE_AUTHORIZATION", "SECRET"],
])("the error for an invalid variable %s does not contain its value", async (name, value) => {
  const secrets = createSecrets();
  const { code, out, err } = await runToEnd(["check-config"], { [name]: value.replace("SECRET", secrets.one()) });
  expect([code, secrets.leaksIn(out + err)]).toEqual([2, []]);
});
