/** Alerts for the chart: rules with placeholders and defaults, the schema of their settings, and their table. */
import { toJson } from "../../docs/src/json.ts";
import { code, table } from "../../docs/src/markdown.ts";
import { parametersText } from "../../grafana/src/runbooks.ts";
import { hasOwner } from "../../src/repository.ts";
import {
  alertSources,
  alerts,
  type Group,
  type Overrides,
  optional,
  optionalGroup,
  optionalGroups,
  ruleGroups,
} from "../../src/rules/groups.ts";
import { durationSchema, kindOf } from "../../src/rules/kinds.ts";
import { defaultAddresses } from "../../src/rules/links.ts";
import { type Alert, type Parameters, type Severity, severities, type Tier } from "../../src/rules/rule.ts";
import { type Schema, strict } from "./json-schema.ts";

const tiersOf = (alert: Alert) =>
  severities.flatMap((severity) => {
    const tier = alert.tiers[severity];
    return tier ? [[severity, tier] as const] : [];
  });

const texts: Schema = { type: "object", additionalProperties: { type: "string" } };

function tierSchema({ parameters }: Tier<Parameters>): Schema {
  const settable = Object.entries(parameters).map(
    ([name, value]) => [name, kindOf(name, value)?.schema ?? { type: typeof value }] as const,
  );
  return strict({
    enabled: { type: "boolean" },
    severity: { type: "string", minLength: 1 },
    for: durationSchema,
    ...(settable.length > 0 && { parameters: strict(Object.fromEntries(settable)) }),
  });
}

const alertSchema = (alert: Alert): Schema =>
  strict({
    enabled: { type: "boolean" },
    keepFiringFor: durationSchema,
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

const tierOf = (name: string, severity: string) =>
  alerts.find((alert) => alert.name === name)?.tiers[severity as Severity];
/** Returns a group whose rules have the defaults of their placeholders. */
const withDefaults = ({ name, rules }: Group) => ({
  name,
  rules: rules.map((rule) => ({
    ...rule,
    parameters: tierOf(rule.alert, rule.labels["severity"] ?? "")?.parameters ?? {},
  })),
});

/** Returns the JSON file from which the chart renders its PrometheusRule. `runbooks` is empty while the project has no account. */
export function rulesJson(): string {
  const settings = {
    overrides: withPlaceholders,
    addresses: { grafana: placeholderFor("grafana"), runbooks: placeholderFor("runbooks") },
  };
  const groups = ruleGroups(settings).map(withDefaults);
  const others = optionalGroups.map((name) => [name, withDefaults(optionalGroup(name, settings))] as const);
  const runbooks = hasOwner ? defaultAddresses.runbooks : "";
  return toJson({ runbooks, groups, optional: Object.fromEntries(others) }, 4);
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
