/** Checks the dashboards against the metrics of the exporter and against these rules:
 *  D1: one variable for the data source. D2: few variables. D3: queries restricted to what the variables choose.
 *  D4: rates of counters. D5: titles, descriptions and units. D6: the chosen data source everywhere. D7: common settings.
 *  D8: layout, in dashboards-layout.test.ts. D9: copies for provisioning and for upload. D10: all metrics, and only existing ones. D11: existing labels.
 *  D12: queries return data. D13: variables have values. D14: the size of each file.
 *  test/e2e/grafana/dashboards.test.ts checks D12 and D13 with Prometheus. */
import * as units from "@grafana/grafana-foundation-sdk/units";
import { expect, test } from "vitest";
import { collectors } from "../../../src/collectors/all.ts";
import { ruleFiles } from "../../../src/tools/grafana/alert-files.ts";
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
import { alertRules, isCounter, labelsOf, metricOf, metrics, namesOf } from "./sources.ts";

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

test("D2: a dashboard has variables for the network and its entity; only that of the exporter has job and instance", () => {
  const common = { multi: true, includeAll: true, refresh: 2, datasource: source };
  const names = dashboards.map(({ uid, templating }) => {
    const queried = templating.list.filter(({ type }) => type === "query");
    for (const one of queried) expect(one).toMatchObject(common);
    return [uid, ...queried.map(({ name }) => name)];
  });
  expect(names).toEqual([
    ["avax-overview", "network"],
    ["avax-validators", "network", "node_id"],
    ["avax-l1", "network", "l1"],
    ["avax-economics", "network"],
    ["avax-sync", "network", "node"],
    ["avax-exporter", "job", "instance"],
  ]);
});

test("a variable has the same name on all dashboards", () => {
  const names = dashboards.flatMap(({ templating }) => templating.list.map(({ name, label }) => `${label}: ${name}`));
  const labels = [...new Set(names)].map((name) => name.split(":")[0]);
  expect(labels.length).toBe(new Set(labels).size);
});

/** Metrics of the nodes themselves have the job of the nodes, and no network. */
const isNative = (metric: string) => metric.startsWith("avalanche_");
const isOfNoNetwork = (metric: string) => isNative(metric) || /^(up$|ALERTS$|avax_up\b|avax_exporter_)/.test(metric);
const chosen = /^\$(network|node_id|node|l1|job|instance)\|?$/;
test("D3: every query is restricted to what the variables choose", () => {
  for (const { name, target } of queries) {
    const all = selectorsOf(target.expr);
    const isChosen = all.some(({ matchers }) => matchers.some(({ value }) => chosen.test(value)));
    expect({ name, isChosen: isChosen || isOfNoNetwork(all[0]?.metric ?? "") }).toMatchObject({ isChosen: true });
  }
});

test("there are at most 100 panels, a query has at most 300 characters, and half of them have fewer than 120", () => {
  const lengths = queries.map(({ target }) => target.expr.length).sort((a, b) => a - b);
  expect(panels.length).toBeLessThanOrEqual(100);
  expect(namesWhere(queries, ({ target }) => target.expr.length > 300)).toEqual([]);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(120);
});

test("no query joins the nodes' own metrics, or reads a recording", () => {
  const joins = ({ target }: (typeof queries)[number]) => isNative(target.expr) && /\bon ?\(/.test(target.expr);
  expect(namesWhere(queries, joins)).toEqual([]);
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
    expect(annotations).toEqual([["Firing alerts", false]]);
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

test("each alert leads to a dashboard, and sets variables of it", () => {
  for (const { alert, annotations } of alertRules()) {
    const [, uid, query = ""] = /\/d\/([\w-]+)\?(.*)$/.exec(annotations["dashboard_url"] ?? "") ?? [];
    const list = dashboards.find((one) => one.uid === uid)?.templating.list.map(({ name }) => name) ?? [];
    const unknown = [...query.matchAll(/var-(\w+)=/g)].filter(([, name = ""]) => !list.includes(name));
    expect({ alert, isKnown: list.length > 0, unknown }).toEqual({ alert, isKnown: true, unknown: [] });
  }
});

test("a label is text in each table: a name of digits is no number", () => {
  const tables = panels.filter(({ panel }) => panel.type === "table");
  expect(tables.length).toBeGreaterThan(20);
  for (const { name, panel } of tables) {
    const { renameByName = {} } = panel.transformations?.[1]?.options ?? {};
    const titles = Object.entries(renameByName).flatMap(([from, to]) => (from.startsWith("Value") ? [] : [to]));
    const { defaults, overrides } = panel.fieldConfig;
    const units = titles.map((title) => {
      const properties = overrides.find(({ matcher }) => matcher.options === title)?.properties;
      return properties?.find(({ id }) => id === "unit")?.value;
    });
    expect({ name, units: new Set([defaults.unit, ...units]) }).toEqual({ name, units: new Set(["string"]) });
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
      .flatMap(({ value }) => value.split(/\|(?![^(]*\))/));
    const isKnown = (pattern: string) => names.some((one) => new RegExp(`^(?:${pattern})$`).test(one));
    expect({ name, unknown: asked.filter((one) => !isKnown(one)) }).toEqual({ name, unknown: [] });
  }
});

/** Reasons by metric. */
const notShown: Readonly<Record<string, string>> = {
  avax_pchain_gas_capacity: "avax_pchain_gas_price_avax rises when it is used up",
  avax_pchain_validator_fee_state_timestamp_seconds: "avax_pchain_block_age_seconds has the age of the last block",
  avax_pchain_validator_fee_capacity: "a constant of the network",
  avax_pchain_validator_fee_target: "a constant of the network",
  avax_validator_weight: "avax_validator_stake_avax and avax_validator_delegated_avax are its parts",
  avax_chain_info: "names and virtual machines of chains, for joins",
  avax_peers: "avax_peers_stake_avax weights the versions by their stake",
  avax_exporter_collector_failures_total: "avax_exporter_rpc_request_failures_total has the reasons",
  avax_pchain_validator_fee_excess: "avax_pchain_validator_fee_price_avax_per_second follows from it",
  avax_xchain_height: "avax_chain_last_accepted_height has the heights of all chains",
  avax_node_bootstrapped: "avax_node_state and avax_chain_state have the state bootstrapping",
  avax_pchain_gas_excess: "avax_pchain_gas_price_avax follows from it",
  avax_pchain_timestamp_seconds: "avax_pchain_block_age_seconds is its age",
  avax_evm_fee_config_height: "changes with a decision of those who govern the chain",
  avax_subnet_supply: "only of elastic subnets",
};

test("D10: every metric is on a panel or in a rule, or has a reason not to be", () => {
  const rules = [...ruleFiles().values()].join("\n");
  const shown = new Set(selectors.flatMap(({ metric }) => namesOf(metric).map((name) => metricOf.get(name))));
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
