/** Builds all rules in the format of Prometheus's rule files, with the user's overrides. */
import { dashboardUrl, runbookUrl } from "../links.ts";
import { exporterAlerts } from "./exporter.ts";
import { l1Alerts } from "./l1.ts";
import { networkAlerts } from "./network.ts";
import { nodeAlerts } from "./node.ts";
import { recordings } from "./recording.ts";
import { type Alert, type Parameters, type Severity, severities } from "./rule.ts";
import { validatorAlerts } from "./validators.ts";

export const alertSources = [exporterAlerts, nodeAlerts, validatorAlerts, l1Alerts, networkAlerts];
export const alerts: readonly Alert[] = alertSources.flatMap((group) => group.alerts);

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
        expr: alert.expr(written({ ...tier.parameters, ...other.parameters })),
        for: other.for ?? tier.for,
        ...(keepFiringFor !== undefined && { keep_firing_for: keepFiringFor }),
        labels: { severity: other.severity ?? severity },
        annotations: { summary, description, runbook_url: runbookUrl(name), dashboard_url: dashboardUrl(dashboard) },
      },
    ];
  });
}

export const alertGroups = (overrides: Overrides = {}): readonly Group<AlertRule>[] =>
  alertSources
    .map(({ name, alerts }) => ({ name, rules: alerts.flatMap((one) => rulesOf(one, overrides[one.name])) }))
    .filter(({ rules }) => rules.length > 0);

export const recordingGroups: readonly Group<RecordRule>[] = [
  { name: "avalanche-recordings", rules: recordings.map(({ name: record, expr }) => ({ record, expr })) },
];
