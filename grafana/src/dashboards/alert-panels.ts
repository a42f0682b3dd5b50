/** Panels about firing alerts. */
import { MappingType } from "@grafana/grafana-foundation-sdk/dashboard";
import { dataLink, runbookLinks, toL1, toValidator } from "../links.ts";
import { severities } from "../rules/rule.ts";
import { colors, thresholdSteps } from "./palette.ts";
import { longDuration, type Size, type Sized, stat } from "./panels.ts";
import { alertsSince, firingAlerts, overall, watchdog, withAlertName } from "./queries.ts";
import { targetKeys } from "./shared-panels.ts";
import type { Level } from "./state-codes.ts";
import { table } from "./table.ts";

export const alertCount = (size: Size): Sized =>
  stat(size, {
    title: "Firing alerts",
    description:
      "Number of firing alerts with severity critical or warning, each validator, L1 or node once per alert. The table below lists them by severity. RULES NOT LOADED: Prometheus does not evaluate the alert AvaxWatchdog, which always fires.",
    unit: "none",
    none: "RULES NOT LOADED",
    levels: thresholdSteps("good", [1, "neutral"]),
    queries: [{ expr: `${overall("count", firingAlerts)} or 0 * count(${watchdog})` }],
  });

const levels: Readonly<Record<(typeof severities)[number], Level>> = {
  critical: "bad",
  warning: "warning",
  info: "neutral",
};
const severityMapping = {
  type: MappingType.ValueToText,
  options: Object.fromEntries(severities.map((text, index) => [text, { text, color: colors[levels[text]], index }])),
} as const;

const identity = ["node_id", "subnet_id", "validation_id", "chain", "alias"] as const;
export const alertTable = (size: Size): Sized =>
  table(size, {
    title: "Firing alerts",
    description:
      "Firing alerts with severity critical or warning, the critical ones first. Name: alias or ID of the validator, L1 or node. Each alert has a runbook in grafana/runbooks.",
    none: "No alert is firing, or the rules are not loaded",
    keys: [...targetKeys, "alertname", "severity", "network", ...identity],
    facts: {
      severity: { title: "Severity", width: 80, mappings: [severityMapping] },
      alertname: { title: "Alert" },
      name: { title: "Name", width: 95 },
      network: { title: "Network", width: 74 },
    },
    rows: withAlertName(`(${firingAlerts})`),
    columns: [
      {
        title: "Since",
        expr: `time() - (${alertsSince} and ignoring (alertstate) (${firingAlerts}))`,
        unit: longDuration,
        width: 102,
      },
    ],
    sort: { by: "Severity" },
    links: {
      Alert: runbookLinks,
      Name: [dataLink(toValidator, identity), dataLink(toL1, identity)],
    },
  });
