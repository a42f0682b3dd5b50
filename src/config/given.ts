/** Values given as text, by flags and environment variables, on their way into the file's tree. */
import type { Kind, Option } from "./options.ts";
import { isTree, type Path } from "./walk.ts";

export type Given = {
  readonly option: Option;
  /** How it was given, for messages: --node.url or AVAX_EXPORTER_NODE_URL. */
  readonly label: string;
  readonly value: unknown;
};

const toList = (text: string) =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Text that is none of its kind stays text: the schema refuses it in its own words. */
export function fromText(kind: Kind, text: string): unknown {
  if (kind === "list") return toList(text);
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** A copy with the value at the path. What is no tree stays as it is: that is a mistake of its own. */
function place(tree: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  if (tree !== undefined && !isTree(tree)) return tree;
  return { ...tree, [key]: place(tree?.[key], rest, value) };
}

/** Later ones win. `origin` tells how the value at a path, or the list or mapping around it, was given. */
export function overlay(tree: unknown, given: readonly Given[]) {
  const labels = new Map(given.map(({ option, label }) => [option.path.join("."), label]));
  return {
    tree: given.reduce((into, { option, value }) => place(into, option.path.map(String), value), tree),
    origin(path: Path): string | undefined {
      const around = path.map((_, at) => path.slice(0, path.length - at).join("."));
      return around.map((candidate) => labels.get(candidate)).find((label) => label !== undefined);
    },
  };
}
