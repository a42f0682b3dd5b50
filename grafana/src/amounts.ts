/** Numbers as texts show them, so that no text repeats a number by hand. */

/** Returns 0.8 as "80 %". */
export const percent = (share: number) => `${Number((share * 100).toPrecision(12))} %`;

const spans = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
/** Returns 604800 as "7 days": in the largest unit of which it is a whole number. */
export function timeSpan(seconds: number): string {
  const [unit, length] = spans.find(([, length]) => seconds % length === 0) ?? (["second", 1] as const);
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
