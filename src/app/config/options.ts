/** List of all settings, derived from the schema: one entry per documented key. */
import * as z from "zod";
import { formatPath, type Meta, members, type Path, unwrap } from "./schema-walk.ts";

export const prefix = "AVAX_EXPORTER_";
export type Kind = "string" | "number" | "boolean" | "list";
/** A setting. If it is only a key of the file, its flag and its environment variable do not exist. */
export type Option = Pick<Meta, "collector"> & {
  readonly flag: string;
  /** Path in the configuration file; empty for --config.file. */
  readonly path: Path;
  readonly kind: Kind;
  /** Placeholder of the value in the help, such as DURATION. */
  readonly placeholder: string;
  readonly defaultText: string;
  readonly description: string;
  readonly allowedValues?: readonly string[] | undefined;
  readonly isFile: boolean;
  readonly isFileOnly: boolean;
  readonly needsRestart: boolean;
};

export const variableOf = (flag: string) => prefix + flag.toUpperCase().replace(/[.-]/g, "_");

function kindOf(schema: z.ZodType): Kind {
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodBoolean) return "boolean";
  return schema instanceof z.ZodNumber ? "number" : "string";
}
function placeholderOf(schema: z.ZodType): string {
  if (schema instanceof z.ZodEnum) return schema.options.join("|");
  return { list: "A,B", number: "N", string: "TEXT", boolean: "" }[kindOf(schema)];
}

/** Returns all documented keys. */
export function entriesOf(schema: z.ZodType, path: Path = []): Option[] {
  const { inner, meta, defaultValue } = unwrap(schema);
  if (meta.description === undefined)
    return Object.entries(members(inner)).flatMap(([key, member]) => entriesOf(member, [...path, key]));
  const { description, collector, file: isFile = false } = meta;
  const isMapping = inner instanceof z.ZodObject || inner instanceof z.ZodRecord;
  const flag = meta.flag ?? formatPath(path).replaceAll("_", "-");
  const defaultText = meta.defaultText ?? (defaultValue === undefined || isMapping ? "" : String(defaultValue));
  const placeholder = meta.placeholder ?? (isFile ? "FILE" : placeholderOf(inner));
  const element = inner instanceof z.ZodArray ? inner.element : inner;
  const allowedValues = element instanceof z.ZodEnum ? element.options.map(String) : undefined;
  return [
    {
      flag,
      path,
      collector,
      kind: kindOf(inner),
      placeholder,
      defaultText,
      description,
      allowedValues,
      isFile,
      isFileOnly: meta.fileOnly ?? isMapping,
      needsRestart: meta.restart ?? false,
    },
  ];
}

export const configFile: Option = {
  flag: "config.file",
  path: [],
  kind: "string",
  placeholder: "FILE",
  defaultText: "",
  description: "Path of the YAML configuration file.",
  isFile: true,
  isFileOnly: false,
  needsRestart: true,
};

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
