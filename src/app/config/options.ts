/** List of all settings, derived from the schema: one entry per documented key. */
import * as z from "zod";
import { formatPath, members, type Path, unwrap } from "../../lib/schema.ts";

export const prefix = "AVAX_EXPORTER_";
export type Kind = "string" | "number" | "boolean" | "list";

export const variableOf = (flag: string) => prefix + flag.toUpperCase().replace(/[.-]/g, "_");

function valueKindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodBoolean) return "boolean";
  return schema instanceof z.ZodNumber ? "number" : "string";
}
function placeholderOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum) return schema.options.join("|");
  return { list: "A,B", number: "N", string: "TEXT", boolean: "" }[valueKindOf(schema)];
}

/** Returns the setting with this schema. If it is only a key of the file, its flag and its environment variable do not exist. */
function optionOf(schema: z.ZodType, path: Path) {
  const { inner, meta, defaultValue } = unwrap(schema);
  const { description = "", collector, file: isFile = false, restart: needsRestart = false } = meta;
  const isMapping = inner instanceof z.ZodObject || inner instanceof z.ZodRecord;
  const element = inner instanceof z.ZodArray ? inner.element : inner;
  return {
    flag: meta.flag ?? formatPath(path).replaceAll("_", "-"),
    /** Path in the configuration file; empty for --config.file. */
    path,
    collector,
    kind: valueKindOf(inner),
    placeholder: meta.placeholder ?? (isFile ? "FILE" : placeholderOf(inner)),
    defaultText: meta.defaultText ?? (defaultValue === undefined || isMapping ? "" : String(defaultValue)),
    description,
    allowedValues: element instanceof z.ZodEnum ? element.options.map(String) : undefined,
    isFile,
    isFileOnly: meta.fileOnly ?? isMapping,
    needsRestart,
  };
}
export type Option = ReturnType<typeof optionOf>;

/** Returns all documented keys. */
export function entriesOf(schema: z.ZodType, path: Path = []): Option[] {
  const { inner, meta } = unwrap(schema);
  if (meta.description !== undefined) return [optionOf(schema, path)];
  return Object.entries(members(inner)).flatMap(([key, member]) => entriesOf(member, [...path, key]));
}

export const configFile = optionOf(
  z.string().meta({
    flag: "config.file",
    file: true,
    restart: true,
    description: "Path of the YAML configuration file.",
  }),
  [],
);

/** Returns the keys that have a flag. For a command's own flags the variable and the file key do not apply. */
export const ownFlagsOf = (schema: z.ZodType): Option[] => entriesOf(schema).filter(({ isFileOnly }) => !isFileOnly);

/** Returns where to set a key that only the file has. */
export const placeInFile = ({ path }: Option) => `set ${formatPath(path)} in the configuration file`;

/** Returns all settings that have a flag and an environment variable. */
export const optionsOf = (schema: z.ZodType): Option[] => [configFile, ...ownFlagsOf(schema)];

/** Returns whether --no-FLAG exists, as for each boolean with a default. */
export const isNegatable = ({ kind, defaultText }: Option) => kind === "boolean" && defaultText !== "";

/** Returns the spellings of a flag, with their hyphens. */
export const flagNames = (option: Option) => [
  `--${option.flag}`,
  ...(isNegatable(option) ? [`--no-${option.flag}`] : []),
];

/** Returns the description, with the default if there is one. */
export const describe = ({ description, defaultText }: Option) =>
  defaultText ? `${description} (default: ${defaultText})` : description;

/** Merges the settings of all collectors into one group of entries with the placeholder NAME. */
export function collapseCollectors(entries: readonly Option[]): Option[] {
  const general = new Map<string, Option>();
  for (const entry of entries) {
    const { collector } = entry;
    const path = entry.path.map((key) => (key === collector ? "NAME" : key));
    const flag = collector ? entry.flag.replace(`collector.${collector}`, "collector.NAME") : entry.flag;
    const name = formatPath(path);
    const before = general.get(name)?.defaultText ?? entry.defaultText;
    general.set(name, { ...entry, path, flag, defaultText: before === entry.defaultText ? before : "per collector" });
  }
  return [...general.values()];
}
