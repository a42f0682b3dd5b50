/** List of all alerts with their settings: defaults, units and ranges. */
import { formatColumns } from "../lib/text-table.ts";
import { alertSources, optional, optionalGroups } from "./groups.ts";
import { kindOf, waitingTime } from "./kinds.ts";
import { type Alert, type AlertGroup, severities } from "./rule.ts";

type Row = readonly [setting: string, values: string];
const rowOf = (setting: string, value: number | string, what: string): Row => [setting, `${value} (${what})`];

function rowsOf({ tiers, keepFiringFor }: Alert): Row[] {
  const ofSeverities = severities.flatMap((severity): Row[] => {
    const tier = tiers[severity];
    if (!tier) return [];
    const parameters = Object.entries(tier.parameters).map(([name, value]) =>
      rowOf(`${severity}.${name}`, value, kindOf(name, value)?.what ?? ""),
    );
    return [rowOf(`${severity}.for`, tier.for, waitingTime), ...parameters];
  });
  return [...ofSeverities, rowOf("keepFiringFor", keepFiringFor ?? "none", waitingTime)];
}

function titleOf(group: AlertGroup): string {
  const name = optionalGroups.find((one) => optional[one] === group);
  return name === undefined ? `Group ${group.name} (default)` : `Group ${group.name} (optional: --group ${name})`;
}

/** Returns all alerts by group. A line has a setting, its default, and the values that it accepts. */
export const alertList = (): string =>
  alertSources
    .map((group) => {
      const alerts = group.alerts.map((alert) => `${alert.name}\n${formatColumns(rowsOf(alert))}\n`);
      return `${titleOf(group)}\n\n${alerts.join("\n")}`;
    })
    .join("\n");
