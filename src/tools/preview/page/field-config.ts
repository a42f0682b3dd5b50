/** Units, thresholds, mappings and overrides, with the options and defaults that Grafana's plugins register for their fields. */
import {
  applyFieldOverrides,
  booleanOverrideProcessor,
  cacheFieldDisplayNames,
  type DataFrame,
  type DataTransformerInfo,
  displayNameOverrideProcessor,
  FieldColorModeId,
  FieldConfigOptionsRegistry,
  type FieldConfigPropertyItem,
  type FieldConfigSource,
  FieldType,
  type GrafanaTheme2,
  identityOverrideProcessor,
  numberOverrideProcessor,
  standardTransformers,
  standardTransformersRegistry,
  ThresholdsMode,
  thresholdsOverrideProcessor,
  unitOverrideProcessor,
  valueMappingsOverrideProcessor,
} from "@grafana/data";
import type { Panel } from "./model.ts";

type Process = FieldConfigPropertyItem["process"];
const standard = {
  displayName: displayNameOverrideProcessor,
  unit: unitOverrideProcessor,
  min: numberOverrideProcessor,
  max: numberOverrideProcessor,
  fieldMinMax: booleanOverrideProcessor,
  decimals: numberOverrideProcessor,
  color: identityOverrideProcessor,
  noValue: identityOverrideProcessor,
  thresholds: thresholdsOverrideProcessor,
  mappings: valueMappingsOverrideProcessor,
} as Readonly<Record<string, Process>>;

const nothing = () => null;
function item(path: string, process: Process, isCustom: boolean): FieldConfigPropertyItem {
  return {
    id: isCustom ? `custom.${path}` : path,
    path,
    name: path,
    isCustom,
    process,
    shouldApply: (field) => !(isCustom && path.startsWith("axis") && field.type === FieldType.time),
    override: nothing,
    editor: nothing,
  };
}

/** Treats every field setting of a panel as an option of its plugin. */
function registryFor({ defaults, overrides }: FieldConfigSource): FieldConfigOptionsRegistry {
  const overridden = overrides.flatMap(({ properties }) => properties.map(({ id }) => id));
  const custom = new Set([
    ...Object.keys(defaults.custom ?? {}),
    ...overridden.filter((id) => id.startsWith("custom.")).map((id) => id.slice("custom.".length)),
  ]);
  return new FieldConfigOptionsRegistry(() => [
    ...Object.entries(standard).map(([id, process]) => item(id, process, false)),
    ...[...custom].map((id) => item(id, identityOverrideProcessor, true)),
  ]);
}

const line = {
  drawStyle: "line",
  lineInterpolation: "linear",
  lineWidth: 1,
  fillOpacity: 0,
  gradientMode: "none",
  barAlignment: 0,
  stacking: { mode: "none", group: "A" },
  axisBorderShow: false,
  axisCenteredZero: false,
  axisPlacement: "auto",
  scaleDistribution: { type: "linear" },
  showPoints: "auto",
  pointSize: 5,
  spanNulls: false,
  hideFrom: { legend: false, tooltip: false, viz: false },
};
const cells = { align: "auto", cellOptions: { type: "auto" } };
const ofType: Readonly<Record<string, { readonly custom?: object; readonly color: FieldColorModeId }>> = {
  timeseries: { custom: line, color: FieldColorModeId.PaletteClassic },
  "state-timeline": { color: FieldColorModeId.Thresholds },
  table: { custom: cells, color: FieldColorModeId.Thresholds },
};
const thresholds = () => ({
  mode: ThresholdsMode.Absolute,
  steps: [
    { value: Number.NEGATIVE_INFINITY, color: "green" },
    { value: 80, color: "red" },
  ],
});

/** Returns the field configuration with the defaults of the panel's plugin. */
export function fieldConfigOf({ type, fieldConfig }: Panel): FieldConfigSource {
  const { custom, color = FieldColorModeId.Thresholds } = ofType[type] ?? {};
  const { defaults = {}, overrides = [] } = fieldConfig ?? {};
  return {
    defaults: {
      thresholds: thresholds(),
      color: { mode: color },
      ...defaults,
      custom: { ...custom, ...defaults.custom },
    },
    overrides,
  };
}

export function withFieldConfig(data: DataFrame[], fieldConfig: FieldConfigSource, theme: GrafanaTheme2): DataFrame[] {
  const frames = applyFieldOverrides({
    data,
    fieldConfig,
    fieldConfigRegistry: registryFor(fieldConfig),
    replaceVariables: (text) => text,
    theme,
    timeZone: "utc",
  });
  cacheFieldDisplayNames(frames);
  return frames;
}

/** Must be called once, before the first panel. */
export function registerTransformers(): void {
  const { seriesToColumnsTransformer: _sameAsJoinByField, ...all } = standardTransformers;
  standardTransformersRegistry.setInit(() =>
    Object.values<DataTransformerInfo>(all).map((transformation) => ({
      id: transformation.id,
      name: transformation.name,
      transformation: async () => transformation,
      editor: nothing,
      imageDark: "",
      imageLight: "",
    })),
  );
}
