/** The default rules together with those of kube-prometheus-stack, in a real Prometheus and a real Alertmanager. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { ruleGroups } from "../../../src/alerts/groups.ts";
import type { OnEnd } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startAlertmanager } from "../support/alertmanager.ts";
import { eventually } from "../support/programs.ts";
import { startPrometheus } from "../support/prometheus.ts";

const root = join(import.meta.dirname, "../../..");

/** Alerts of kube-prometheus: one that always fires, and one that fires for each alert of severity info without others of its namespace. */
const general = {
  name: "general.rules",
  rules: [
    { alert: "Watchdog", expr: "vector(1)", labels: { severity: "none" } },
    {
      alert: "InfoInhibitor",
      expr: `ALERTS{severity="info"} == 1 unless on (namespace) ALERTS{alertname!="InfoInhibitor",severity=~"warning|critical",alertstate="firing"} == 1`,
      labels: { severity: "none" },
    },
    { alert: "Detail", expr: "vector(1)", labels: { severity: "info" } },
  ],
};
const byNamespace = ["namespace", "alertname"];
/** The default inhibition rules of kube-prometheus-stack. */
const inhibitRules = (more: readonly string[] = []) => [
  {
    source_matchers: ['severity="critical"'],
    target_matchers: ['severity=~"warning|info"', ...more],
    equal: byNamespace,
  },
  { source_matchers: ['alertname="InfoInhibitor"'], target_matchers: ['severity="info"'], equal: ["namespace"] },
  { target_matchers: ['alertname="InfoInhibitor"'], source_matchers: ['alertname="InfoInhibitor"'] },
];

async function startStack(onEnd: OnEnd, more?: readonly string[]) {
  const route = { receiver: "operators", group_wait: "1s", group_interval: "1s", group_by: ["namespace"] };
  const config = { route, receivers: [{ name: "operators" }], inhibit_rules: inhibitRules(more) };
  const alertmanager = await startAlertmanager(stringify(config));
  onEnd(async () => void (await alertmanager.stop()));
  /** Returns the state of an alert with these labels once it has arrived. */
  const stateOf = (labels: Readonly<Record<string, string>>) =>
    eventually(`the alert ${Object.values(labels)}`, async () => {
      const found = (await alertmanager.held()).find((one) =>
        Object.entries(labels).every(([name, value]) => one.labels[name] === value),
      );
      return found?.status.state === "unprocessed" ? undefined : found?.status.state;
    });
  return { ...alertmanager, stateOf };
}

test("AvaxWatchdog is active while all is well, and an alert of severity info is not", async ({ onTestFinished }) => {
  const { address, stateOf } = await startStack(onTestFinished);
  const file = join(await temporaryFolder(), "rules.yaml");
  await writeFile(file, stringify({ groups: [general, ...ruleGroups()] }));
  const prometheus = await startPrometheus(
    stringify({
      global: { evaluation_interval: "1s" },
      rule_files: [file],
      alerting: { alertmanagers: [{ static_configs: [{ targets: [address] }] }] },
    }),
    ["--rules.alert.resend-delay=1s"],
  );
  onTestFinished(async () => void (await prometheus.stop()));
  await eventually("an inhibited alert of severity info", async () =>
    (await stateOf({ alertname: "Detail" })) === "suppressed" ? true : undefined,
  );
  expect(await stateOf({ alertname: "AvaxWatchdog" })).toBe("active");
});

test("the matcher of the documents keeps a warning of one L1 active while another L1 has a critical alert", async ({
  onTestFinished,
}) => {
  const text = await readFile(join(root, "docs/dashboards-and-alerts.md"), "utf8");
  const [, line = ""] = /^(target_matchers: .*Avax.*)$/m.exec(text) ?? [];
  const [, matcher = ""]: string[] = parse(line).target_matchers;
  const alerts = ["critical", "warning"].map((severity, i) => ({
    labels: { alertname: "AvaxL1BalanceLow", severity, network: "mainnet", subnet_id: `subnet-${i}` },
  }));
  for (const [more, state] of [
    [[], "suppressed"],
    [[matcher], "active"],
  ] as const) {
    const { address, stateOf } = await startStack(onTestFinished, more);
    await fetch(`http://${address}/api/v2/alerts`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(alerts),
    });
    expect(await stateOf({ subnet_id: "subnet-0" })).toBe("active");
    expect(await stateOf({ subnet_id: "subnet-1" })).toBe(state);
  }
});
