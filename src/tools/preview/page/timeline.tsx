/** State timelines, which Grafana does not publish: a line of colored states per series. */
import { dateTimeFormat, type Field, FieldType, getFieldDisplayName } from "@grafana/data";
import { useTheme2 } from "@grafana/ui";
import type { Sized } from "./visual.ts";

const axisHeight = 22;
const fontSize = 12;
const letterWidth = 6.5;
const maxNameShare = 0.3;

type State = { readonly from: number; readonly to: number; readonly value: number };

/** Joins equal neighbors; a gap of more than a step separates states. */
function statesOf(times: readonly number[], field: Field): State[] {
  const step = Math.min(...times.slice(1).map((time, i) => time - (times[i] as number)));
  const states: State[] = [];
  for (const [i, from] of times.entries()) {
    const value: unknown = field.values[i];
    if (typeof value !== "number" || Number.isNaN(value)) continue;
    const to = from + (Number.isFinite(step) ? step : 0);
    const last = states.at(-1);
    if (last?.value === value && last.to >= from) states[states.length - 1] = { ...last, to };
    else states.push({ from, to, value });
  }
  return states;
}

/** Returns times for the axis, in milliseconds. */
function ticks(from: number, to: number, width: number): number[] {
  const hour = 3_600_000;
  const every = [1, 2, 3, 4, 6, 12, 24].find((hours) => (width * hours * hour) / (to - from) > 60) ?? 24;
  const first = Math.ceil(from / (every * hour)) * every * hour;
  return Array.from({ length: Math.floor((to - first) / (every * hour)) + 1 }, (_, i) => first + i * every * hour);
}

export function Timeline({ panel, data, range, width, height }: Sized) {
  const hidesText = panel.options?.["showValue"] === "never";
  const { colors } = useTheme2();
  const lines = data.flatMap((frame) => {
    const times = frame.fields.find(({ type }) => type === FieldType.time)?.values ?? [];
    const fields = frame.fields.filter(({ type }) => type === FieldType.number);
    return fields.map((field) => ({
      field,
      name: getFieldDisplayName(field, frame, data),
      states: statesOf(times, field),
    }));
  });
  const [from, to] = [range.from.valueOf(), range.to.valueOf()];
  const longest = Math.max(...lines.map(({ name }) => name.length));
  const left = Math.min(longest * letterWidth + 12, maxNameShare * width);
  const inner = width - left;
  const lineHeight = Math.min((height - axisHeight) / lines.length, 40);
  const bar = 0.8 * lineHeight;
  const xOf = (time: number) => left + (inner * (Math.max(time, from) - from)) / (to - from);
  return (
    <svg width={width} height={height} fontSize={fontSize} fill={colors.text.primary} role="img">
      <title>State timeline</title>
      {lines.map(({ field, name, states }, i) => (
        <g key={name} transform={`translate(0 ${i * lineHeight + (lineHeight - bar) / 2})`}>
          <text x={left - 8} y={bar / 2} dominantBaseline="central" textAnchor="end">
            {name}
          </text>
          {states.map((state) => {
            const [x, end] = [xOf(state.from), Math.min(xOf(state.to), width)];
            const { text = "", color } = field.display?.(state.value) ?? {};
            const isWide = !hidesText && end - x > text.length * letterWidth + 8 && bar > fontSize;
            return (
              <g key={state.from}>
                <rect x={x} width={Math.max(end - x, 1)} height={bar} fill={color} fillOpacity={0.8} />
                {isWide && (
                  <text x={x + 4} y={bar / 2} dominantBaseline="central" fill={colors.background.canvas}>
                    {text}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
      {ticks(from, to, inner).map((time) => (
        <text key={time} x={xOf(time)} y={height - 6} textAnchor="middle" fill={colors.text.secondary}>
          {dateTimeFormat(time, { format: "HH:mm", timeZone: "utc" })}
        </text>
      ))}
    </svg>
  );
}
