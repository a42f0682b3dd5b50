/** Validators of L1s and subnets as the Subnet-EVM of their chain counts them on the queried node. The label `chain` is that of
 *  `avax_chain_*`. */

import { readEntries, thenEach } from "../engine/collector.ts";
import { kindOf } from "../engine/metric.ts";
import { sumOfWeights } from "../entities/protocol/l1.ts";
import { provenShare, provenUptime } from "../entities/protocol/uptime.ts";
import { type FieldOf, from as fromMethod, type Result } from "../node-api/contract.ts";
import type { ServedChainLabels } from "./chains.ts";
import { collector } from "./collector.ts";
import { trackedChains, watchesSubnets } from "./needs.ts";
import { chooseDetail, createDetail } from "./subnets.ts";
import { readQueriedId } from "./validator-set.ts";
import { firstOf, idsOf, ownerOf, ownerSettings, watchedOn } from "./watched.ts";

const from = (...fields: readonly FieldOf<"validators.getCurrentValidators">[]) =>
  fromMethod("validators.getCurrentValidators", ...fields);

type CountedValidator = ServedChainLabels & {
  readonly validation_id: string;
  readonly node_id: string;
  readonly counted: Result<"validators.getCurrentValidators">["validators"][number];
  /** The queried node observes it: it is another node, and the ID of the queried one is known. */
  readonly isObserved: boolean;
};
const countedValidator = kindOf<CountedValidator>().with("chain", "subnet_id", "validation_id", "node_id", "alias");
const ifObserved =
  <T>(of: (counted: CountedValidator["counted"]) => T) =>
  ({ counted, isObserved }: CountedValidator) =>
    isObserved ? of(counted) : undefined;

export const l1Uptime = countedValidator.gauge("avax_l1_validator_uptime_ratio", {
  help: "Uptime (0 to 1) of the L1 validator, as the node's virtual machine counts it. It counts from the registration. Absent for the queried node itself. After a top-up the virtual machine counts the time without a balance as connected until it observes otherwise: an offline validator can gain uptime. avax_chain_validator_disconnected shows whether it is online.",
  from: from("uptimePercentage"),
  of: ifObserved(({ uptimePercentage }) => uptimePercentage),
});
export const l1Connected = countedValidator.gauge("avax_l1_validator_connected", {
  help: "1 if the node's virtual machine is connected to the L1 validator, otherwise 0. Absent for the queried node itself.",
  from: from("isConnected"),
  of: ifObserved(({ isConnected }) => isConnected),
});
export const l1UptimeCounted = countedValidator.gauge("avax_l1_validator_uptime_counted", {
  help: "1 if the L1 validator's uptime is counted, 0 if it is inactive and loses uptime.",
  from: from("isActive"),
  of: ({ counted }) => counted.isActive,
});

/** Totals of the set that the virtual machine of a chain counts. The ratio is undefined if it is unknown. */
type CountedSet = ServedChainLabels & { readonly provenRatio: number | undefined };
const countedSet = kindOf<CountedSet>().with("chain", "subnet_id", "alias");
export const l1UptimeProvenRatio = countedSet.gauge("avax_l1_weight_uptime_proven_ratio", {
  help: `Share (0 to 1) of an L1's weight whose observed uptime is ${provenUptime} or more. Uptime proofs require that (ACP-77). Without the queried node itself.`,
  from: from("uptimePercentage", "weight"),
  of: ({ provenRatio }) => provenRatio,
});

type Counted = Result<"validators.getCurrentValidators">["validators"][number];

/** Orders validators by descending weight, and by ID for equal weights: the node returns them in any order. */
const compareByWeight = (a: Counted, b: Counted) =>
  a.weight === b.weight ? (a.validationID < b.validationID ? -1 : 1) : a.weight > b.weight ? -1 : 1;

/** Returns the totals of the set. The queried node does not observe itself. */
function countedSetItem(validators: readonly Counted[], labels: ServedChainLabels, queriedNodeId: string | undefined) {
  const counted = validators.map(({ weight, uptimePercentage, nodeID }) => {
    return { weight, uptime: uptimePercentage, isOwn: nodeID === queriedNodeId };
  });
  return countedSet.item({ ...labels, provenRatio: queriedNodeId === undefined ? undefined : provenShare(counted) });
}

export const l1Uptimes = collector({
  name: "l1-uptimes",
  summary:
    "Uptime and connection of L1 validators, as the Subnet-EVM of each chain that the node runs counts them: totals, watched validators, and all of tracked L1s.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: ["validators.getCurrentValidators", "info.getNodeID"],
  needs: ["chains"],
  metrics: [l1UptimeProvenRatio, l1Uptime, l1Connected, l1UptimeCounted],
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
        const observation = countedValidator.item({
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
