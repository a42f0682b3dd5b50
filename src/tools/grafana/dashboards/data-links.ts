/** Links of values on dashboards. */
import { type DashboardFile, type DashboardLink, runbookUrl } from "../../../alerting/alert.ts";
import { hasOwner } from "../../../repository.ts";

/** Link of a value on a dashboard. */
export type DataLink = {
  readonly title: string;
  /** Labels of the value that the URL needs. */
  readonly labels: readonly string[];
  /** Returns the URL; `value` returns Grafana's expression for the value of a label. */
  readonly url: (value: (label: string) => string) => string;
};

const passedOn = "$" + "{__url_time_range}&$" + "{datasource:queryparam}";
const titles: Readonly<Record<DashboardFile, string>> = {
  overview: "Overview",
  validators: "Validator",
  l1: "L1",
  economics: "Economics",
  sync: "Node",
  exporter: "Exporter",
};
/** Returns a data link to a dashboard, with those of its variables whose labels the value has. */
export function dataLink({ file, variables }: DashboardLink, labels: readonly string[]): DataLink {
  const known = Object.entries(variables).filter(([, label]) => labels.includes(label));
  return {
    title: titles[file],
    labels: known.map(([, label]) => label),
    url: (value) =>
      [`/d/avax-${file}?${passedOn}`, ...known.map(([variable, label]) => `var-${variable}=${value(label)}`)].join("&"),
  };
}
/** Data link to the dashboard of the label `board`, for the validator or L1 of the other labels. */
export const boardLink: DataLink = {
  title: "Details",
  labels: ["board", "node_id", "subnet_id"],
  url: (value) =>
    `/d/avax-${value("board")}?${passedOn}&var-node_id=${value("node_id")}&var-subnet_id=${value("subnet_id")}`,
};
/** Data link to the runbook of the alert that the label `alertname` names; none while the repository has no owner. */
export const runbookLinks: readonly DataLink[] = hasOwner
  ? [{ title: "Runbook", labels: ["alertname"], url: (value) => runbookUrl(value("alertname")) }]
  : [];
