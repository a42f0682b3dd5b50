/** Panels of the nodes' own metrics, for those who scrape /ext/metrics, too. */
import { percent } from "../../../lib/text.ts";
import { countOf, createSelect, heliconMetrics, matches, nativeMetrics, type Source, sumOf } from "../promql.ts";
import { badAbove } from "./palette.ts";
import { graph } from "./panels.ts";
import { thresholds } from "./thresholds.ts";

/** Selects series of the chosen nodes, which have the same label `node` as those of the exporter, if there are several. */
const selectNative = createSelect({ cluster: matches("$cluster"), node: matches("$node") });
const rate = (counter: Source) => `rate(${selectNative(counter)}[$__rate_interval])`;

const { pollsFailed, pollsSuccessful, blocksFetched, blocksExecuted, badBlocks } = nativeMetrics;
const { queueBlocks, queueDuration, gasCharged, gasTarget, baseFee, worstCaseBaseFee } = heliconMetrics;
const none = "/ext/metrics not scraped";
const beforeHelicon = "/ext/metrics not scraped, or AvalancheGo before Helicon";
const node = "{{node}} {{instance}}";
const source = "Prometheus must scrape /ext/metrics of the nodes.";

export const nativeRow = {
  title: "The nodes' own metrics (/ext/metrics)",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Bootstrap progress",
      description: `Blocks per minute that each node fetches and then executes while it bootstraps. The node has no metric of their total number: the remaining time is in its log. 0 while a chain syncs its state or waits for other chains, and once it has finished. If no chain progresses before that, check the node's log and peers. ${source}`,
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
      levels: badAbove(thresholds.pollsWarning, thresholds.pollsCritical),
      queries: [
        {
          expr: `${rate(pollsFailed)} / (${rate(pollsFailed)} + ${rate(pollsSuccessful)} > 0)`,
          legend: `{{chain}} ${node}`,
        },
      ],
    }),
    graph([12, 7], {
      title: "Bad blocks",
      description: `How often the EVM of each chain has refused a block as invalid: the C-Chain until Helicon, and chains of L1s with Subnet-EVM. A node tries the same block again and again. Normal: 0. If other nodes accept the block, this node computes another state: compare its version and the upgrades in the chain's configuration. ${source}`,
      unit: "short",
      none,
      min: 0,
      queries: [{ expr: `increase(${selectNative(badBlocks)}[$__rate_interval])`, legend: `{{chain}} ${node}` }],
    }),
    graph([12, 7], {
      title: "C-Chain execution queue",
      description: `Blocks that the C-Chain of each node has accepted and not executed yet, and the average seconds from the acceptance of a block to the end of its execution. Normal: a few blocks, and far below a second. Above ${thresholds.executionWait} seconds the node executes more slowly than the chain accepts: check its CPU and disk. ${source}`,
      unit: "short",
      none: beforeHelicon,
      min: 0,
      softMax: thresholds.executionWait,
      queries: [
        { expr: selectNative(queueBlocks), legend: `blocks ${node}` },
        { expr: `${rate(sumOf(queueDuration))} / ${rate(countOf(queueDuration))}`, legend: `seconds ${node}` },
      ],
    }),
  ],
} as const;

/** Fees of the C-Chain as it executed its blocks. Headers have what a block can charge at most. */
export const cChainFeeRow = {
  title: "C-Chain gas and base fee (/ext/metrics)",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "C-Chain gas charged",
      description: `Gas per second that the executed blocks of the C-Chain charged, and the target, as each node reports them. Above the target the base fee rises. The header of a block has only the gas that the block can charge at most. ${source}`,
      unit: "short",
      none: beforeHelicon,
      min: 0,
      queries: [
        { expr: rate(gasCharged), legend: `charged ${node}` },
        { expr: selectNative(gasTarget), legend: `target ${node}` },
      ],
    }),
    graph([12, 7], {
      title: "C-Chain base fee charged",
      description: `Base fee that the last executed block of the C-Chain charged, and the highest one that consensus admitted for it, which is the one in its header. If the first one stays high, transactions with a lower fee limit wait. ${source}`,
      unit: "suffix:nAVAX",
      none: beforeHelicon,
      min: 0,
      queries: [
        { expr: `${selectNative(baseFee)} / 1e9`, legend: `charged ${node}` },
        { expr: `${selectNative(worstCaseBaseFee)} / 1e9`, legend: `maximum ${node}` },
      ],
    }),
  ],
} as const;
