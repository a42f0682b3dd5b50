/** Runs a panel's queries and transformations, and returns frames that are ready to be drawn. */
import { type DataFrame, rangeUtil, type TimeRange, transformDataFrame } from "@grafana/data";
import { firstValueFrom } from "rxjs";
import { seriesFrames, tableFrame } from "./frames.ts";
import type { Panel, Target } from "./model.ts";
import type { Prometheus } from "./prometheus.ts";
import { type BuiltIn, expression, title, type Values } from "./variables.ts";

export type Surroundings = {
  readonly prometheus: Prometheus;
  readonly values: Values;
  readonly range: TimeRange;
  readonly scrapeInterval: string;
};

/** Returns the start and the end in seconds. */
export const spanOf = ({ from, to }: TimeRange) => ({ start: from.unix(), end: to.unix() });

function steps({ interval, maxDataPoints }: Panel, target: Target, width: number, around: Surroundings) {
  const minInterval = target.interval || interval || around.scrapeInterval;
  const lowest = rangeUtil.intervalToSeconds(minInterval.replace(/^>/, ""));
  const step = rangeUtil.calculateInterval(around.range, maxDataPoints ?? width, `${lowest}s`).intervalMs / 1000;
  const scrape = rangeUtil.intervalToSeconds(around.scrapeInterval);
  return { step, rate: Math.max(step + scrape, 4 * scrape) };
}

function builtInOf({ range }: Surroundings, step: number, rate: number): BuiltIn {
  const { start, end } = spanOf(range);
  return {
    __interval: `${step}s`,
    __interval_ms: String(step * 1000),
    __rate_interval: `${rate}s`,
    __range: `${end - start}s`,
    __range_s: String(end - start),
    __range_ms: String((end - start) * 1000),
    __from: String(start * 1000),
    __to: String(end * 1000),
  };
}

async function ask(panel: Panel, target: Target, width: number, around: Surroundings): Promise<DataFrame[]> {
  const { step, rate } = steps(panel, target, width, around);
  const query = expression(target.expr, around.values, builtInOf(around, step, rate));
  const { start, end } = spanOf(around.range);
  const aligned = (time: number) => Math.floor(time / step) * step;
  const series = target.instant
    ? await around.prometheus.at(query, end)
    : await around.prometheus.range(query, aligned(start), aligned(end), step);
  if (target.format === "table") {
    const tables = panel.targets?.filter(({ format, hide }) => format === "table" && !hide) ?? [];
    return [tableFrame(series, target, tables.length === 1)];
  }
  const named = { ...target, legendFormat: title(target.legendFormat ?? "", around.values) };
  return seriesFrames(series, named, target.instant ? undefined : step);
}

/** Returns no columns if all tables are empty. */
const withoutEmptyTables = (frames: DataFrame[]) =>
  frames.every(({ length }) => length === 0) ? frames.map((frame) => ({ ...frame, fields: [] })) : frames;

/** `width` in pixels limits the number of points. */
export async function framesOf(panel: Panel, width: number, around: Surroundings): Promise<DataFrame[]> {
  const targets = (panel.targets ?? []).filter(({ hide }) => !hide);
  const frames = withoutEmptyTables(
    (await Promise.all(targets.map((target) => ask(panel, target, width, around)))).flat(),
  );
  const transformations = (panel.transformations ?? []).filter(({ disabled }) => !disabled);
  if (transformations.length === 0) return frames;
  const interpolate = (text: string | undefined) => title(text ?? "", around.values);
  return firstValueFrom(transformDataFrame([...transformations], frames, { interpolate }));
}
