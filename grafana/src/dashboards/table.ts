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
import type { DataLink } from "../links.ts";
import { colors, type ThresholdSteps } from "./palette.ts";
import {
  byThreshold,
  describe,
  instantQueries,
  ofChosenNetworks,
  type PanelMeta,
  refId,
  type Size,
  type Sized,
} from "./panels.ts";
import { withTarget } from "./queries.ts";

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
type LabelColumn = {
  readonly title: string;
  readonly width?: number;
  /** Colors of values. */
  readonly mappings?: readonly ValueMapping[];
};
export type LabelColumns = Readonly<Record<string, LabelColumn>>;
type TableOptions = Omit<PanelMeta, "unit"> & {
  /** Labels that identify a row; labels that are not in `facts` are hidden. */
  readonly keys: readonly string[];
  /** Labels to show as columns, in this order. */
  readonly facts: LabelColumns;
  /** Expression with one series per row, which also has the labels in `facts` that are not keys. */
  readonly rows: string;
  readonly columns: readonly Column[];
  readonly sort?: { readonly by: string; readonly desc?: true };
  /** Links of the column with the title; their labels are keys or facts. */
  readonly links?: Readonly<Record<string, readonly DataLink[]>>;
};

const property = (id: string, value: unknown): DynamicConfigValue => ({ id, value }) as DynamicConfigValue;

const coloredText = property("custom.cellOptions", { type: "color-text" });
const emptyCellText = "–";
const widthOf = (width: number | undefined) => (width === undefined ? [] : [property("custom.width", width)]);
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
    ...widthOf(width),
  ];
}

/** Returns a table of current values, one row per combination of `keys`. */
export function table([width, height]: Size, options: TableOptions): Sized {
  const { keys, facts, rows, columns, sort, links = {} } = options;
  const by = (labels: readonly string[], expr: string) => `max by (${labels.join(", ")}) (${expr})`;
  const shown = Object.keys(facts);
  const queries = [
    {
      expr: by(
        [...new Set([...keys, ...shown])],
        shown.includes("target") ? withTarget(ofChosenNetworks(rows)) : ofChosenNetworks(rows),
      ),
    },
    ...columns.map(({ expr }) => ({ expr: by(keys, ofChosenNetworks(expr)) })),
  ];
  const valueName = (i: number) => (columns.length === 0 ? "Value" : `Value #${refId(i)}`);
  const linked = new Set(Object.values(links).flatMap((all) => all.flatMap(({ labels }) => labels)));
  const notShown = keys.filter((key) => !shown.includes(key));
  const excluded = ["Time", valueName(0), ...notShown.filter((key) => !linked.has(key))];
  const order = [...shown, ...columns.map((_, i) => valueName(i + 1))];
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
            ...columns.map(({ title }, i) => [valueName(i + 1), title]),
          ]),
        },
      },
    ]);
  if (!options.levels)
    builder.thresholds(
      new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([{ value: null, color: colors.neutral }]),
    );
  for (const { title, width, mappings } of Object.values(facts))
    builder.overrideByName(title, [
      property("noValue", emptyCellText),
      ...(mappings ? [property("mappings", mappings), coloredText] : []),
      ...widthOf(width),
    ]);
  for (const column of columns) builder.overrideByName(column.title, columnProperties(column));
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
