/** Alerts for the chart: rules with placeholders and defaults, and the schema of their settings. */
import * as z from "zod";
import type { Parameters, Severity } from "../../alerts/alert.ts";
import { defaultAddresses, durations } from "../../alerts/alert.ts";
import { alerts, groupOf, optional, optionalGroups, type RuleGroup, ruleGroups } from "../../alerts/groups.ts";
import { type Overrides, overrideSchema } from "../../alerts/settings.ts";
import { hasOwner } from "../../repository.ts";
import { toJson } from "../docs/json.ts";
import { tiersOf } from "../grafana/alert-files.ts";
import type { Schema } from "./values.ts";

const texts = z.record(z.string(), z.string()).optional();
/** Returns the schema of the overrides, with the labels and annotations that only the chart has. */
export function alertsSchema(): Schema {
  const ofAlerts = alerts.map(
    (alert) => [alert.name, overrideSchema(alert).extend({ labels: texts, annotations: texts })] as const,
  );
  const { $schema: _, ...schema } = z.toJSONSchema(z.strictObject(Object.fromEntries(ofAlerts)).partial(), {
    target: "draft-7",
  });
  return schema;
}

/** Returns the text that the chart replaces with the value of a parameter, or with the seconds of a duration. */
const placeholderFor = (parameter: string) => `<<${durations.includes(parameter) ? "seconds of " : ""}${parameter}>>`;

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
const withDefaults = ({ name, rules }: RuleGroup) => ({
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
  const others = optionalGroups.map((name) => [name, withDefaults(groupOf(optional[name], settings))] as const);
  const runbooks = hasOwner ? defaultAddresses.runbooks : "";
  return toJson({ runbooks, groups, optional: Object.fromEntries(others) }, 4);
}
