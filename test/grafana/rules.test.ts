/** Checks of the rules, their texts, the runbooks and the example for Alertmanager. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { dashboardFiles } from "../../grafana/src/dashboards/files.ts";
import * as formulas from "../../grafana/src/formulas.ts";
import { targetLabels } from "../../grafana/src/promql.ts";
import { select } from "../../grafana/src/rules/expressions.ts";
import { ruleFiles } from "../../grafana/src/rules/files.ts";
import { alertGroups, alerts, recordingGroups } from "../../grafana/src/rules/groups.ts";
import { recordings } from "../../grafana/src/rules/recording.ts";
import { severities } from "../../grafana/src/rules/rule.ts";
import { runbookFiles } from "../../grafana/src/runbooks.ts";
import { thresholds } from "../../grafana/src/thresholds.ts";
import { collectors } from "../../src/collectors/all.ts";
import { isMethodName, methodOf } from "../../src/contract/contract.ts";
import { type Duration, milliseconds } from "../../src/prometheus/duration.ts";
import { cases } from "./cases/all.ts";
import { specials } from "./cases/more.ts";
import { labelsOfResult, selectorsOf } from "./promql.ts";
import { unitTestsOf } from "./promtool.ts";
import { labelsOf as labelsOfMetric } from "./sources.ts";

const grafana = join(import.meta.dirname, "../../grafana");
const read = (file: string) => readFileSync(join(grafana, file), "utf8");
const seconds = (duration: string) => milliseconds(duration as Duration) / 1000;

const rules = alertGroups().flatMap((group) => group.rules);
const names = alerts.map(({ name }) => name);
const recorded = new Map(recordings.map(({ name, labels }) => [name, [...targetLabels, ...labels]]));
/** A recording per network has no target labels. */
recorded.set("network:avax_pchain_height:max", ["network"]);
const labelsOf = (name: string) => recorded.get(name) ?? labelsOfMetric(name);

describe("the files", () => {
  test("are up to date", () => {
    for (const [name, text] of ruleFiles()) expect(read(name)).toBe(text);
  });
  test("hold the groups that a chart is made from", () => {
    expect(parse(read("rules/avalanche-exporter.alerts.yaml"))).toEqual({ groups: alertGroups() });
    expect(parse(read("rules/avalanche-exporter.recording.yaml"))).toEqual({ groups: recordingGroups });
  });
});

describe("each alert", () => {
  test("has a name of its own, and one severity in each tier", () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^Avax([A-Z][a-z0-9]*|L1|P|X)+$/.test(name))).toEqual([]);
    expect(rules.filter(({ labels }) => !severities.some((one) => one === labels["severity"]))).toEqual([]);
  });
  test("covers at least two intervals of its collectors", () => {
    const hasty = alerts.flatMap(({ name, collectors, tiers }) =>
      Object.values(tiers)
        .filter((tier) => collectors.some(({ interval }) => seconds(tier.for) < 2 * seconds(interval)))
        .map((tier) => `${name} ${tier.for}`),
    );
    expect(hasty).toEqual([]);
  });
  test("on data of a collector checks that the data is fresh", () => {
    const unguarded = alerts.filter(({ name, collectors }) => {
      const { expr } = rules.find((rule) => rule.alert === name) ?? { expr: "" };
      const asked = selectorsOf(expr)
        .filter(({ metric }) => metric === "avax_exporter_collector_last_success_timestamp_seconds")
        .flatMap(({ matchers }) => matchers.flatMap(({ value }) => value.split("|")));
      return collectors.some((one) => !asked.includes(one.name));
    });
    expect(unguarded.map(({ name }) => name)).toEqual([]);
  });
  test("on data names the collectors that export it", () => {
    const owners = (metric: string) =>
      collectors.filter(({ metrics }) => metrics.some(({ name }) => name === metric)).map(({ name }) => name);
    const notOwned = alerts.flatMap(({ name, collectors }) => {
      if (collectors.length === 0) return [];
      const { expr } = rules.find((rule) => rule.alert === name) ?? { expr: "" };
      const metrics = recordedFrom(selectorsOf(expr).map(({ metric }) => metric));
      const owning = new Set(metrics.flatMap(owners));
      return collectors.filter((one) => !owning.has(one.name)).map((one) => `${name}: ${one.name}`);
    });
    expect(notOwned).toEqual([]);
  });
  test("has a short summary and a longer description", () => {
    for (const { annotations } of rules) {
      expect((annotations["summary"] ?? "").replaceAll(/\{\{.*?\}\}/g, "").length).toBeLessThanOrEqual(100);
      expect(annotations["description"]).toMatch(/[.!?]$/);
    }
  });
  test("when it fires, its summary has at most 120 characters and no unfilled template", () => {
    const lines = cases.flatMap(({ fires }) => fires.flatMap(({ summary, description }) => [summary, description]));
    expect(lines.filter((line) => /\{\{|<no value>|\?$/.test(line))).toEqual([]);
    expect(cases.flatMap(({ fires }) => fires).filter(({ summary }) => summary.length > 120)).toEqual([]);
  });
  test("names labels that it has", () => {
    const unknown = rules.flatMap(({ alert, expr, annotations }) => {
      const { labels } = labelsOfResult(expr, labelsOf);
      const named = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
      return named.filter((label) => !labels.has(label)).map((label) => `${alert}: ${label}`);
    });
    expect(unknown).toEqual([]);
  });
  test("links to a dashboard that exists", () => {
    const files = [...dashboardFiles().keys()].map((file) => `/d/avax-${basename(file, ".json")}`);
    expect(rules.filter(({ annotations }) => !files.includes(annotations["dashboard_url"] ?? ""))).toEqual([]);
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
    expect(exprs.flatMap((expr) => labelsOfResult(expr, labelsOf).faults)).toEqual([]);
  });
  test("distinguishes the nodes of an exporter: matching and aggregation by job and instance include node", () => {
    const lists = exprs.flatMap((expr) => [...expr.matchAll(/\((job, instance[^)]*)\)/g)].map(([, list]) => list));
    expect(lists.length).toBeGreaterThan(50);
    expect(lists.filter((list) => !list?.startsWith("job, instance, node"))).toEqual([]);
  });
  test("uses ranges of at least four scrapes, a minute apart", () => {
    const ranges = exprs.flatMap((expr) => selectorsOf(expr).flatMap(({ range }) => range ?? []));
    expect(ranges.filter((range) => seconds(range) < 4 * 60)).toEqual([]);
  });
  test.for([
    ["AvaxValidatorRewardAtRisk", formulas.bestUptime(select)],
    ["AvaxProtocolConstantDrift", formulas.expectedGasPrice(select)],
    ["AvaxProtocolConstantDrift", formulas.expectedValidatorFee(select)],
    ["AvaxGasPriceHigh", formulas.gasPriceMultipleNow(select)],
    ["AvaxGasCapacityLow", formulas.gasCapacityShareNow(select)],
    ["AvaxStakeConnectedLow", formulas.connectedShare(select)],
    ["validation:avax_l1_runway_seconds:now", formulas.runway(select)],
    ["validation:avax_l1_runway_seconds:worst", formulas.worstRunway(select)],
    ["subnet:avax_l1_weight_top_share:ratio", formulas.largestShare(select)],
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
  test("disables an alert, or one severity of it", () => {
    const without = alertGroups({
      AvaxExporterDown: { enabled: false },
      AvaxL1ValidatorBalanceLow: { tiers: { info: { enabled: false } } },
    }).flatMap((group) => group.rules);
    const key = ({ alert, labels }: (typeof rules)[number]) => `${alert} ${labels["severity"]}`;
    const gone = rules.map(key).filter((one) => !without.map(key).includes(one));
    expect(gone).toEqual(["AvaxExporterDown critical", "AvaxL1ValidatorBalanceLow info"]);
  });
  test("changes a threshold, a severity and a duration of one tier only", () => {
    const [critical, warning] = alertGroups({
      AvaxL1QuorumRisk: {
        keepFiringFor: "1h",
        tiers: { critical: { parameters: { below: 0.7 }, severity: "page", for: "1m" } },
      },
    })
      .flatMap((group) => group.rules)
      .filter(({ alert }) => alert === "AvaxL1QuorumRisk");
    expect(critical).toMatchObject({ for: "1m", keep_firing_for: "1h", labels: { severity: "page" } });
    expect(critical?.expr).toContain("< 0.7\n");
    expect(warning).toMatchObject({ for: "10m", labels: { severity: "warning" } });
    expect(warning?.expr).toContain("< 0.8\n");
  });
  test("can be a placeholder of a chart", () => {
    const [rule] = alertGroups({
      AvaxL1QuorumRisk: { tiers: { critical: { parameters: { below: "{{ .below }}" } } } },
    })
      .flatMap((group) => group.rules)
      .filter(({ alert }) => alert === "AvaxL1QuorumRisk");
    expect(rule?.expr).toContain("< {{ .below }}\n");
  });
});

describe("recorded series", () => {
  test("are named level:metric:operations", () => {
    expect(recordings.filter(({ name }) => !/^[a-z]+:avax_[a-z0-9_]+:[a-z0-9_]+$/.test(name))).toEqual([]);
  });
  test("are used by an alert, a dashboard or a runbook", () => {
    const texts = [...rules.map(({ expr }) => expr), ...dashboardFiles().values(), ...runbooks.values()].join("\n");
    expect(recordings.filter(({ name }) => !texts.includes(name)).map(({ name }) => name)).toEqual([]);
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
    expect(names.filter((name) => !silent?.has(name))).toEqual([]);
  });
  test("test every severity", () => {
    const tried = new Set(cases.flatMap(({ alert, fires }) => fires.map(({ severity }) => `${alert} ${severity}`)));
    const missing = rules.map(({ alert, labels }) => `${alert} ${labels["severity"]}`).filter((one) => !tried.has(one));
    expect(missing).toEqual([]);
  });
  test("refer to alerts and series that exist", () => {
    const all = [...cases, ...specials];
    expect(all.filter(({ alert }) => !names.includes(alert))).toEqual([]);
    const faults = all.flatMap(({ when }) =>
      Object.keys(when)
        .map((series) => series.replace(/instance="[^"]*",?/, ""))
        .flatMap((series) => labelsOfResult(series, labelsOf).faults),
    );
    expect(faults).toEqual([]);
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
    expect(queries.flatMap((query) => labelsOfResult(query, known).faults)).toEqual([]);
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
  const matching = (matchers: Matchers) =>
    rules.filter(({ alert, labels }) =>
      matchers.every((matcher) => {
        const [, label = "", operator = "", value = ""] = /^(\w+)(=~|!=|=)"(.*)"$/.exec(matcher) ?? [];
        const actual = { alertname: alert, ...labels }[label] ?? "";
        if (operator === "=~") return new RegExp(`^(?:${value})$`).test(actual);
        return (actual === value) === (operator === "=");
      }),
    );
  test("inhibits alerts that exist, by alerts that exist", () => {
    for (const { source_matchers, target_matchers } of inhibit_rules as readonly InhibitRule[]) {
      expect(matching(source_matchers).length, source_matchers.join()).toBeGreaterThan(0);
      expect(matching(target_matchers).length, target_matchers.join()).toBeGreaterThan(0);
    }
  });
  test("only names alerts that exist", () => {
    const text = read("alertmanager.yaml");
    for (const [, name = ""] of text.matchAll(/alertname="(\w+)"/g)) expect(names).toContain(name);
  });
  test("distinguishes the nodes of an exporter", () => {
    const lists = (inhibit_rules as readonly InhibitRule[]).flatMap(({ equal }) => (equal ? [equal] : []));
    expect(lists.filter((equal) => !targetLabels.every((label) => equal.includes(label)))).toEqual([]);
  });
  test("sends every severity to a receiver that exists", () => {
    const known = receivers.map(({ name }: { readonly name: string }) => name);
    const routes = [route, ...route.routes].map(({ receiver }: { readonly receiver: string }) => receiver);
    expect(routes.filter((name) => !known.includes(name))).toEqual([]);
  });
});
