import { closestMatch } from "leven";

type Options = {
  readonly names: readonly string[];
  /** Names to list if no name is similar; by default all. */
  readonly allowed?: readonly string[];
  readonly show?: (name: string) => string;
};

/** Returns the closest match for an unknown name, or the list of allowed names. */
export function suggest(name: string, { names, allowed = names, show = (text) => text }: Options): string {
  const length = name.replace(/^-+/, "").length;
  const near = length > 2 ? closestMatch(name, names, { maxDistance: Math.max(2, Math.floor(length / 3)) }) : undefined;
  if (near !== undefined) return `did you mean ${show(near)}?`;
  return `allowed: ${allowed.map(show).join(", ")}`;
}
