/** Durations in the syntax of Prometheus, and durations and times for people. */
import { pluralize } from "./text.ts";

/** Durations in the syntax of Prometheus: 1h30m, 15s, 250ms. */
const units = { y: 31_536_000_000, w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
export type Duration = `${number}${keyof typeof units}`;

/** Maximum duration. Node.js fires timers above 2^31 - 1 ms immediately. */
export const maxDurationMs = 24 * units.d;

/** Accepts the empty text, too. */
export const durationPattern = /^(\d+y)?(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?$/;

/** Returns milliseconds; undefined if the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  if (text === "0") return 0;
  if (text === "" || !durationPattern.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|s|m|h|d|w|y)/g))
    sum += Number(count) * units[unit as keyof typeof units];
  return sum;
}

/** Returns the milliseconds of a literal duration. */
export const milliseconds = (duration: Duration): number => parseDuration(duration) ?? 0;

/** Formats milliseconds for `parseDuration`: 90000 becomes 1m30s. As in Prometheus, years and weeks are used only without
 *  remainder. */
export function formatDuration(ms: number): string {
  let rest = Math.round(ms);
  let text = "";
  for (const [unit, size] of Object.entries(units)) {
    if (rest < size || ((unit === "y" || unit === "w") && rest % size !== 0)) continue;
    text += `${Math.floor(rest / size)}${unit}`;
    rest %= size;
  }
  return text || "0s";
}

const spanUnits = [
  { symbol: "d", word: "day", size: 86_400 },
  { symbol: "h", word: "hour", size: 3600 },
  { symbol: "min", word: "minute", size: 60 },
  { symbol: "s", word: "second", size: 1 },
] as const;

/** Formats seconds in the two largest units, such as "22 d 5 h"; negative ones with a minus sign. */
export function formatSpan(seconds: number): string {
  let rest = Math.round(Math.abs(seconds));
  const first = spanUnits.findIndex(({ size }) => rest >= size);
  if (first < 0) return "0 s";
  const parts = spanUnits.slice(first, first + 2).flatMap(({ symbol, size }) => {
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

/** Formats a time in the future by its distance from `now` in seconds and its date, such as "in 5 h 52 min, at 2026-11-24 08:30 UTC".
 *  A date after the year 9999 is left out. */
export const formatMoment = (seconds: number, now: number): string =>
  `in ${formatSpan(seconds)}${now + seconds < 253_402_300_800 ? `, at ${formatDate(now + seconds)}` : ""}`;

/** Formats seconds that a call takes, such as "250 ms". */
export const formatLatency = (seconds: number): string =>
  seconds < 0.0005 ? "less than 1 ms" : seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;

/** Formats constant seconds in the largest unit that divides them: 604800 as "7 days". */
export function timeSpan(seconds: number): string {
  const { word, size } = spanUnits.find(({ size }) => seconds % size === 0) ?? spanUnits[3];
  return pluralize(seconds / size, word);
}
