/** The commands of docs/getting-started.md, as they are in the document: on a host with a new Debian, and the files of Docker. Only
 *  intervals are shorter. */
import { cp, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { startNode } from "../support/exporter.ts";
import { temporaryFolder } from "../support/folder.ts";
import { print } from "./delivery/support/tools.ts";
import { startAlertmanager, startReceiver } from "./support/alertmanager.ts";
import { type Host, startHost } from "./support/debian-host.ts";
import { everySecond, startExporter } from "./support/exporter.ts";
import { gettingStarted } from "./support/getting-started.ts";
import { eventually, type Running } from "./support/programs.ts";
import { startPrometheus } from "./support/prometheus.ts";

const { blocksOf, codeOf } = await gettingStarted();
const [start = "", testRule = ""] = blocksOf("Webhook and test rule");
const listener = start.split("\n").find((line) => line.includes("listen(9099)")) ?? "";

/** Prometheus scrapes and evaluates each second, and Alertmanager does not wait for other alerts. */
const faster = (text: string) =>
  text
    .replace(/_interval: 15s/g, "_interval: 1s")
    .replace("127.0.0.1:9090\"'", "127.0.0.1:9090 --rules.alert.resend-delay=1s\"'")
    .replace(/^(route:\n)/m, "$1  group_wait: 1s\n");

describe("on a host with systemd", () => {
  let host: Host;
  let webhook: Running;
  const [build = ""] = blocksOf("Exporter");
  const [, install = ""] = blocksOf("Exporter");
  const [configure = "", loadTestRule = ""] = blocksOf("Prometheus and Alertmanager");
  const [, provision = ""] = blocksOf("Dashboards");
  const [complement = ""] = blocksOf("With the official monitoring");
  const query = (expression: string) => host.type(`promtool query instant http://127.0.0.1:9090 '${expression}'`);
  const eventuallyIs = (expression: string, value: number) =>
    eventually(`${expression} ${value}`, async () => (await query(expression)).includes(`=> ${value} @`) || undefined);

  beforeAll(async () => {
    await print("bash", ["-e", "-c", build]);
    host = await startHost();
    webhook = host.startInNetwork(listener);
    host.startInNetwork("node src/main.ts simulate --port 9650");
  });
  afterAll(() => host?.stop());

  test("the package of the clone is installed with its libraries, and doctor finds no problem", async () => {
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
        labels: { alertname: "AvaxTest", severity: "warning", network: "simulated", job: "avalanche-exporter" },
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

  test("the lines for the official monitoring complement a configuration like that of a release of Prometheus", async () => {
    await host.type(`tee /etc/prometheus/prometheus.yml <<'EOF'
global:
  scrape_interval: 1s
  evaluation_interval: 1s
alerting:
  alertmanagers:
    - static_configs:
        - targets:
          # - alertmanager:9093
rule_files:
  # - "first_rules.yml"
scrape_configs:
  - job_name: "prometheus"
    static_configs:
      - targets: ["localhost:9090"]
  - job_name: 'avalanchego'
    metrics_path: '/ext/metrics'
    static_configs:
      - targets: ['localhost:9650']
EOF
${complement}`);
    // a value of this configuration, and not of the previous one
    const restarted = Math.floor(Date.now() / 1000);
    for (const series of ["avax_up", 'ALERTS{alertname="AvaxWatchdog",alertstate="firing"}'])
      await eventuallyIs(`count(timestamp(${series}) > ${restarted})`, 1);
    await eventuallyIs("prometheus_notifications_alertmanagers_discovered", 1);
    await eventuallyIs('count(up{job="avalanchego"})', 1);
    const names = await readdir("grafana/dashboards");
    expect((await host.type("ls /etc/grafana/dashboards/Avalanche")).trim().split("\n")).toEqual(names.sort());
  });
});

test("the test alert arrives with the files and commands of Docker", async () => {
  const folder = await temporaryFolder();
  await cp("grafana", join(folder, "grafana"), { recursive: true });
  const receiver = await startReceiver();
  onTestFinished(() => void receiver.close());
  const commands = [testRule, ...blocksOf("Docker")].flatMap((block) => block.split(/^(?:export|docker) .*\n/m));
  await print("bash", ["-e", "-c", commands.join("\n")], { cwd: folder });
  const read = (file: string) => readFile(join(folder, "grafana", file), "utf8");
  // the addresses of this test in place of those of the containers
  const waiting = await read("alertmanager.yaml");
  const alertmanager = await startAlertmanager(
    waiting
      .replace("group_wait: 75s", "group_wait: 1s")
      .replace("url: http://host.docker.internal:9099/", `url: ${receiver.url}`),
  );
  const node = await startNode();
  const exporter = await startExporter([`--node.url=${node.url}`, ...everySecond]);
  const prometheus = await startPrometheus(
    faster(await read("prometheus.yaml"))
      .replace("alertmanager:9093", alertmanager.address)
      .replace("exporter:10652", `127.0.0.1:${exporter.port}`)
      .replace("rules/*.yaml", join(folder, "grafana/rules/*.yaml")),
  );
  onTestFinished(async () => {
    for (const one of [prometheus, exporter, alertmanager]) await one.stop();
  });
  const alert = await eventually("the alert", async () =>
    receiver.notified.find(({ labels }) => labels["alertname"] === "AvaxTest"),
  );
  expect(alert).toMatchObject({ status: "firing", labels: { severity: "warning", job: "avalanche-exporter" } });
});
