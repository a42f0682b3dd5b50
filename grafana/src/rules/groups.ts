/** Builds all rules in the format of Prometheus's rule files, with the user's overrides. */
import { dashboardUrl, runbookUrl } from "../links.ts";
import { chainAlerts } from "./chains.ts";
import { exporterAlerts } from "./exporter.ts";
import { block } from "./expressions.ts";
import { l1Alerts } from "./l1.ts";
import { nodeAlerts } from "./node.ts";
import { economics } from "./optional/economics.ts";
import { exporter } from "./optional/exporter.ts";
import { governance } from "./optional/governance.ts";
import { index } from "./optional/index-alerts.ts";
import { native } from "./optional/native.ts";
import { rewards } from "./optional/rewards.ts";
import { upgrades } from "./optional/upgrades.ts";
import { recordings } from "./recording.ts";
import { type Alert, type AlertGroup, type Parameters, type Recording, type Severity, severities } from "./rule.ts";
import { validatorAlerts } from "./validators.ts";

const defaults: readonly AlertGroup[] = [exporterAlerts, nodeAlerts, validatorAlerts, l1Alerts, chainAlerts];
/** Groups with a file and a switch of their own. They need the recordings of the default rules. */
export const optional = { exporter, index, economics, governance, upgrades, rewards, native } as const satisfies Record<
  string,
  AlertGroup
>;
export type OptionalGroup = keyof typeof optional;
export const optionalGroups = Object.keys(optional) as readonly OptionalGroup[];

export const alertSources: readonly AlertGroup[] = [...defaults, ...Object.values(optional)];
export const defaultAlerts: readonly Alert[] = defaults.flatMap((group) => group.alerts);
export const alerts: readonly Alert[] = alertSources.flatMap((group) => group.alerts);
export const allRecordings: readonly Recording[] = [
  ...recordings,
  ...alertSources.flatMap(({ recordings = [] }) => recordings),
];

export type AlertRule = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly keep_firing_for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
export type RecordRule = { readonly record: string; readonly expr: string };
export type Group<R> = { readonly name: string; readonly rules: readonly R[] };

/** Overrides for one severity of an alert. */
type TierOverride = {
  readonly enabled?: boolean;
  readonly severity?: string;
  readonly for?: string;
  readonly parameters?: Partial<Parameters>;
};
/** Overrides by alert name. */
export type Overrides = {
  readonly [alert: string]: {
    readonly enabled?: boolean;
    readonly keepFiringFor?: string;
    readonly tiers?: { readonly [S in Severity]?: TierOverride };
  };
};

const written = (parameters: Partial<Parameters>) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));

/** Returns one rule per tier, each with the whole condition of its tier. */
function tierRulesOf(alert: Alert, override: Overrides[string] = {}): AlertRule[] {
  if (override.enabled === false) return [];
  const { name, summary, description, dashboard } = alert;
  const keepFiringFor = override.keepFiringFor ?? alert.keepFiringFor;
  return severities.flatMap((severity) => {
    const tier = alert.tiers[severity];
    const other = override.tiers?.[severity] ?? {};
    if (!tier || other.enabled === false) return [];
    return [
      {
        alert: name,
        expr: alert.expr(written({ ...tier.parameters, ...other.parameters }), severity),
        for: other.for ?? tier.for,
        ...(keepFiringFor !== undefined && { keep_firing_for: keepFiringFor }),
        labels: { severity: other.severity ?? severity },
        annotations: { summary, description, runbook_url: runbookUrl(name), dashboard_url: dashboardUrl(dashboard) },
      },
    ];
  });
}

/** Excludes from each rule of an alert the conditions of the more severe ones, so that one of them fires. */
const exclusive = (rules: readonly AlertRule[]): AlertRule[] =>
  rules.map((rule, i) => ({
    ...rule,
    expr: [rule, ...rules.slice(0, i)].map(({ expr }) => (i === 0 ? expr : block(expr))).join("\nunless\n"),
  }));

const recordingGroup = (name: string, recordings: readonly Recording[]): Group<RecordRule> => ({
  name: `${name}-recordings`,
  rules: recordings.map(({ name: record, expr }) => ({ record, expr })),
});
type RulesOf = (alert: Alert) => readonly AlertRule[];
const groupOf = ({ name, alerts, recordings = [] }: AlertGroup, rulesOf: RulesOf): Group<AlertRule | RecordRule>[] => [
  ...(recordings.length > 0 ? [recordingGroup(name, recordings)] : []),
  { name, rules: alerts.flatMap(rulesOf) },
];

export const recordingGroups: readonly Group<RecordRule>[] = [recordingGroup("avalanche", recordings)];

/** Returns the groups of alerting rules, and the recordings of the optional groups. */
export function alertGroups(
  overrides: Overrides = {},
  options: readonly OptionalGroup[] = [],
): readonly Group<AlertRule | RecordRule>[] {
  const rulesOf: RulesOf = (one) => exclusive(tierRulesOf(one, overrides[one.name]));
  return [...defaults, ...options.map((name) => optional[name])]
    .flatMap((group) => groupOf(group, rulesOf))
    .filter(({ rules }) => rules.length > 0);
}
/** Returns all groups with one rule per tier, which are not exclusive yet; the optional ones by their name. */
export const tierGroups = (overrides: Overrides) => {
  const rulesOf: RulesOf = (one) => tierRulesOf(one, overrides[one.name]);
  return {
    alerts: defaults.flatMap((group) => groupOf(group, rulesOf)),
    optional: Object.fromEntries(optionalGroups.map((name) => [name, groupOf(optional[name], rulesOf)])),
  };
};

export const isAlert = (rule: AlertRule | RecordRule): rule is AlertRule => "alert" in rule;
/** Returns all alerting rules, the optional ones too. */
export const alertRules = (overrides: Overrides = {}): AlertRule[] =>
  alertGroups(overrides, optionalGroups)
    .flatMap((group) => group.rules)
    .filter(isAlert);
