/** Panels of the nodes' own metrics, for those who scrape /ext/metrics, too. */
import { percent } from "../../../src/lib/text.ts";
import { thresholds } from "../../../src/rules/thresholds.ts";
import { createSelect, matches, nativeMetrics, type Source } from "../promql.ts";
import { thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";

/** Selects series of the chosen nodes, which have the same label `node` as those of the exporter, if there are several. */
const selectNative = createSelect({ cluster: matches("$cluster"), node: matches("$node") });
const rate = (counter: Source) => `rate(${selectNative(counter)}[$__rate_interval])`;

const { pollsFailed, pollsSuccessful, blocksFetched, blocksExecuted, cpu, memory } = nativeMetrics;
const none = "/ext/metrics not scraped";
const node = "{{node}} {{instance}}";
const source = "Prometheus must scrape /ext/metrics of the nodes.";

export const nativeRow = {
  title: "The nodes' own metrics (/ext/metrics)",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Bootstrap progress",
      description: `Blocks per minute that each node fetches and then executes while it bootstraps. 0 once it has finished. If it stays at 0 before that, check the node's log and peers. ${source}`,
      unit: "short",
      none,
      min: 0,
      queries: [
        { expr: `60 * ${rate(blocksFetched)}`, legend: `fetched {{chain}} ${node}` },
        { expr: `60 * ${rate(blocksExecuted)}`, legend: `executed {{chain}} ${node}` },
      ],
    }),
    graph([12, 7], {
      title: "Failed polls",
      description: `Share of the polls of each chain that fail, as the node itself counts them. A few are normal. Above ${percent(thresholds.pollsWarning)}: validators of the chain are offline, or the node is slow. ${source}`,
      unit: "percentunit",
      none,
      min: 0,
      softMax: thresholds.pollsCritical,
      lines: true,
      levels: thresholdSteps("good", [thresholds.pollsWarning, "warning"], [thresholds.pollsCritical, "bad"]),
      queries: [
        {
          expr: `${rate(pollsFailed)} / (${rate(pollsFailed)} + ${rate(pollsSuccessful)} > 0)`,
          legend: `{{chain}} ${node}`,
        },
      ],
    }),
    graph([12, 7], {
      title: "CPU of the nodes",
      description: `CPU cores that each node uses. If it is at the number of cores of the machine for long, the node falls behind. ${source}`,
      unit: "short",
      none,
      decimals: 2,
      min: 0,
      queries: [{ expr: rate(cpu), legend: node }],
    }),
    graph([12, 7], {
      title: "Memory of the nodes",
      description: `Resident memory of each node. Near the memory of the machine the node is killed. ${source}`,
      unit: "bytes",
      none,
      min: 0,
      queries: [{ expr: selectNative(memory), legend: node }],
    }),
  ],
} as const;
