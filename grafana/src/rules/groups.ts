/** Builds all rules in the format of Prometheus's rule files, with the user's overrides. */
import { dashboardUrl, runbookUrl } from "../links.ts";
import { chainAlerts } from "./chains.ts";
import { exporterAlerts } from "./exporter.ts";
import { l1Alerts } from "./l1.ts";
import { nodeAlerts } from "./node.ts";
import { economics } from "./optional/economics.ts";
import { exporter } from "./optional/exporter.ts";
import { governance } from "./optional/governance.ts";
import { index } from "./optional/index-alerts.ts";
import { native } from "./optional/native.ts";
import { rewards } from "./optional/rewards.ts";
import { type Alert, type AlertGroup, type Parameters, type Severity, severities } from "./rule.ts";
import { validatorAlerts } from "./validators.ts";

const defaults: readonly AlertGroup[] = [exporterAlerts, nodeAlerts, validatorAlerts, l1Alerts, chainAlerts];
/** Groups with a file and a switch of their own. */
export const optional = { exporter, index, economics, governance, rewards, native } as const satisfies Record<
  string,
  AlertGroup
>;
export type OptionalGroup = keyof typeof optional;
export const optionalGroups = Object.keys(optional) as readonly OptionalGroup[];

export const alertSources: readonly AlertGroup[] = [...defaults, ...Object.values(optional)];
export const defaultAlerts: readonly Alert[] = defaults.flatMap((group) => group.alerts);
export const alerts: readonly Alert[] = alertSources.flatMap((group) => group.alerts);
export type AlertRule = {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
  readonly keep_firing_for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
};
export type Group = { readonly name: string; readonly rules: readonly AlertRule[] };

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

/** Returns one rule per tier. */
function rulesOf(alert: Alert, override: Overrides[string] = {}): AlertRule[] {
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

const groupOf = ({ name, alerts }: AlertGroup, overrides: Overrides): Group => ({
  name,
  rules: alerts.flatMap((one) => rulesOf(one, overrides[one.name])),
});

/** Returns the default groups. */
export const defaultGroups = (overrides: Overrides = {}): readonly Group[] =>
  defaults.map((group) => groupOf(group, overrides)).filter(({ rules }) => rules.length > 0);
/** Returns an optional group. */
export const optionalGroup = (name: OptionalGroup, overrides: Overrides = {}): Group =>
  groupOf(optional[name], overrides);
/** Returns all groups, the optional ones too. */
export const allGroups = (overrides: Overrides = {}): readonly Group[] => [
  ...defaultGroups(overrides),
  ...optionalGroups.map((name) => optionalGroup(name, overrides)),
];
/** Returns all rules, the optional ones too. */
export const alertRules = (overrides: Overrides = {}): AlertRule[] =>
  allGroups(overrides).flatMap(({ rules }) => rules);
