/** Converts results of Prometheus to data frames, like Grafana's data source. */
import { createDataFrame, type DataFrame, type Field, FieldType } from "@grafana/data";
import type { Target } from "./model.ts";
import type { Series } from "./prometheus.ts";

const numericLabel = "le";

const labelsText = ({ __name__: name = "", ...labels }: Series["metric"]) => {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return `${name}{${pairs.join(", ")}}`;
};

/** Returns the name of a series, or undefined if Grafana derives one from the distinguishing labels. */
function nameOf({ metric }: Series, { legendFormat = "", expr }: Target): string | undefined {
  if (legendFormat === "__auto") return Object.keys(metric).length > 0 ? undefined : expr;
  const name =
    legendFormat === ""
      ? labelsText(metric)
      : legendFormat.replace(/\{\{\s*(.+?)\s*\}\}/g, (_, label: string) => metric[label] ?? "");
  return name === "{}" ? expr : name;
}

const timeField = (seconds: readonly number[]): Partial<Field> & { name: string } => ({
  name: "Time",
  type: FieldType.time,
  values: seconds.map((time) => time * 1000),
});

/** Returns a frame per series. `step` in seconds; undefined for instant queries. */
export function seriesFrames(series: readonly Series[], target: Target, step: number | undefined): DataFrame[] {
  return series.map((one) => {
    const name = nameOf(one, target);
    return createDataFrame({
      refId: target.refId,
      ...(name !== undefined && { name }),
      fields: [
        { ...timeField(one.values.map(([time]) => time)), config: step === undefined ? {} : { interval: step * 1000 } },
        {
          name: "Value",
          type: FieldType.number,
          values: one.values.map(([, value]) => value),
          labels: { ...one.metric },
          config: name === undefined ? {} : { displayNameFromDS: name },
        },
      ],
    });
  });
}

/** Returns a table with a row per sample and a column per label. */
export function tableFrame(series: readonly Series[], { refId }: Target, isOnly: boolean): DataFrame {
  const labels = [...new Set(series.flatMap(({ metric }) => Object.keys(metric).sort()))];
  const rows = series.flatMap(({ metric, values }) => values.map(([time, value]) => ({ metric, time, value })));
  return createDataFrame({
    refId,
    fields: [
      timeField(rows.map(({ time }) => time)),
      ...labels.map((label) => ({
        name: label,
        type: label === numericLabel ? FieldType.number : FieldType.string,
        config: { filterable: true },
        values: rows.map(({ metric }) => (label === numericLabel ? Number(metric[label]) : (metric[label] ?? ""))),
      })),
      {
        name: isOnly ? "Value" : `Value #${refId}`,
        type: FieldType.number,
        values: rows.map(({ value }) => value),
      },
    ],
  });
}
