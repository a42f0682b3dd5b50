/** List of all alerts with their settings and defaults. */
import { formatColumns } from "../lib/text-table.ts";
import { alertSources, optional, optionalGroups } from "./groups.ts";
import { type Alert, type AlertGroup, severities } from "./rule.ts";

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

/** Returns all alerts by group. A line has a setting and its default. */
export const alertList = (): string =>
  alertSources
    .map((group) => {
      const alerts = group.alerts.map((alert) => `${alert.name}\n${formatColumns(rowsOf(alert))}\n`);
      return `${titleOf(group)}\n\n${alerts.join("\n")}`;
    })
    .join("\n");
