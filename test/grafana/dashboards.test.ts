/** Checks the dashboards against the metrics of the exporter and against these rules:
 *  D1: one variable for the data source. D2: variables for the targets. D3: selectors restricted to the chosen networks and targets.
 *  D4: rates of counters. D5: titles, descriptions and units. D6: the chosen data source everywhere. D7: common settings.
 *  D8: layout. D9: copies for provisioning and for upload. D10: all metrics, and only existing ones. D11: existing labels.
 *  D12: queries return data. D13: variables have values. D14: the size of each file.
 *  test/e2e/grafana/dashboards.test.ts checks D12 and D13 with Prometheus. */
import * as units from "@grafana/grafana-foundation-sdk/units";
import { expect, test } from "vitest";
import { boards } from "../../grafana/src/dashboards/alert-panels.ts";
import { textWidth } from "../../grafana/src/dashboards/width.ts";
import { collectors } from "../../src/collectors/all.ts";
import { ruleFiles } from "../../src/rules/files.ts";
import { alertRules } from "../../src/rules/groups.ts";
import {
  type Dashboard,
  type DataLink,
  dashboards,
  type Panel,
  panelsOf,
  queriesOf,
  texts,
  uploads,
} from "./dashboards.ts";
import { labelsOfResult, selectorsOf } from "./promql.ts";
import { isCounter, labelsOf, metricOf, metrics } from "./sources.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of Grafana
const source = { type: "prometheus", uid: "${datasource}" };
const queries = dashboards.flatMap(queriesOf);
const panels = dashboards.flatMap((dashboard) =>
  panelsOf(dashboard).map((panel) => ({ dashboard, panel, name: `${dashboard.uid}: ${panel.title}` })),
);
const selectors = queries.flatMap(({ name, target }) =>
  selectorsOf(target.expr).map((selector) => ({ name, ...selector })),
);
const namesWhere = <T>(all: readonly T[], condition: (one: T) => boolean, nameOf: (one: T) => string) =>
  all.filter(condition).map(nameOf);
const named = ({ name }: { readonly name: string }) => name;

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
/** Series of Prometheus itself and of the process of an exporter have no network. */
const hasNoNetwork = (metric: string) => /^(up|scrape_|process_|nodejs_|avax_exporter_(build|config))/.test(metric);
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
      within.some((one) => ["max", "min", "avg", "sum", "count"].includes(one));
    for (const { metric, matchers, within } of selectorsOf(target.expr)) {
      const chosen = matchers.filter(({ label, value }) => value === `$${label}`).map(({ label }) => label);
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
  expect(namesWhere(ofNodes, (one) => !isRestricted(one), named)).toEqual([]);
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
const maxTile = 210;
const isTile = ({ type, options }: Panel) => type === "stat" && /^background/.test(options?.colorMode ?? "");
test("a query fits into a few lines, that of a status tile into one or two", () => {
  expect(queries.filter(({ panel }) => isTile(panel)).length).toBeGreaterThan(10);
  const tooLong = queries.filter(({ panel, target }) => target.expr.length > (isTile(panel) ? maxTile : maxQuery));
  expect(tooLong.map(({ name, target }) => `${name}: ${target.expr.length}`)).toEqual([]);
});

test("no query joins targets by their labels, or reads a recording", () => {
  const joins = /\b(?:on|group_left|group_right) ?\([^)]*\b(?:job|instance|node)\b/;
  expect(namesWhere(queries, ({ target }) => joins.test(target.expr), named)).toEqual([]);
  expect(namesWhere(selectors, ({ metric }) => metric.includes(":"), named)).toEqual([]);
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
const isUnit = (unit: unknown) => known.has(unit) || /^(suffix: ?|si:)[\w/]+$/.test(String(unit));
const unitsOf = ({ fieldConfig }: Panel) => [
  fieldConfig.defaults.unit,
  ...fieldConfig.overrides.flatMap(({ properties }) =>
    properties.filter(({ id }) => id === "unit").map(({ value }) => value),
  ),
];
const sentences = (text = "") => text.match(/[A-Z0-9].*?[.:](?= |$)/g) ?? [];

test("D5: every panel has a title, a description of its meaning and of what to do, and a unit of Grafana", () => {
  expect(namesWhere(panels, ({ panel }) => !panel.title, named)).toEqual([]);
  expect(namesWhere(panels, ({ panel }) => sentences(panel.description).length < 2, named)).toEqual([]);
  expect(namesWhere(panels, ({ panel }) => !unitsOf(panel).every(isUnit), named)).toEqual([]);
});

test("every panel has its own text for missing data", () => {
  expect(namesWhere(panels, ({ panel }) => !panel.fieldConfig.defaults.noValue, named)).toEqual([]);
});

/** Returns a duration as Grafana formats it with one decimal. */
const formatted = (seconds: number) => {
  const units: readonly (readonly [limit: number, size: number, name: string])[] = [
    [60, 1, "s"],
    [3600, 60, "mins"],
    [86_400, 3600, "hours"],
    [604_800, 86_400, "days"],
    [31_536_000, 604_800, "weeks"],
    [Number.POSITIVE_INFINITY, 31_536_000, "years"],
  ];
  const [, size = 1, name] = units.find(([limit]) => Math.abs(seconds) < limit) ?? [];
  return `${(seconds / size).toFixed(1)} ${name}`;
};
const edges = [60, 3600, 86_400, 604_800, 31_536_000];
const durations = [...edges, 50 * 31_536_000].flatMap((edge) => [edge * 0.9, edge - 1, 1 - edge, edge]).map(formatted);
test("the longest duration and the longest state fit into their columns", () => {
  const columns = panels
    .filter(({ panel }) => panel.type === "table")
    .flatMap(({ name, panel }) =>
      panel.fieldConfig.overrides.map(({ matcher, properties }) => {
        const of = (id: string) => properties.find((property) => property.id === id)?.value;
        const [mapping] = (of("mappings") ?? []) as readonly { options: Record<string, { text?: string }> }[];
        const words = Object.values(mapping?.options ?? {}).map(({ text = "" }) => text);
        return { name: `${name}: ${matcher.options}`, unit: of("unit"), width: of("custom.width"), words };
      }),
    );
  expect(columns.filter(({ unit }) => unit === "dtdurations")).toEqual([]);
  const fits = (width: unknown, texts: readonly string[]) =>
    texts.every((text) => Number(width) >= textWidth(text) + 12);
  const ofDurations = columns.filter(({ unit }) => unit === "s");
  const ofStates = columns.filter(({ name }) => name.endsWith(": State"));
  expect([ofDurations.length > 15, ofStates.length > 5]).toEqual([true, true]);
  expect(namesWhere(ofDurations, ({ width }) => !fits(width, durations), named)).toEqual([]);
  expect(namesWhere(ofStates, ({ width, words }) => !fits(width, words), named)).toEqual([]);
});

test("lines of the test network have a color of their own", () => {
  const graphs = queries.filter(({ panel }) => panel.type === "timeseries");
  const ofNetworks = graphs.filter(({ target }) => labelsOfResult(target.expr, labelsOf).labels.has("network"));
  const isNative = ({ target }: (typeof graphs)[number]) => !target.expr.includes("$network");
  const isApart = ({ panel, target: { legendFormat = "" } }: (typeof graphs)[number]) => {
    const name = legendFormat.replace("{{network}}", "fuji").replaceAll(/\{\{\w+\}\}/g, "x");
    const patterns = panel.fieldConfig.overrides.map(({ matcher }) => /^\/(\^.*)\/$/.exec(matcher.options)?.[1]);
    return legendFormat.includes("{{network}}") && patterns.some((one) => one && new RegExp(one).test(name));
  };
  expect(ofNetworks.length).toBeGreaterThan(50);
  expect(namesWhere(ofNetworks, (one) => !isNative(one) && !isApart(one), named)).toEqual([]);
});

test("D6: every panel and query uses the chosen data source", () => {
  expect(namesWhere(panels, ({ panel }) => !panel.targets?.length, named)).toEqual([]);
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

const drawable = ["bargauge", "row", "stat", "state-timeline", "table", "text", "timeseries"];
/** Returns rows and panels as if every row was open: panels below a collapsed row follow those inside. */
const withInner = (panels: readonly Panel[]) => panels.flatMap((panel) => [panel, ...(panel.panels ?? [])]);
test("D8: panels have unique IDs, do not overlap, and have supported types", () => {
  for (const { uid, panels: outer } of dashboards) {
    const panels = withInner(outer);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels[0]?.type).toBe("row");
    const cells = outer.flatMap(({ title, gridPos: { x, y, w, h } }) => {
      expect({ uid, title, isInside: x >= 0 && x + w <= 24 && h > 0 && w > 0 }).toMatchObject({ isInside: true });
      return Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`);
    });
    expect({ uid, overlapping: cells.length - new Set(cells).size }).toEqual({ uid, overlapping: 0 });
    const isEmpty = panels.filter(({ type }, i) => type === "row" && (panels[i + 1]?.type ?? "row") === "row");
    expect(isEmpty.map(({ title }) => title)).toEqual([]);
    expect(panels.filter(({ type }) => !drawable.includes(type)).map(({ title }) => title)).toEqual([]);
  }
});

test("the status is at the top left, with the freshness of the data in the same line", () => {
  for (const dashboard of dashboards) {
    const first = panelsOf(dashboard).filter(({ gridPos }) => gridPos.y === 1);
    expect(first.find(({ gridPos }) => gridPos.x === 0)?.type).toBe("stat");
    expect(first.map(({ title }) => title)).toContain("Data");
  }
});

const linksOf = ({ fieldConfig: { defaults, overrides } }: Panel): readonly DataLink[] => [
  ...(defaults.links ?? []),
  ...overrides.flatMap(({ properties }) =>
    properties.flatMap(({ id, value }) => (id === "links" ? (value as readonly DataLink[]) : [])),
  ),
];
const valueReference = /\$\{__(?:data\.fields\["([^"]+)"\]|field\.labels\.(\w+))\}/g;

test("data links lead to existing dashboards, set their variables, and refer to columns or labels of the panel", () => {
  const linked = panels.flatMap(({ name, panel }) => linksOf(panel).map((link) => ({ name, panel, ...link })));
  expect(linked.length).toBeGreaterThan(0);
  for (const { name, panel, url } of linked) {
    const [, uid, variables = ""] = /^\/d\/(avax-\w+|)[^?]*\?(.*)$/.exec(url) ?? [];
    const target = dashboards.find((one) => one.uid === uid);
    if (uid) expect({ name, url, isKnown: target !== undefined }).toMatchObject({ isKnown: true });
    const set = [...variables.matchAll(/var-(\w+)=/g)].map(([, variable = ""]) => variable);
    const leadsTo = target ? [target] : dashboards; // a label has the dashboard of an alert
    const known = leadsTo.flatMap(({ templating }) => templating.list.map((variable) => variable.name));
    expect({ name, url, unknown: set.filter((one) => !known.includes(one)) }).toMatchObject({ unknown: [] });

    const [, organize] = panel.transformations ?? [];
    const labels = panel.targets?.flatMap(({ expr }) => [...labelsOfResult(expr, labelsOf).labels]) ?? [];
    const { renameByName = {}, excludeByName = {} } = organize?.options ?? {};
    const columns = labels.filter((label) => !excludeByName[label]).map((label) => renameByName[label] ?? label);
    const used = [...url.matchAll(valueReference)].map(([, column, label]) => column ?? label ?? "");
    expect({ name, url, unknown: used.filter((one) => !columns.includes(one)) }).toMatchObject({ unknown: [] });
  }
});

const maxPanels = 30;
/** Grid lines that a screen of 1080 pixels shows without scrolling. */
const screenLines = 26;

test("each has at most 30 panels, and open rows fit on the first screen", () => {
  for (const dashboard of dashboards) {
    const { uid, panels } = dashboard;
    const count = panelsOf(dashboard).length;
    expect({ uid, count, isFew: count <= maxPanels }).toMatchObject({ isFew: true });
    const open = panels.filter(({ type, collapsed }) => type !== "row" || !collapsed);
    const lines = Math.max(...open.map(({ gridPos: { y, h } }) => y + h));
    expect({ uid, lines, fits: lines <= screenLines }).toMatchObject({ fits: true });
    const last = panels.findLastIndex(({ type }) => type !== "row");
    expect(panels.slice(last + 1).every(({ collapsed }) => collapsed)).toBe(true);
  }
});

const entities = ["node_id", "validation_id"];
/** Dashboards of the entities, where a row is at its destination already. */
const destinations = ["avax-validators", "avax-l1"];
test("tables of validators, L1 validators and nodes link each row to its dashboard", () => {
  const ofEntities = panels.filter(({ dashboard, panel }) => {
    if (panel.type !== "table" || destinations.includes(dashboard.uid)) return false;
    const { labels } = labelsOfResult(panel.targets?.[0]?.expr ?? "", labelsOf);
    return entities.some((label) => labels.has(label));
  });
  expect(ofEntities.length).toBeGreaterThan(0);
  expect(namesWhere(ofEntities, ({ panel }) => linksOf(panel).length === 0, named)).toEqual([]);
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
  expect(namesWhere(queries, ({ panel, target }) => isOfNow(panel) !== Boolean(target.instant), named)).toEqual([]);
});

test("unknown values are never shown as zero", () => {
  expect(namesWhere(queries, ({ target }) => /\bvector\(/.test(target.expr), named)).toEqual([]);
});

test("a color is never the only sign: states have text", () => {
  const verdicts = panels.filter(({ panel }) => /background/.test(JSON.stringify(panel)));
  expect(verdicts.length).toBeGreaterThan(0);
  expect(namesWhere(verdicts, ({ panel }) => !panel.fieldConfig.defaults.mappings?.length, named)).toEqual([]);
});

test("D9: provisioned dashboards have no inputs, uploaded ones ask for the data source", () => {
  for (const dashboard of dashboards) expect(dashboard).not.toHaveProperty("__inputs");
  expect(uploads.length).toBe(dashboards.length);
  for (const [i, { __inputs, __requires, ...upload }] of uploads.entries()) {
    expect(__inputs).toMatchObject([{ name: "DS_PROMETHEUS", type: "datasource", pluginId: "prometheus" }]);
    expect(__requires).toEqual(
      expect.arrayContaining(
        [
          expect.objectContaining({ type: "grafana", version: "10.4.0" }),
          expect.objectContaining({ type: "datasource", id: "prometheus" }),
          ...new Set(panelsOf(dashboards[i] as Dashboard).map(({ type }) => type)),
        ].map((one) => (typeof one === "string" ? expect.objectContaining({ type: "panel", id: one }) : one)),
      ),
    );
    const expected = { ...dashboards[i], templating: undefined };
    expect({ ...upload, templating: undefined }).toEqual(expected);
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
  avax_l1_balance_exhaustion_timestamp_seconds: "avax_l1_balance_runway_seconds is the time until then",
  avax_l1_halt_timestamp_seconds: "avax_l1_time_to_halt_seconds is the time until then",
  avax_l1_weight_active: "avax_l1_weight_active_ratio is its share",
  avax_node_bootstrapped: "avax_node_state and avax_chain_state have the state bootstrapping",
};

test("D10: every metric is on a panel or in a rule, or has a reason not to be", () => {
  const rules = [...ruleFiles().values()].join("\n");
  const shown = new Set(selectors.map(({ metric }) => metricOf.get(metric)));
  const inRules = ({ name }: { readonly name: string }) => new RegExp(`\\b${name}\\b`).test(rules);
  const missing = metrics.filter((metric) => !shown.has(metric.name) && !inRules(metric)).map(named);
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
