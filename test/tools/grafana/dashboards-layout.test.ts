/** Checks the layout, the links, the colors and the widths of the dashboards. */
import { expect, test } from "vitest";
import { type DataLink, dashboards, namesWhere, type Panel, panels, panelsOf } from "./dashboards.ts";
import { labelsOfResult } from "./promql.ts";
import { labelsOf } from "./sources.ts";

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

test("the states are at the top left, with the freshness of the data in the same line", () => {
  for (const dashboard of dashboards) {
    const first = panelsOf(dashboard).filter(({ gridPos }) => gridPos.y === 1);
    expect(first.find(({ gridPos }) => gridPos.x === 0)?.type).toBe("stat");
    if (dashboard.uid !== "avax-exporter") expect(first.map(({ title }) => title)).toContain("Data");
  }
});

/** Grid lines that a screen of 1080 pixels shows without scrolling. */
const screenLines = 26;

test("open rows fit on the first screen, and closed rows follow them", () => {
  for (const dashboard of dashboards) {
    const { uid, panels } = dashboard;
    const open = panels.filter(({ type, collapsed }) => type !== "row" || !collapsed);
    const lines = Math.max(...open.map(({ gridPos: { y, h } }) => y + h));
    expect({ uid, lines, fits: lines <= screenLines }).toMatchObject({ fits: true });
    const last = panels.findLastIndex(({ type }) => type !== "row");
    expect(panels.slice(last + 1).every(({ collapsed }) => collapsed)).toBe(true);
  }
});

test("durations are shown in days and hours, in columns that are wide enough for a year", () => {
  const columns = panels
    .filter(({ panel }) => panel.type === "table")
    .flatMap(({ name, panel }) =>
      panel.fieldConfig.overrides.map(({ matcher, properties }) => {
        const of = (id: string) => properties.find((property) => property.id === id)?.value;
        return { name: `${name}: ${matcher.options}`, unit: of("unit"), width: Number(of("custom.width")) };
      }),
    );
  expect(namesWhere(columns, ({ unit }) => unit === "s" || unit === "dtdurations")).toEqual([]);
  const durations = columns.filter(({ unit }) => unit === "dtdhms");
  expect(durations.length).toBeGreaterThan(15);
  expect(namesWhere(durations, ({ name, width }) => width < (name.endsWith("Last ok") ? 85 : 95))).toEqual([]);
});

/** Pixels of a dashboard in a window of 1600 pixels, of the space next to a panel, and of a column without a width. */
const [dashboardWidth, space, flexibleWidth] = [1592, 10, 150];
/** Returns the widths of the columns of a table. Several overrides can have the name of the same column. */
function widthsOf({ fieldConfig: { overrides } }: Panel) {
  const widths = new Map<string, number>();
  for (const { matcher, properties } of overrides) {
    const of = (id: string) => properties.find((property) => property.id === id)?.value;
    const known = widths.get(matcher.options) ?? flexibleWidth;
    widths.set(matcher.options, of("custom.hidden") ? 0 : Number(of("custom.width") ?? known));
  }
  return [...widths.values()];
}
test("the columns of each table fit into its panel", () => {
  const tables = panels.filter(({ panel }) => panel.type === "table");
  const isTooNarrow = ({ panel }: (typeof tables)[number]) =>
    widthsOf(panel).reduce((sum, width) => sum + width, 0) > (panel.gridPos.w / 24) * dashboardWidth - space;
  expect(tables.length).toBeGreaterThan(20);
  expect(namesWhere(tables, isTooNarrow)).toEqual([]);
});

test("a color is never the only sign: states have text", () => {
  const verdicts = panels.filter(({ panel }) => /background/.test(JSON.stringify(panel)));
  expect(verdicts.length).toBeGreaterThan(0);
  expect(namesWhere(verdicts, ({ panel }) => !panel.fieldConfig.defaults.mappings?.length)).toEqual([]);
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

const entities = ["node_id", "validation_id"];
/** Dashboards of the entities, where a row is at its destination already. */
const destinations = ["avax-validators", "avax-l1", "avax-sync"];
test("tables of validators, L1 validators and nodes link each row to its dashboard", () => {
  const ofEntities = panels.filter(({ dashboard, panel }) => {
    if (panel.type !== "table" || destinations.includes(dashboard.uid)) return false;
    const { labels } = labelsOfResult(panel.targets?.[0]?.expr ?? "", labelsOf);
    return entities.some((label) => labels.has(label));
  });
  expect(ofEntities.length).toBeGreaterThan(0);
  expect(namesWhere(ofEntities, ({ panel }) => linksOf(panel).length === 0)).toEqual([]);
});

test("each problem in a table of states has its age", () => {
  const hasProblems = ({ panel }: (typeof panels)[number]) =>
    panel.type === "table" && panel.targets?.some(({ expr }) => /_state.*state!(="ok"|~"ok)/.test(expr));
  const tables = panels.filter(hasProblems);
  expect(tables.length).toBeGreaterThan(5);
  const hasAge = ({ panel }: (typeof tables)[number]) =>
    panel.fieldConfig.overrides.some(({ matcher }) => matcher.options === "Last ok");
  expect(namesWhere(tables, (one) => !hasAge(one))).toEqual([]);
});
