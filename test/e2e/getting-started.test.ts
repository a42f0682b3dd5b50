/** The commands of docs/getting-started.md, as they are in the document, on a host with a new Debian. Only intervals are shorter. */
import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type Host, startHost } from "./support/debian-host.ts";
import { gettingStarted } from "./support/getting-started.ts";
import { eventually, type Running } from "./support/programs.ts";

const { blocksOf, codeOf } = await gettingStarted();
const [installPackages = "", listener = "", testRule = ""] = blocksOf("Webhook and test rule");

/** Prometheus scrapes and evaluates each second, and Alertmanager does not wait for other alerts. */
const faster = (text: string) =>
  text
    .replace(/_interval: 15s/g, "_interval: 1s")
    .replace("127.0.0.1:9090\"'", "127.0.0.1:9090 --rules.alert.resend-delay=1s\"'")
    .replace(/^(route:\n)/m, "$1  group_wait: 1s\n");

let host: Host;
let webhook: Running;
const [install = ""] = blocksOf("Exporter");
const [configure = "", loadTestRule = ""] = blocksOf("Prometheus and Alertmanager");
const [, provision = ""] = blocksOf("Dashboards");
const query = (expression: string) => host.type(`promtool query instant http://127.0.0.1:9090 '${expression}'`);
const eventuallyIs = (expression: string, value: number) =>
  eventually(`${expression} ${value}`, async () => (await query(expression)).includes(`=> ${value} @`) || undefined);

beforeAll(async () => {
  host = await startHost();
  webhook = host.startInNetwork(listener.trim());
  host.startInNetwork("node src/main.ts simulate --port 9650");
});
afterAll(() => host?.stop());

test("the clone runs as a service without a build, and doctor finds no problem", async () => {
  await host.type(installPackages);
  await host.type(testRule);
  await host.type(install);
  const [doctor = "false"] = codeOf("Exporter", /^avalanche-exporter doctor/);
  await eventually("no problem", async () => {
    await host.type(doctor);
    return true;
  });
});

test("Prometheus has the metrics of the exporter, and evaluates the rules", async () => {
  await host.type(faster(configure));
  const [ask = "false"] = codeOf("Prometheus and Alertmanager", /^promtool query/);
  await eventually("avax_up", async () => (await host.type(ask)).includes("=> 1 @") || undefined);
  await eventuallyIs('ALERTS{alertname="AvaxWatchdog",alertstate="firing"}', 1);
  expect(await host.type("systemctl is-enabled avalanche-exporter prometheus prometheus-alertmanager")).toBe(
    "enabled\n".repeat(3),
  );
});

test("no program listens on other interfaces", async () => {
  const listening = await host.type("cat /proc/net/tcp /proc/net/tcp6");
  const [any, loopback] = [/ (00000000|0{32}):(\w+) \w+:0000 0A /g, / 0100007F:(\w+) \w+:0000 0A /g];
  const ports = (pattern: RegExp, group: number) =>
    [...listening.matchAll(pattern)].map((match) => Number.parseInt(match[group] ?? "", 16));
  expect(ports(loopback, 1)).toEqual(expect.arrayContaining([9090, 9093, 10652]));
  // the webhook and the simulated node are of this test
  expect(ports(any, 2).filter((port) => port !== 9099)).toEqual([]);
});

test("the test alert arrives at the webhook", async () => {
  await host.type(loadTestRule);
  const arrived = await eventually("the alert", async () => /^\{.*AvaxTest.*\}/m.exec(webhook.output())?.[0]);
  const { receiver, status, alerts } = JSON.parse(arrived);
  expect([receiver, status]).toEqual(["operators", "firing"]);
  expect(alerts).toMatchObject([
    {
      labels: { alertname: "AvaxTest", severity: "warning", job: "avalanche-exporter" },
      annotations: { summary: "The exporter reaches the node" },
    },
  ]);
});

test("the data source has the addresses of the programs, and the folder of the provider all dashboards", async () => {
  await host.type(`mkdir --parents /etc/grafana/provisioning/{dashboards,datasources}
printf '[Service]\\nExecStart=/bin/sleep infinity\\n[Install]\\nWantedBy=multi-user.target\\n' > /etc/systemd/system/grafana-server.service
${provision}`);
  const read = async (file: string) =>
    parse(await host.type(`cat /etc/grafana/provisioning/${file}/avalanche-exporter.yaml`));
  const { datasources } = await read("datasources");
  expect(datasources.map(({ url }: { url: string }) => url)).toEqual([
    "http://127.0.0.1:9090",
    "http://127.0.0.1:9093",
  ]);
  const [provider] = (await read("dashboards")).providers;
  const names = await readdir("grafana/dashboards");
  expect((await host.type(`ls ${provider.options.path}`)).trim().split("\n")).toEqual(names.sort());
});
