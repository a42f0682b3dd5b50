/** Durations and times for people. */
import { pluralize } from "./text.ts";

const units = [
  { symbol: "d", word: "day", size: 86_400 },
  { symbol: "h", word: "hour", size: 3600 },
  { symbol: "min", word: "minute", size: 60 },
  { symbol: "s", word: "second", size: 1 },
] as const;

/** Formats seconds in the two largest units, such as "22 d 5 h"; negative ones with a minus sign. */
export function formatSpan(seconds: number): string {
  let rest = Math.round(Math.abs(seconds));
  const first = units.findIndex(({ size }) => rest >= size);
  if (first < 0) return "0 s";
  const parts = units.slice(first, first + 2).flatMap(({ symbol, size }) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? [`${count} ${symbol}`] : [];
  });
  return `${seconds < 0 ? "-" : ""}${parts.join(" ")}`;
}

/** Formats a Unix time in seconds, such as "2026-11-24 08:30 UTC". */
export function formatDate(time: number): string {
  const iso = new Date(1000 * time).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** Formats a time in the future by its distance from `now` in seconds and its date, such as "in 5 h 52 min, at 2026-11-24 08:30 UTC". */
export const formatMoment = (seconds: number, now: number): string =>
  `in ${formatSpan(seconds)}, at ${formatDate(now + seconds)}`;

/** Formats seconds that a call takes, such as "250 ms". */
export const formatLatency = (seconds: number): string =>
  seconds < 0.0005 ? "less than 1 ms" : seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;

/** Formats constant seconds in the largest unit that divides them: 604800 as "7 days". */
export function timeSpan(seconds: number): string {
  const { word, size } = units.find(({ size }) => seconds % size === 0) ?? units[3];
  return pluralize(seconds / size, word);
}
