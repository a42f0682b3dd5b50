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
