/** Settings of alerts as text, such as AvaxL1QuorumRisk.critical.below=0.85. */
import { suggest } from "../lib/suggest.ts";
import type { Overrides } from "./groups.ts";
import { isDuration, kindOf, misorderedSeverities, waitingTime } from "./kinds.ts";
import { type Alert, type Parameters, type Severity, severities, type Tier } from "./rule.ts";

type TierOverride = NonNullable<NonNullable<Overrides[string]["tiers"]>[Severity]>;
type Result<T> = { readonly value: T; readonly error?: never } | { readonly value?: never; readonly error: string };

const withKey = <K extends string, T>(key: K, result: Result<T>): Result<{ readonly [N in K]?: T }> =>
  result.error === undefined ? { value: { [key]: result.value } as { readonly [N in K]?: T } } : result;
const isSeverity = (text: string): text is Severity => severities.some((one) => one === text);
const duration = (text: string): Result<string> =>
  isDuration(text) ? { value: text } : { error: `"${text}" is not ${waitingTime}` };
const switched = (text: string): Result<boolean> =>
  text === "true" || text === "false" ? { value: text === "true" } : { error: `"${text}" is neither true nor false` };

type AlertOverride = Pick<Overrides[string], "enabled" | "keepFiringFor">;
/** Settings of a whole alert. */
const alertSettings: Readonly<Record<string, (text: string) => Result<AlertOverride>>> = {
  enabled: (text) => withKey("enabled", switched(text)),
  keepFiringFor: (text) => withKey("keepFiringFor", duration(text)),
};

/** Returns NaN for a text that is not a number. */
const toNumber = (text: string) => (text.trim() === "" ? Number.NaN : Number(text));

/** Returns the override of one setting of a severity. */
function tierOverride({ parameters }: Tier<Parameters>, key: string, text: string): Result<TierOverride> {
  if (key === "for") return withKey(key, duration(text));
  if (key === "enabled") return withKey(key, switched(text));
  if (key === "severity") return text === "" ? { error: "a severity is missing" } : { value: { severity: text } };
  const now = parameters[key];
  if (now === undefined) {
    const names = ["for", "enabled", "severity", ...Object.keys(parameters)];
    const kinds = Object.entries(parameters).map(([name, value]) => `${name} (${kindOf(name, value)?.what})`);
    const otherwise = `allowed: ${["for", "enabled", "severity", ...kinds].join(", ")}`;
    return { error: `unknown parameter "${key}"; ${suggest(key, { names, otherwise })}` };
  }
  const value = typeof now === "string" ? text : toNumber(text);
  const kind = kindOf(key, now);
  return kind?.accepts(value) === false
    ? { error: `"${text}" is not ${kind.what}` }
    : { value: { parameters: { [key]: value } } };
}

/** Returns the overrides that settings describe, and an error for each that is wrong. */
export function applySettings(alerts: readonly Alert[], settings: readonly string[]) {
  const overrides: Record<string, AlertOverride & { readonly tiers: Record<string, TierOverride> }> = {};
  const errors: string[] = [];
  for (const setting of settings) {
    const [, name = "", path = "", text = ""] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(setting) ?? [];
    const fail = (why: string) => errors.push(`--set ${setting}: ${why}`);
    const alert = alerts.find((one) => one.name === name);
    const [first = "", key, ...more] = path.split(".");
    if (path === "") fail("has not the form ALERT.SEVERITY.PARAMETER=VALUE");
    else if (!alert) fail(`unknown alert "${name}"; ${suggest(name, { names: alerts.map((one) => one.name) })}`);
    else if (key === undefined && alertSettings[first]) {
      const { value, error } = alertSettings[first](text);
      if (error === undefined) overrides[name] = { tiers: {}, ...overrides[name], ...value };
      else fail(error);
    } else {
      const tier = isSeverity(first) ? alert.tiers[first] : undefined;
      const known = severities.filter((one) => alert.tiers[one]);
      if (!tier)
        fail(
          `${name} has no severity "${first}"; it has ${known.join(", ")}, and the settings enabled and keepFiringFor`,
        );
      else if (key === undefined || more.length > 0) fail("has not the form ALERT.SEVERITY.PARAMETER=VALUE");
      else {
        const { value, error } = tierOverride(tier, key, text);
        const before = overrides[name]?.tiers[first] ?? {};
        const parameters = { ...before.parameters, ...value?.parameters };
        if (error === undefined)
          overrides[name] = {
            ...overrides[name],
            tiers: { ...overrides[name]?.tiers, [first]: { ...before, ...value, parameters } },
          };
        else fail(error);
      }
    }
  }
  for (const alert of alerts) {
    const { enabled = true, tiers = {} } = overrides[alert.name] ?? {};
    if (enabled) errors.push(...misorderedSeverities(alert, tiers));
  }
  return { overrides: overrides as Overrides, errors };
}
