/** Alerts for the chart: values, their schema, rules with placeholders. */
import { stringify } from "yaml";
import { toJson } from "../../docs/src/json.ts";
import { code, table } from "../../docs/src/markdown.ts";
import { grafanaUrl, runbookUrl } from "../../grafana/src/links.ts";
import {
  alertSources,
  alerts,
  type Overrides,
  optional,
  optionalGroups,
  recordingGroups,
  tierGroups,
} from "../../grafana/src/rules/groups.ts";
import { type Alert, type Parameters, severities, type Tier } from "../../grafana/src/rules/rule.ts";
import { parametersText } from "../../grafana/src/runbooks.ts";
import { type Schema, strict } from "./json-schema.ts";

const tiersOf = (alert: Alert) =>
  severities.flatMap((severity) => {
    const tier = alert.tiers[severity];
    return tier ? [[severity, tier] as const] : [];
  });

function valuesOf(alert: Alert) {
  const tiers = tiersOf(alert).map(([severity, tier]) => {
    const some = Object.keys(tier.parameters).length > 0;
    return [severity, { enabled: true, severity, for: tier.for, ...(some && { parameters: tier.parameters }) }];
  });
  const { keepFiringFor } = alert;
  return { enabled: true, ...(keepFiringFor && { keepFiringFor }), tiers: Object.fromEntries(tiers) };
}

/** Returns YAML with the default settings of every alert, by name. */
export const alertValues = (): string =>
  stringify(Object.fromEntries(alerts.map((alert) => [alert.name, valuesOf(alert)])), { lineWidth: 0 });

const duration: Schema = { type: "string", pattern: "^([0-9]+(ms|[smhdwy]))+$" };
const texts: Schema = { type: "object", additionalProperties: { type: "string" } };

function tierSchema({ parameters }: Tier<Parameters>): Schema {
  const settable = Object.entries(parameters).map(([name, value]) => [name, { type: typeof value }] as const);
  return strict({
    enabled: { type: "boolean" },
    severity: { type: "string", minLength: 1 },
    for: duration,
    ...(settable.length > 0 && { parameters: strict(Object.fromEntries(settable)) }),
  });
}

const alertSchema = (alert: Alert): Schema =>
  strict({
    enabled: { type: "boolean" },
    keepFiringFor: duration,
    labels: texts,
    annotations: texts,
    tiers: strict(Object.fromEntries(tiersOf(alert).map(([severity, tier]) => [severity, tierSchema(tier)]))),
  });

export const alertsSchema = (): Schema =>
  strict(Object.fromEntries(alerts.map((alert) => [alert.name, alertSchema(alert)])));

/** Returns the text that the chart replaces with the value of a parameter. */
const placeholderFor = (parameter: string) => `<<${parameter}>>`;

const placeholdersFor = (parameters: Parameters) =>
  Object.fromEntries(Object.keys(parameters).map((name) => [name, placeholderFor(name)]));

/** Overrides that replace every parameter with its placeholder. */
const withPlaceholders: Overrides = Object.fromEntries(
  alerts.map((alert) => [
    alert.name,
    {
      tiers: Object.fromEntries(
        tiersOf(alert).map(([severity, { parameters }]) => [severity, { parameters: placeholdersFor(parameters) }]),
      ),
    },
  ]),
);

/** Returns the JSON file from which the chart renders its PrometheusRule. */
export function rulesJson(): string {
  const [runbooks] = runbookUrl("\n").split("\n");
  const groups = tierGroups(withPlaceholders);
  return toJson({ runbooks, grafana: grafanaUrl, recordings: recordingGroups, ...groups }, 4);
}

const switchOf = (group: string) => optionalGroups.find((name) => optional[name].name === group);
const row = (group: string, alert: Alert) =>
  tiersOf(alert).map(([severity, tier], i) => [
    i === 0 ? code(alert.name) : "",
    i === 0 ? (switchOf(group) ?? "default") : "",
    severity,
    tier.for,
    parametersText(tier.parameters),
  ]);

export const alertTable = (): string =>
  table(
    ["Alert", "Group", "Severity", "For", "Parameters"],
    alertSources.flatMap(({ name, alerts }) => alerts.flatMap((alert) => row(name, alert))),
  );

/** Replaces the block `name` of a YAML file with `text`, indented like its marks. Throws if there is no such block. */
export function renderDefaults(file: string, name: string, text: string): string {
  const marks = new RegExp(`^( *)# generated: ${name}\\n(.*?\\n)??\\1# /generated$`, "ms");
  const [, indent = "", old = ""] = marks.exec(file) ?? [];
  if (!marks.test(file)) throw new Error(`there is no block "${name}"`);
  const [key = ""] = old.split("\n");
  const lines = text.trimEnd().split("\n");
  return file.replace(marks, () =>
    [
      `${indent}# generated: ${name}`,
      key.replace(/:.*$/, ":"),
      ...lines.map((line) => `${indent}  ${line}`),
      `${indent}# /generated`,
    ].join("\n"),
  );
}
