/** Values as the node writes them. */
const nanoDigits = 9;
/** Seconds, with as many digits as it takes. */
export const rfc3339 = (milliseconds: number, nanoseconds = 0): string => {
  const [whole = "", fraction = ""] = new Date(milliseconds).toISOString().slice(0, -1).split(".");
  const digits = (fraction + String(nanoseconds).padStart(nanoDigits - fraction.length, "0")).replace(/0+$/, "");
  return digits === "" ? `${whole}Z` : `${whole}.${digits}Z`;
};
export const percentage = (ratio: number): string => (100 * ratio).toFixed(4);
/** For what the node gives as JSON number: bigint only beyond what a number holds. */
export const asNumber = (value: bigint): number | bigint =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
