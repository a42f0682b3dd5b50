/** Panels of the nodes' own metrics, for those who scrape /ext/metrics, too. */
import { nodeInfo } from "../../../src/metrics/node.ts";
import { percent } from "../amounts.ts";
import { createSelect, matches, nativeMetrics, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";
import { inNetwork, select } from "./queries.ts";

const selectNative = createSelect({ node: matches("$node") });
/** Returns the rate of a counter, of nodes whose exporter's target is chosen and has the same label `node`. */
const rate = (counter: Source) => `rate(${selectNative(counter)}[$__rate_interval])`;
const ofChosen = (expr: string) => `${expr} and on (node) (${inNetwork(select(nodeInfo))})`;

const { pollsFailed, pollsSuccessful, timesDisconnected } = nativeMetrics;
const none = "/ext/metrics not scraped";

export const nativeRow = {
  title: "The nodes' own metrics (/ext/metrics)",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Failed polls",
      description: `Share of the polls of each chain that fail, as the node itself counts them. A few are normal. Above ${percent(thresholds.pollsWarning)}: validators of the chain are offline, or the node is slow. Prometheus must scrape /ext/metrics of the nodes with the label node of the exporter's target.`,
      unit: "percentunit",
      none,
      min: 0,
      softMax: thresholds.pollsCritical,
      lines: true,
      levels: thresholdSteps("good", [thresholds.pollsWarning, "warning"], [thresholds.pollsCritical, "bad"]),
      queries: [
        {
          expr: ofChosen(`${rate(pollsFailed)} / (${rate(pollsFailed)} + ${rate(pollsSuccessful)} > 0)`),
          legend: "{{chain}} {{node}}",
        },
      ],
    }),
    graph([12, 7], {
      title: "Peers lost per minute",
      description:
        "Rate at which each node loses connections to peers. A few are normal. Many, while the number of peers falls: check the node's network and port 9651. Prometheus must scrape /ext/metrics of the nodes with the label node of the exporter's target.",
      unit: "short",
      none,
      min: 0,
      queries: [{ expr: ofChosen(`60 * ${rate(timesDisconnected)}`), legend: "{{node}} {{instance}}" }],
    }),
  ],
} as const;
