/** Clients that misbehave, against the real program over real sockets, with a scrape every second at the same time. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { createAuthority } from "../../support/certificates.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { basic } from "../../support/web.ts";
import { eventually, run } from "../support/programs.ts";
import type { Attack } from "./attacker.ts";
import {
  answeredOf,
  type Client,
  type Exporter,
  longestOf,
  report,
  scrape,
  scrapeDuring,
  startExporter,
  startReference,
} from "./support.ts";

const folderOfSuite = import.meta.dirname;
const password = "secret";

/** An exporter of a simulated node, gone when the test is over. */
async function start(args: readonly string[] = [], options: SimulatorOptions = {}): Promise<Exporter> {
  const node = await startNode(options);
  const exporter = await startExporter([`--node.url=${node.url}`, ...args]);
  onTestFinished(async () => void (await exporter.stop()));
  return exporter;
}

async function startLocked(cost: number): Promise<Exporter> {
  const file = join(await temporaryFolder(), "web.yml");
  await writeFile(file, stringify({ basic_auth_users: { prometheus: await bcrypt.hash(password, cost) } }));
  return start([`--web.config.file=${file}`]);
}
const prometheus = { headers: { authorization: basic(`prometheus:${password}`) } };

/** Ends when the test does. */
function attack(kind: Attack, { port }: Exporter, connections: number) {
  const attacker = run("node", [join(folderOfSuite, "attacker.ts"), kind, String(port), String(connections)]);
  onTestFinished(async () => void (await attacker.stop("SIGKILL")));
}

/** Scrapes of the exporter and, at the same moments, of a server that only answers: a busy machine delays any server. */
async function scrapeBesideReference({ url }: Exporter, forMs: number, client: Client = {}) {
  const server = await startReference();
  onTestFinished(async () => void (await server.stop()));
  const [scrapes, reference] = await Promise.all([
    scrapeDuring(`${url}/metrics`, forMs, client),
    scrapeDuring(server.url, forMs),
  ]);
  return { scrapes, reference };
}

test("forty-five right passwords are aborted during their check: afterwards, forty-five concurrent scrapes all succeed", async () => {
  const exporter = await startLocked(12);
  const head = `GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: ${prometheus.headers.authorization}\r\n\r\n`;
  const clients = Array.from({ length: 45 }, () => connect(exporter.port, "127.0.0.1"));
  await Promise.all(clients.map((client) => once(client, "connect")));
  for (const client of clients) client.write(head);
  await setTimeout(80);
  for (const client of clients) client.resetAndDestroy();
  const scrapes = await Promise.all(Array.from({ length: 45 }, () => scrape(`${exporter.url}/metrics`, prometheus)));
  report({
    case: "45 pages at once",
    attacker: "45 right passwords aborted",
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes)).toBe(45);
});

test.each<[Attack]>([["idle"], ["keep-alive"], ["half-head"], ["half-body"]])(
  "six hundred connections, reopened when cut, keep no scrape waiting: %s",
  async (kind) => {
    const exporter = await start();
    attack(kind, exporter, 600);
    const { scrapes, reference } = await scrapeBesideReference(exporter, 15_000);
    report({
      case: "a scrape a second",
      attacker: `600 connections: ${kind}`,
      scrapes,
      peakMemory: exporter.peakMemory(),
    });
    expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
    expect(longestOf(scrapes)).toBeLessThan(2000 + longestOf(reference));
  },
);

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
  attack("idle", exporter, 600);
  const tls = { ca: readFileSync(authority.cert), cert: readFileSync(client.cert), key: readFileSync(client.key) };
  const { scrapes, reference } = await scrapeBesideReference(exporter, 15_000, { tls });
  report({
    case: "a scrape a second",
    attacker: "600 connections: no TLS handshake",
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
  expect(longestOf(scrapes)).toBeLessThan(2000 + longestOf(reference));
});

test("an unfinished request head is cut after ten seconds", async () => {
  const exporter = await start();
  const client = connect(exporter.port, "127.0.0.1").on("error", () => {});
  client.write("GET /metrics HTTP/1.1\r\nx: ");
  const begin = performance.now();
  await once(client.resume(), "close");
  const seconds = (performance.now() - begin) / 1000;
  expect(seconds).toBeGreaterThan(9);
  expect(seconds).toBeLessThan(15);
});

test("a client with the right password gets in while twenty connections try wrong ones", async () => {
  const exporter = await startLocked(10);
  attack("wrong-password", exporter, 20);
  await setTimeout(1000);
  const { scrapes, reference } = await scrapeBesideReference(exporter, 1, prometheus);
  report({
    case: "the first scrape",
    attacker: "20 connections: wrong passwords",
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes)).toBe(1);
  expect(longestOf(scrapes)).toBeLessThan(3000 + longestOf(reference));
});

test("forty-five readers that read nothing of a page of 6.7 MB, reopened when cut, do not block Prometheus", async () => {
  const exporter = await start(["--validators.detail=all"], { validators: 3000 }); // the system's buffers take 4 MB
  await eventually("a large page", async () => (await scrape(`${exporter.url}/metrics`)).bytes > 6e6 || undefined);
  attack("slow-reader", exporter, 45);
  const scrapes = await scrapeDuring(`${exporter.url}/metrics`, 20_000);
  report({
    case: "a scrape a second",
    attacker: "45 readers of 6.7 MB that read nothing",
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.9);
});
