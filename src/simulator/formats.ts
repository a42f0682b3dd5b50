/** Formats values like AvalancheGo. */
const nanoDigits = 9;
/** Formats a time with as many digits as needed. */
export const rfc3339 = (milliseconds: number, nanoseconds = 0): string => {
  const [whole = "", fraction = ""] = new Date(milliseconds).toISOString().slice(0, -1).split(".");
  const digits = (fraction + String(nanoseconds).padStart(nanoDigits - fraction.length, "0")).replace(/0+$/, "");
  return digits === "" ? `${whole}Z` : `${whole}.${digits}Z`;
};
/** Formats a duration, at most to the millisecond. */
export function goDuration(milliseconds: number): string {
  if (milliseconds > 0 && milliseconds < 1000) return `${milliseconds}ms`;
  const minutes = Math.floor(milliseconds / 60_000);
  const hours = Math.floor(minutes / 60);
  const seconds = `${(milliseconds % 60_000) / 1000}s`;
  if (hours > 0) return `${hours}h${minutes % 60}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
export const percentage = (ratio: number): string => (100 * ratio).toFixed(4);
/** Returns a number for a JSON number; a bigint above 2^53. */
export const asNumber = (value: bigint): number | bigint =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
