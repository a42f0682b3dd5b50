/** Durations and times for people. */
const units = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
  ["s", 1],
] as const;

/** Formats seconds in the two largest units, such as "22 d 5 h"; negative ones with a minus sign. */
export function formatSpan(seconds: number): string {
  let rest = Math.round(Math.abs(seconds));
  const first = units.findIndex(([, size]) => rest >= size);
  if (first < 0) return "0 s";
  const parts = units.slice(first, first + 2).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count > 0 ? [`${count} ${unit}`] : [];
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
