/** The chart's PrometheusRule: the plain files' rules, and what values make of them. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { optionalGroups, ruleGroups } from "../../../../src/alerts/groups.ts";
import { hasOwner } from "../../../../src/repository.ts";
import { ofPrometheus } from "../../../../src/tools/packaging/programs.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { end } from "../support/tools.ts";
import { type Manifest, ofKind, oneNode, refusal, render, renderScenarios, renderText, scenario } from "./helm.ts";
import { operatorErrors } from "./schemas.ts";

const { one } = await renderScenarios();

const groupsOf = (name: string) => one(name, "PrometheusRule").spec.groups;
async function promtool(groups: unknown) {
  const file = join(await temporaryFolder(), "rules.yaml");
  await writeFile(file, stringify({ groups }));
  return end(ofPrometheus("promtool"), ["check", "rules", "--lint=all", "--lint-fatal", file]);
}

/** Returns the groups of a plain file with the links that the chart has by default. */
const plainGroups = async (file: string): Promise<Manifest[]> =>
  parse(await readFile(`grafana/rules/${file}.rules.yaml`, "utf8")).groups.map(({ rules, ...group }: Manifest) => ({
    ...group,
    rules: rules.map(({ annotations, ...rule }: Manifest) => {
      const { dashboard_url: _, runbook_url, ...texts } = annotations;
      return { ...rule, annotations: { ...texts, ...(hasOwner && { runbook_url }) } };
    }),
  }));

test("are those of the plain files by default, without links that lead nowhere", async () => {
  expect(groupsOf("validator")).toEqual(await plainGroups("avalanche-exporter"));
});

test("of the optional groups are those of their plain files, each behind one switch", async () => {
  const set = [
    ...oneNode,
    "prometheusRule.enabled=true",
    ...optionalGroups.map((name) => `prometheusRule.optional.${name}=true`),
  ];
  const [rule] = ofKind(await render({ set }), "PrometheusRule");
  const plain = await Promise.all(optionalGroups.map((name) => plainGroups(`optional/${name}`)));
  const byName = (left: Manifest, right: Manifest) => left.name.localeCompare(right.name);
  expect(rule.spec.groups.toSorted(byName)).toEqual([...groupsOf("validator"), ...plain.flat()].toSorted(byName));
});

test("are those of the same settings without a chart", () => {
  const overrides = {
    AvaxWatchdog: { enabled: false },
    AvaxExporterDown: {
      keepFiringFor: "10m",
      tiers: {
        critical: { severity: "page", for: "10m", parameters: { lookback: "30d" } },
        warning: { parameters: { jobs: 'exporter\\.(blue|"green")' } },
      },
    },
    AvaxL1BalanceLow: {
      tiers: { critical: { parameters: { duration: "2d" } } },
    },
    AvaxL1ValidatorsLeft: { tiers: { warning: { parameters: { share: 0 } } } },
    AvaxL1ManagerWeightDiffers: { tiers: { info: { enabled: false } } },
    AvaxL1QuorumRisk: { tiers: { warning: { parameters: { below: 0.95 } } } },
  };
  const expected = ruleGroups({ overrides }, ["economics", "exporter", "governance"]);
  const ours = groupsOf("alerts-tuned").at(-1);
  const bare = (groups: readonly Manifest[]) =>
    groups.map(({ name, rules }) => ({
      name,
      rules: rules.map(({ annotations: _, labels, ...rule }: Manifest) => ({ ...rule, severity: labels?.severity })),
    }));
  expect(bare(groupsOf("alerts-tuned").slice(0, -1))).toEqual(bare(expected));
  expect(ours.name).toBe("ours");
});

test("have the configured labels, annotations and links; those of an alert override those of all alerts", () => {
  const rules: Manifest[] = groupsOf("alerts-tuned").flatMap((group: Manifest) => group.rules);
  const named = (name: string) => rules.find(({ alert }) => alert === name);
  expect(named("AvaxExporterDown").labels).toEqual({ severity: "page", team: "monitoring" });
  expect(named("AvaxL1QuorumRisk").labels.team).toBe("validators");
  expect(named("AvaxL1QuorumRisk").annotations.channel).toBe("#validators");
  const { channel, runbook_url, summary } = named("AvaxL1BalanceLow").annotations;
  expect([channel, runbook_url]).toEqual(["#l1", "https://wiki.example/runbooks/AvaxL1BalanceLow.md"]);
  expect(summary).toContain("$labels.node_id");
  const links = one("prometheus-operator", "PrometheusRule").spec.groups.flatMap((group: Manifest) =>
    group.rules.flatMap(({ annotations }: Manifest) => annotations?.dashboard_url ?? []),
  );
  for (const link of links) expect(link).toMatch(/^https:\/\/grafana\.example\/d\/avax-/);
  expect(links.length).toBeGreaterThan(20);
});

test("have the namespace to which the operator restricts the AlertmanagerConfig", () => {
  const [alertmanager, rules] = ["AlertmanagerConfig", "PrometheusRule"].map((kind) =>
    one("prometheus-operator", kind),
  );
  const namespaces = rules.spec.groups.flatMap((group: Manifest) =>
    group.rules.flatMap(({ alert, labels }: Manifest) => (alert === undefined ? [] : [labels.namespace])),
  );
  expect([...new Set(namespaces)]).toEqual([alertmanager.metadata.namespace]);
});

const receiversOf = ({ spec }: Manifest): Manifest =>
  Object.fromEntries(spec.receivers.map(({ name, ...configs }: Manifest) => [name, configs]));

test("include the routes of the example for Alertmanager, and the chosen receivers with their settings", async () => {
  const rendered = one("prometheus-operator", "AlertmanagerConfig");
  const { inhibitRules, route } = rendered.spec;
  const plain = parse(await readFile("grafana/alertmanager.yaml", "utf8"));
  const [{ routes }] = plain.route.routes;
  const criticalRoute = routes.find(({ matchers }: Manifest) => /critical/.test(matchers));
  expect(inhibitRules).toHaveLength(plain.inhibit_rules.length);
  expect(route).toMatchObject({ receiver: "slack", repeatInterval: "24h" });
  // YAML 1.1 has a type for a plain =, which PyYAML refuses
  expect((await renderText(scenario("prometheus-operator"))).match(/matchType: (?!"[=!~]+"\n).*/g)).toBeNull();
  expect(route.routes.filter(({ receiver }: Manifest) => receiver === "pagerduty")).toEqual([
    {
      matchers: [{ name: "severity", matchType: "=", value: "critical" }],
      receiver: "pagerduty",
      groupBy: criticalRoute.group_by,
      repeatInterval: "4h",
    },
  ]);
  const receivers = receiversOf(rendered);
  expect(Object.keys(receivers)).toEqual(["none", "pagerduty", "slack", "watchdog"]);
  const [slack] = plain.receivers.find(({ name }: Manifest) => name === "slack").slack_configs;
  expect(receivers.slack.slackConfigs).toEqual([
    {
      apiURL: { name: "receivers", key: "slack-url" },
      channel: "#operators",
      sendResolved: true,
      title: slack.title,
      text: slack.text,
    },
  ]);
  expect(receivers.pagerduty.pagerdutyConfigs[0].routingKey).toEqual({
    name: "receivers",
    key: "pagerduty-routing-key",
  });
});

test("are valid for the operator with each receiver and its secret", async () => {
  for (const key of ["pagerduty-routing-key", "slack-url", "telegram-bot-token", "email-password", "webhook-url"]) {
    const [name = ""] = key.split("-");
    const set = [...oneNode, "alertmanagerConfig.enabled=true", `alertmanagerConfig.receiver=${name}`];
    const [rendered] = ofKind(await render({ set }), "AlertmanagerConfig");
    const [config] = receiversOf(rendered)[name][`${name}Configs`];
    expect(Object.values(config)).toContainEqual({ name: "alertmanager-receivers", key });
    expect(operatorErrors([rendered])).toEqual([]);
  }
});

test("have the ID of a Telegram chat as an integer", async () => {
  const chat = "alertmanagerConfig.receivers.telegram.telegramConfigs[0].chatID=-1001234567890";
  const set = [...oneNode, "alertmanagerConfig.enabled=true", "alertmanagerConfig.receiver=telegram"];
  for (const [more, id] of [
    [[], -1_000_000_000_000],
    [[chat], -1_001_234_567_890],
  ] as const)
    expect(await renderText({ set: [...set, ...more] })).toMatch(new RegExp(`\\bchatID: ${id}\n`));
});

test("refuse a receiver that does not exist, and list those that do", async () => {
  const set = [...oneNode, "alertmanagerConfig.enabled=true", "alertmanagerConfig.receiver=pager"];
  expect(await refusal({ set })).toContain(
    "there is no receiver pager. Use email, none, pagerduty, slack, telegram, watchdog, webhook, or add it",
  );
});

test("are valid for Prometheus, with settings and without", async () => {
  for (const name of ["validator", "alerts-tuned", "l1"]) {
    const { code, out, err } = await promtool(groupsOf(name));
    expect([code, err + (code === 0 ? "" : out)], name).toEqual([0, ""]);
  }
});

test("match the job by every name that it can have in Prometheus", async () => {
  const [{ expr }]: Manifest[] = groupsOf("validator")
    .flatMap(({ rules }: Manifest) => rules)
    .filter(({ alert, labels }: Manifest) => alert === "AvaxExporterDown" && labels.severity === "warning");
  const jobs = new RegExp(`^(${JSON.parse(`"${/job=~"((?:[^"\\\\]|\\\\.)*)"/.exec(expr)?.[1]}"`)})$`);
  const set = [...oneNode, "podMonitor.enabled=true", "nameOverride=avax"];
  const [{ spec }] = ofKind(await render({ set }), "PodMonitor");
  const [{ relabelings }] = spec.podMetricsEndpoints;
  expect(relabelings).toEqual([{ targetLabel: "job", replacement: "avalanche-exporter-watch-avax" }]);
  expect(relabelings[0].replacement).toMatch(jobs);
  expect(one("scrape-config", "ScrapeConfig").spec.jobName).toMatch(jobs);
});
