/** Panels of the nodes' own metrics, for those who scrape /ext/metrics, too. */
import { percent } from "../../../lib/text.ts";
import type { Row } from "./dashboard.ts";
import { badAbove } from "./palette.ts";
import { graph } from "./panels.ts";
import { thresholds } from "./thresholds.ts";

const node = "{{node}} {{instance}}";
const source = "Prometheus must scrape /ext/metrics of the nodes.";
const none = "/ext/metrics not scraped";
const queue = "avalanche_evm_transition_sae_execution_queue";

export const nativeRow: Row = {
  title: "The nodes' own metrics (/ext/metrics)",
  isCollapsed: true,
  panels: [
    graph([8, 7], {
      title: "Bootstrap progress",
      description: `Blocks per minute that each node fetches and then executes while it bootstraps. The node has no metric of their total number: the remaining time is in its log. 0 while a chain syncs its state or waits for other chains, and once it has finished. ${source}`,
      unit: "short",
      none,
      min: 0,
      queries: {
        [`fetched {{chain}} ${node}`]: "60 * rate(avalanche_snowman_bs_fetched[$__rate_interval])",
        [`executed {{chain}} ${node}`]: "60 * rate(avalanche_snowman_bs_accepted[$__rate_interval])",
      },
    }),
    graph([8, 7], {
      title: "Failed polls",
      description: `Share of the polls of each chain that fail, as the node itself counts them. A few are normal. Above ${percent(thresholds.pollsWarning)}: validators of the chain are offline, or the node is slow. ${source}`,
      unit: "percentunit",
      none,
      min: 0,
      hasLines: true,
      levels: badAbove(thresholds.pollsWarning, thresholds.pollsCritical),
      queries: {
        [`{{chain}} ${node}`]:
          "rate(avalanche_snowman_polls_failed[$__rate_interval]) / (rate(avalanche_snowman_polls_failed[$__rate_interval]) + rate(avalanche_snowman_polls_successful[$__rate_interval]))",
      },
    }),
    graph([8, 7], {
      title: "C-Chain execution queue",
      description: `Blocks that the C-Chain of each node has accepted and not executed yet, and the average seconds from the acceptance of a block to the end of its execution. Normal: a few blocks, and far below a second. Above ${thresholds.executionWait} seconds the node executes more slowly than the chain accepts: check its CPU and disk. ${source}`,
      unit: "short",
      none: "/ext/metrics not scraped, or AvalancheGo before Helicon",
      min: 0,
      queries: {
        [`blocks ${node}`]: `${queue}_blocks`,
        [`seconds ${node}`]: `rate(${queue}_duration_seconds_sum[$__rate_interval]) / rate(${queue}_duration_seconds_count[$__rate_interval])`,
      },
    }),
  ],
};
