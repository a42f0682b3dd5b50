/** Builders for panels. Each panel has a description of its meaning and of what to do, a unit, and a text for missing data. */
import { PanelBuilder as BarGauge } from "@grafana/grafana-foundation-sdk/bargauge";
import {
  BarGaugeDisplayMode,
  BarGaugeNamePlacement,
  BarGaugeSizing,
  BigValueColorMode,
  BigValueGraphMode,
  BigValueTextMode,
  GraphThresholdsStyleConfigBuilder,
  GraphThresholdsStyleMode,
  LegendDisplayMode,
  LegendPlacement,
  LineInterpolation,
  ReduceDataOptionsBuilder,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizOrientation,
  VizTextDisplayOptionsBuilder,
  VizTooltipOptionsBuilder,
} from "@grafana/grafana-foundation-sdk/common";
import {
  type DynamicConfigValue,
  FieldColorBuilder,
  FieldColorModeId,
  MappingType,
  type Panel,
  SpecialValueMatch,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type ValueMapping,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder, PromQueryFormat } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as Stat } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as Table } from "@grafana/grafana-foundation-sdk/table";
import { PanelBuilder as TimeSeries } from "@grafana/grafana-foundation-sdk/timeseries";
import { colors, type ThresholdSteps } from "./palette.ts";
import { inNetwork, withTarget } from "./queries.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of Grafana
export const datasource = { type: "prometheus", uid: "${datasource}" } as const;

/** Panel with its width in grid columns (of 24) and its height in grid lines. */
export type Sized = { readonly width: number; readonly height: number; readonly panel: Panel };
/** Small panels that share the space of one. */
export type Stack = { readonly width: number; readonly height: number; readonly panels: readonly Sized[] };
export const stack = (width: number, height: number, ...panels: readonly Sized[]): Stack => ({ width, height, panels });

type Query = { readonly expr: string; readonly legend?: string };
type PanelMeta = {
  readonly title: string;
  /** Meaning of the panel, and what to do. */
  readonly description: string;
  readonly unit: string;
  /** Text shown without data. */
  readonly none: string;
  readonly decimals?: number;
  readonly mappings?: readonly ValueMapping[];
  readonly levels?: ThresholdSteps;
  readonly min?: number;
  readonly max?: number;
};
type Size = readonly [width: number, height: number];

const refId = (i: number) => String.fromCharCode("A".charCodeAt(0) + i);

/** Matches aggregations over targets, whose operands are restricted to the chosen network already. */
const isAggregated = /^(?:label_replace\()*(sum|min|max|avg|count|topk|bottomk|histogram_quantile)\b/;

function dataquery({ expr, legend = "" }: Query, i: number) {
  const inChosen = isAggregated.test(expr) ? expr : inNetwork(expr);
  const chosen = legend.includes("{{target}}") ? withTarget(inChosen) : inChosen;
  return new DataqueryBuilder().refId(refId(i)).expr(chosen).legendFormat(legend).datasource(datasource);
}
const instantQueries = (queries: readonly Query[]) => queries.map((query, i) => dataquery(query, i).instant());
const rangeQueries = (queries: readonly Query[]) => queries.map((query, i) => dataquery(query, i).range());

const lastValue = () => new ReduceDataOptionsBuilder().calcs(["lastNotNull"]).fields("").values(false);
const byThreshold = () => new FieldColorBuilder().mode(FieldColorModeId.Thresholds);

type Describable = {
  readonly title: (title: string) => Describable;
  readonly description: (description: string) => Describable;
  readonly unit: (unit: string) => Describable;
  readonly noValue: (text: string) => Describable;
  readonly mappings: (mappings: ValueMapping[]) => Describable;
  readonly thresholds: (levels: ThresholdsConfigBuilder) => Describable;
  readonly datasource: (source: typeof datasource) => Describable;
  readonly decimals: (decimals: number) => Describable;
  readonly min: (min: number) => Describable;
  readonly max: (max: number) => Describable;
};
function describe<B extends Describable>(builder: B, about: PanelMeta): B {
  const { title, description, unit, none, levels, mappings = [], decimals, min, max } = about;
  builder
    .title(title)
    .description(description)
    .unit(unit)
    .noValue(none)
    .mappings([...mappings])
    .datasource(datasource);
  if (levels) builder.thresholds(new ThresholdsConfigBuilder().mode(levels.mode).steps(levels.steps));
  if (decimals !== undefined) builder.decimals(decimals);
  if (min !== undefined) builder.min(min);
  if (max !== undefined) builder.max(max);
  return builder;
}

type StatOptions = PanelMeta & {
  readonly queries: readonly Query[];
  /** Fills the panel with the colour of the state. */
  readonly isFilled?: true;
};
/** Returns a stat panel of the current value, never of the last value in the time range. */
export function stat([width, height]: Size, options: StatOptions): Sized {
  const colored = options.levels !== undefined || options.mappings !== undefined;
  const builder = describe(new Stat(), options)
    .targets(instantQueries(options.queries))
    .reduceOptions(lastValue())
    .graphMode(BigValueGraphMode.None)
    .textMode(BigValueTextMode.Auto)
    .colorMode(
      options.isFilled ? BigValueColorMode.BackgroundSolid : colored ? BigValueColorMode.Value : BigValueColorMode.None,
    )
    .orientation(VizOrientation.Auto);
  if (!options.levels) builder.colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Fixed).fixedColor("text"));
  return { width, height, panel: builder.build() };
}

type BarOptions = PanelMeta & { readonly queries: readonly Query[] };
/** Returns a panel with a bar per current value. */
export function bars([width, height]: Size, options: BarOptions): Sized {
  const panel = describe(new BarGauge(), options)
    .targets(instantQueries(options.queries))
    .reduceOptions(lastValue())
    .colorScheme(byThreshold())
    .orientation(VizOrientation.Horizontal)
    .displayMode(BarGaugeDisplayMode.Basic)
    .namePlacement(BarGaugeNamePlacement.Left)
    .text(new VizTextDisplayOptionsBuilder().titleSize(13).valueSize(15))
    .sizing(BarGaugeSizing.Manual)
    .minVizHeight(16)
    .maxVizHeight(40)
    .showUnfilled(true)
    .build();
  return { width, height, panel };
}

type LineOptions = PanelMeta & {
  readonly queries: readonly Query[];
  /** Draws the threshold steps as dashed lines. */
  readonly lines?: true;
  readonly steps?: true;
  readonly softMin?: number;
  readonly softMax?: number;
  /** `table` also shows the last values, next to the graph. It does not suit series that appear and disappear. */
  readonly legend?: "list" | "table";
};
export function graph([width, height]: Size, options: LineOptions): Sized {
  const { legend = "list" } = options;
  const builder = describe(new TimeSeries(), options)
    .targets(rangeQueries(options.queries))
    .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.PaletteClassic))
    .lineWidth(2)
    .fillOpacity(0)
    .showPoints(VisibilityMode.Never)
    .spanNulls(false)
    .lineInterpolation(options.steps ? LineInterpolation.StepAfter : LineInterpolation.Linear)
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Multi).sort(SortOrder.Descending))
    .legend(
      new VizLegendOptionsBuilder()
        .showLegend(true)
        .displayMode(legend === "table" ? LegendDisplayMode.Table : LegendDisplayMode.List)
        .placement(legend === "list" ? LegendPlacement.Bottom : LegendPlacement.Right)
        .calcs(legend === "table" ? ["lastNotNull"] : []),
    )
    .thresholdsStyle(
      new GraphThresholdsStyleConfigBuilder().mode(
        options.lines ? GraphThresholdsStyleMode.Dashed : GraphThresholdsStyleMode.Off,
      ),
    );
  if (options.softMin !== undefined) builder.axisSoftMin(options.softMin);
  if (options.softMax !== undefined) builder.axisSoftMax(options.softMax);
  return { width, height, panel: builder.build() };
}

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
export type LabelColumns = Readonly<Record<string, { readonly title: string; readonly width?: number }>>;
type TableOptions = Omit<PanelMeta, "unit"> & {
  /** Labels that identify a row; labels that are not in `facts` are hidden. */
  readonly keys: readonly string[];
  /** Labels to show as columns, in this order. */
  readonly facts: LabelColumns;
  /** Expression with one series per row, which also has the labels in `facts` that are not keys. */
  readonly rows: string;
  readonly columns: readonly Column[];
  readonly sort?: { readonly by: string; readonly desc?: true };
};

const property = (id: string, value: unknown): DynamicConfigValue => ({ id, value }) as DynamicConfigValue;

const emptyCellText = "–";
const widthOf = (width: number | undefined) => (width === undefined ? [] : [property("custom.width", width)]);
/** Shows missing values without a colour. */
const unknown: ValueMapping = {
  type: MappingType.SpecialValue,
  options: { match: SpecialValueMatch.Null, result: { text: emptyCellText, color: colors.none, index: 99 } },
};

function columnProperties({ unit, decimals, mappings = [], levels, width }: Column): DynamicConfigValue[] {
  const colored = levels !== undefined || mappings.length > 0;
  return [
    property("unit", unit),
    property("noValue", emptyCellText),
    property("mappings", [...mappings, unknown]),
    ...(decimals === undefined ? [] : [property("decimals", decimals)]),
    ...(levels === undefined ? [] : [property("thresholds", levels)]),
    ...(colored ? [property("custom.cellOptions", { type: "color-text" })] : []),
    ...widthOf(width),
  ];
}

/** Returns a table of current values, one row per combination of `keys`. */
export function table([width, height]: Size, options: TableOptions): Sized {
  const { keys, facts, rows, columns, sort } = options;
  const by = (labels: readonly string[], expr: string) => `max by (${labels.join(", ")}) (${expr})`;
  const shown = Object.keys(facts);
  const queries = [
    {
      expr: by(
        [...new Set([...keys, ...shown])],
        shown.includes("target") ? withTarget(inNetwork(rows)) : inNetwork(rows),
      ),
    },
    ...columns.map(({ expr }) => ({ expr: by(keys, inNetwork(expr)) })),
  ];
  const valueName = (i: number) => (columns.length === 0 ? "Value" : `Value #${refId(i)}`);
  const hidden = ["Time", valueName(0), ...keys.filter((key) => !shown.includes(key))];
  const order = [...shown, ...columns.map((_, i) => valueName(i + 1))];
  const builder = describe(new Table(), { ...options, unit: "none" })
    .targets(instantQueries(queries).map((query) => query.format(PromQueryFormat.Table)))
    .colorScheme(byThreshold())
    .transformations([
      { id: "merge", options: {} },
      {
        id: "organize",
        options: {
          excludeByName: Object.fromEntries(hidden.map((name) => [name, true])),
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
  for (const { title, width } of Object.values(facts))
    builder.overrideByName(title, [property("noValue", emptyCellText), ...widthOf(width)]);
  for (const column of columns) builder.overrideByName(column.title, columnProperties(column));
  const panel = builder.build();
  if (sort) panel.options.sortBy = [{ displayName: sort.by, desc: sort.desc ?? false }];
  return { width, height, panel };
}
