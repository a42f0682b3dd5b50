import type { Result } from "../api/contract.ts";
import { sumOfWeights } from "../facts/l1.ts";
import { provenShare } from "../facts/l1-uptime.ts";
import type { ServedChainLabels } from "../metrics/chains.ts";
import * as m from "../metrics/l1-uptime.ts";
import { collector, readEntries, thenEach } from "./collector.ts";
import { idsOf } from "./settings.ts";
import { trackedChains, watchesSubnets } from "./shared/chains.ts";
import { chooseDetail, createDetail } from "./shared/detail.ts";
import { firstOf, ownerOf, ownerSettings, watchedOn } from "./shared/ownership.ts";
import { readQueriedId } from "./shared/validators.ts";

type Counted = Result<"validators.getCurrentValidators">["validators"][number];

/** Orders validators by descending weight, and by ID for equal weights: the node returns them in any order. */
const compareByWeight = (a: Counted, b: Counted) =>
  a.weight === b.weight ? (a.validationID < b.validationID ? -1 : 1) : a.weight > b.weight ? -1 : 1;

/** Returns the totals of the set. The queried node does not observe itself. */
function countedSetItem(validators: readonly Counted[], labels: ServedChainLabels, queriedNodeId: string | undefined) {
  const counted = validators.map(({ weight, uptimePercentage, nodeID }) => {
    return { weight, uptime: uptimePercentage, isOwn: nodeID === queriedNodeId };
  });
  return m.countedSet.item({ ...labels, provenRatio: queriedNodeId === undefined ? undefined : provenShare(counted) });
}

export const l1Uptimes = collector({
  name: "l1-uptimes",
  summary:
    "Uptime and connection of L1 validators, as the Subnet-EVM of each chain that the node runs counts them: totals, watched validators, and all of tracked L1s.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: ["validators.getCurrentValidators", "info.getNodeID"],
  needs: ["chains"],
  metrics: [m.l1UptimeProvenRatio, m.l1Uptime, m.l1Connected, m.l1UptimeCounted],
  select: (settings) =>
    watchesSubnets(settings)
      ? { ...ownerSettings(settings), l1: settings.l1, tracked: idsOf(settings.watch.subnet_ids) }
      : undefined,
  state: createDetail,
  read(node, { l1 }, state) {
    const chains = new Map(trackedChains(node).map((one) => [one.chain, one] as const));
    // a chain with another virtual machine has no such path, which is no failure
    const sets = readEntries(chains, async (labels) => {
      return { labels, ...(await node.call("validators.getCurrentValidators", {}, labels.chain)) };
    });
    const chosen = chooseDetail(l1, sets, state);
    return {
      chain: thenEach(sets, async (set) => ({
        ...set,
        queriedNodeId: await readQueriedId(node),
        chosen: await chosen,
      })),
    };
  },
  map: {
    *chain({ validators, queriedNodeId, chosen, labels }, { selected }) {
      const { chain, subnet_id, alias } = labels;
      const watched = watchedOn(selected, subnet_id);
      const total = sumOfWeights(validators);
      const detail = selected.tracked.includes(subnet_id) ? chosen : "watched";
      const isFirst = firstOf(); // the series limit applies to repeated node IDs
      yield countedSetItem(validators, { chain, subnet_id, alias }, queriedNodeId);
      for (const counted of validators.toSorted(compareByWeight)) {
        const { nodeID: node_id, validationID: validation_id, weight } = counted;
        const { owner, alias } = ownerOf(counted, watched, queriedNodeId);
        const observation = m.countedValidator.item({
          ...{ chain, subnet_id, validation_id, node_id, alias, counted },
          isObserved: queriedNodeId !== undefined && queriedNodeId !== node_id,
        });
        const isDetailed = detail === "all" || (detail === "low" && !(counted.isConnected && counted.isActive));
        const isAlways = owner === "l1-validators" || (owner === "watched-validators" && isFirst(node_id));
        const priority = Number(weight) / (Number(total) || 1);
        if (isAlways) yield observation;
        else if (owner !== "set" || isDetailed)
          yield { priority, id: `${chain} ${validation_id}`, observations: [observation] };
      }
    },
  },
});
