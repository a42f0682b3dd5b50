/** Optional alerts about the container index, for those who read it. */
import { indexAvailable, indexLastAccepted } from "../../../../src/metrics/container-index.ts";
import { height } from "../../../../src/metrics/pchain.ts";
import { xHeight } from "../../../../src/metrics/xchain.ts";
import { toTarget } from "../../links.ts";
import { thresholds } from "../../thresholds.ts";
import { longNodeName, nodeName, ofNode, select, target } from "../expressions.ts";
import { type AlertGroup, alert } from "../rule.ts";

/** Matches an index that does not advance although its chain does. */
const stalledIndex = (chain: "P" | "X", heights: string, window: string) => {
  const last = select(indexLastAccepted, { chain, container: "block" });
  return `${last}
and
changes(${last}[${window}]) == 0
and on (${target})
changes(${heights}[${window}]) > 0`;
};
const stalled = alert({
  name: "AvaxIndexStalled",
  tiers: { warning: { for: "10m", parameters: { window: thresholds.indexStall } } },
  keepFiringFor: "15m",
  expr: ({ window }) =>
    ofNode(`${stalledIndex("P", select(height), window)}\nor\n${stalledIndex("X", select(xHeight), window)}`),
  summary: `{{ $labels.chain }}-Chain block index of ${nodeName} has stalled`,
  description: `The {{ $labels.chain }}-Chain of ${longNodeName} advances, but its container index is stuck at {{ $value | printf "%.0f" }}. Clients of the index do not see newer containers.`,
  dashboard: toTarget("sync"),
});

const disabled = alert({
  name: "AvaxIndexDisabledUnexpectedly",
  tiers: { warning: { for: "10m", parameters: { window: thresholds.indexLookback } } },
  expr: ({ window }) =>
    ofNode(`max by (${target}) (
  ${select(indexAvailable)} == 0
  and
  max_over_time(${select(indexAvailable)}[${window}]) == 1
)`),
  summary: `Container index of ${nodeName} has been disabled`,
  description: `The node ${longNodeName} no longer serves a container index that it served before. Everything accepted in the meantime is permanently missing from it.`,
  dashboard: toTarget("sync"),
});

export const index: AlertGroup = { name: "avalanche-index", alerts: [stalled, disabled] };
