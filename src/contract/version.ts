/** Returns whether a version of AvalancheGo such as 1.11.13 is older than another, in the parts that it has. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split(".").map(Number));
  const at = left.findIndex((part, i) => part !== (right[i] ?? 0));
  return at !== -1 && (left[at] ?? 0) < (right[at] ?? 0);
}
