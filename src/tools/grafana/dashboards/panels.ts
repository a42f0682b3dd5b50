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
  ScaleDistribution,
  ScaleDistributionConfigBuilder,
  SortOrder,
  TooltipDisplayMode,
  VisibilityMode,
  VizLegendOptionsBuilder,
  VizOrientation,
  VizTextDisplayOptionsBuilder,
  VizTooltipOptionsBuilder,
} from "@grafana/grafana-foundation-sdk/common";
import {
  type DashboardLink,
  type DynamicConfigValue,
  FieldColorBuilder,
  FieldColorModeId,
  type Panel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
  type ValueMapping,
} from "@grafana/grafana-foundation-sdk/dashboard";
import { DataqueryBuilder } from "@grafana/grafana-foundation-sdk/prometheus";
import { PanelBuilder as Stat } from "@grafana/grafana-foundation-sdk/stat";
import { PanelBuilder as Timeline } from "@grafana/grafana-foundation-sdk/statetimeline";
import { PanelBuilder as TimeSeries } from "@grafana/grafana-foundation-sdk/timeseries";
import type { DataLink } from "./data-links.ts";
import { colorOf, colors, lineHues, type States, type ThresholdSteps, testLineHues } from "./palette.ts";

// biome-ignore lint/suspicious/noTemplateCurlyInString: the variable of Grafana
export const datasource = { type: "prometheus", uid: "${datasource}" } as const;

/** Panel with its width in grid columns (of 24) and its height in grid lines. */
export type Sized = { readonly width: number; readonly height: number; readonly panel: Panel };
/** Small panels that share the space of one. */
export type Stack = { readonly width: number; readonly height: number; readonly panels: readonly Sized[] };
export const stack = (width: number, height: number, ...panels: readonly Sized[]): Stack => ({ width, height, panels });

/** Options of shares. */
export const share = { unit: "percentunit", decimals: 1 } as const;
/** Options of durations that can exceed a day: one unit, such as "3.1 weeks", so that they need little space. */
export const duration = { unit: "s", decimals: 1 } as const;

export type Query = { readonly expr: string; readonly legend?: string };
export type PanelMeta = {
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
export type Size = readonly [width: number, height: number];

export const refId = (i: number) => String.fromCharCode("A".charCodeAt(0) + i);

const dataquery = ({ expr, legend = "" }: Query, i: number) =>
  new DataqueryBuilder().refId(refId(i)).expr(expr).legendFormat(legend).datasource(datasource);
export const instantQueries = (queries: readonly Query[]) => queries.map((query, i) => dataquery(query, i).instant());
const rangeQueries = (queries: readonly Query[]) => queries.map((query, i) => dataquery(query, i).range());

const lastValue = () => new ReduceDataOptionsBuilder().calcs(["lastNotNull"]).fields("").values(false);
export const byThreshold = () => new FieldColorBuilder().mode(FieldColorModeId.Thresholds);

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
export function describe<B extends Describable>(builder: B, about: PanelMeta): B {
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

/** Returns an override for series whose name ends with the state. */
const stateColor = ([name, state]: [string, States[string]]) =>
  [
    `/\\b${name}$/`,
    [{ id: "color", value: { mode: FieldColorModeId.Fixed, fixedColor: colorOf(state) } }] as DynamicConfigValue[],
  ] as const;

/** Adds data links for values with labels. */
function withLinks(panel: Panel, links: readonly DataLink[]): Panel {
  if (links.length === 0) return panel;
  const value = (label: string) => `\${__field.labels.${label}}`;
  const all = links.map(({ title, url }) => ({ title, url: url(value) })) as unknown as DashboardLink[];
  const { fieldConfig } = panel;
  return {
    ...panel,
    fieldConfig: { overrides: [], ...fieldConfig, defaults: { ...fieldConfig?.defaults, links: all } },
  };
}

type StatOptions = PanelMeta & {
  readonly queries: readonly Query[];
  /** Fills the panel with the color of the state. */
  readonly isFilled?: true;
  /** Shows the name also of a single value. */
  readonly isNamed?: true;
  /** Shows the name without the value. */
  readonly isOnlyName?: true;
  /** States at the end of the names of series, which have their colors. */
  readonly states?: States;
  /** Thresholds of the series with a name. */
  readonly levelsOf?: Readonly<Record<string, ThresholdSteps>>;
};
const textModeOf = ({ isNamed, isOnlyName }: StatOptions) =>
  isOnlyName ? BigValueTextMode.Name : isNamed ? BigValueTextMode.ValueAndName : BigValueTextMode.Auto;
/** Returns a stat panel of the current value, never of the last value in the time range. */
export function stat([width, height]: Size, options: StatOptions): Sized {
  const { states = {}, levelsOf = {} } = options;
  const colored = options.levels !== undefined || options.mappings !== undefined;
  const builder = describe(new Stat(), options)
    .targets(instantQueries(options.queries))
    .reduceOptions(lastValue())
    .graphMode(BigValueGraphMode.None)
    .textMode(textModeOf(options))
    .colorMode(
      options.isFilled ? BigValueColorMode.BackgroundSolid : colored ? BigValueColorMode.Value : BigValueColorMode.None,
    )
    .orientation(VizOrientation.Auto);
  if (!options.levels) builder.colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Fixed).fixedColor("text"));
  for (const [name, levels] of Object.entries(levelsOf))
    builder.overrideByName(name, [{ id: "thresholds", value: levels } as DynamicConfigValue]);
  for (const state of Object.entries(states)) builder.overrideByRegexp(...stateColor(state));
  return { width, height, panel: builder.build() };
}

type BarOptions = PanelMeta & { readonly queries: readonly Query[]; readonly links?: readonly DataLink[] };
/** Returns a panel with a bar per current value. */
export function bars([width, height]: Size, options: BarOptions): Sized {
  const panel = describe(new BarGauge(), options)
    .targets(instantQueries(options.queries))
    .reduceOptions(lastValue())
    .colorScheme(byThreshold())
    .orientation(VizOrientation.Horizontal)
    .displayMode(BarGaugeDisplayMode.Basic)
    .namePlacement(BarGaugeNamePlacement.Left)
    // without the size of names: Grafana reserves the width of its own size
    .text(new VizTextDisplayOptionsBuilder().valueSize(15))
    .sizing(BarGaugeSizing.Manual)
    .minVizHeight(16)
    .maxVizHeight(40)
    .showUnfilled(true)
    .build();
  return { width, height, panel: withLinks(panel, options.links ?? []) };
}

/** The network whose lines have another hue, next to those of mainnet. */
const testNetwork = "fuji";
const escaped = (text: string) => text.replace(/[\\^$*+?.()|[\]{}/]/g, "\\$&");
/** Returns a regular expression for the names of lines of the test network. */
const ofTestNetwork = (legend: string) =>
  `/^${legend
    .split(/(\{\{\w+\}\})/)
    .map((part) => (part === "{{network}}" ? testNetwork : part.startsWith("{{") ? ".*" : escaped(part)))
    .join("")}$/`;
const shadesOf = (fixedColor: string) =>
  [{ id: "color", value: { mode: FieldColorModeId.Shades, fixedColor } }] as DynamicConfigValue[];

type LineOptions = PanelMeta & {
  readonly queries: readonly Query[];
  /** Draws the threshold steps as dashed lines. */
  readonly lines?: true;
  readonly steps?: true;
  readonly softMin?: number;
  readonly softMax?: number;
  /** `table` also shows the last values, next to the graph. It does not suit series that appear and disappear. */
  readonly legend?: "list" | "table";
  readonly isLogarithmic?: true;
  readonly links?: readonly DataLink[];
};
export function graph([width, height]: Size, options: LineOptions): Sized {
  const { legend = "list" } = options;
  const builder = describe(new TimeSeries(), options)
    .targets(rangeQueries(options.queries))
    .colorScheme(new FieldColorBuilder().mode(FieldColorModeId.Shades).fixedColor(lineHues[0]))
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
  for (const [i, { legend: name = "" }] of options.queries.entries()) {
    const hue = i % lineHues.length;
    if (hue > 0) builder.overrideByQuery(refId(i), shadesOf(lineHues[hue] ?? ""));
    if (name.includes("{{network}}")) builder.overrideByRegexp(ofTestNetwork(name), shadesOf(testLineHues[hue] ?? ""));
  }
  if (options.isLogarithmic)
    builder.scaleDistribution(new ScaleDistributionConfigBuilder().type(ScaleDistribution.Log).log(10));
  if (options.softMin !== undefined) builder.axisSoftMin(options.softMin);
  if (options.softMax !== undefined) builder.axisSoftMax(options.softMax);
  return { width, height, panel: withLinks(builder.build(), options.links ?? []) };
}

type TimelineOptions = Omit<PanelMeta, "unit" | "mappings" | "levels"> & {
  readonly queries: readonly Query[];
  /** States at the end of the names of series. */
  readonly states: States;
  readonly links?: readonly DataLink[];
};
/** Returns a state timeline: a bar for each series while it exists, in the color of the state that its name ends with. */
export function timeline([width, height]: Size, { states, links = [], ...options }: TimelineOptions): Sized {
  const builder = describe(new Timeline(), { ...options, unit: "none" })
    .targets(rangeQueries(options.queries))
    .colorScheme(byThreshold())
    .thresholds(
      new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([{ value: null, color: colors.none }]),
    )
    .mergeValues(true)
    .showValue(VisibilityMode.Never)
    .rowHeight(0.8)
    .lineWidth(0)
    .fillOpacity(80)
    .spanNulls(false)
    .tooltip(new VizTooltipOptionsBuilder().mode(TooltipDisplayMode.Single).sort(SortOrder.None))
    .legend(
      new VizLegendOptionsBuilder()
        .showLegend(false)
        .displayMode(LegendDisplayMode.List)
        .placement(LegendPlacement.Bottom)
        .calcs([]),
    );
  for (const state of Object.entries(states)) builder.overrideByRegexp(...stateColor(state));
  return { width, height, panel: withLinks(builder.build(), links) };
}
