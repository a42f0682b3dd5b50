/** Clients that misbehave, against the real program over real sockets, with a scrape every second at the same time. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import bcrypt from "bcrypt";
import { describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { createAuthority } from "../../support/certificates.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { basic } from "../../support/web.ts";
import { eventually, run } from "../support/programs.ts";
import { startPrometheus } from "../support/prometheus.ts";
import type { Attack } from "./attacker.ts";
import { answeredOf, type Client, type Exporter, scrape, scrapeDuring, startExporter } from "./support.ts";

const folderOfSuite = import.meta.dirname;
const password = "secret";

/** An exporter of a simulated node, gone when the test is over. */
async function start(args: readonly string[] = [], options: SimulatorOptions = {}): Promise<Exporter> {
  const node = await startNode(options);
  const exporter = await startExporter([`--node.url=${node.url}`, ...args]);
  onTestFinished(async () => void (await exporter.stop()));
  return exporter;
}

/** Returns the flag of a web configuration with a user. */
async function withUser(cost: number): Promise<string> {
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, stringify({ basic_auth_users: { prometheus: await bcrypt.hash(password, cost) } }));
  return `--web.config.file=${file}`;
}
const startLocked = async (cost: number) => start([await withUser(cost)]);
const prometheus = { headers: { authorization: basic(`prometheus:${password}`) } };

const startAttack = (kind: Attack, { port }: Pick<Exporter, "port">, connections: number) =>
  run("node", [join(folderOfSuite, "attacker.ts"), kind, String(port), String(connections)]);
/** Ends when the test does. Returns what the attacker prints. */
function attack(...given: Parameters<typeof startAttack>): () => string {
  const attacker = startAttack(...given);
  onTestFinished(async () => void (await attacker.stop("SIGKILL")));
  return attacker.output;
}

type Case = {
  readonly exporter: () => Promise<Exporter>;
  readonly attack: Attack;
  readonly connections: number;
  readonly path?: string;
  readonly client?: Client;
  /** Mebibytes. */
  readonly maxMemory?: number;
};

/** Requests a path every second for 15 seconds during an attack, each time with the timeout of Prometheus. */
async function expectToWithstand({ exporter: begin, attack: kind, connections, ...given }: Case) {
  const { path = "/metrics", client = {}, maxMemory = Number.POSITIVE_INFINITY } = given;
  const exporter = await begin();
  attack(kind, exporter, connections);
  const scrapes = await scrapeDuring(`${exporter.url}${path}`, 15_000, client);
  expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
  expect(exporter.peakMemory()).toBeLessThan(maxMemory);
}

/** Starts an exporter whose page is larger than the buffers of a connection. */
async function startLarge() {
  const exporter = await start(["--validators.detail=all"], { validators: 3000 });
  await eventually("a large page", async () => (await scrape(`${exporter.url}/metrics`)).bytes > 6e6 || undefined);
  return exporter;
}
const locked = () => startLocked(12);

test("400 readers that read nothing of a page of 6.7 MB do not block Prometheus", () =>
  expectToWithstand({ exporter: startLarge, attack: "slow-reader", connections: 400 }));

test("600 connections that never end their request, reopened when cut, keep no scrape waiting", () =>
  expectToWithstand({ exporter: start, attack: "half-head", connections: 600 }));

test("a client with the right password gets in while twenty connections try wrong ones", async () => {
  const exporter = await startLocked(10);
  const rejections = attack("wrong-password", exporter, 20);
  await eventually(
    "a rejection on each connection",
    async () => rejections().match(/rejected/g)?.length === 20 || undefined,
  );
  const scrapes = [await scrape(`${exporter.url}/metrics`, prometheus)];
  expect(answeredOf(scrapes)).toBe(1);
});

/** Attacks the exporter, and then node_exporter with the same user. Returns how many scrapes a Prometheus has lost of each meanwhile. Both
 *  are scraped every second with a timeout of a second. */
async function lossesUnder(kind: Attack, connections: number) {
  const flag = await withUser(10);
  const exporter = await start([flag]);
  const other = { port: await freePort() };
  const few = ["--collector.disable-defaults", "--collector.loadavg"];
  const running = run("prometheus-node-exporter", [`--web.listen-address=127.0.0.1:${other.port}`, flag, ...few]);
  onTestFinished(async () => void (await running.stop()));
  const scrape_configs = Object.entries({ exporter, node_exporter: other }).map(([job_name, { port }]) => ({
    job_name,
    basic_auth: { username: "prometheus", password },
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  }));
  const prometheus = await startPrometheus(
    stringify({ global: { scrape_interval: "1s", scrape_timeout: "1s" }, scrape_configs }),
  );
  onTestFinished(async () => void (await prometheus.stop()));
  await eventually("scrapes of both", async () => ((await prometheus.query("sum(up)")) === 2 ? true : undefined));
  async function attackOne(job: string, attacked: Pick<Exporter, "port">) {
    const attacker = startAttack(kind, attacked, connections);
    await setTimeout(12_000); // the time of the attack
    const lost = await prometheus.query(`sum_over_time((1 - up{job="${job}"})[12s:1s])`);
    await attacker.stop("SIGKILL");
    return lost ?? Number.NaN;
  }
  const losses = [await attackOne("exporter", exporter), await attackOne("node_exporter", other)] as const;
  return { losses, memory: exporter.peakMemory(), ended: exporter.process.exitCode ?? exporter.process.signalCode };
}

test.each<[kind: Attack, connections: number]>([
  ["odd-packets", 48],
  ["odd-packets-behind-passwords", 300],
  ["bodies-with-passwords", 100],
  ["huge-heads", 50],
  ["half-closed", 50],
  ["half-head", 500],
  ["half-body", 600],
  ["endless-body", 200],
  ["idle", 5000],
  ["keep-alive", 600],
  ["pipelined-probes", 40],
  ["pipelined-passwords", 10],
])(
  "Prometheus loses no scrape that it does not lose of node_exporter: %s on %i connections",
  { tags: ["night"] },
  async (kind, connections) => {
    const { losses, memory, ended } = await lossesUnder(kind, connections);
    const cells = [kind.padEnd(30), `${connections}`.padStart(4), ...losses, `${memory} MiB`];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
    expect([ended, losses[0] <= losses[1], memory < 250]).toEqual([null, true, true]);
  },
);

describe("further attacks", { tags: ["night"] }, () => {
  test.each<[name: string, Case]>([
    ["pipelined requests that are read slowly", { exporter: start, attack: "pipelined-sips", connections: 560 }],
    ["pipelined pages that are not read", { exporter: startLarge, attack: "pipelined-pages", connections: 2 }],
    ["readers of large pages that read slowly", { exporter: startLarge, attack: "sipping-reader", connections: 400 }],
    ["fast readers of large pages", { exporter: startLarge, attack: "fast-reader", connections: 100 }],
    ["fast readers of a large status", { exporter: startLarge, attack: "fast-status-reader", connections: 400 }],
    ["fast readers of a large status page", { exporter: startLarge, attack: "fast-page-reader", connections: 400 }],
    [
      "a password that waits for its check",
      {
        exporter: locked,
        attack: "one-password",
        connections: 560,
        client: { ...prometheus, localAddress: "127.0.0.2" },
      },
    ],
    [
      "4,000 new connections a second, from the address of a Prometheus that needs 0.3 s to send its request",
      { exporter: start, attack: "flood", connections: 4000, client: { delayMs: 300 } },
    ],
  ])("Prometheus is not kept waiting by %s", (_name, attacked) => expectToWithstand(attacked));

  test("a health probe is not kept waiting by pipelined requests", () =>
    expectToWithstand({ exporter: start, attack: "pipelined-probes", connections: 40, path: "/-/healthy" }));

  test("slow readers, each of another version of a page of 7 MB, need little memory", () =>
    expectToWithstand({ exporter: startLarge, attack: "late-slow-reader", connections: 36, maxMemory: 450 }));

  test("forty-five right passwords are aborted during their check: afterwards, forty-five concurrent scrapes all succeed", async () => {
    const exporter = await startLocked(12);
    const head = `GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: ${prometheus.headers.authorization}\r\n\r\n`;
    const clients = Array.from({ length: 45 }, () => connect(exporter.port, "127.0.0.1"));
    await Promise.all(clients.map((client) => once(client, "connect")));
    for (const client of clients) client.write(head);
    await scrape(`${exporter.url}/-/healthy`); // it has read the passwords before this request
    for (const client of clients) client.resetAndDestroy();
    const scrapes = await Promise.all(Array.from({ length: 45 }, () => scrape(`${exporter.url}/metrics`, prometheus)));
    expect(answeredOf(scrapes)).toBe(45);
  });

  test("six hundred connections that never begin their TLS handshake keep no scrape waiting", async () => {
    const folder = await temporaryFolder();
    const authority = createAuthority(folder);
    authority.server("server");
    const client = authority.client("client");
    const tls_server_config = {
      cert_file: "server.pem",
      key_file: "server.key",
      client_auth_type: "RequireAndVerifyClientCert",
      client_ca_file: "ca.pem",
    };
    await writeFile(join(folder, "web.yml"), stringify({ tls_server_config }));
    const exporter = await start([`--web.config.file=${join(folder, "web.yml")}`]);
    const tls = { ca: readFileSync(authority.cert), cert: readFileSync(client.cert), key: readFileSync(client.key) };
    await expectToWithstand({ exporter: async () => exporter, attack: "idle", connections: 600, client: { tls } });
    await once(connect(exporter.port, "127.0.0.1").resume(), "close"); // cut
  });

  test("an unfinished request head is cut", async () => {
    const exporter = await start();
    const client = connect(exporter.port, "127.0.0.1").on("error", () => {});
    client.write("GET /metrics HTTP/1.1\r\nx: ");
    await once(client.resume(), "close");
  });
});
