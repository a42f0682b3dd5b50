/** Returns true if a version such as 1.11.13 is older than another. Compares only the parts that the first one has. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split(".").map(Number));
  const at = left.findIndex((part, i) => part !== (right[i] ?? 0));
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
