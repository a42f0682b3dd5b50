/** Optional alerts about the nodes, for those who maintain them. */

import { longNodeName, nodeName, podLabels } from "../expressions.ts";
import { toNode } from "../links.ts";
import { type AlertGroup, alert } from "../rule.ts";

const versionOld = alert({
  name: "AvaxNodeVersionOld",
  tiers: { info: { for: "1d", parameters: { share: 0.5 } } },
  keepFiringFor: "1h",
  expr: ({ share }) =>
    `max without (${podLabels}) (last_over_time(avax_peers_higher_version_stake_ratio[30m])) > ${share}`,
  summary: `{{ $value | humanizePercentage }} of the stake runs a higher version than ${nodeName}`,
  description: `Validators with {{ $value | humanizePercentage }} of the connected stake have run a higher version than ${longNodeName} for a day. Read the notes of the release: some are mandatory from a date on.`,
  dashboard: toNode,
});

export const nodes: AlertGroup = { name: "avalanche-node-maintenance", alerts: [versionOld] };
