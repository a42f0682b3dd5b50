import { closestMatch } from "leven";

type Options = {
  readonly names: readonly string[];
  /** Text if no name is similar; by default the list of names. */
  readonly otherwise?: string;
  readonly show?: (name: string) => string;
};

/** Returns the closest match for an unknown name, or the list of allowed names. A match differs by at most a third of the
 *  text after the section, because many names have the same section: --collector.fooo is not similar to --collector.node. */
export function suggest(name: string, { names, otherwise, show = (text) => text }: Options): string {
  const { length } = name.replace(/^-*[A-Za-z-]+[._]|^-+/, "");
  const isShort = name.replace(/^-+/, "").length < 3;
  const near = isShort ? undefined : closestMatch(name, names, { maxDistance: Math.max(2, Math.floor(length / 3)) });
  if (near !== undefined) return `did you mean ${show(near)}?`;
  return otherwise ?? `allowed: ${names.map(show).join(", ")}`;
}
