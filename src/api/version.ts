/** Returns the version in a text: 1.14.0 in avalanchego/1.14.0. */
export const versionIn = (text: string): string | undefined => /\d+\.\d+\.\d+/.exec(text)?.[0];

/** Returns true if a version such as 1.14.0 is older than another. Compares only the parts that the first one has. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split(".").map(Number));
  const index = left.findIndex((part, i) => part !== (right[i] ?? 0));
  return index !== -1 && (left[index] ?? 0) < (right[index] ?? 0);
}
