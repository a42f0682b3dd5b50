/** Annotations on graphs: a region per series, from its first to its last sample, or a line for a single sample. */
import { type GrafanaTheme2, rangeUtil } from "@grafana/data";
import type { UPlotConfigBuilder } from "@grafana/ui";
import { useLayoutEffect } from "react";
import type { Annotation } from "./model.ts";
import { type Surroundings, spanOf } from "./queries.ts";
import { expression } from "./variables.ts";

/** Times in milliseconds. */
export type Mark = { readonly from: number; readonly to: number; readonly color: string };

/** Returns a mark per run of samples without a gap, as Grafana does. */
export async function marksOf({ expr = "", iconColor }: Annotation, around: Surroundings, theme: GrafanaTheme2) {
  const { prometheus, values, range, scrapeInterval } = around;
  const step = rangeUtil.intervalToSeconds(scrapeInterval);
  const { start, end } = spanOf(range);
  const query = expression(expr, values, { __rate_interval: `${4 * step}s` });
  const series = await prometheus.range(query, Math.floor(start / step) * step, Math.floor(end / step) * step, step);
  const color = theme.visualization.getColorByName(iconColor);
  return series.flatMap(({ values: samples }) => {
    const marks: Mark[] = [];
    for (const [seconds] of samples) {
      const last = marks.at(-1);
      if (last && 1000 * (seconds - step) <= last.to) marks[marks.length - 1] = { ...last, to: 1000 * seconds };
      else marks.push({ from: 1000 * seconds, to: 1000 * seconds, color });
    }
    return marks;
  });
}

type Props = { readonly config: UPlotConfigBuilder; readonly marks: readonly Mark[] };
/** Draws the marks behind the lines of a graph. */
export function Marks({ config, marks }: Props) {
  useLayoutEffect(() => {
    config.addHook("draw", ({ ctx, bbox: { top, height }, valToPos }) => {
      ctx.save();
      for (const { from, to, color } of marks) {
        const left = valToPos(from, "x", true);
        const width = valToPos(to, "x", true) - left;
        ctx.fillStyle = color;
        ctx.globalAlpha = 0.1;
        ctx.fillRect(left, top, width, height);
        ctx.globalAlpha = 1;
        ctx.fillRect(left, top + height, Math.max(width, 3), 5);
        ctx.strokeStyle = color;
        ctx.setLineDash([5, 5]);
        ctx.beginPath();
        for (const x of width > 0 ? [left, left + width] : [left]) {
          ctx.moveTo(x, top);
          ctx.lineTo(x, top + height);
        }
        ctx.stroke();
      }
      ctx.restore();
    });
  }, [config, marks]);
  return null;
}
