/** Prometheus's duration syntax: 1h30m, 15s, 250ms. */
const units = { y: 31_536_000_000, w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const;
export type Duration = `${number}${keyof typeof units}`;

/** Timers beyond 2^31 - 1 ms fire at once, so nothing longer is accepted. */
export const longestDuration = 24 * units.d;

/** Milliseconds, or undefined when the text is not a duration. */
export function parseDuration(text: string): number | undefined {
  if (text === "0") return 0;
  if (text === "" || !/^(\d+y)?(\d+w)?(\d+d)?(\d+h)?(\d+m)?(\d+s)?(\d+ms)?$/.test(text)) return undefined;
  let sum = 0;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|s|m|h|d|w|y)/g))
    sum += Number(count) * units[unit as keyof typeof units];
  return sum;
}

/** Of a duration that stands in the code. */
export const milliseconds = (duration: Duration): number => parseDuration(duration) ?? 0;

/** Text that `parseDuration` reads back: 90000 is 1m30s. Years and weeks only where nothing is left over, as in Prometheus. */
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
