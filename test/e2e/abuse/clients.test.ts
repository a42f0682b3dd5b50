/** Clients that misbehave, against the real program over real sockets, with a scrape every second at the same time. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import type { SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { createAuthority } from "../../support/certificates.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { basic } from "../../support/web.ts";
import { eventually, run } from "../support/programs.ts";
import type { Attack } from "./attacker.ts";
import { answeredOf, type Client, type Exporter, report, scrape, scrapeDuring, startExporter } from "./support.ts";

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

/** Ends when the test does. Returns what the attacker prints. */
function attack(kind: Attack, { port }: Exporter, connections: number): () => string {
  const attacker = run("node", [join(folderOfSuite, "attacker.ts"), kind, String(port), String(connections)]);
  onTestFinished(async () => void (await attacker.stop("SIGKILL")));
  return attacker.output;
}

/** Scrapes during 15 seconds, each with the timeout of Prometheus. */
const scrapeFor = ({ url }: Exporter, client: Client = {}, everyMs = 1000) =>
  scrapeDuring(`${url}/metrics`, 15_000, client, everyMs);

/** Connections of the attacker's address replace each other. On a busy machine one of 30 scrapes from that address can be among them. */
const sameAddressEveryMs = 500;

/** Opens 600 connections, again when they are cut. */
async function holdConnections(kind: Attack) {
  const exporter = await start();
  attack(kind, exporter, 600);
  const scrapes = await scrapeFor(exporter, {}, sameAddressEveryMs);
  report({
    case: "two scrapes a second",
    attacker: `600 connections: ${kind}`,
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
}

test("six hundred connections that never end their request, reopened when cut, keep no scrape waiting", () =>
  holdConnections("half-head"));

test("two connections that pipeline 160 requests for pages and read nothing do not block Prometheus", async () => {
  const exporter = await start(["--validators.detail=all"], { validators: 1000 });
  await eventually("a large page", async () => (await scrape(`${exporter.url}/metrics`)).bytes > 2e6 || undefined);
  attack("pipelined-pages", exporter, 2);
  const scrapes = await scrapeFor(exporter);
  report({
    case: "a scrape a second",
    attacker: "2 connections: 160 pipelined pages",
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
});

test("a client with the right password gets in while twenty connections try wrong ones", async () => {
  const exporter = await startLocked(10);
  const rejections = attack("wrong-password", exporter, 20);
  await eventually(
    "a rejection on each connection",
    async () => rejections().match(/rejected/g)?.length === 20 || undefined,
  );
  const scrapes = [await scrape(`${exporter.url}/metrics`, prometheus)];
  report({
    case: "the first scrape",
    attacker: "20 connections: wrong passwords",
    scrapes,
    peakMemory: exporter.peakMemory(),
  });
  expect(answeredOf(scrapes)).toBe(1);
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

describe("further attacks", { tags: ["night"] }, () => {
  test("forty-five right passwords are aborted during their check: afterwards, forty-five concurrent scrapes all succeed", async () => {
    const exporter = await startLocked(12);
    const head = `GET /metrics HTTP/1.1\r\nhost: x\r\nauthorization: ${prometheus.headers.authorization}\r\n\r\n`;
    const clients = Array.from({ length: 45 }, () => connect(exporter.port, "127.0.0.1"));
    await Promise.all(clients.map((client) => once(client, "connect")));
    for (const client of clients) client.write(head);
    await scrape(`${exporter.url}/-/healthy`); // it has read the passwords before this request
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

  test.each<[Attack]>([["idle"], ["keep-alive"], ["half-body"]])(
    "six hundred connections, reopened when cut, keep no scrape waiting: %s",
    (kind) => holdConnections(kind),
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
    const scrapes = await scrapeFor(exporter, { tls }, sameAddressEveryMs);
    report({
      case: "two scrapes a second",
      attacker: "600 connections: no TLS handshake",
      scrapes,
      peakMemory: exporter.peakMemory(),
    });
    expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
  });

  test("one connection that pipelines a wrong password needs little memory", async () => {
    const exporter = await startLocked(12);
    attack("pipelined-passwords", exporter, 1);
    const scrapes = await scrapeFor(exporter, prometheus);
    report({
      case: "a scrape a second",
      attacker: "1 connection: pipelined wrong passwords",
      scrapes,
      peakMemory: exporter.peakMemory(),
    });
    expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
    expect(exporter.peakMemory()).toBeLessThan(250);
  });

  test.each<[Attack, number]>([
    ["pipelined-probes", 40],
    ["endless-body", 64],
  ])(
    "bursts of 64 kB on many connections keep no health probe and no scrape waiting: %s",
    async (kind, connections) => {
      const exporter = await start();
      attack(kind, exporter, connections);
      const [probes, scrapes] = await Promise.all([
        scrapeDuring(`${exporter.url}/-/healthy`, 15_000),
        scrapeFor(exporter),
      ]);
      const attacker = `${connections} connections: ${kind}`;
      report({ case: "a probe a second", attacker, scrapes: probes, peakMemory: exporter.peakMemory() });
      report({ case: "a scrape a second", attacker, scrapes, peakMemory: exporter.peakMemory() });
      for (const requests of [probes, scrapes]) {
        expect(answeredOf(requests) / requests.length).toBeGreaterThanOrEqual(0.95);
      }
    },
  );

  test.each<[Attack, string]>([
    ["pipelined-sips", "pipelined requests for /sd, read in sips"],
    ["one-password", "a wrong password that waits for its check"],
  ])("560 connections do not lock out a scrape: %s", async (kind, what) => {
    const exporter = kind === "one-password" ? await startLocked(12) : await start();
    attack(kind, exporter, 560);
    const client = { ...(kind === "one-password" && prometheus), localAddress: "127.0.0.2" };
    const scrapes = await scrapeFor(exporter, client);
    report({
      case: "a scrape a second",
      attacker: `560 connections: ${what}`,
      scrapes,
      peakMemory: exporter.peakMemory(),
    });
    expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
  });

  test("a client of another address that needs 0.3 s to send its request is served during 4,000 new connections a second", async () => {
    const exporter = await start();
    attack("flood", exporter, 4000);
    const client = { localAddress: "127.0.0.2", delayMs: 300 };
    const scrapes = await scrapeFor(exporter, client);
    report({
      case: "a scrape a second, 0.3 s after connecting",
      attacker: "4,000 new connections a second",
      scrapes,
      peakMemory: exporter.peakMemory(),
    });
    expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
  });

  test("an unfinished request head is cut", async () => {
    const exporter = await start();
    const client = connect(exporter.port, "127.0.0.1").on("error", () => {});
    client.write("GET /metrics HTTP/1.1\r\nx: ");
    await once(client.resume(), "close");
  });

  test("thirty-six slow readers, each of another version of a page of 15 MB, need little memory", async () => {
    const often = ["p-fee", "p-supply", "p-stake", "x-fee"].map((name) => `--collector.${name}.interval=1s`);
    const exporter = await start(["--validators.detail=all", "--series.limit=100000", ...often], { validators: 7000 });
    await eventually("a large page", async () => (await scrape(`${exporter.url}/metrics`)).bytes > 14e6 || undefined);
    attack("late-slow-reader", exporter, 36);
    const scrapes = await scrapeDuring(`${exporter.url}/metrics`, 20_000);
    report({
      case: "a scrape a second",
      attacker: "36 readers of versions of 15 MB",
      scrapes,
      peakMemory: exporter.peakMemory(),
    });
    expect(answeredOf(scrapes) / scrapes.length).toBeGreaterThanOrEqual(0.95);
    expect(exporter.peakMemory()).toBeLessThan(450);
  });
});
