import type { Comparison } from "./stats.ts";

/** Durations in milliseconds. */
export type Row = { readonly what: string; readonly result: Comparison };

const duration = (ms: number) => (ms < 1 ? `${(ms * 1000).toFixed(0)} µs` : `${ms.toFixed(ms < 10 ? 2 : 1)} ms`);
const factor = (ratio: number) => ratio.toFixed(2);

export function formatTable(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ what, result: { reference, ours, ratio, least, most } }) => [
    what,
    duration(reference),
    duration(ours),
    factor(ratio),
    `${factor(least)}–${factor(most)}`,
  ]);
  const cells = [["", "reference", "ours", "ratio", "min–max"], ...lines];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return `${title}\n${cells.map((line) => `  ${line.map(pad).join("  ")}\n`).join("")}`;
}
