/** Optional alerts on the nodes' own metrics, for those who scrape /ext/metrics, too. */

import { longNodeName, nodeName } from "../expressions.ts";
import { toNode } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";
import { thresholds } from "../thresholds.ts";

const polls = alert({
  name: "AvaxNodePollsFailing",
  tiers: {
    critical: { for: "15m", parameters: { share: thresholds.pollsCritical, window: thresholds.pollsWindow } },
    warning: { for: "15m", parameters: { share: thresholds.pollsWarning, window: thresholds.pollsWindow } },
  },
  keepFiringFor: "15m",
  // a chain that is almost idle has too few polls for a share
  expr: ({ share, window }) => {
    const rate = (outcome: string) => `rate(avalanche_snowman_polls_${outcome}[${window}])`;
    return `${rate("failed")}\n/ (${rate("failed")} + ${rate("successful")} > 0.1) > ${share}`;
  },
  summary: `{{ $value | humanizePercentage }} of the polls of {{ reReplaceAll "^(.{12}).*$" "$1" $labels.chain }} fail on ${nodeName}`,
  description: `Of the polls of ${longNodeName} on the chain {{ $labels.chain }}, {{ $value | humanizePercentage }} get too few responses. The chain decides on blocks more slowly, and may halt. Validators of the chain are offline, or the connection of the node is bad.`,
  dashboard: toNode,
});

export const native: AlertGroup = { name: "avalanche-native", alerts: [polls] };
