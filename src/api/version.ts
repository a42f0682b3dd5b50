import type { Method } from "./method.ts";

/** Returns the version in a text: 1.14.0 in avalanchego/1.14.0. */
export const versionIn = (text: string): string | undefined => /\d+\.\d+\.\d+/.exec(text)?.[0];

/** Returns true if a version such as 1.11.13 is older than another. Compares only the parts that the first one has. */
export function isBefore(version: string, other: string): boolean {
  const [left = [], right = []] = [version, other].map((text) => text.split(".").map(Number));
  const index = left.findIndex((part, i) => part !== (right[i] ?? 0));
  return index !== -1 && (left[index] ?? 0) < (right[index] ?? 0);
}

/** Returns whether the version, if it is known, is older than the first one with the method. */
export const isTooOld = (version: string | undefined, { since }: Pick<Method, "since">): boolean =>
  version !== undefined && since !== undefined && isBefore(version, since);
