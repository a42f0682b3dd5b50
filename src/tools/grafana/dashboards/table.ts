/** Builder for tables of current values. */
import {
  type DynamicConfigValue,
  MappingType,
  SpecialValueMatch,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type ValueMapping,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as Table } from "@grafana/grafana-foundation-sdk/table";
import type { DataLink } from "./data-links.ts";
import { colors, type ThresholdSteps } from "./palette.ts";
import {
  byThreshold,
  describe,
  duration,
  instantQueries,
  type PanelMeta,
  refId,
  type Size,
  type Sized,
} from "./panels.ts";

/** Column with the value of an expression. */
export type Column = {
  readonly title: string;
  readonly expr: string;
  readonly unit: string;
  readonly decimals?: number;
  readonly mappings?: readonly ValueMapping[];
  readonly levels?: ThresholdSteps;
  readonly width?: number;
};
/** Pixels of a character in Grafana's font Inter at 14 pixels, by class; the first class that matches counts. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[ijlI.,:;'|! ]/, 4.1],
  [/[ftr()]/, 5.4],
  [/-/, 6.4],
  [/[mwMW%…]/, 13.8],
  [/[A-Z]/, 10.7],
  [/[0-9]/, 9],
];
const otherWidth = 8.6;
const charWidth = (char: string) => widths.find(([pattern]) => pattern.test(char))?.[1] ?? otherWidth;
/** Returns the pixels that a text needs at most. */
export const textWidth = (text: string) => [...text].reduce((sum, char) => sum + charWidth(char), 0);

/** Left and right of the text in a cell. */
const padding = 14;
/** Returns the width of a column that shows the longest of these texts. */
export const widthOf = (texts: readonly string[]) => Math.ceil((Math.max(...texts.map(textWidth)) + padding) / 5) * 5;
/** The longest durations: Grafana changes the unit at a minute, an hour, a day, a week and 365 days. */
const longDurations = ["-59.9 mins", "-23.9 hours", "-52.1 weeks", "100.0 years"];
/** Column of a duration: its width is that of the longest one. */
const withWidth = (column: Column): Column =>
  column.unit === duration.unit ? { ...column, width: widthOf([...longDurations, column.title]) } : column;
type LabelColumn = {
  readonly title: string;
  readonly width?: number;
  /** Colors of values. */
  readonly mappings?: readonly ValueMapping[];
  /** Only links need it. */
  readonly isHidden?: true;
};
export type LabelColumns = Readonly<Record<string, LabelColumn>>;
export type TableOptions = Omit<PanelMeta, "unit"> & {
  /** Labels that identify a row; labels that are not in `facts` are hidden. */
  readonly keys: readonly string[];
  /** Labels to show as columns, in this order. */
  readonly facts: LabelColumns;
  /** Expressions with one series per row, in the order of the rows. They also have the labels in `facts` that are not keys. */
  readonly rows: readonly string[];
  /** Expressions with more labels of the rows. */
  readonly more?: readonly { readonly expr: string; readonly facts: LabelColumns }[];
  readonly columns: readonly Column[];
  /** Expression with a series for each item that can have a row. Without it, items that only a column has, have one too. */
  readonly only?: string;
  readonly sort?: { readonly by: string; readonly desc?: true };
  /** Links of the column with the title; their labels are keys or facts. */
  readonly links?: Readonly<Record<string, readonly DataLink[]>>;
};

const property = (id: string, value: unknown): DynamicConfigValue => ({ id, value }) as DynamicConfigValue;

const coloredText = property("custom.cellOptions", { type: "color-text" });
const emptyCellText = "–";
const widthProperty = (width: number | undefined) => (width === undefined ? [] : [property("custom.width", width)]);
/** Shows missing values without a color. */
const unknown: ValueMapping = {
  type: MappingType.SpecialValue,
  options: { match: SpecialValueMatch.Null, result: { text: emptyCellText, color: colors.none, index: 99 } },
};

/** Hides a column whose values links need; the second property is that of Grafana 12.2 and later. */
const hiddenColumn = [
  property("custom.hidden", true),
  property("custom.hideFrom", { legend: false, tooltip: false, viz: true }),
];

function columnProperties({ unit, decimals, mappings = [], levels, width }: Column): DynamicConfigValue[] {
  const colored = levels !== undefined || mappings.length > 0;
  return [
    property("unit", unit),
    property("noValue", emptyCellText),
    ...(mappings.length === 0 ? [] : [property("mappings", [...mappings, unknown])]),
    ...(decimals === undefined ? [] : [property("decimals", decimals)]),
    ...(levels === undefined ? [] : [property("thresholds", levels)]),
    ...(colored ? [coloredText] : []),
    ...widthProperty(width),
  ];
}

/** Aggregates by the labels, unless the expression begins with such an aggregation. */
function by(all: readonly string[], expr: string) {
  const labels = [...new Set(all)];
  const present = /^\w+ by \(([^)]*)\)/.exec(expr)?.[1]?.split(", ") ?? [];
  const isDone = present.length === labels.length && labels.every((label) => present.includes(label));
  return isDone ? expr : `max by (${labels.join(", ")}) (${expr})`;
}

/** Returns a table of current values, one row per combination of `keys`. */
export function table([width, height]: Size, options: TableOptions): Sized {
  const { keys, rows, more = [], columns, only, sort, links = {} } = options;
  const facts: LabelColumns = Object.assign({}, options.facts, ...more.map((one) => one.facts));
  const shown = Object.keys(facts);
  const restricted = (expr: string) => (only === undefined ? expr : `${expr} and on (${keys.join(", ")}) ${only}`);
  const labeled = [
    ...rows.map((expr) => by([...keys, ...Object.keys(options.facts)], expr)),
    ...more.map((one) => restricted(by([...keys, ...Object.keys(one.facts)], one.expr))),
  ];
  const queries = [...labeled, ...columns.map(({ expr }) => restricted(by(keys, expr)))].map((expr) => ({ expr }));
  const valueName = (i: number) => (queries.length === 1 ? "Value" : `Value #${refId(i)}`);
  const columnName = (i: number) => valueName(labeled.length + i);
  const linked = new Set(Object.values(links).flatMap((all) => all.flatMap(({ labels }) => labels)));
  const notShown = keys.filter((key) => !shown.includes(key));
  const excluded = ["Time", ...labeled.map((_, i) => valueName(i)), ...notShown.filter((key) => !linked.has(key))];
  const order = [...shown, ...columns.map((_, i) => columnName(i))];
  const builder = describe(new Table(), { ...options, unit: "none", mappings: [unknown] })
    .targets(instantQueries(queries).map((query) => query.format(PromQueryFormat.Table)))
    .colorScheme(byThreshold())
    .transformations([
      { id: "merge", options: {} },
      {
        id: "organize",
        options: {
          excludeByName: Object.fromEntries(excluded.map((name) => [name, true])),
          indexByName: Object.fromEntries(order.map((name, i) => [name, i])),
          renameByName: Object.fromEntries([
            ...shown.map((label) => [label, facts[label]?.title]),
            ...columns.map(({ title }, i) => [columnName(i), title]),
          ]),
        },
      },
    ]);
  if (!options.levels)
    builder.thresholds(
      new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([{ value: null, color: colors.neutral }]),
    );
  for (const { title, width, mappings, isHidden } of Object.values(facts))
    builder.overrideByName(title, [
      property("noValue", emptyCellText),
      ...(isHidden ? hiddenColumn : []),
      ...(mappings ? [property("mappings", mappings), coloredText] : []),
      ...widthProperty(width),
    ]);
  for (const column of columns) builder.overrideByName(column.title, columnProperties(withWidth(column)));
  for (const label of notShown.filter((key) => linked.has(key))) builder.overrideByName(label, hiddenColumn);
  const field = (label: string) => `\${__data.fields["${facts[label]?.title ?? label}"]}`;
  for (const [title, all] of Object.entries(links)) {
    const value = all.map((link) => ({ title: link.title, url: link.url(field) }));
    builder.overrideByName(title, [property("links", value)]);
  }
  const panel = builder.build();
  if (sort) panel.options.sortBy = [{ displayName: sort.by, desc: sort.desc ?? false }];
  return { width, height, panel };
}
