/** Panels about firing alerts. */
import { entities } from "../../../entities/all.ts";
import { createSelect, externalMetrics, matches, notEqual } from "../promql.ts";
import { boardLink, runbookLinks } from "./data-links.ts";
import { levelMappings, thresholdSteps } from "./palette.ts";
import { duration, type Size, type Sized, stat } from "./panels.ts";
import { firing, namedAlerts, withAliasOf } from "./queries.ts";
import { table } from "./table.ts";

/** Returns the number of alerts; absent if the rules are not loaded. */
const countOf = (legend: string, alerts: string) => {
  const watchdog = createSelect()(externalMetrics.alerts, { alertname: "AvaxWatchdog" });
  return { expr: `count(${alerts}) or 0 * count(${watchdog})`, legend };
};
const onlyWarnings = `${firing("warning")} unless ignoring (severity) ${firing("critical")}`;
export const alertCount = (size: Size): Sized =>
  stat(size, {
    title: "Firing alerts",
    description:
      "Number of firing alerts by severity. An alert of both severities counts as critical. The table below lists them. RULES NOT LOADED: Prometheus does not evaluate the alert AvaxWatchdog, which always fires.",
    unit: "none",
    none: "RULES NOT LOADED",
    isNamed: true,
    levels: thresholdSteps("warning"),
    levelsOf: { critical: thresholdSteps("good", [1, "bad"]), warning: thresholdSteps("good", [1, "warning"]) },
    queries: [countOf("critical", firing("critical")), countOf("warning", onlyWarnings)],
  });

/** Adds a label `board` with the dashboard that shows more. */
const leadsTo = (board: string, expr: string) => `label_replace(${expr}, "board", "${board}", "", "")`;
/** Names of alerts by the dashboard that shows more. */
export const boards = {
  validators: "AvaxValidator.+",
  l1: "AvaxL1.+",
  sync: "Avax(NetworkUnhealthy|(Node|Chain|PChain|Upgrade|Index|StakeConnected).+)",
  economics: "Avax(Gas|NetworkStake|Address|Evm|Protocol).+",
  exporter: "Avax(Exporter|Collector|Watched|TargetLabels|Rpc|Schema|Series|Config).+",
} as const;
const any = "critical|warning";
const ofBoard = (board: keyof typeof boards, which = {}) => firing(any, boards[board], which);
const rows = [
  leadsTo(
    "validators",
    namedAlerts(withAliasOf(ofBoard("validators"), entities.validator.metric("present"), "node_id")),
  ),
  leadsTo("l1", namedAlerts(withAliasOf(ofBoard("l1", { node_id: "" }), entities.l1.metric("state"), "subnet_id"))),
  leadsTo(
    "l1",
    namedAlerts(
      withAliasOf(ofBoard("l1", { node_id: notEqual("") }), entities.l1_validator.metric("state"), "validation_id"),
    ),
  ),
  leadsTo("sync", namedAlerts(withAliasOf(ofBoard("sync"), entities.validator.metric("present"), "node_id"))),
  leadsTo("economics", namedAlerts(ofBoard("economics"))),
  leadsTo("exporter", namedAlerts(ofBoard("exporter"))),
];
const keys = ["alertname", "severity", "network", "node_id", "subnet_id", "validation_id", "chain", "address"] as const;

export const alertTable = (size: Size): Sized =>
  table(size, {
    title: "Firing alerts",
    description:
      "Firing alerts, critical ones first. Name: alias or ID of the validator, L1 or chain, otherwise the node, exporter or network; it leads to the dashboard that shows more. Each alert has a runbook in grafana/runbooks.",
    none: "No alert is firing, or the rules are not loaded",
    keys,
    facts: {
      severity: { title: "Severity", width: 90, mappings: levelMappings({ critical: "bad", warning: "warning" }) },
      alertname: { title: "Alert" },
      name: { title: "Name", width: 105 },
      network: { title: "Network", width: 80 },
      board: { title: "board", isHidden: true },
    },
    rows,
    columns: [
      {
        title: "Since",
        expr: `time() - (${createSelect()(externalMetrics.alertsSince, { alertname: matches("Avax.+"), network: matches("$network|") })} and ignoring (alertstate) ${firing(any)})`,
        ...duration,
      },
    ],
    sort: { by: "Severity" },
    links: {
      Alert: runbookLinks,
      Name: [boardLink],
    },
  });
