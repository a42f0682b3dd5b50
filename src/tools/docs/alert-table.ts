/** The table of alerts per group. */
import type { Alert } from "../../alerting/alert.ts";
import { alertSources, defaultAlerts, optional } from "../../app/alerts/groups.ts";
import { code, table } from "./markdown.ts";

const linkOf = ({ name }: Alert) => `[${name}](../grafana/runbooks/${name}.md)`;

/** Returns the table of all groups, with the sums of the default ones and of the optional ones. */
export function alertTable(): string {
  const optionalGroups = Object.values(optional);
  const isOptional = new Set<unknown>(optionalGroups);
  const rows = alertSources.map((group) => [
    code(group.name),
    isOptional.has(group) ? "optional" : "default",
    String(group.alerts.length),
    group.alerts.map(linkOf).join(", "),
  ]);
  const sumOf = (of: string, alerts: readonly Alert[]) => ["all", of, String(alerts.length), ""];
  const optionalAlerts = optionalGroups.flatMap(({ alerts }) => alerts);
  return table(
    ["Group in the rules", "Loaded", "Alerts", "Names"],
    [...rows, sumOf("default", defaultAlerts), sumOf("optional", optionalAlerts)],
  );
}
