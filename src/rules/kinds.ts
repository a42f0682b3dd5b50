/** Kinds of the parameters of alerts: which values the command `rules` and the chart accept. */
import { networkStates, validatorStates } from "../facts/states.ts";
import { parseDuration } from "../lib/duration.ts";
import { type Alert, type Severity, severities } from "./rule.ts";

/** `schema`: the same as JSON Schema, as far as that can express it. */
export type Kind = {
  /** In the error of a wrong value: "is not …". */
  readonly what: string;
  readonly accepts: (value: number | string) => boolean;
  readonly schema: Readonly<Record<string, unknown>>;
};

const units = ["y", "w", "d", "h", "m", "s", "ms"];
const durationPattern = `^${units.map((unit) => `([0-9]+${unit})?`).join("")}$`;
/** Prometheus has no durations of more than 292 years. */
const maxMs = parseDuration("100y") ?? 0;
/** Returns whether a text is a duration of Prometheus, such as 5m or 1h30m. */
export const isDuration = (text: string): boolean =>
  new RegExp(durationPattern).test(text) && (parseDuration(text) ?? Number.POSITIVE_INFINITY) <= maxMs;
/** Duration for which a condition has to hold, or for which an alert keeps firing. */
export const waitingTime = "a duration of up to 100y, such as 5m";
export const durationSchema = { type: "string", pattern: durationPattern, minLength: 2 } as const;

const number = (what: string, accepts: (value: number) => boolean, schema: Kind["schema"]): Kind => ({
  what,
  accepts: (value) => typeof value === "number" && Number.isFinite(value) && accepts(value),
  schema: { type: "number", ...schema },
});
const text = (what: string, accepts: (value: string) => boolean, schema: Kind["schema"] = { minLength: 1 }): Kind => ({
  what,
  accepts: (value) => typeof value === "string" && accepts(value),
  schema: { type: "string", ...schema },
});

/** What JavaScript has and RE2 does not: lookaround, names of groups without P, backreferences, and other escapes. */
const notInRe2 = /\(\?[<=!]|\\(?![afnrtvxdDsSwWbBAzpP])[A-Za-z1-9]/;
/** Returns whether Prometheus (RE2) accepts a regular expression, as far as JavaScript can check it. */
function isPattern(pattern: string): boolean {
  const plain = pattern
    .replaceAll(/\\\\|\\Q.*?(?:\\E|$)/gs, "_")
    // flags, and names of groups, in the form of RE2
    .replaceAll(/\(\?[imsU-]+\)/g, "")
    .replaceAll(/\(\?(?:[imsU-]+:|P<\w+>)/g, "(");
  if (pattern === "" || notInRe2.test(plain)) return false;
  try {
    return new RegExp(plain) instanceof RegExp;
  } catch {
    return false;
  }
}

const share = number("a share from 0 to 1, such as 0.85 for 85 %", (value) => value >= 0 && value <= 1, {
  minimum: 0,
  maximum: 1,
});
const amountOf = (unit: string) =>
  number(`an amount of ${unit} above 0`, (value) => value > 0, { exclusiveMinimum: 0 });
const gigabyte = 1e9;
const bytes = number(`a number of bytes of ${gigabyte} (1 GB) or more`, (value) => value >= gigabyte, {
  minimum: gigabyte,
});
const duration = text(
  "a duration above 0 and up to 100y, such as 10m",
  (value) => isDuration(value) && /[1-9]/.test(value),
  {
    allOf: [{ pattern: durationPattern }, { pattern: "[1-9]" }],
  },
);
const pattern = text("a regular expression of Prometheus (RE2)", isPattern, { format: "regex", minLength: 1 });
/** Returns the kind of a state of the same entity as the default. */
function stateKind(defaultValue: number | string): Kind {
  const tables = [validatorStates, networkStates].map((table) => Object.keys(table).filter((state) => state !== "ok"));
  const states = tables.find((table) => table.includes(String(defaultValue))) ?? [];
  return text(`one of ${states.join(", ")}`, (value) => states.includes(value), { enum: states });
}

/** By the name of the parameter. `below` and `above` are shares, or bytes if the default is above 1. */
const kinds: Readonly<Record<string, Kind>> = {
  share,
  signing: share,
  drop: share,
  seconds: number("a number of seconds above 0, such as 86400 for a day", (value) => value > 0, {
    exclusiveMinimum: 0,
  }),
  changes: number("a whole number of 1 or more", (value) => Number.isInteger(value) && value >= 1, {
    multipleOf: 1,
    minimum: 1,
  }),
  multiple: number("a multiple above 1", (value) => value > 1, { exclusiveMinimum: 1 }),
  avax: amountOf("AVAX"),
  balance: amountOf("the native token"),
  window: duration,
  lookback: duration,
  jobs: pattern,
  collector: pattern,
  collectors: pattern,
  checks: pattern,
  ignored: pattern,
  networks: pattern,
  addresses: pattern,
  chains: pattern,
};

/** Returns the kind of a parameter with a default; undefined if its name has none. */
export function kindOf(name: string, defaultValue: number | string): Kind | undefined {
  if (name === "state") return stateKind(defaultValue);
  if (name === "below" || name === "above") return Number(defaultValue) <= 1 ? share : bytes;
  return kinds[name];
}

/** Parameters of the severities of an alert that are set. */
type Chosen = {
  readonly [S in Severity]?: {
    readonly enabled?: boolean;
    readonly parameters?: { readonly [name: string]: number | string | undefined };
  };
};
/** Returns an error for each number with which a severity fires earlier than a less severe one, contrary to the defaults. */
export function misorderedSeverities({ name: alert, tiers }: Alert, set: Chosen): readonly string[] {
  const known = severities.filter((severity) => tiers[severity] && set[severity]?.enabled !== false);
  return known.slice(1).flatMap((less, index) => {
    const more = known[index] ?? less;
    return Object.entries(tiers[more]?.parameters ?? {}).flatMap(([name, defaultOfMore]) => {
      const defaultOfLess = tiers[less]?.parameters[name];
      if (typeof defaultOfMore !== "number" || typeof defaultOfLess !== "number") return [];
      const [ofMore, ofLess] = [
        set[more]?.parameters?.[name] ?? defaultOfMore,
        set[less]?.parameters?.[name] ?? defaultOfLess,
      ];
      const isEarlier = (Number(ofLess) - Number(ofMore)) * Math.sign(defaultOfLess - defaultOfMore) < 0;
      return isEarlier
        ? [`${alert}: ${more}.${name} (${ofMore}) is reached earlier than ${less}.${name} (${ofLess}): set both`]
        : [];
    });
  });
}
