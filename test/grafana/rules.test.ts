/** Checks of the rules, their texts, the runbooks and the example for Alertmanager. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dashboardFiles } from "../../grafana/src/dashboards/files.ts";
import * as formulas from "../../grafana/src/formulas.ts";
import { select } from "../../grafana/src/rules/expressions.ts";
import { ruleFiles } from "../../grafana/src/rules/files.ts";
import {
  alertGroups,
  alertRules,
  alerts,
  defaultAlerts,
  optionalGroups,
  recordingGroups,
  allRecordings as recordings,
} from "../../grafana/src/rules/groups.ts";
import { severities } from "../../grafana/src/rules/rule.ts";
import { runbookFiles } from "../../grafana/src/runbooks.ts";
import { thresholds } from "../../grafana/src/thresholds.ts";
import { isMethodName, methodOf } from "../../src/api/contract.ts";
import { collectors } from "../../src/collectors/all.ts";
import { type Duration, milliseconds } from "../../src/lib/duration.ts";
import { choose } from "../support/choose-receiver.ts";
import { cases } from "./cases/all.ts";
import { specials } from "./cases/more.ts";
import { labelsOfResult, selectorsOf } from "./promql.ts";
import { unitTestsOf } from "./promtool.ts";
import { labelsOf as labelsOfMetric } from "./sources.ts";

const grafana = join(import.meta.dirname, "../../grafana");
const read = (file: string) => readFileSync(join(grafana, file), "utf8");
const seconds = (duration: string) => milliseconds(duration as Duration) / 1000;

const rules = alertRules();
const names = alerts.map(({ name }) => name);
const recorded = new Map<string, readonly string[]>(recordings.map(({ name, labels }) => [name, labels]));
const labelsOf = (name: string) => recorded.get(name) ?? labelsOfMetric(name);

describe("the files", () => {
  test("are up to date", () => {
    for (const [name, text] of ruleFiles()) expect(read(name)).toBe(text);
  });
  test("contain the groups of the chart", () => {
    const groups = [...ruleFiles().values()].flatMap((text) => parse(text).groups);
    expect(groups).toEqual([...recordingGroups, ...alertGroups({}, optionalGroups)]);
  });
  test("contain at most 22 alerts by default", () => {
    expect(defaultAlerts.length).toBeLessThanOrEqual(22);
  });
});

describe("each alert", () => {
  test("has a unique name, and one severity in each tier", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^Avax([A-Z][a-z0-9]*|L1|P|X)+$/.test(name))).toEqual([]);
    expect(rules.filter(({ labels }) => !severities.some((one) => one === labels["severity"]))).toEqual([]);
  });
  test("waits for at least two runs of the collectors of its data", () => {
    const intervalOf = (metric: string) =>
      collectors
        .filter(({ name, metrics }) => !name.endsWith("-config") && metrics.some((one) => one.name === metric))
        .map(({ interval }) => seconds(interval));
    const hasty = rules.filter((rule) => {
      const selectors = selectorsOf(rule.expr);
      const ranges = selectors.map(({ range }) => (range === undefined ? 0 : seconds(range)));
      const intervals = recordedFrom(selectors.map(({ metric }) => metric)).map((metric) =>
        Math.min(...intervalOf(metric)),
      );
      const longest = Math.max(0, ...intervals.filter(Number.isFinite));
      return seconds(rule.for) + Math.max(0, ...ranges) < 2 * longest;
    });
    expect(hasty.map(({ alert }) => alert)).toEqual([]);
  });
  const networkless = ["AvaxWatchdog", "AvaxConfigReloadFailed"];
  test("names the network", () => {
    const without = rules.filter(({ expr }) => !labelsOfResult(expr, labelsOf).labels.has("network"));
    expect([...new Set(without.map(({ alert }) => alert))]).toEqual(networkless);
    const silent = rules.filter(({ annotations }) => !annotations["summary"]?.includes("$labels.network"));
    expect([...new Set(silent.map(({ alert }) => alert))]).toEqual(networkless);
  });
  test("has a short summary and a longer description", () => {
    for (const { annotations } of rules) {
      expect((annotations["summary"] ?? "").replaceAll(/\{\{.*?\}\}/g, "").length).toBeLessThanOrEqual(100);
      expect(annotations["description"]).toMatch(/[.!?]$/);
    }
  });
  /** Lengths of values in a summary: shortened IDs, "mainnet", "5d 23h 54m 0s". */
  const lengths: Readonly<Record<string, number>> = {
    node_id: 15,
    subnet_id: 12,
    network: 7,
    check: 13,
    collector: 14,
  };
  const lengthOf = (template: string) =>
    template.includes("$value")
      ? template.includes("Duration")
        ? 13
        : 6
      : (lengths[/\w+(?= *\}\}|\))/.exec(template)?.[0] ?? ""] ?? 12);
  const shown = (summary: string) =>
    summary
      .replace(/\{\{ if .*?\}\}(.*)\{\{ else \}\}.*\{\{ end \}\}\{\{ end \}\}/, "$1")
      .replaceAll("{{ with $labels.network }} ({{ . }}){{ end }}", " (mainnet)")
      .replaceAll(/\{\{ if \$value \}\}(.*?)\{\{ else \}\}.*?\{\{ end \}\}/g, "$1")
      .replaceAll(/\{\{(.*?)\}\}/g, (template) => "x".repeat(lengthOf(template)));
  test("has a summary of at most 80 characters", () => {
    const long = rules.map(({ annotations }) => shown(annotations["summary"] ?? "")).filter((text) => text.length > 80);
    expect([...new Set(long)]).toEqual([]);
    expect(cases.flatMap(({ fires }) => fires).filter(({ summary }) => summary.length > 80)).toEqual([]);
  });
  test("names labels that it has", () => {
    const unknown = rules.flatMap(({ alert, expr, annotations }) => {
      const { labels } = labelsOfResult(expr, labelsOf);
      const named = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
      return named.filter((label) => !labels.has(label)).map((label) => `${alert}: ${label}`);
    });
    expect(unknown).toEqual([]);
  });
  test("links to a dashboard and variables that exist", () => {
    const variables = new Map(
      [...dashboardFiles()].map(([file, text]) => [
        basename(file, ".json"),
        JSON.parse(text).templating.list.map(({ name }: { readonly name: string }) => name),
      ]),
    );
    const wrong = alerts.filter(({ dashboard: { file, variables: own } }) =>
      Object.keys(own).some((name) => !variables.get(file)?.includes(name)),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
    for (const { annotations } of rules)
      expect(annotations["dashboard_url"]).toMatch(/^http:\/\/127\.0\.0\.1:3000\/d\/avax-\w+\?from=now-24h/);
  });
});

/** Replaces recorded series by the metrics in their expressions. */
function recordedFrom(metrics: readonly string[]): string[] {
  return metrics.flatMap((metric) => {
    const recording = recordings.find(({ name }) => name === metric);
    return recording ? selectorsOf(recording.expr).map((selector) => selector.metric) : [metric];
  });
}

describe("each expression", () => {
  const exprs = [...rules, ...recordings].map(({ expr }) => expr);
  test("uses metrics and labels that exist", () => {
    expect(exprs.flatMap((expr) => labelsOfResult(expr, labelsOf).messages)).toEqual([]);
  });
  test("excludes from a tier what a more severe one covers", () => {
    for (const { name, tiers } of alerts) {
      const [first, ...others] = rules.filter(({ alert }) => alert === name);
      expect(others.length + 1).toBe(Object.keys(tiers).length);
      for (const { expr } of others) expect(expr).toContain(`unless\n(\n${first?.expr.replace(/^/gm, "  ")}\n)`);
    }
  });
  test("distinguishes the nodes of an exporter: matching and aggregation by job and instance include node", () => {
    const lists = exprs.flatMap((expr) => [...expr.matchAll(/\((job, instance[^)]*)\)/g)].map(([, list]) => list));
    expect(lists.length).toBeGreaterThan(50);
    const ofProcess = ["job, instance"]; // the configuration is that of the process
    expect(lists.filter((list = "") => !list.startsWith("job, instance, node") && !ofProcess.includes(list))).toEqual(
      [],
    );
  });
  test("uses ranges of at least four scrapes, a minute apart", () => {
    const ranges = exprs.flatMap((expr) => selectorsOf(expr).flatMap(({ range }) => range ?? []));
    expect(ranges.filter((range) => seconds(range) < 4 * 60)).toEqual([]);
  });
  test.for([
    ["AvaxProtocolConstantDrift", formulas.expectedGasPrice(select)],
    ["AvaxProtocolConstantDrift", formulas.expectedValidatorFee(select)],
    ["AvaxGasPriceHigh", formulas.gasPriceMultipleNow(select)],
    ["AvaxGasCapacityLow", formulas.gasCapacityShareNow(select)],
    ["AvaxStakeConnectedLow", formulas.connectedShare(select)],
    ["AvaxL1ValidatorBalanceLow", formulas.runway(select)],
    ["AvaxL1WeightConcentration", formulas.largestShare(select)],
    ["subnet:avax_l1_weight_active:ratio", formulas.activeShare(select)],
  ])("%s computes its value as the dashboards do: %s", ([name, formula]) => {
    const all = [...rules.map(({ alert, expr }) => ({ name: alert, expr })), ...recordings];
    expect(all.find((one) => one.name === name)?.expr).toContain(formula);
  });
  test("takes its thresholds from thresholds.ts", () => {
    const known = new Set<number | string>(Object.values(thresholds));
    const others = alerts.flatMap(({ name, tiers }) =>
      Object.values(tiers).flatMap(({ parameters }) =>
        Object.entries(parameters)
          .filter(([, value]) => !known.has(value))
          .map(([key]) => `${name} ${key}`),
      ),
    );
    expect(others).toEqual([]);
  });
});

describe("an override", () => {
  const key = ({ alert, labels }: (typeof rules)[number]) => `${alert} ${labels["severity"]}`;
  test("disables an alert, or one severity of it", () => {
    const without = alertRules({
      AvaxNodeUnreachable: { enabled: false },
      AvaxL1ValidatorBalanceLow: { tiers: { info: { enabled: false } } },
    });
    const gone = rules.map(key).filter((one) => !without.map(key).includes(one));
    expect(gone).toEqual(["AvaxNodeUnreachable critical", "AvaxL1ValidatorBalanceLow info"]);
  });
  test("lets the other severities cover the range of a disabled one", () => {
    const [warning] = alertRules({ AvaxL1QuorumRisk: { tiers: { critical: { enabled: false } } } }).filter(
      ({ alert }) => alert === "AvaxL1QuorumRisk",
    );
    expect(warning?.labels).toEqual({ severity: "warning" });
    expect(warning?.expr).not.toContain("unless");
  });
  test("changes a threshold, a severity and a duration of one tier, and what the other excludes", () => {
    const [critical, warning] = alertRules({
      AvaxL1QuorumRisk: {
        keepFiringFor: "1h",
        tiers: { critical: { parameters: { below: 0.7 }, severity: "page", for: "1m" } },
      },
    }).filter(({ alert }) => alert === "AvaxL1QuorumRisk");
    expect(critical).toMatchObject({ for: "1m", keep_firing_for: "1h", labels: { severity: "page" } });
    expect(critical?.expr).toContain("< 0.7\n");
    expect(warning).toMatchObject({ for: "10m", labels: { severity: "warning" } });
    expect(warning?.expr).toMatch(/< 0\.9\n.*unless.*< 0\.7\n/s);
  });
  test("can be a placeholder of a chart", () => {
    const [rule] = alertRules({
      AvaxL1QuorumRisk: { tiers: { critical: { parameters: { below: "{{ .below }}" } } } },
    }).filter(({ alert }) => alert === "AvaxL1QuorumRisk");
    expect(rule?.expr).toContain("< {{ .below }}\n");
  });
});

describe("recorded series", () => {
  test("are named level:metric:operations", () => {
    expect(recordings.filter(({ name }) => !/^[a-z]+:avax_[a-z0-9_]+:[a-z0-9_]+$/.test(name))).toEqual([]);
  });
  test("are used by an alert, a dashboard or a runbook", () => {
    const uses = (name: string) => (text: string) => text.includes(name);
    const texts = [...rules.map(({ expr }) => expr), ...dashboardFiles().values(), ...runbooks.values()];
    const others = (name: string) => recordings.filter((one) => one.name !== name).map(({ expr }) => expr);
    const unused = recordings.filter(({ name }) => ![...texts, ...others(name)].some(uses(name)));
    expect(unused.map(({ name }) => name)).toEqual([]);
  });
});

describe("promtool's tests", () => {
  const checks = cases.flatMap(unitTestsOf).flatMap((one) => one.alert_rule_test ?? []);
  test("test every alert firing and not firing", () => {
    const [firing, silent] = [true, false].map(
      (fires) =>
        new Set(checks.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map((one) => one.alertname)),
    );
    expect(names.filter((name) => !firing?.has(name))).toEqual([]);
    expect(names.filter((name) => !silent?.has(name))).toEqual(["AvaxWatchdog"]);
  });
  test("test every severity", () => {
    const tried = new Set(cases.flatMap(({ alert, fires }) => fires.map(({ severity }) => `${alert} ${severity}`)));
    const missing = rules.map(({ alert, labels }) => `${alert} ${labels["severity"]}`).filter((one) => !tried.has(one));
    expect(missing).toEqual([]);
  });
  test("refer to alerts and series that exist", () => {
    const all = [...cases, ...specials];
    expect(all.filter(({ alert }) => !names.includes(alert))).toEqual([]);
    const messages = all.flatMap(({ when }) =>
      Object.keys(when)
        .map((series) => series.replace(/instance="[^"]*",?/, ""))
        .flatMap((series) => labelsOfResult(series, labelsOf).messages),
    );
    expect(messages).toEqual([]);
  });
});

const runbooks = new Map(
  globSync("runbooks/Avax*.md", { cwd: grafana }).map((file) => [basename(file, ".md"), read(file)]),
);
const fenced = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)\\n\`\`\`$`, "gms"))].map(([, body = ""]) => body);
/** Returns the commands in code blocks and inline code. */
const commandsIn = (text: string) =>
  [...text.matchAll(/avalanche-exporter call ([^`\n|]+)/g)].map(([, rest = ""]) => rest);

describe("runbooks", () => {
  test("exist for every alert, and for nothing else", () => {
    expect([...runbooks.keys()].toSorted()).toEqual(names.toSorted());
    const urls = rules.map(({ alert, annotations }) => [alert, annotations["runbook_url"]?.split("/").at(-1)]);
    expect(urls).toEqual(rules.map(({ alert }) => [alert, `${alert}.md`]));
  });
  test.for([...runbooks])("%s has all sections", ([name, text]) => {
    const headings = [...text.matchAll(/^#+ .+$/gm)].map(([heading]) => heading);
    expect(headings).toEqual([
      `# ${name}`,
      "## Meaning",
      "## Impact",
      "## Diagnosis",
      "## Mitigation",
      "## Escalation",
      "## False positives",
    ]);
    const shortest = Math.min(
      ...text
        .split(/^## .+$/m)
        .slice(1)
        .map((section) => section.trim().length),
    );
    expect(shortest).toBeGreaterThan(40);
    expect(text.split("\n").length).toBeLessThan(90);
  });
  test.for([...runbooks])("%s queries series that exist", ([, text]) => {
    const queries = fenced(text, "promql");
    const known = (metric: string) =>
      labelsOf(metric) ?? (metric.startsWith("prometheus_") ? ["rule_group"] : undefined);
    expect(queries.length).toBeGreaterThanOrEqual(1);
    expect(queries.flatMap((query) => labelsOfResult(query, known).messages)).toEqual([]);
  });
  test.for([...runbooks])("%s calls methods with valid parameters", ([, text]) => {
    const commands = commandsIn(text);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) {
      const [, name = "", given = "{}"] = /^(\S+?)[,;:]?(?: '(\{.*?\})')?(?:[ ,;:)].*)?$/.exec(command.trim()) ?? [];
      if (name === "…") continue;
      expect(isMethodName(name), name).toBe(true);
      if (isMethodName(name)) expect(methodOf(name).params.safeParse(JSON.parse(given)).error, command).toBeUndefined();
    }
  });
  const proseOf = (name: string) =>
    (runbooks.get(name) ?? "").replace(/<!-- generated: .*?<!-- \/generated -->/s, "").replaceAll(/\s+/g, " ");
  test("have up-to-date tables", async () => {
    for (const [name, text] of await runbookFiles()) expect(read(name), name).toBe(text);
  });
  test("name every parameter of the alert in their prose", () => {
    const missing = alerts.flatMap(({ name, tiers }) =>
      Object.values(tiers)
        .flatMap(({ parameters }) => Object.keys(parameters))
        .filter((parameter) => !proseOf(name).includes(`\`${parameter}\``))
        .map((parameter) => `${name} ${parameter}`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });
  test("name parameters that the alert has", () => {
    const unknown = alerts.flatMap(({ name, tiers }) => {
      const own = Object.values(tiers).flatMap(({ parameters }) => Object.keys(parameters));
      const named = [...proseOf(name).matchAll(/parameters? ((?:`\w+`(?:,| and)? ?)+)/g)].flatMap(([, list = ""]) =>
        [...list.matchAll(/`(\w+)`/g)].map(([, one = ""]) => one),
      );
      return named.filter((one) => !own.includes(one)).map((one) => `${name} ${one}`);
    });
    expect(unknown).toEqual([]);
  });
});

type Matchers = readonly string[];
type InhibitRule = {
  readonly source_matchers: Matchers;
  readonly target_matchers: Matchers;
  readonly equal?: Matchers;
};

describe("the example for Alertmanager", () => {
  const { inhibit_rules, receivers, route } = parse(read("alertmanager.yaml"));
  const inhibitRules: readonly InhibitRule[] = inhibit_rules;
  const [ours] = route.routes;
  const areMet = (matchers: Matchers, labels: Readonly<Record<string, string>>) =>
    matchers.every((matcher) => {
      const [, label = "", operator = "", value = ""] = /^(\w+)(=~|!=|=)"(.*)"$/.exec(matcher) ?? [];
      const actual = labels[label] ?? "";
      if (operator === "=~") return new RegExp(`^(?:${value})$`).test(actual);
      return (actual === value) === (operator === "=");
    });
  const matching = (matchers: Matchers) =>
    rules.filter(({ alert, labels }) => areMet(matchers, { alertname: alert, ...labels }));
  test("inhibits alerts that exist, by alerts that exist", () => {
    for (const { source_matchers, target_matchers } of inhibitRules) {
      expect(matching(source_matchers).length, source_matchers.join()).toBeGreaterThan(0);
      expect(matching(target_matchers).length, target_matchers.join()).toBeGreaterThan(0);
    }
  });
  test("neither inhibits alerts of others, nor is inhibited by them, nor routes them", () => {
    const all = inhibitRules.flatMap(({ source_matchers, target_matchers }) => [source_matchers, target_matchers]);
    for (const severity of severities)
      expect(all.filter((matchers) => areMet(matchers, { alertname: "Other", severity }))).toEqual([]);
    expect(route.routes).toHaveLength(1);
    expect(areMet(ours.matchers, { alertname: "Other" })).toBe(false);
    expect(rules.filter(({ alert }) => !areMet(ours.matchers, { alertname: alert }))).toEqual([]);
  });
  test("only inhibits alerts of the same network", () => {
    expect(inhibitRules.filter(({ equal }) => !equal?.includes("network"))).toEqual([]);
  });
  test("only names alerts that exist", () => {
    const text = read("alertmanager.yaml");
    for (const [, name = ""] of text.matchAll(/alertname="(\w+)"/g)) expect(names).toContain(name);
  });
  type Route = { readonly matchers: Matchers; readonly receiver?: string; readonly repeat_interval?: string };
  const routeOf = (labels: Readonly<Record<string, string>>, within = ours): Route => {
    const found = within.routes.find((one: Route) => areMet(one.matchers, labels));
    return { receiver: within.receiver, ...found };
  };
  const [chosen] = parse(choose(read("alertmanager.yaml"), "slack", "pagerduty")).route.routes;
  test.for([
    ["critical", "mainnet", "pagerduty"],
    ["critical", "", "pagerduty"],
    ["critical", "fuji", "slack"],
    ["warning", "mainnet", "slack"],
    ["info", "mainnet", "none"],
  ] as const)("sends severity %s of network %s to %s", ([severity, network, receiver]) => {
    expect(routeOf({ alertname: "AvaxNodeUnreachable", severity, network }, chosen).receiver).toBe(receiver);
  });
  test("sends alerts of each severity to one receiver, unless critical alerts have another one", () => {
    const [one] = parse(choose(read("alertmanager.yaml"), "email")).route.routes;
    for (const severity of ["critical", "warning"])
      expect(routeOf({ alertname: "AvaxNodeUnreachable", severity }, one).receiver).toBe("email");
  });
  test("explains how to choose each receiver", () => {
    const choices = /receiver: none # choose: (.*?)\. /.exec(read("alertmanager.yaml"))?.[1];
    const known = receivers.map(({ name }: { readonly name: string }) => name);
    expect(choices?.split(/, | or /).toSorted()).toEqual(
      known.filter((name: string) => name !== "watchdog").toSorted(),
    );
  });
  test("repeats no notification within four hours", () => {
    const { repeat_interval } = routeOf({ alertname: "AvaxNodeUnreachable", severity: "critical" });
    expect([repeat_interval, ours.repeat_interval]).toEqual([undefined, "4h"]);
  });
  test("sends the alert that always fires to a separate receiver", () => {
    expect(routeOf({ alertname: "AvaxWatchdog", severity: "info" }).receiver).toBe("watchdog");
  });
  test("only refers to receivers that exist", () => {
    const known = receivers.map(({ name }: { readonly name: string }) => name);
    const used = [route, ours, ...ours.routes].flatMap(({ receiver }: Partial<Route>) => receiver ?? []);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
  });
});
