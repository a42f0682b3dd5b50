import { closestMatch } from "leven";

type Options = {
  readonly names: readonly string[];
  /** What to list when nothing is near: all names, unless told otherwise. */
  readonly allowed?: readonly string[];
  readonly show?: (name: string) => string;
};

/** For a name that does not exist: the one that was probably meant, else what is allowed. */
export function suggest(name: string, { names, allowed = names, show = (text) => text }: Options): string {
  const length = name.replace(/^-+/, "").length;
  const near = length > 2 ? closestMatch(name, names, { maxDistance: Math.max(2, Math.floor(length / 3)) }) : undefined;
  if (near !== undefined) return `did you mean ${show(near)}?`;
  return `allowed: ${allowed.map(show).join(", ")}`;
}
