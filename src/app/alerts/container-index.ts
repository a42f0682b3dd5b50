/** Optional alerts about the container index, for those who read it. */

import { type AlertGroup, alert } from "../../alerting/alert.ts";
import { longNodeName, nodeName } from "../../alerting/expressions.ts";
import { toTarget } from "../../alerting/links.ts";

const stalled = alert({
  name: "AvaxIndexStalled",
  tiers: { warning: { for: "10m", parameters: { window: "1h" } } },
  keepFiringFor: "15m",
  expr: ({ window }) => `changes(avax_index_last_accepted_index{index="block"}[${window}]) == 0
and ignoring (index, blockchain_id, subnet_id, alias) changes(avax_chain_last_accepted_height[${window}]) > 0`,
  summary: `{{ $labels.chain }}-Chain block index of ${nodeName} has stalled`,
  description: `The {{ $labels.chain }}-Chain of ${longNodeName} advances, but its container index does not. Clients of the index do not see newer containers.`,
  dashboard: toTarget("sync"),
});

const disabled = alert({
  name: "AvaxIndexDisabledUnexpectedly",
  tiers: { warning: { for: "10m", parameters: { window: "1d" } } },
  expr: ({ window }) => `max without (chain, index) (max_over_time(avax_index_available[${window}])) == 1
and max without (chain, index) (avax_index_available) == 0`,
  summary: `Container index of ${nodeName} has been disabled`,
  description: `The node ${longNodeName} no longer serves a container index that it served before. Everything accepted in the meantime is permanently missing from it.`,
  dashboard: toTarget("sync"),
});

export const index: AlertGroup = { name: "avalanche-index", alerts: [stalled, disabled] };
