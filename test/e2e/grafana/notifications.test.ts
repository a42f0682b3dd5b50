/** Notifications of the example for Alertmanager: a real Alertmanager, and stand-ins of the services at local addresses. */
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { choose } from "../../support/choose-receiver.ts";
import { readTexts } from "../../support/examples.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type } from "../../support/typing.ts";
import { startAlertmanager } from "../support/alertmanager.ts";
import { eventually, ofAlertmanager } from "../support/programs.ts";

const grafana = join(import.meta.dirname, "../../../grafana");
const secret = "secret-of-the-receiver";

/** What a service got: everything that shows the secret, and the texts of the message. */
type Message = { readonly credential: string; readonly body: string };

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Services with an HTTP API. The path has the secret of Slack and Telegram, the body that of PagerDuty. */
async function startHttp(received: Message[]): Promise<string> {
  const server = createHttpServer(async (request, response) => {
    const body = await text(request);
    received.push({ credential: `${request.url} ${body}`, body: JSON.stringify(JSON.parse(body)) });
    response.writeHead(request.url === "/pagerduty" ? 202 : 200, { "content-type": "application/json" });
    response.end('{"ok":true,"result":{"message_id":1,"chat":{"id":1}}}');
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** An SMTP server that accepts every message. */
async function startMail(received: Message[]): Promise<number> {
  const server = createServer((socket) => {
    let [buffer, credential, isData] = ["", "", false];
    const reply = (line: string) => socket.write(`${line}\r\n`);
    reply("220 mail");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(isData ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          received.push({ credential, body: line.replaceAll("=\r\n", "") });
          isData = false;
          reply("250 accepted");
        } else if (line.startsWith("EHLO")) reply("250-mail\r\n250 AUTH PLAIN");
        else if (line.startsWith("AUTH PLAIN")) {
          credential = Buffer.from(line.slice("AUTH PLAIN ".length), "base64").toString();
          reply("235 accepted");
        } else if (line === "DATA") {
          isData = true;
          reply("354 send");
        } else reply(line === "QUIT" ? "221 bye" : "250 ok");
      }
    });
  });
  return listen(server);
}

/** Starts Alertmanager with the example, the chosen receiver, the secrets in files and the addresses of the stand-ins. */
async function startExample(receiver: string, received: Message[]) {
  const [folder, http, mail] = [await temporaryFolder(), await startHttp(received), await startMail(received)];
  const example = choose(await readFile(join(grafana, "alertmanager.yaml"), "utf8"), receiver);
  const files = [...example.matchAll(/\/etc\/alertmanager\/secrets\/([\w-]+)/g)].map(([, name = ""]) => name);
  for (const name of files)
    await writeFile(join(folder, name), name === "slack-url" ? `${http}/slack/${secret}` : secret);
  const config = parse(example.replaceAll("/etc/alertmanager/secrets", folder));
  const [ours] = config.route.routes;
  for (const route of [config.route, ours, ...ours.routes])
    Object.assign(route, { group_wait: "1s", group_interval: "1s" });
  const only = (name: string) => config.receivers.find((one: { readonly name: string }) => one.name === name);
  Object.assign(only("pagerduty").pagerduty_configs[0], { url: `${http}/pagerduty` });
  Object.assign(only("telegram").telegram_configs[0], { api_url: http, bot_token: secret });
  // the password may be sent without TLS to localhost only
  Object.assign(only("email").email_configs[0], { smarthost: `localhost:${mail}`, require_tls: false });
  const alertmanager = await startAlertmanager(stringify(config));
  onTestFinished(async () => void (await alertmanager.stop()));
  return alertmanager;
}

/** A critical alert inhibits a warning of the same node. */
const alertOf = (severity: string, number = 1) => ({
  labels: { alertname: "AvaxNodeUnreachable", severity, network: "mainnet", node_id: `NodeID-${severity}${number}` },
  annotations: {
    summary: `Node of severity ${severity} is unreachable`,
    description: "The exporter cannot call the node.",
    runbook_url: "https://runbooks.example/AvaxNodeUnreachable.md",
    dashboard_url: "https://grafana.example/d/avax-sync",
  },
});

const post = (address: string, alerts: readonly object[]) =>
  fetch(`http://${address}/api/v2/alerts`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(alerts),
  });

test.for(["pagerduty", "slack", "telegram", "email"])(
  "%s gets critical alerts and warnings with summary, description and links, and when they are resolved",
  async (receiver) => {
    const received: Message[] = [];
    const { address } = await startExample(receiver, received);
    const ofOthers = { labels: { alertname: "NodeDown" } };
    const alerts = [...["info", "warning", "critical"].map((severity) => alertOf(severity)), ofOthers];
    expect((await post(address, alerts)).ok).toBe(true);
    for (const severity of ["critical", "warning"]) {
      const { annotations } = alertOf(severity);
      const message = await eventually(`${severity} at ${receiver}`, async () =>
        received.find(({ body }) => body.includes(`${severity.toUpperCase()}: ${annotations.summary}`)),
      );
      expect(message.credential).toContain(secret);
      for (const part of Object.values(annotations)) expect(message.body).toContain(part);
      expect(message.body).not.toMatch(/\{\{|no value/);
    }
    const other = await eventually(`NodeDown at ${receiver}`, async () =>
      received.find(({ body }) => body.includes("NodeDown")),
    );
    expect(other.body).not.toMatch(/no value|"severity":""|(?<!Subject): NodeDown/);
    const times = { startsAt: new Date(Date.now() - 60_000).toISOString(), endsAt: new Date().toISOString() };
    await post(address, [{ ...alertOf("critical"), ...times }]);
    await eventually(`resolved at ${receiver}`, async () =>
      received.find(({ body }) => body.includes(`RESOLVED: ${alertOf("critical").annotations.summary}`)),
    );
    expect(received.filter(({ body }) => body.includes("severity info"))).toEqual([]);
  },
);

test("critical alerts of each node are one notification, and warnings of all nodes are one", async () => {
  const received: Message[] = [];
  const { address } = await startExample("slack", received);
  const alerts = ["critical", "warning"].flatMap((severity) => [alertOf(severity, 1), alertOf(severity, 2)]);
  await post(address, alerts);
  const titles = await eventually("three notifications", async () => {
    const found = received.map(({ body }) => JSON.parse(body).attachments[0].title);
    return found.length >= 3 ? found.toSorted() : undefined;
  });
  const critical = "CRITICAL: Node of severity critical is unreachable";
  expect(titles).toEqual([critical, critical, "WARNING: Node of severity warning is unreachable (2 alerts)"]);
});

test("the silences of the documents are created, as typed", async () => {
  const text = (await readTexts()).map(([, one]) => one).join("\n");
  const lines = [...text.matchAll(/amtool silence add [^`\n]+/g)].map(([line]) => line);
  expect(lines.length).toBeGreaterThan(1);
  const { address } = await startExample("slack", []);
  const env = { PATH: `${dirname(ofAlertmanager("amtool"))}:${process.env["PATH"]}` };
  for (const line of lines) {
    const typed = line.replace("127.0.0.1:9093", address);
    const { code, out, err } = await type(typed, { folder: await temporaryFolder(), env });
    expect([code, err], line).toEqual([0, ""]);
    expect(out).toMatch(/^[\w-]{36}\n$/);
  }
});
