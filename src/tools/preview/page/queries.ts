/** Runs a panel's queries and transformations, and returns frames that are ready to be drawn. */
import { type DataFrame, rangeUtil, type TimeRange, transformDataFrame } from "@grafana/data";
import { firstValueFrom } from "rxjs";
import { seriesFrames, tableFrame } from "./frames.ts";
import type { Panel, Target } from "./model.ts";
import type { Prometheus } from "./prometheus.ts";
import { expression, title, type Values } from "./variables.ts";

export type Surroundings = {
  readonly prometheus: Prometheus;
  readonly values: Values;
  readonly range: TimeRange;
  readonly scrapeInterval: string;
};

/** Returns the start and the end in seconds. */
export const spanOf = ({ from, to }: TimeRange) => ({ start: from.unix(), end: to.unix() });

function steps(width: number, { range, scrapeInterval }: Surroundings) {
  const scrape = rangeUtil.intervalToSeconds(scrapeInterval);
  const step = rangeUtil.calculateInterval(range, width, `${scrape}s`).intervalMs / 1000;
  return { step, rate: Math.max(step + scrape, 4 * scrape) };
}

async function ask(panel: Panel, target: Target, width: number, around: Surroundings): Promise<DataFrame[]> {
  const { step, rate } = steps(width, around);
  const query = expression(target.expr, around.values, { __rate_interval: `${rate}s` });
  const { start, end } = spanOf(around.range);
  const aligned = (time: number) => Math.floor(time / step) * step;
  const series = target.instant
    ? await around.prometheus.at(query, end)
    : await around.prometheus.range(query, aligned(start), aligned(end), step);
  if (target.format === "table") {
    const tables = panel.targets?.filter(({ format }) => format === "table") ?? [];
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
  const targets = panel.targets ?? [];
  const frames = withoutEmptyTables(
    (await Promise.all(targets.map((target) => ask(panel, target, width, around)))).flat(),
  );
  const { transformations = [] } = panel;
  if (transformations.length === 0) return frames;
  const interpolate = (text: string | undefined) => title(text ?? "", around.values);
  return firstValueFrom(transformDataFrame([...transformations], frames, { interpolate }));
}
