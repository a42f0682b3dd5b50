/** Overrides from flags and environment variables, merged into the tree of the file. */
import { suggest } from "../lib/suggest.ts";
import { type Kind, type Option, placeInFile, prefix, variableOf } from "./options.ts";
import { isPlainObject, type Path } from "./schema-walk.ts";

export type Override = {
  readonly option: Option;
  /** Name of the flag or variable for messages, such as --node.url or AVAX_EXPORTER_NODE_URL. */
  readonly label: string;
  readonly value: unknown;
};
export type Environment = Readonly<Record<string, string | undefined>>;

/** Converts text to a value of the kind. Unconvertible text is returned unchanged; the schema rejects it. */
export function parseValue(kind: Kind, text: string): unknown {
  if (kind === "list") return text.split(",").flatMap((item) => item.trim() || []);
  if (kind === "number" && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (kind === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

/** Returns whether Kubernetes set the variable for a Service, which may be called avax-exporter. */
function isServiceLink(name: string, value: string): boolean {
  if (/_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP|SCTP)_(PROTO|PORT|ADDR)$/.test(name)) return true;
  return /_PORT(_\d+_(TCP|UDP|SCTP))?$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value);
}

/** Reads all variables that have the prefix. An empty variable counts as unset. */
export function readEnvironment(env: Environment, options: readonly Option[]) {
  const nameWithoutPrefix = ({ flag }: Option) => variableOf(flag).slice(prefix.length);
  const byName = new Map(options.map((option) => [nameWithoutPrefix(option), option]));
  const names = options.filter(({ isFileOnly }) => !isFileOnly).map(nameWithoutPrefix);
  const overrides: Override[] = [];
  const errors: string[] = [];
  for (const [label, text = ""] of Object.entries(env)) {
    if (!label.startsWith(prefix) || text === "") continue;
    const name = label.slice(prefix.length);
    const option = byName.get(name);
    if (option?.isFileOnly) errors.push(`${label}: unknown variable; ${placeInFile(option)}`);
    else if (option) overrides.push({ option, label, value: parseValue(option.kind, text) });
    else if (!isServiceLink(label, text)) {
      const otherwise = "serve --help lists all";
      const hint = suggest(name, { names, otherwise, show: (one) => prefix + one });
      errors.push(`${label}: unknown variable; ${hint}`);
    }
  }
  return { overrides, errors };
}

/** Returns a copy with the value at the path. A value that should be a mapping is kept: the schema rejects it. */
export function setAt(tree: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (tree !== undefined && !isPlainObject(tree)) return tree;
  return { ...tree, [key]: setAt(tree?.[String(key)], rest, value) };
}

/** Applies the overrides to a copy of the tree; later ones win. `labelAt` returns the label of an override. */
export function applyOverrides(tree: unknown, overrides: readonly Override[]) {
  const labels = new Map(overrides.map(({ option, label }) => [option.path.join("."), label]));
  return {
    tree: overrides.reduce((into, { option, value }) => setAt(into, option.path, value), tree),
    labelAt(path: Path): string | undefined {
      const around = path.map((_, index) => labels.get(path.slice(0, path.length - index).join(".")));
      return around.find((label) => label !== undefined);
    },
  };
}
