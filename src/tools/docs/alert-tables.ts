/** The list of alerts. */
import type { Alert } from "../../alerts/alert.ts";
import { alertSources, optional } from "../../alerts/groups.ts";
import { code } from "./markdown.ts";

const linkOf = ({ name }: Alert) => `[${name}](../grafana/runbooks/${name}.md)`;

/** Returns a line for each group. */
export function alertList(): string {
  const optionalGroups = new Set<unknown>(Object.values(optional));
  const lines = alertSources.map((group) => {
    const loaded = optionalGroups.has(group) ? " (optional)" : "";
    return `- ${code(group.name)}${loaded}: ${group.alerts.map(linkOf).join(", ")}`;
  });
  return lines.join("\n");
}
