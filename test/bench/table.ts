import type { Comparison } from "./stats.ts";

/** Durations in milliseconds. */
export type Row = {
  readonly what: string;
  readonly result: Comparison;
  /** The ratio that is to be reached at most. */
  readonly goal?: number;
  /** A figure of which one busy moment of the machine makes another: nothing fails for it. */
  readonly noisy?: true;
};
/** Markdown, and what is beyond twice its goal. */
export type Section = { readonly text: string; readonly beyond: readonly string[] };

const duration = (ms: number) => (ms < 1 ? `${(ms * 1000).toFixed(0)} µs` : `${ms.toFixed(ms < 10 ? 2 : 1)} ms`);
const factor = (ratio: number) => ratio.toFixed(ratio < 0.1 ? 3 : 2);

/** Where a figure is not steady, one of twice the goal is no failure yet. */
const generous = 2;
export const complaint = (what: string, ratio: number, goal = Number.POSITIVE_INFINITY): readonly string[] =>
  ratio > generous * goal ? [`${what}: ${factor(ratio)}, not ${goal}`] : [];

/** Columns of equal width, so that it can be read as it is. */
function markdown(heading: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = heading.map((cell, i) => Math.max(cell.length, ...lines.map((line) => line[i]?.length ?? 0)));
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(" | ")} |\n`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [row(heading), row(rule), ...lines.map(row)].join("");
}

export function sectionOf(title: string, rows: readonly Row[]): Section {
  const lines = rows.map(({ what, goal, result: { reference, ours, ratio, min, max } }) => [
    what,
    duration(reference),
    duration(ours),
    factor(ratio),
    `${factor(min)}–${factor(max)}`,
    goal === undefined ? "" : String(goal),
  ]);
  const beyond = rows.flatMap(({ what, goal, noisy, result: { ratio } }) =>
    noisy ? [] : complaint(`${title}: ${what}`, ratio, goal),
  );
  return { text: `${title}:\n\n${markdown(["", "reference", "ours", "ratio", "min–max", "goal"], lines)}`, beyond };
}

export const plainSection = (
  title: string,
  heading: readonly string[],
  lines: readonly (readonly string[])[],
  beyond: readonly string[] = [],
): Section => ({
  text: `${title}:\n\n${markdown(heading, lines)}`,
  beyond,
});
