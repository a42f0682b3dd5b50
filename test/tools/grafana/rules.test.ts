/** Checks of the rules, their texts, the runbooks, and the example for Alertmanager. */
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { severities } from "../../../src/alerts/alert.ts";
import { alertSources, alerts, optionalGroups, ruleGroups } from "../../../src/alerts/groups.ts";
import { statesNeed } from "../../../src/alerts/monitoring.ts";
import { collectors } from "../../../src/collectors/all.ts";
import type { StateTable } from "../../../src/engine/states.ts";
import { factMetrics, stateTables } from "../../../src/entities/all.ts";
import { type Duration, milliseconds } from "../../../src/lib/duration.ts";
import { ruleFiles, runbookFiles, sections } from "../../../src/tools/grafana/alert-files.ts";
import { dashboardFiles } from "../../../src/tools/grafana/dashboards/files.ts";
import { cases } from "./cases/alerts.ts";
import { scenarios } from "./cases/scenarios.ts";
import { labelsOfResult, selectorsOf } from "./promql.ts";
import { alertRules, labelsOf } from "./sources.ts";

const grafana = join(import.meta.dirname, "../../../grafana");
const read = (file: string) => readFileSync(join(grafana, file), "utf8");
const seconds = (duration: string) => milliseconds(duration as Duration) / 1000;

const rules = alertRules();
/** Returns the states that an expression reads, except those that end it. */
const statesIn = (expr: string) =>
  [...expr.replaceAll(/\bunless\b.*?(?=\bor\b|$)/gs, "").matchAll(/avax_(\w+)_state\{state=~?"([\w|]+)"/g)].flatMap(
    ([, entity = "", names = ""]) => names.split("|").map((state) => [entity, state] as const),
  );
const names = alerts.map(({ name }) => name);

const byMetric = (alert: string, facts: string) => `${alert} reads ${facts}, from which the state follows.`;
const collectorOff =
  "AvaxCollectorUnavailable fires if the API is disabled. A disabled collector is a decision, and `status` shows it.";
const failingCheck = "AvaxNodeHealthCheckFailing fires for the check of the chain.";

/** States of tone `bad` or `warn` that no default alert reads, with the reason. */
const statesWithoutAlert: Readonly<Record<string, string>> = {
  "node unchecked": collectorOff,
  "node unidentified": collectorOff,
  "chain slow": failingCheck,
  "chain failing": failingCheck,
  "validator inactive": byMetric("AvaxL1BalanceLow", "the time to the end of the balance"),
  "validator reward_lost": byMetric("AvaxValidatorUnrewarded", "the time to the loss of the reward"),
  "validator at_risk": byMetric("AvaxValidatorOfflineBudgetLow", "the time to the loss of the reward"),
  "validator unrewarded": byMetric("AvaxValidatorUnrewarded", "the reward of the last period"),
  "subnet empty": "Its chains cannot run: AvaxChainHalted or the check of the chain fires on each node that runs one.",
  "l1 halted": "AvaxL1HaltAhead reads the time to the halt, and AvaxChainHalted the states of its chains.",
  "l1 slow": byMetric("AvaxL1QuorumRisk", "the active weight"),
  "l1 at_risk": byMetric("AvaxL1HaltAhead", "the time to the halt"),
  "l1 degraded": byMetric("AvaxL1BalanceLow", "the time to the end of the first balance"),
  "l1_validator inactive": byMetric("AvaxL1BalanceLow", "the time to the end of the balance"),
  "l1_validator low_balance": byMetric("AvaxL1BalanceLow", "the time to the end of the balance"),
};

describe("the files", () => {
  test("are up to date", () => {
    for (const [name, text] of ruleFiles()) expect(read(name)).toBe(text);
  });
  test("contain the groups of the chart", () => {
    const groups = [...ruleFiles().values()].flatMap((text) => parse(text).groups);
    expect(groups).toEqual(ruleGroups({}, optionalGroups));
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
      const intervals = selectors.map(({ metric }) => Math.min(...intervalOf(metric)));
      const longest = Math.max(0, ...intervals.filter(Number.isFinite));
      return seconds(rule.for) + Math.max(0, ...ranges) < 2 * longest;
    });
    expect(hasty.map(({ alert }) => alert)).toEqual([]);
  });
  test("keeps the ID of the node if it drops the address of its exporter", () => {
    const dropping = rules.filter(
      ({ alert, expr }) => /without \([^)]*\binstance\b/.test(expr) && alert !== "AvaxExporterDown",
    );
    expect(dropping.length).toBeGreaterThan(4);
    const mixing = dropping.filter(({ expr }) => !labelsOfResult(expr, labelsOf).labels.has("node_id"));
    expect(mixing.map(({ alert }) => alert)).toEqual([]);
  });
  test("names the network, except about own metrics of the exporter", () => {
    const others = rules.filter(({ expr }) => !/^(vector|[\w(]+\(avax_exporter_)/.test(expr));
    expect(others.filter(({ expr }) => !labelsOfResult(expr, labelsOf).labels.has("network"))).toEqual([]);
    expect(others.filter(({ annotations }) => !annotations["summary"]?.includes("$labels.network"))).toEqual([]);
  });
  test("has a summary, a description, and a sentence about its condition", () => {
    for (const { annotations, sentence } of rules) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(annotations["summary"]).toBeTruthy();
      expect(annotations["description"]).toMatch(/[.!?]$/);
    }
  });
  test("names labels that it can have: those of its series, and those of a node or its target", () => {
    const ofTargets = ["job", "instance", "node", "cluster", "network", "node_id"];
    const unknown = rules.flatMap(({ alert, expr, annotations }) => {
      const labels = new Set([...labelsOfResult(expr, labelsOf).labels, ...ofTargets, "check"]);
      const named = [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].map(([, label = ""]) => label);
      return named.filter((label) => !labels.has(label)).map((label) => `${alert}: ${label}`);
    });
    expect(unknown).toEqual([]);
  });
  test("queries entities of its network", () => {
    const unlimited = rules.flatMap(({ alert, annotations }) =>
      [...JSON.stringify(annotations).matchAll(/query (\(printf )?\\"(.*?)\\"/g)].flatMap(([, , query = ""]) =>
        /network=%q|on \(network, node_id\)/.test(query) ? [] : `${alert}: ${query}`,
      ),
    );
    expect(unlimited).toEqual([]);
  });
  test("about a state has the way to fix it", () => {
    const without = rules.flatMap(({ expr }) =>
      statesIn(expr).flatMap(([entity, state]) => {
        const fix = new Map<string, StateTable>(Object.entries(stateTables)).get(entity)?.[state]?.fix ?? "";
        const readers = rules.filter((one) => statesIn(one.expr).some((read) => `${read}` === `${[entity, state]}`));
        return readers.some(({ annotations }) => annotations["description"]?.includes(fix)) ? [] : `${entity} ${state}`;
      }),
    );
    expect(without).toEqual([]);
  });
  test("reads each state of tone bad or warn by default, except states with a reason", () => {
    const read = new Set(
      ruleGroups().flatMap((group) => group.rules.flatMap(({ expr }) => statesIn(expr).map((one) => one.join(" ")))),
    );
    const unread = Object.entries(stateTables).flatMap(([entity, table]) =>
      Object.entries(table).flatMap(([state, { tone }]) =>
        (tone === "bad" || tone === "warn") && !read.has(`${entity} ${state}`) ? `${entity} ${state}` : [],
      ),
    );
    expect(unread.toSorted()).toEqual(Object.keys(statesWithoutAlert).toSorted());
  });
  test("AvaxCollectorUnavailable is about each collector with a metric, or the source of a state, that default alerts read", () => {
    const text = ruleGroups()
      .filter(({ name }) => name !== "avalanche-exporter")
      .flatMap((group) => group.rules.map(({ expr }) => expr))
      .join("\n");
    const isIn = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);
    const sources = factMetrics.flatMap(({ name, from }) => (isIn(text, name) ? from : []));
    const isSource = (method: string) => isIn(sources.join("\n"), method);
    // other collectors than node call the info API to identify the node
    const sourcesOf = (reads: readonly string[]) => {
      const others = reads.filter((method) => !method.startsWith("info."));
      return others.length > 0 ? others : reads;
    };
    const needed = collectors.filter(
      ({ metrics, reads, disabledByDefault }) =>
        !disabledByDefault && (metrics.some(({ name }) => isIn(text, name)) || sourcesOf(reads).some(isSource)),
    );
    expect(statesNeed).toEqual(needed.map(({ name }) => name));
  });
  test("links to a dashboard and variables that exist", () => {
    const variables = new Map(
      [...dashboardFiles()].map(([file, text]) => [
        basename(file, ".json"),
        JSON.parse(text).templating.list.map(({ name }: { readonly name: string }) => name),
      ]),
    );
    const links = alertSources.flatMap((group) => [
      group.dashboard,
      ...group.alerts.flatMap((one) => one.dashboard ?? []),
    ]);
    const wrong = links.filter(({ file, variables: own }) =>
      Object.keys(own).some((name) => !variables.get(file)?.includes(name)),
    );
    expect(wrong).toEqual([]);
    for (const { annotations } of rules)
      expect(annotations["dashboard_url"]).toMatch(/^http:\/\/127\.0\.0\.1:3000\/d\/avax-\w+\?from=now-24h/);
  });
});

describe("each expression", () => {
  const exprs = rules.map(({ expr }) => expr);
  test("uses metrics and labels that exist", () => {
    expect(exprs.flatMap((expr) => labelsOfResult(expr, labelsOf).messages)).toEqual([]);
  });
  test("fits on a screen: at most six lines, and two joins", () => {
    const joins = (expr: string) => expr.match(/\b(?:on|ignoring) \(/g)?.length ?? 0;
    const long = rules.filter(({ expr }) => expr.split("\n").length > 6 || joins(expr) > 2 || expr.length > 720);
    expect(long.map(({ alert }) => alert)).toEqual([]);
  });
  test("joins nothing on the labels of a target, except jobs, so that labels such as cluster can distinguish targets", () => {
    expect(exprs.filter((expr) => /\b(?:on|by) \([^)]*\binstance\b/.test(expr))).toEqual([]);
    const ofJobs = rules.filter(({ expr }) => /\b(?:on|by) \(job\b/.test(expr)).map(({ alert }) => alert);
    expect([...new Set(ofJobs)]).toEqual(["AvaxExporterDown", "AvaxNodeGone"]);
  });
  test("groups by no label whose collision with a label of a target is not reported, except those of targets themselves, and labels that no target has", () => {
    const alertOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? "";
    const reported = [...alertOf("AvaxTargetLabelsCollide").matchAll(/exported_(\w+)/g)].map(([, label]) => label);
    const grouped = exprs.flatMap((expr) =>
      [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", ")),
    );
    const unreported = new Set(grouped.filter((label) => !reported.includes(label)));
    expect([...unreported].toSorted()).toEqual([
      ...["cluster", "entity", "id", "job", "manager_address", "manager_chain_id", "namespace", "node"],
      "validation_id",
    ]);
  });
});

describe("promtool's tests", () => {
  test("test every severity", () => {
    const tried = new Set(cases.flatMap(({ alert, after }) => Object.keys(after).map((one) => `${alert} ${one}`)));
    const missing = rules.map(({ alert, labels }) => `${alert} ${labels["severity"]}`).filter((one) => !tried.has(one));
    expect(missing).toEqual([]);
  });
  test("refer to alerts and series that exist", () => {
    expect(cases.filter(({ alert }) => !names.includes(alert))).toEqual([]);
    const series = [...cases.map((one) => one.series), ...scenarios.map(({ input }) => input)].flatMap(Object.keys);
    const known = (name: string) => [...(labelsOf(name) ?? []), "region"];
    const messages = [...new Set(series)].flatMap((one) => labelsOfResult(one, known).messages);
    expect(messages).toEqual([]);
  });
});

const runbooks = new Map(
  globSync("runbooks/Avax*.md", { cwd: grafana }).map((file) => [basename(file, ".md"), read(file)]),
);
/** Returns the code blocks of a language; "" for those without one. */
const fenced = (text: string, language: string) =>
  [...text.matchAll(/^```(\w*)\n(.*?)\n```$/gms)].flatMap(([, own, body = ""]) => (own === language ? [body] : []));
/** Returns the commands in code blocks and inline code. */
const commandsIn = (text: string) =>
  [...text.matchAll(/avalanche-exporter call ([^`\n|]+)/g)].map(([, rest = ""]) => rest);

describe("runbooks", () => {
  test("exist for every alert, and for nothing else", () => {
    expect([...runbooks.keys()].toSorted()).toEqual(names.toSorted());
    const urls = rules.map(({ alert, annotations }) => [alert, annotations["runbook_url"]?.split("/").at(-1)]);
    expect(urls).toEqual(rules.map(({ alert }) => [alert, `${alert}.md`]));
  });
  const withoutDefaults = (text: string) => text.replace(/<!-- generated: .*?<!-- \/generated -->/s, "");
  const proseOf = (name: string) => withoutDefaults(runbooks.get(name) ?? "").replaceAll(/\s+/g, " ");
  const parametersOf = ({ tiers }: (typeof alerts)[number]) => [
    ...new Set(Object.values(tiers).flatMap(({ parameters }) => Object.keys(parameters))),
  ];
  test.for(alerts)("$name has its consequence and a command first, and then all sections, in 40 lines", (alert) => {
    const text = runbooks.get(alert.name) ?? "";
    const parts = withoutDefaults(text).split(/^## /m).slice(1);
    expect({
      begin: /^# \w+\n\n(?:Money|Users|Alerts): [^`]+```\navalanche-exporter /.test(text),
      isShort: text.trimEnd().split("\n").length <= 40,
      headings: [...text.matchAll(/^#+ .+$/gm)].map(([heading]) => heading),
      empty: parts.filter((part) => part.trim().split("\n").length === 1),
      hasQuery: fenced(text, "promql").length > 0,
      hasCommand: commandsIn(text).length > 0,
      unnamed: parametersOf(alert).filter((parameter) => !proseOf(alert.name).includes(`\`${parameter}\``)),
    }).toEqual({
      begin: true,
      isShort: true,
      headings: [`# ${alert.name}`, ...sections.map((section) => `## ${section}`)],
      empty: [],
      hasQuery: true,
      hasCommand: true,
      unnamed: [],
    });
  });
  test("have up-to-date tables", async () => {
    for (const [name, text] of await runbookFiles()) expect(read(name), name).toBe(text);
  });
  test("name parameters that the alert has", () => {
    const unknown = alerts.flatMap((alert) => {
      const { name } = alert;
      const own = parametersOf(alert);
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
  const { inhibit_rules, route } = parse(read("alertmanager.yaml"));
  const inhibitRules: readonly InhibitRule[] = inhibit_rules;
  const [ours] = route.routes;
  const areMet = (matchers: Matchers, labels: Readonly<Record<string, string>>) =>
    matchers.every((matcher) => {
      const [, label = "", operator = "", value = ""] = /^(\w+)(=~|!=|=)"(.*)"$/.exec(matcher) ?? [];
      const actual = labels[label] ?? "";
      if (operator === "=~") return new RegExp(`^(?:${value})$`).test(actual);
      return (actual === value) === (operator === "=");
    });
  /** Returns the rules that can match: values of other labels than these are not known. */
  const matching = (matchers: Matchers) => {
    const known = matchers.filter((matcher) => /^(alertname|severity)\b/.test(matcher));
    return rules.filter(({ alert, labels }) => areMet(known, { alertname: alert, ...labels }));
  };
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
  test("only inhibits alerts of the same network, or of the same exporters", () => {
    const others = inhibitRules.filter(({ equal }) => !equal?.includes("network"));
    expect(others.map(({ source_matchers }) => source_matchers.join())).toEqual(
      ["ExporterDown", "CollectorFailing"].map((name) => `alertname="Avax${name}",severity="critical"`),
    );
    expect(others.filter(({ equal }) => !equal?.includes("job"))).toEqual([]);
  });
  test("has a lower severity of each alert inhibited by a higher one with the same labels", () => {
    const [first] = inhibitRules;
    const severitiesOf = (name: string) => rules.filter(({ alert }) => alert === name).length;
    const labels = rules
      .filter(({ alert }) => severitiesOf(alert) > 1)
      .flatMap(({ expr }) => [...labelsOfResult(expr, labelsOf).labels]);
    const compared = new Set(first?.equal);
    // only the critical rule of AvaxNodeHealthCheckFailing has it
    compared.add("check");
    expect([...new Set(labels)].filter((label) => !compared.has(label))).toEqual([]);
  });
  test("inhibits no alert by one that it inhibits", () => {
    // an alert with one label more inhibits the alert of the same name without it
    const others = inhibitRules.filter(({ target_matchers }) => !target_matchers.some((one) => one.endsWith('=""')));
    const pairs = others.flatMap(({ source_matchers, target_matchers, equal = [] }) =>
      matching(source_matchers).flatMap((source) =>
        matching(target_matchers)
          .filter(({ alert }) => !equal.includes("alertname") || alert === source.alert)
          .map((one) => [source, one] as const),
      ),
    );
    const key = (one: (typeof rules)[number]) => `${one.alert} ${one.labels["severity"]}`;
    const all = new Set(pairs.map(([source, one]) => `${key(source)} > ${key(one)}`));
    expect(pairs.filter(([source, one]) => all.has(`${key(one)} > ${key(source)}`))).toEqual([]);
  });
  type Rule = (typeof rules)[number];
  const nameOf = ({ alert, labels }: Rule) => `${alert} ${labels["severity"]}`;
  test("compares labels that both rules keep or both drop, also those of targets, by which the source is no part of a whole", () => {
    const withTarget = (name: string) => [...(labelsOf(name) ?? []), "region", "host"];
    const labels = ({ expr }: Rule) => labelsOfResult(expr, withTarget).labels;
    const ofCauses = inhibitRules.filter(({ equal }) => !equal?.includes("alertname"));
    const wrong = ofCauses.flatMap(({ source_matchers, target_matchers, equal = [] }) =>
      matching(source_matchers).flatMap((source) =>
        matching(target_matchers).flatMap((one) => {
          const [ofSource, ofTarget] = [labels(source), labels(one)];
          const differing = equal.filter((label) => ofSource.has(label) !== ofTarget.has(label));
          const isPart = ofSource.has("region") && !equal.some((label) => /^(instance|node_id)$/.test(label));
          return differing.length === 0 && !isPart ? [] : [`${nameOf(source)} > ${nameOf(one)}: ${differing}`];
        }),
      ),
    );
    expect(wrong).toEqual([]);
  });
  test("waits longer than an evaluation interval of Prometheus before it notifies, except of the alert that always fires", () => {
    const evaluation = seconds(parse(read("prometheus.yaml")).global.evaluation_interval ?? "1m");
    const waits = [ours, ...ours.routes].flatMap(({ group_wait, matchers }) =>
      group_wait === undefined || matchers.join().includes("Watchdog") ? [] : seconds(group_wait),
    );
    expect(waits).toEqual([75]);
    expect(Math.min(...waits)).toBeGreaterThan(Math.max(evaluation, 60));
  });
});
