/** Settings of alerts: their schema, and settings as text, such as AvaxL1QuorumRisk.warning.below=0.95. */
import * as z from "zod";
import { durationPattern } from "../lib/duration.ts";
import { members, type Path, setAt, unwrap } from "../lib/schema.ts";
import { suggest } from "../lib/text.ts";
import { type Alert, durations, type Parameters, type Tier } from "./alert.ts";

const mapValues = <T, U>(mapping: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(mapping).map(([key, value]) => [key, map(value)]));

const enabled = z.boolean("is neither true nor false");
const notDuration = "is not a duration such as 5m";
const duration = z.string().min(1, notDuration).regex(durationPattern, notDuration);

/** The type of a parameter is that of its default. Prometheus checks the other values. */
function parameter(name: string, defaultValue: number | string) {
  if (durations.includes(name)) return duration;
  return typeof defaultValue === "number" ? z.number("is not a number") : z.string();
}
const tierSchema = ({ parameters }: Tier<Parameters>) =>
  z
    .strictObject({
      enabled,
      severity: z.string().min(1, "is not the name of a severity"),
      for: duration,
      keepFiringFor: duration,
      parameters: z
        .strictObject(
          Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, parameter(name, value)])),
        )
        .partial(),
    })
    .partial();
/** Returns the schema of the overrides of an alert. */
export const overrideSchema = ({ tiers }: Alert) =>
  z
    .strictObject({ enabled, keepFiringFor: duration, tiers: z.strictObject(mapValues(tiers, tierSchema)).partial() })
    .partial();
/** Overrides by alert name. */
export type Overrides = { readonly [alert: string]: z.infer<ReturnType<typeof overrideSchema>> };

type Setting = { readonly name: string; readonly path: Path; readonly schema: z.ZodType };
/** Returns the single values of a schema. Their names, such as critical.below, omit `tiers` and `parameters`. */
function settingsOf(schema: z.ZodType, path: Path = []): readonly Setting[] {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(members(inner)).flatMap(([key, member]) => settingsOf(member, [...path, key]));
  return [{ name: path.filter((key) => key !== "tiers" && key !== "parameters").join("."), path, schema: inner }];
}

function toValue(schema: z.ZodType, text: string): unknown {
  if (schema instanceof z.ZodNumber) return text.trim() === "" ? text : Number(text);
  return schema instanceof z.ZodBoolean && /^(true|false)$/.test(text) ? text === "true" : text;
}

/** Returns the overrides that settings describe, and an error for each that is wrong. */
export function applySettings(alerts: readonly Alert[], settings: readonly string[]) {
  let overrides: unknown = {};
  const errors = settings.flatMap((setting) => {
    const [, name = "", key = "", text = ""] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(setting) ?? [];
    const fail = (why: string) => [`--set ${setting}: ${why}`];
    if (key === "") return fail("has not the form ALERT.SEVERITY.PARAMETER=VALUE");
    const alert = alerts.find((one) => one.name === name);
    if (!alert) return fail(`unknown alert "${name}"; ${suggest(name, { names: alerts.map((one) => one.name) })}`);
    const known = settingsOf(overrideSchema(alert));
    const found = known.find((one) => one.name === key);
    if (!found) return fail(`unknown setting "${key}"; ${suggest(key, { names: known.map((one) => one.name) })}`);
    const { data, error } = found.schema.safeParse(toValue(found.schema, text));
    if (error) return fail(`"${text}" ${error.issues[0]?.message}`);
    overrides = setAt(overrides, [name, ...found.path], data);
    return [];
  });
  return { overrides: overrides as Overrides, errors };
}
