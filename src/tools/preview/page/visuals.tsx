/** Contents of panels by type, with the default options of Grafana's plugins. */
import {
  type DataFrame,
  type Field,
  type FieldDisplay,
  FieldType,
  getDisplayValueAlignmentFactors,
  getFieldDisplayValues,
  VizOrientation,
} from "@grafana/data";
import {
  BarGaugeDisplayMode,
  BarGaugeNamePlacement,
  BarGaugeValueMode,
  BigValueTextMode,
  LegendDisplayMode,
  type VizLegendOptions,
} from "@grafana/schema";
import {
  BarGauge,
  BigValue,
  BigValueColorMode,
  BigValueGraphMode,
  BigValueJustifyMode,
  TimeSeries,
  useTheme2,
  VizRepeater,
} from "@grafana/ui";
import { TableNG } from "@grafana/ui/unstable";
import type { ReactElement } from "react";
import type { Panel } from "./model.ts";
import { Timeline } from "./timeline.tsx";
import type { Sized, Visual } from "./visual.ts";

type Reduced = { readonly reduceOptions: { values?: boolean; calcs: string[]; fields?: string; limit?: number } };
const reduceOptions = { values: false, calcs: ["lastNotNull"], fields: "" };
const optionsOf = <T extends object>({ options }: Panel, defaults: T): T => ({ ...defaults, ...options });

const finite = (value: unknown) => (typeof value === "number" && !Number.isFinite(value) ? null : value);
/** Shows values that are not numbers as gaps. */
function graphable(data: readonly DataFrame[]): DataFrame[] {
  const withGaps = (field: Field) =>
    field.type === FieldType.number ? { ...field, values: field.values.map(finite) } : field;
  return data.map((frame) => ({ ...frame, fields: frame.fields.map(withGaps) }));
}

const legend: VizLegendOptions = {
  displayMode: LegendDisplayMode.List,
  placement: "bottom",
  calcs: [],
  showLegend: true,
};
function Lines({ panel, data, range, width, height }: Sized) {
  const options = optionsOf(panel, { legend });
  return (
    <TimeSeries
      frames={graphable(data)}
      structureRev={1}
      timeRange={range}
      timeZone="utc"
      {...{ width, height, options }}
      legend={{ ...legend, ...options.legend }}
    >
      {() => null}
    </TimeSeries>
  );
}

/** Returns a value per series. */
function displaysOf({ panel, fieldConfig, data }: Visual, theme: ReturnType<typeof useTheme2>, sparkline: boolean) {
  const { reduceOptions: given } = optionsOf<Reduced>(panel, { reduceOptions });
  return getFieldDisplayValues({
    fieldConfig,
    reduceOptions: { ...reduceOptions, ...given },
    replaceVariables: (text) => text,
    theme,
    data,
    sparkline,
    timeZone: "utc",
  });
}

const statOptions = {
  colorMode: BigValueColorMode.Value,
  graphMode: BigValueGraphMode.Area,
  justifyMode: BigValueJustifyMode.Auto,
  textMode: BigValueTextMode.Auto,
  orientation: VizOrientation.Auto,
  wideLayout: true,
  text: {},
};
function Stat(visual: Sized) {
  const { panel, fieldConfig, data, range, width, height } = visual;
  const theme = useTheme2();
  const { orientation, wideLayout, textMode, ...options } = optionsOf(panel, statOptions);
  const isNamed = textMode === BigValueTextMode.Auto && (fieldConfig.defaults.displayName || !panel.title);
  return (
    <VizRepeater<FieldDisplay, ReturnType<typeof getDisplayValueAlignmentFactors>>
      getValues={() => displaysOf(visual, theme, options.graphMode !== BigValueGraphMode.None)}
      getAlignmentFactors={getDisplayValueAlignmentFactors}
      renderValue={({ value, alignmentFactors, count, ...size }) => (
        <BigValue
          value={value.display}
          {...(value.sparkline && { sparkline: { ...value.sparkline, timeRange: range } })}
          colorMode={options.colorMode}
          graphMode={options.graphMode}
          justifyMode={options.justifyMode}
          textMode={isNamed ? BigValueTextMode.ValueAndName : textMode}
          text={options.text}
          disableWideLayout={!wideLayout}
          width={size.width}
          height={size.height}
          {...{ alignmentFactors, count, theme }}
        />
      )}
      source={data}
      itemSpacing={3}
      renderCounter={1}
      autoGrid
      {...{ width, height, orientation }}
    />
  );
}

const barOptions = {
  displayMode: BarGaugeDisplayMode.Gradient,
  orientation: VizOrientation.Auto,
  valueMode: BarGaugeValueMode.Color,
  namePlacement: BarGaugeNamePlacement.Auto,
  showUnfilled: true,
  minVizWidth: 8,
  minVizHeight: 16,
  maxVizHeight: 300,
  text: {},
};
function Bars(visual: Sized) {
  const { panel, data, width, height } = visual;
  const theme = useTheme2();
  const options = optionsOf(panel, barOptions);
  const spacing = options.displayMode === BarGaugeDisplayMode.Lcd ? 2 : 10;
  return (
    <VizRepeater<FieldDisplay, ReturnType<typeof getDisplayValueAlignmentFactors>>
      getValues={() => displaysOf(visual, theme, false)}
      getAlignmentFactors={getDisplayValueAlignmentFactors}
      renderValue={({ value, alignmentFactors, count, orientation, ...size }) => {
        const display = value.colIndex === undefined ? undefined : value.view?.getFieldDisplayProcessor(value.colIndex);
        return (
          <BarGauge
            value={value.display}
            field={value.field}
            {...(display && { display })}
            {...(count > 1 && { alignmentFactors })}
            width={size.width}
            height={size.height}
            text={options.text}
            itemSpacing={spacing}
            displayMode={options.displayMode}
            valueDisplayMode={options.valueMode}
            namePlacement={options.namePlacement}
            showUnfilled={options.showUnfilled}
            {...{ orientation, theme }}
          />
        );
      }}
      source={data}
      itemSpacing={spacing}
      renderCounter={1}
      minVizWidth={options.minVizWidth}
      minVizHeight={options.minVizHeight}
      maxVizHeight={options.maxVizHeight}
      orientation={options.orientation}
      {...{ width, height }}
    />
  );
}

type TableOptions = {
  readonly showHeader: boolean;
  readonly cellHeight?: Parameters<typeof TableNG>[0]["cellHeight"];
  readonly sortBy?: Parameters<typeof TableNG>[0]["sortBy"];
  readonly frameIndex: number;
};
function Cells({ panel, fieldConfig, data, range, width, height }: Sized) {
  const options = optionsOf<TableOptions>(panel, { showHeader: true, frameIndex: 0 });
  const frame = data[options.frameIndex] ?? data[0];
  if (!frame) return null;
  return (
    <TableNG
      data={frame}
      noHeader={!options.showHeader}
      {...(options.sortBy && { sortBy: options.sortBy })}
      {...(options.cellHeight && { cellHeight: options.cellHeight })}
      timeRange={range}
      getActions={() => []}
      structureRev={1}
      {...{ fieldConfig, width, height }}
    />
  );
}

export const visuals: Readonly<Record<string, (props: Sized) => ReactElement | null>> = {
  timeseries: Lines,
  "state-timeline": Timeline,
  stat: Stat,
  bargauge: Bars,
  table: Cells,
};
