/** Checks the dashboards against the metrics of the exporter and against these rules:
 *  D1: one variable for the data source. D2: variables for the targets. D3: selectors restricted to the chosen networks and targets.
 *  D4: rates of counters. D5: titles, descriptions and units. D6: the chosen data source everywhere. D7: common settings.
 *  D8: layout, in dashboards-layout.test.ts. D9: copies for provisioning and for upload. D10: all metrics, and only existing ones. D11: existing labels.
 *  D12: queries return data. D13: variables have values. D14: the size of each file.
 *  test/e2e/grafana/dashboards.test.ts checks D12 and D13 with Prometheus. */
import * as units from "@grafana/grafana-foundation-sdk/units";
import { expect, test } from "vitest";
import { collectors } from "../../../src/collectors/all.ts";
import { ruleFiles } from "../../../src/tools/grafana/alert-files.ts";
import { boards } from "../../../src/tools/grafana/dashboards/alert-panels.ts";
import {
  type Dashboard,
  dashboards,
  namesWhere,
  type Panel,
  panels,
  panelsOf,
  queries,
  selectors,
  texts,
  uploads,
} from "./dashboards.ts";
import { labelsOfResult, selectorsOf } from "./promql.ts";
import { alertRules, isCounter, labelsOf, metricOf, metrics } from "./sources.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of Grafana
const source = { type: "prometheus", uid: "${datasource}" };

test("there are six, each with its own UID", () => {
  expect(dashboards.map(({ uid }) => uid).sort()).toEqual(
    ["economics", "exporter", "l1", "overview", "sync", "validators"].map((name) => `avax-${name}`),
  );
});

test("D1: the only data source is a variable", () => {
  for (const { templating } of dashboards) {
    const sources = templating.list.filter(({ type }) => type === "datasource");
    expect(sources).toMatchObject([{ name: "datasource", label: "Data source", query: "prometheus" }]);
  }
});

test("D2: job and instance are multi-value variables, and so is the node of an exporter with several nodes", () => {
  const common = { type: "query", multi: true, includeAll: true, refresh: 2, datasource: source };
  for (const { templating } of dashboards) {
    const of = (wanted: string) => templating.list.find(({ name }) => name === wanted);
    // without a value for All, its jobs restrict the series of Prometheus itself to this exporter
    expect(of("job")).toMatchObject({ ...common, label: "job" });
    expect(of("job")).not.toHaveProperty("allValue");
    expect(of("instance")).toMatchObject({ ...common, label: "instance", allValue: ".+" });
    for (const label of ["node", "network", "cluster"])
      expect(of(label)).toMatchObject({ ...common, label, allValue: ".*" });
  }
});

test("a variable has the same name on all dashboards", () => {
  const names = dashboards.flatMap(({ templating }) => templating.list.map(({ name, label }) => `${label}: ${name}`));
  const labels = [...new Set(names)].map((name) => name.split(":")[0]);
  expect(labels.length).toBe(new Set(labels).size);
});

const targetLabels = ["job", "instance", "node"];
/** Series of Prometheus itself and of an exporter about itself have no network. */
const hasNoNetwork = (name: string) => /^(up|scrape_|process_|nodejs_|avax_(up$|node_reachable|exporter_))/.test(name);
/** Metrics of the nodes themselves have the job of the nodes. */
const isNative = (metric: string) => metric.startsWith("avalanche_");
const isAlert = (metric: string) => metric.startsWith("ALERTS");
const chosenLabels = (metric: string, isOfTarget: boolean) => {
  if (isAlert(metric)) return [];
  if (isNative(metric)) return ["cluster", "node"];
  if (hasNoNetwork(metric)) return ["cluster", ...targetLabels];
  return ["cluster", "network", ...(isOfTarget ? targetLabels : [])];
};
test("D3: every selector is restricted to the chosen networks, and to the chosen targets if the result is about a target", () => {
  for (const { name, target } of queries) {
    const isOfTarget = labelsOfResult(target.expr, labelsOf).labels.has("instance");
    // the highest node of a network is that of all targets
    const isShared = (within: readonly string[]) =>
      within.some((one) => ["max", "min", "avg", "sum", "count", "group"].includes(one));
    for (const { metric, matchers, within } of selectorsOf(target.expr)) {
      const chosen = matchers.filter(({ label, value }) => value.startsWith(`$${label}`)).map(({ label }) => label);
      const needed = chosenLabels(metric, isOfTarget && !isShared(within));
      expect({ name, metric, missing: needed.filter((label) => !chosen.includes(label)) }).toMatchObject({
        missing: [],
      });
    }
  }
});

test("the dashboard of nodes shows the chosen nodes", () => {
  const ofSync = selectors.filter(({ name, metric }) => name.startsWith("avax-sync") && !isNative(metric));
  const chosen = ofSync.filter(({ matchers }) => matchers.some(({ value }) => value === "$node"));
  const ofNodes = chosen.filter(({ metric }) => labelsOf(metric)?.includes("node_id"));
  expect(ofNodes.length).toBeGreaterThan(50);
  const isRestricted = ({ matchers }: (typeof chosen)[number]) =>
    matchers.some(({ label, value }) => label === "node_id" && value === "$monitored_id");
  expect(namesWhere(ofNodes, (one) => !isRestricted(one))).toEqual([]);
});

test("alerts are those of the chosen networks, or without a network", () => {
  const alerts = selectors.filter(
    ({ metric, matchers }) => isAlert(metric) && !/Watchdog/.test(JSON.stringify(matchers)),
  );
  expect(alerts.length).toBeGreaterThan(0);
  for (const { name, matchers } of alerts)
    expect({ name, matchers }).toMatchObject({
      matchers: expect.arrayContaining([{ label: "network", operator: "=~", value: "$network|" }]),
    });
});

/** Characters. */
const maxQuery = 940;
const maxTile = 250;
const isTile = ({ type, options }: Panel) => type === "stat" && /^background/.test(options?.colorMode ?? "");
test("a query fits into a few lines, that of a status tile into one or two", () => {
  expect(queries.filter(({ panel }) => isTile(panel)).length).toBeGreaterThan(10);
  const tooLong = queries.filter(({ panel, target }) => target.expr.length > (isTile(panel) ? maxTile : maxQuery));
  expect(tooLong.map(({ name, target }) => `${name}: ${target.expr.length}`)).toEqual([]);
});

test("no query joins targets by their labels, except with the networks of their nodes, or reads a recording", () => {
  const networks = / (and|\*) on \([^)]*\) (group_left \(network\) group by \([^)]*\) \()?avax_node_state\{/;
  const joins = /\b(?:on|group_left|group_right) ?\([^)]*\b(?:job|instance|node)\b/;
  const others = ({ target }: (typeof queries)[number]) => joins.test(target.expr.split(networks).join(""));
  expect(namesWhere(queries, others)).toEqual([]);
  expect(namesWhere(selectors, ({ metric }) => metric.includes(":"))).toEqual([]);
});

const growths = ["rate", "irate", "increase"];
test("D4: counters, and only counters, are shown as rate or increase over Grafana's interval", () => {
  for (const { name, metric, within, range } of selectors) {
    const isGrowth = growths.includes(within[0] ?? "");
    expect({ name, metric, isGrowth }).toEqual({ name, metric, isGrowth: isCounter(metric) });
    if (isGrowth) expect({ name, range }).toEqual({ name, range: "$__rate_interval" });
  }
});

const known = new Set<unknown>(Object.values(units));
const isUnit = (unit: unknown) => known.has(unit) || /^(suffix|si):[\w/]+$/.test(String(unit));
const unitsOf = ({ fieldConfig }: Panel) => [
  fieldConfig.defaults.unit,
  ...fieldConfig.overrides.flatMap(({ properties }) =>
    properties.filter(({ id }) => id === "unit").map(({ value }) => value),
  ),
];
const sentences = (text = "") => text.match(/[A-Z0-9].*?[.:](?= |$)/g) ?? [];

test("D5: every panel has a title, a description of its meaning and of what to do, a unit of Grafana, and a text for missing data", () => {
  expect(namesWhere(panels, ({ panel }) => !panel.title)).toEqual([]);
  expect(namesWhere(panels, ({ panel }) => sentences(panel.description).length < 2)).toEqual([]);
  expect(namesWhere(panels, ({ panel }) => !unitsOf(panel).every(isUnit))).toEqual([]);
  expect(namesWhere(panels, ({ panel }) => !panel.fieldConfig.defaults.noValue)).toEqual([]);
});

test("D6: every panel and query uses the chosen data source", () => {
  expect(namesWhere(panels, ({ panel }) => !panel.targets?.length)).toEqual([]);
  for (const { name, panel } of panels) expect({ name, of: panel.datasource }).toEqual({ name, of: source });
  for (const { name, target } of queries) expect({ name, of: target.datasource }).toEqual({ name, of: source });
});

test("D7: all have the same settings", () => {
  for (const dashboard of dashboards) {
    expect(dashboard).toMatchObject({
      id: null,
      editable: true,
      graphTooltip: 1,
      timezone: "browser",
      refresh: "30s",
      time: { from: "now-24h", to: "now" },
      tags: ["avalanche", "avalanche-exporter"],
      links: [
        { type: "dashboards", asDropdown: true, includeVars: true, keepTime: true, tags: ["avalanche-exporter"] },
      ],
    });
    expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(39);
    expect(dashboard.schemaVersion).toBeLessThanOrEqual(42);
    expect(dashboard.uid).toMatch(/^avax-[a-z0-9-]{1,35}$/);
    const annotations = dashboard.annotations.list.map(({ name, enable }) => [name, enable]);
    expect(annotations).toEqual([
      ["Exporter restarts", true],
      ["Firing alerts", false],
    ]);
  }
});

test("amounts are never added over networks", () => {
  for (const { name, target } of queries) {
    const added = selectorsOf(target.expr).filter(
      ({ metric, within }) => /_avax$/.test(metric) && within.includes("sum"),
    );
    const { labels } = labelsOfResult(target.expr, labelsOf);
    const isApart = added.length === 0 || ["network", "instance", "subnet_id"].some((label) => labels.has(label));
    expect({ name, isApart }).toEqual({ name, isApart: true });
  }
});

/** Alerts of severity info are in no table, and the watchdog always fires. */
test("every alert that needs action leads to one dashboard", () => {
  const alerts = alertRules().filter(({ labels }) => labels["severity"] !== "info" && labels["severity"] !== "none");
  for (const { alert } of alerts) {
    const found = Object.entries(boards).filter(([, names]) => new RegExp(`^(?:${names})$`).test(alert));
    expect({ alert, dashboards: found.length }).toEqual({ alert, dashboards: 1 });
  }
});

test("panels of current values use instant queries, never the last value of a range", () => {
  const isOfNow = ({ type }: Panel) => type !== "timeseries" && type !== "state-timeline";
  expect(namesWhere(queries, ({ panel, target }) => isOfNow(panel) !== Boolean(target.instant))).toEqual([]);
});

test("unknown values are never shown as zero", () => {
  expect(namesWhere(queries, ({ target }) => /\bvector\(/.test(target.expr))).toEqual([]);
});

test("D9: provisioned dashboards have no inputs, uploaded ones ask for the data source", () => {
  for (const dashboard of dashboards) expect(dashboard).not.toHaveProperty("__inputs");
  expect(uploads.length).toBe(dashboards.length);
  for (const [i, { __inputs, __requires, ...upload }] of uploads.entries()) {
    expect(__inputs).toMatchObject([{ name: "DS_PROMETHEUS", type: "datasource", pluginId: "prometheus" }]);
    const types = [...new Set(panelsOf(dashboards[i] as Dashboard).map(({ type }) => type))].sort();
    expect(__requires).toMatchObject([
      { type: "grafana", version: "10.4.0" },
      { type: "datasource", id: "prometheus" },
      ...types.map((id) => ({ type: "panel", id })),
    ]);
    expect({ ...upload, templating: undefined }).toEqual({ ...dashboards[i], templating: undefined });
  }
});

test("D10, D11: every metric and label in queries, joins, columns and legends exists", () => {
  for (const { name, target, panel } of queries) {
    const { labels, messages } = labelsOfResult(target.expr, labelsOf);
    expect({ name, messages }).toEqual({ name, messages: [] });
    const inLegend = [...(target.legendFormat ?? "").matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
    expect({ name, unknown: inLegend.filter((label) => !labels.has(label)) }).toEqual({ name, unknown: [] });
    const [, organize] = panel.transformations ?? [];
    const shown = Object.keys(organize?.options.renameByName ?? {}).filter((column) => !column.startsWith("Value"));
    const all = panel.targets?.flatMap(({ expr }) => [...labelsOfResult(expr, labelsOf).labels]) ?? [];
    expect({ name, unknown: shown.filter((label) => !all.includes(label)) }).toEqual({ name, unknown: [] });
  }
});

test("names of collectors in selectors exist", () => {
  const names = collectors.map(({ name }) => name);
  for (const { name, matchers } of selectors) {
    const asked = matchers
      .filter(({ label, value }) => label === "collector" && value !== ".+")
      .flatMap(({ value }) => value.split("|"));
    expect({ name, unknown: asked.filter((one) => !names.includes(one)) }).toEqual({ name, unknown: [] });
  }
});

/** Reasons by metric. */
const notShown: Readonly<Record<string, string>> = {
  avax_xchain_height: "avax_chain_last_accepted_height has the heights of all chains",
  avax_node_bootstrapped: "avax_node_state and avax_chain_state have the state bootstrapping",
  avax_pchain_gas_excess: "avax_pchain_gas_price_avax follows from it",
  avax_pchain_timestamp_seconds: "avax_pchain_block_age_seconds is its age",
  avax_subnet_supply: "only of elastic subnets",
};

test("D10: every metric is on a panel or in a rule, or has a reason not to be", () => {
  const rules = [...ruleFiles().values()].join("\n");
  const shown = new Set(selectors.map(({ metric }) => metricOf.get(metric)));
  const inRules = ({ name }: { readonly name: string }) => new RegExp(`\\b${name}\\b`).test(rules);
  const missing = metrics.filter((metric) => !shown.has(metric.name) && !inRules(metric)).map(({ name }) => name);
  const messages = missing
    .filter((name) => !(name in notShown))
    .map((name) => `${name}: show it on a panel, or add a reason to \`notShown\``);
  const reasons = Object.keys(notShown).filter((name) => !missing.includes(name));
  messages.push(...reasons.map((name) => `${name}: it is shown, remove its reason from \`notShown\``));
  expect(messages).toEqual([]);
});

test("D14: none is too large for a ConfigMap", () => {
  for (const [name, text] of texts)
    expect({ name, kB: Math.ceil(text.length / 1000) < 200 }).toEqual({ name, kB: true });
});
