/** All groups of alerts: their rules in the format of Prometheus, with the user's overrides, and a list for the user. */
import { stringify } from "yaml";
import { parseDuration } from "../lib/duration.ts";
import { formatColumns } from "../lib/text.ts";
import { addressAlerts } from "./address.ts";
import {
  type Addresses,
  type Alert,
  type AlertGroup,
  type DashboardLink,
  dashboardUrl,
  defaultAddresses,
  durations,
  runbookUrl,
  severities,
} from "./alert.ts";
import { chainAlerts } from "./chain.ts";
import { governance, l1Alerts } from "./l1.ts";
import { exporterAlerts, maintenance } from "./monitoring.ts";
import { nodeAlerts, nodes } from "./node.ts";
import { economics, index, native } from "./optional.ts";
import type { Overrides } from "./settings.ts";
import { validatorAlerts } from "./validator.ts";

const defaults: readonly AlertGroup[] = [
  exporterAlerts,
  nodeAlerts,
  validatorAlerts,
  l1Alerts,
  chainAlerts,
  addressAlerts,
];
/** Groups with a file and a switch of their own. */
export const optional = { exporter: maintenance, nodes, index, economics, governance, native } as const;
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
export type RuleGroup = { readonly name: string; readonly rules: readonly AlertRule[] };
type RuleSettings = { readonly overrides?: Overrides; readonly addresses?: Addresses };

/** Returns a parameter as text: durations as seconds, and texts as inside of quotes in the expressions. */
function written([name, value = ""]: readonly [string, number | string | undefined]) {
  const ms = durations.includes(name) ? parseDuration(String(value)) : undefined; // undefined for the placeholder of the chart
  return [name, ms === undefined ? JSON.stringify(String(value)).slice(1, -1) : String(ms / 1000)] as const;
}

/** Returns one rule per tier. */
function rulesOf(
  alert: Alert,
  ofGroup: DashboardLink,
  { overrides = {}, addresses = defaultAddresses }: RuleSettings,
): AlertRule[] {
  const { name, summary, description, dashboard = ofGroup, sentence } = alert;
  const override = overrides[name] ?? {};
  if (override.enabled === false) return [];
  const { grafana, runbooks } = addresses;
  return severities.flatMap((severity) => {
    const tier = alert.tiers[severity];
    const other = override.tiers?.[severity] ?? {};
    if (!tier || other.enabled === false) return [];
    const parameters = Object.fromEntries(Object.entries({ ...tier.parameters, ...other.parameters }).map(written));
    const keepFiringFor = other.keepFiringFor ?? override.keepFiringFor ?? tier.keepFiringFor ?? alert.keepFiringFor;
    return [
      {
        alert: name,
        expr: `# ${sentence}\n${alert.expr(parameters, severity)}`,
        for: other.for ?? tier.for,
        ...(keepFiringFor !== undefined && { keep_firing_for: keepFiringFor }),
        labels: { severity: other.severity ?? severity },
        annotations: {
          summary: typeof summary === "string" ? summary : summary(severity),
          description: typeof description === "string" ? description : description(severity),
          ...(runbooks !== undefined && { runbook_url: runbookUrl(name, runbooks) }),
          ...(grafana !== undefined && { dashboard_url: dashboardUrl(dashboard, grafana) }),
        },
      },
    ];
  });
}

export const groupOf = ({ name, dashboard, alerts }: AlertGroup, settings: RuleSettings = {}): RuleGroup => ({
  name,
  rules: alerts.flatMap((one) => rulesOf(one, dashboard, settings)),
});

/** Returns the default groups, and the chosen optional ones, without those that have no rule. */
export const ruleGroups = (settings: RuleSettings = {}, chosen: readonly OptionalGroup[] = []): readonly RuleGroup[] =>
  [...defaults, ...chosen.map((name) => optional[name])]
    .map((group) => groupOf(group, settings))
    .filter(({ rules }) => rules.length > 0);
/** Returns groups in the format of Prometheus's rule files. */
export const rulesYaml = (groups: readonly RuleGroup[]) => stringify({ groups }, { lineWidth: 0 });

/** Returns the settings of an alert with their defaults. */
function rowsOf({ tiers, keepFiringFor }: Alert) {
  const ofSeverities = severities.flatMap((severity) => {
    const { parameters, ...tier } = tiers[severity] ?? {};
    return Object.entries({ ...tier, ...parameters }).map(
      ([name, value]) => [`${severity}.${name}`, String(value)] as const,
    );
  });
  return [...ofSeverities, ["keepFiringFor", keepFiringFor ?? "none"] as const];
}

function titleOf(group: AlertGroup): string {
  const name = optionalGroups.find((one) => optional[one] === group);
  return name === undefined ? `Group ${group.name} (default)` : `Group ${group.name} (optional: --group ${name})`;
}

/** Returns the list of all alerts by group. A line has a setting and its default. */
export const alertList = (): string =>
  alertSources
    .map((group) => {
      const alerts = group.alerts.map((alert) => `${alert.name}\n${formatColumns(rowsOf(alert))}\n`);
      return `${titleOf(group)}\n\n${alerts.join("\n")}`;
    })
    .join("\n");
