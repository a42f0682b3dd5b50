/** Validators of L1s and subnets as the Subnet-EVM of their chain counts them on the queried node. The label `chain` is that of
 *  `avax_chain_*`. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { provenShare, provenUptime } from "../protocol/staking.ts";
import { collector, readEntries, thenEach } from "./collector.ts";
import { type ServedChainLabels, trackedChains } from "./kinds/chains.ts";
import { idLabelsOf } from "./kinds/l1-validators.ts";
import { rank, readQueriedId } from "./kinds/validators.ts";
import { createDetailChoice, firstOf, idsOf, readerOf, watchedOn, watchesSubnets } from "./watched.ts";

/** Totals of the set that the virtual machine of a chain counts. The ratio is undefined if it is unknown. */
type CountedSet = ServedChainLabels & { readonly provenRatio: number | undefined };
const countedSet = kindOf<CountedSet>().with("chain", "subnet_id", "alias");
export const l1UptimeProvenRatio = countedSet.gauge("avax_l1_weight_uptime_proven_ratio", {
  help: `Share (0 to 1) of an L1's weight whose observed uptime is ${provenUptime} or more. Without the queried node itself.`,
  from: from("validators.getCurrentValidators", "uptimePercentage", "weight"),
  of: ({ provenRatio }) => provenRatio,
});

type CountedValidator = ServedChainLabels & {
  readonly validation_id: string;
  readonly node_id: string;
  readonly counted: Result<"validators.getCurrentValidators">["validators"][number];
  /** The queried node observes it: it is another node, and the ID of the queried one is known. */
  readonly isOther: boolean;
};
const countedValidator = kindOf<CountedValidator>().with("chain", "subnet_id", "validation_id", "node_id", "alias");
export const l1Uptime = countedValidator.gauge("avax_l1_validator_uptime_ratio", {
  help: "Uptime (0 to 1) of the L1 validator, as the node's virtual machine counts it. Absent for the queried node itself. After a top-up, an offline validator can gain uptime.",
  from: from("validators.getCurrentValidators", "uptimePercentage"),
  of: ({ counted, isOther }) => (isOther ? counted.uptimePercentage : undefined),
});
export const l1Connected = countedValidator.gauge("avax_l1_validator_connected", {
  help: "1 if the node's virtual machine is connected to the L1 validator, otherwise 0. Absent for the queried node itself.",
  from: from("validators.getCurrentValidators", "isConnected"),
  of: ({ counted, isOther }) => (isOther ? counted.isConnected : undefined),
});
export const l1UptimeCounted = countedValidator.gauge("avax_l1_validator_uptime_counted", {
  help: "1 if the L1 validator's uptime is counted, 0 if it is inactive and loses uptime.",
  from: from("validators.getCurrentValidators", "isActive"),
  of: ({ counted }) => counted.isActive,
});

export const l1Uptimes = collector({
  name: "l1-uptimes",
  summary:
    "Uptime and connection of L1 validators, as the Subnet-EVM of each chain that the node runs counts them: totals, watched validators, and all of tracked L1s.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: ["validators.getCurrentValidators", "info.getNodeID"],
  needs: ["chains"],
  metrics: [countedSet, countedValidator],
  select: (settings) => (watchesSubnets(settings) ? settings : undefined),
  state: createDetailChoice,
  read(node, { l1 }, chooseDetail) {
    // a chain with another virtual machine has no such path, which is no failure
    const sets = readEntries(trackedChains(node.chains), async (labels) => {
      const { validators } = await node.call("validators.getCurrentValidators", {}, labels.chain);
      return { validators, labels };
    });
    const chosen = chooseDetail(l1, sets);
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
      const { chain, subnet_id } = labels;
      const isKnown = queriedNodeId !== undefined;
      const uptimes = validators.map(({ weight, uptimePercentage: uptime, nodeID }) => {
        return { weight, uptime, isOwn: nodeID === queriedNodeId };
      });
      yield countedSet.item({ ...labels, provenRatio: isKnown ? provenShare(uptimes) : undefined });
      const watched = watchedOn(selected, subnet_id, queriedNodeId);
      const detail = idsOf(selected.watch.subnet_ids).includes(subnet_id) ? chosen : "watched";
      const isFirst = firstOf(); // the series limit applies to repeated node IDs
      // the node returns the validators in any order
      for (const { validator: counted, share: priority } of rank(validators, ({ validationID }) => validationID)) {
        const { nodeID, validationID } = counted;
        const { reader, alias } = readerOf(counted, watched);
        const isOther = isKnown && queriedNodeId !== nodeID;
        const observation = countedValidator.item({ ...labels, ...idLabelsOf(counted), alias, counted, isOther });
        const isDetailed = detail === "all" || (detail === "low" && !(counted.isConnected && counted.isActive));
        const isAlways = reader === "l1-validators" || (reader === "watched-validators" && isFirst(nodeID));
        if (isAlways) yield observation;
        else if (reader !== "set" || isDetailed)
          yield { priority, id: `${chain} ${validationID}`, observations: [observation] };
      }
    },
  },
});
