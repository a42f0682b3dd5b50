/** A real Prometheus with TLS and a password: it discovers each node by /sd and scrapes it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { createSimulator, type Simulator } from "../../src/simulator/simulator.ts";
import { createAuthority } from "../support/certificates.ts";
import { freePort } from "../support/ports.ts";
import { eventually, type Running, run } from "./support/programs.ts";
import { type Prometheus, startPrometheus } from "./support/prometheus.ts";

let folder: string;
let node: Simulator;
let exporter: Running;
let port: number;
let prometheus: Prometheus;

const inFolder = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "locked-"));
  const authority = createAuthority(folder);
  authority.server("server");
  authority.client("client");
  const tls = {
    cert_file: "server.pem",
    key_file: "server.key",
    client_auth_type: "RequireAndVerifyClientCert",
    client_ca_file: "ca.pem",
  };
  const users = { prometheus: await bcrypt.hash("secret", 10) };
  await writeFile(inFolder("web.yml"), stringify({ tls_server_config: tls, basic_auth_users: users }));
  node = createSimulator();
  const url = await node.listen();
  port = await freePort();
  const web = {
    config_file: "web.yml",
    listen_address: `127.0.0.1:${port}`,
    external_url: `https://localhost:${port}`,
  };
  await writeFile(
    inFolder("config.yml"),
    stringify({ nodes: { one: { url }, two: { url: url.replace("127.0.0.1", "localhost") } }, web }),
  );
  exporter = run("node", ["src/main.ts", "--config.file", inFolder("config.yml")]);
  await eventually("a listening exporter", async () => exporter.output().includes('"listening"') || undefined);
  const scrape_configs = [...jobs("right", "secret"), ...jobs("a wrong password", "guess")];
  prometheus = await startPrometheus(stringify({ global: { scrape_interval: "1s" }, scrape_configs }));
});
afterAll(async () => {
  await Promise.all([prometheus?.stop(), exporter?.stop()]);
  await node?.close();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Two jobs: the exporter itself, and the nodes that /sd lists. */
function jobs(name: string, password: string) {
  const tls_config = {
    ca_file: inFolder("ca.pem"),
    cert_file: inFolder("client.pem"),
    key_file: inFolder("client.key"),
  };
  const way = { tls_config, basic_auth: { username: "prometheus", password } };
  const discovery = { url: `https://localhost:${port}/sd`, refresh_interval: "1s", ...way };
  return [
    { job_name: name, ...way, scheme: "https", static_configs: [{ targets: [`localhost:${port}`] }] },
    { job_name: `${name}: nodes`, ...way, http_sd_configs: [discovery] },
  ];
}

/** Whether a job's last scrape went well, once there was one: jobs do not all begin at the same moment. */
const scraped = (job: string) => eventually(`up of ${job}`, () => prometheus.query(`up{job="${job}"}`));

test("with certificate and password it finds both nodes and scrapes them and the exporter itself", async () => {
  await eventually("both nodes", async () => (await prometheus.query("count(avax_up == 1)")) === 2 || undefined);
  const found = await prometheus.series("avax_up");
  expect(found.map(({ metric }) => [metric["job"], metric["node"]]).sort()).toEqual([
    ["right: nodes", "one"],
    ["right: nodes", "two"],
  ]);
  expect(await scraped("right")).toBe(1);
});

test("with a wrong password the scrape fails, and its error names the reason", async () => {
  const job = "a wrong password";
  const error = await eventually("a failed scrape", async () => (await prometheus.lastErrors()).get(job));
  expect(error).toMatch(/401 Unauthorized/);
  expect(await scraped(job)).toBe(0);
  expect(await prometheus.query(`absent(up{job="${job}: nodes"})`)).toBe(1);
});
