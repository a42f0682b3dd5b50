/** Lists of metrics, and the table of collectors. */
import type { Collector } from "../../collectors/collector.ts";
import type { MetricDefinition } from "../../engine/metric.ts";
import * as self from "../../engine/own-metrics.ts";
import { familiesOf } from "../../entities/all.ts";
import { lockOf, methodOf } from "../../node-api/contract.ts";
import { code, table } from "./markdown.ts";

/** The headings of the metrics that collectors expose, with the names below each. */
const headings: Readonly<Record<string, RegExp>> = {
  Node: /^avax_(node|network|peers|upgrade)(_|$)/,
  "P-Chain and X-Chain": /^avax_[px]chain_/,
  Chains: /^avax_(chain|evm_(?!address))/,
  "Sets of validators": /^avax_(validators|delegators)/,
  Validators: /^avax_validator_/,
  "L1s and subnets": /^avax_(subnet|l1)_(?!validator_)/,
  "L1 validators": /^avax_l1_validator_(?!present)/,
  "Container index": /^avax_index_/,
  "Watched addresses and entities": /^avax_(address|evm_address|watched|l1_validator_present)/,
};

function headingOf({ name }: MetricDefinition): string {
  const [heading, ...others] = Object.keys(headings).filter((title) => headings[title]?.test(name));
  if (heading === undefined || others.length > 0) throw new Error(`${name} needs exactly one heading`);
  return heading;
}

/** Returns an item with the labels that not all metrics below its heading have. */
function itemOf({ name, labels, help }: MetricDefinition, shared: readonly string[] = []): string {
  const own = labels.filter((label) => !shared.includes(label)).join(", ");
  return `- ${code(name)}${own && ` (${own})`}: ${help}`;
}

/** Returns a heading and a list of the metrics for each entity, in the order of `/metrics`. */
export function metricLists(collectors: readonly Collector[]): string {
  const byHeading = Map.groupBy(familiesOf(collectors), headingOf);
  const sections = Object.keys(headings).map((heading) => {
    const metrics = byHeading.get(heading) ?? [];
    const shared = (metrics[0]?.labels ?? []).filter((label) => metrics.every(({ labels }) => labels.includes(label)));
    const items = metrics.map((metric) => {
      const names = collectors.flatMap(({ name, metrics: written }) => (written.includes(metric) ? name : []));
      return itemOf(metric, shared) + (names.length > 0 ? ` _${names.join(", ")}_` : "");
    });
    const ofAll = shared.length > 0 ? `Labels of all: ${shared.join(", ")}.\n\n` : "";
    return `### ${heading}\n\n${ofAll}${items.join("\n")}`;
  });
  return sections.join("\n\n");
}

/** Returns the list of the exporter's own metrics. */
export const ownMetricList = (): string =>
  Object.values(self)
    .map((metric) => itemOf(metric))
    .join("\n");

/** Returns the table of collectors with their calls, intervals and locks. */
export function collectorTable(collectors: readonly Collector[]): string {
  const rows = collectors.map(({ name, summary, interval, required, disabledByDefault, reads }) => [
    code(name),
    summary,
    reads.map(code).join(", "),
    [interval, ...(required ? ["required"] : []), ...(disabledByDefault ? ["disabled by default"] : [])].join(", "),
    [...new Set(reads.map((method) => lockOf(methodOf(method))).filter((lock) => lock !== undefined))].join(", "),
  ]);
  return table(["Collector", "Exports", "Calls", "Interval", "Chain lock"], rows);
}
