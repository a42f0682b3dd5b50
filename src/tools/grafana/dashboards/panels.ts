/** Panels as the JSON of Grafana. Each has a description of its meaning and of what to do, and a text for missing data. */
import type { StateTable } from "../../../engine/states.ts";
import { colorOf, colors, type Level, type Levels, type Mapping, stateMapping, steps } from "./palette.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of Grafana
export const datasource = { type: "prometheus", uid: "${datasource}" } as const;

/** A panel without its place on the dashboard. */
export type Panel = { readonly type: string; readonly title: string; readonly [name: string]: unknown };
/** Panel with its width in grid columns (of 24) and its height in grid lines. */
export type Sized = { readonly width: number; readonly height: number; readonly panel: Panel };
type Size = readonly [width: number, height: number];
/** Options of durations: days, hours, minutes and seconds, as on the status page. */
export const duration = { unit: "dtdhms", decimals: 0 } as const;
/** Options of shares. */
export const share = { unit: "percentunit", decimals: 1 } as const;
/** Options of numbers with all their digits. */
export const count = { unit: "locale", decimals: 0 } as const;

type Value = {
  readonly unit: string;
  readonly decimals?: number;
  readonly mappings?: readonly Mapping[];
  readonly levels?: Levels;
};
type Meta = {
  readonly title: string;
  /** Meaning of the panel, and what to do. */
  readonly description: string;
  /** Text shown without data, and its color. */
  readonly none: string;
  readonly noneLevel?: Level;
};
type Plot = Meta &
  Value & {
    readonly min?: number;
    readonly max?: number;
    /** Queries by the names of their series. */
    readonly queries: Readonly<Record<string, string>>;
  };

const refId = (i: number) => String.fromCharCode("A".charCodeAt(0) + i);
const target = (expr: string, i: number, more: object) => ({ refId: refId(i), expr, datasource, ...more });
const now = { instant: true, range: false };
const overTime = { instant: false, range: true };
const targetsOf = (queries: Plot["queries"], when: object) =>
  Object.entries(queries).map(([legendFormat, expr], i) => target(expr, i, { ...when, legendFormat }));

type Property = { readonly id: string; readonly value: unknown };
const byName = (name: string, properties: readonly Property[]) => ({
  matcher: { id: "byName", options: name },
  properties: [...properties],
});
/** Colors the series whose names end with a state. */
const stateColors = (states: StateTable) =>
  Object.entries(states).map(([name, state]) => ({
    matcher: { id: "byRegexp", options: `/\\b${name}$/` },
    properties: [{ id: "color", value: { mode: "fixed", fixedColor: colorOf(state) } }],
  }));

/** Maps a missing value to a text, whose color is not that of the lowest value. */
const isNull = (text: string, level: Level = "none"): Mapping => ({
  type: "special",
  options: { match: "null", result: { text, color: colors[level], index: 99 } },
});
/** `nullText`: text of a single missing value. */
type Parts = {
  readonly color: object;
  readonly custom?: object;
  readonly overrides?: readonly object[];
  readonly nullText?: string;
};
function panelOf([width, height]: Size, type: string, plot: Plot, when: object, options: object, parts: Parts): Sized {
  const { title, description, none, noneLevel, unit, decimals, min, max, levels = steps("none"), queries } = plot;
  const { color, custom, overrides = [], nullText = none } = parts;
  const mappings = [...(plot.mappings ?? []), isNull(nullText, noneLevel)];
  const defaults = { unit, decimals, min, max, mappings, thresholds: levels, noValue: none, color, custom };
  const targets = targetsOf(queries, when);
  const fieldConfig = { defaults, overrides };
  const panel = { type, title, description, datasource, targets, options, fieldConfig };
  return { width, height, panel };
}
const lastValue = { calcs: ["lastNotNull"], fields: "", values: false };
const byThreshold = { mode: "thresholds" };

type Stat = Plot & {
  /** Shows the names of the values. */
  readonly hasNames?: true;
  readonly isOnlyName?: true;
  /** States at the end of the names, in whose colors the panel is filled. */
  readonly states?: StateTable;
  readonly isFilled?: true;
};
/** Returns a panel of current values, never of the last ones in the time range. */
export function stat(size: Size, { hasNames, isOnlyName, states, isFilled, ...plot }: Stat): Sized {
  const hasColor = states !== undefined || plot.levels !== undefined || plot.mappings !== undefined;
  const options = {
    reduceOptions: lastValue,
    graphMode: "none",
    colorMode: states || isFilled ? "background_solid" : hasColor ? "value" : "none",
    textMode: isOnlyName ? "name" : hasNames ? "value_and_name" : "auto",
    orientation: "auto",
    justifyMode: "auto",
    wideLayout: true,
  };
  const overrides = states ? stateColors(states) : [];
  return panelOf(size, "stat", plot, now, options, { color: byThreshold, overrides });
}
/** Returns a panel with the number of items in each state, filled with the colors of the states. */
export const tile = (size: Size, states: StateTable, plot: Meta & Pick<Stat, "queries" | "isOnlyName">): Sized => {
  const value = {
    unit: "none",
    mappings: [stateMapping(states)],
    levels: steps("absent"),
    noneLevel: "absent",
  } as const;
  return stat(size, { ...plot, ...value, states, hasNames: true });
};

/** Returns a panel with a bar per current value. */
export function bars(size: Size, plot: Plot): Sized {
  const options = { reduceOptions: lastValue, orientation: "horizontal", displayMode: "basic", namePlacement: "left" };
  return panelOf(size, "bargauge", plot, now, { ...options, showUnfilled: true }, { color: byThreshold });
}

const list = (showLegend: boolean, isTable = false) => ({
  showLegend,
  displayMode: isTable ? "table" : "list",
  placement: isTable ? "right" : "bottom",
  calcs: isTable ? ["lastNotNull"] : [],
});
type Graph = Plot & {
  /** Draws the threshold steps as dashed lines. */
  readonly hasLines?: true;
  /** The value stays the same between two samples. */
  readonly hasSteps?: true;
  readonly isLogarithmic?: true;
  /** Also shows the last values, next to the graph. It does not suit series that appear and disappear. */
  readonly hasTable?: true;
};
export function graph(size: Size, { hasLines, hasSteps, isLogarithmic, hasTable, ...plot }: Graph): Sized {
  const custom = {
    lineWidth: 2,
    fillOpacity: 0,
    showPoints: "never",
    spanNulls: false,
    lineInterpolation: hasSteps ? "stepAfter" : "linear",
    thresholdsStyle: { mode: hasLines ? "dashed" : "off" },
    scaleDistribution: isLogarithmic ? { type: "log", log: 10 } : { type: "linear" },
  };
  const options = { tooltip: { mode: "multi", sort: "desc" }, legend: list(true, hasTable) };
  return panelOf(size, "timeseries", plot, overTime, options, { color: { mode: "palette-classic" }, custom });
}

/** Returns a state timeline: a bar for each series while it exists, in the color of the state that its name ends with. */
export function timeline(size: Size, states: StateTable, plot: Meta & Pick<Plot, "queries">): Sized {
  const options = { mergeValues: true, showValue: "never", rowHeight: 0.8, legend: list(false) };
  const custom = { lineWidth: 0, fillOpacity: 80, spanNulls: false };
  const value = { unit: "none", levels: steps("absent") };
  const tooltip = { mode: "single", sort: "none" };
  const parts = { color: byThreshold, custom, overrides: stateColors(states) };
  return panelOf(size, "state-timeline", { ...plot, ...value }, overTime, { ...options, tooltip }, parts);
}

/** Link of a value, with Grafana's expressions for columns: ${__data.fields["TITLE"]}. */
export type Link = { readonly title: string; readonly url: string };
/** Column of a label. It is text, also if it looks like a number. */
type LabelColumn = {
  readonly title: string;
  readonly width?: number;
  readonly mappings?: readonly Mapping[];
  readonly links?: readonly Link[];
  /** Only links need it. */
  readonly isHidden?: true;
  /** Text of a row without the label, and its color. */
  readonly none?: string;
  readonly noneLevel?: Level;
};
/** Column of the value of a query. */
type Column = Value & { readonly expr: string; readonly width?: number; readonly none?: string };
type Table = Meta & {
  /** Queries whose labels are columns. The first ones have the order of the rows. Grafana merges rows with equal labels. */
  readonly rows: readonly string[];
  readonly labels: Readonly<Record<string, LabelColumn>>;
  /** By their titles. */
  readonly columns: Readonly<Record<string, Column>>;
  /** Queries whose labels are added to all rows with equal other labels. */
  readonly additions?: readonly string[];
  readonly sortBy?: string;
};
const noText = "–";
/** Hides a column; the second property is that of Grafana 12.2 and later. */
const hidden: readonly Property[] = [
  { id: "custom.hidden", value: true },
  { id: "custom.hideFrom", value: { legend: false, tooltip: false, viz: true } },
];
const given = (id: string, value: unknown) => (value === undefined ? [] : [{ id, value }]);

function propertiesOf({ unit, none = noText, width, ...one }: Partial<Column> & Partial<LabelColumn>) {
  const { decimals, levels, links, mappings, noneLevel } = one;
  const hasColor = levels !== undefined || mappings !== undefined;
  return [
    { id: "unit", value: unit },
    { id: "noValue", value: none },
    ...given("decimals", decimals),
    ...given("thresholds", levels),
    ...given("mappings", mappings && [...mappings, isNull(none, noneLevel)]),
    ...given("custom.cellOptions", hasColor ? { type: "color-text" } : undefined),
    ...given("custom.width", width),
    ...given("links", links?.length ? links : undefined),
  ];
}

/** Returns a table of current values. Labels that are no columns identify a row. */
export function table(size: Size, { rows, labels, columns, additions = [], sortBy, ...meta }: Table): Sized {
  const exprs = [...rows, ...Object.values(columns).map(({ expr }) => expr), ...additions];
  const columnOf = (i: number) => (exprs.length === 1 ? "Value" : `Value #${refId(i)}`);
  const valueNames = Object.keys(columns).map((title, i) => [columnOf(rows.length + i), title] as const);
  const shown = Object.entries(labels).map(([label, { title }]) => [label, title] as const);
  const others = exprs.flatMap((expr) =>
    [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, all = ""]) => all.split(", ")),
  );
  const withoutColumn = exprs.map((_, i) => columnOf(i)).filter((name) => !valueNames.some(([one]) => one === name));
  const excluded = [...others.filter((label) => !(label in labels)), "Time", "id", ...withoutColumn];
  const organize = {
    excludeByName: Object.fromEntries(excluded.map((name) => [name, true])),
    indexByName: Object.fromEntries([...shown, ...valueNames].map(([name], i) => [name, i])),
    renameByName: Object.fromEntries([...shown, ...valueNames]),
  };
  const overrides = [
    ...Object.values(labels).map(({ isHidden, ...one }) =>
      byName(one.title, [...propertiesOf({ ...one, unit: "string" }), ...(isHidden ? hidden : [])]),
    ),
    ...Object.entries(columns).map(([title, column]) => byName(title, propertiesOf(column))),
  ];
  const plot = { ...meta, unit: "string", queries: {} };
  const options = sortBy === undefined ? {} : { sortBy: [{ displayName: sortBy, desc: false }] };
  const sized = panelOf(size, "table", plot, now, options, { color: byThreshold, overrides, nullText: noText });
  const targets = exprs.map((expr, i) => target(expr, i, { ...now, format: "table", legendFormat: "" }));
  const transformations = [
    { id: "merge", options: {} },
    { id: "organize", options: organize },
  ];
  return { ...sized, panel: { ...sized.panel, targets, transformations } };
}
