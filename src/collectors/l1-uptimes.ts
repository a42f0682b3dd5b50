import type { Result } from "../api/contract.ts";
import { primaryNetwork } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import { connectedWeightRatio, uptimeProofs } from "../facts/l1-uptime.ts";
import * as m from "../metrics/l1-uptime.ts";
import { collector, readEach, thenEach } from "./collector.ts";
import { trackedChains, watchesSubnets } from "./shared/chains.ts";
import { countAll, detailOf } from "./shared/detail.ts";
import { aliasIn, isWatched, ownershipOn } from "./shared/ownership.ts";
import { readQueriedId, type SubnetLabels } from "./shared/validators.ts";

type Counted = Result<"validators.getCurrentValidators">["validators"][number];
type Labels = SubnetLabels & { readonly chain: string };

/** Orders validators by descending weight, and by ID for equal weights: the node returns them in any order. */
const compareByWeight = (a: Counted, b: Counted) =>
  a.weight === b.weight ? (a.validationID < b.validationID ? -1 : 1) : a.weight > b.weight ? -1 : 1;

/** Returns the samples of one validator. The queried node does not observe itself. If its ID is unknown, no uptime and no connection
 *  is exported. */
function validatorSamples(validator: Counted, { chain, subnet_id, alias }: Labels, queriedNodeId: string | undefined) {
  const { validationID, nodeID, isConnected, isActive, uptimePercentage, uptimeSeconds } = validator;
  const labels = { chain, subnet_id, validation_id: validationID, node_id: nodeID, alias };
  const isObserved = queriedNodeId !== undefined && queriedNodeId !== nodeID;
  return [
    sample(m.l1Uptime, isObserved ? uptimePercentage : undefined, labels),
    sample(m.l1UptimeSeconds, isObserved ? uptimeSeconds : undefined, labels),
    sample(m.l1Connected, isObserved ? isConnected : undefined, labels),
    sample(m.l1UptimeCounted, isActive, labels),
  ];
}

/** Returns the samples of the whole set. */
function totalSamples(validators: readonly Counted[], labels: Labels, queriedNodeId: string | undefined) {
  const counted = validators.map(({ weight, isConnected, uptimePercentage, nodeID }) => {
    return { weight, isConnected, uptime: uptimePercentage, isOwn: nodeID === queriedNodeId };
  });
  const proofs = queriedNodeId === undefined ? undefined : uptimeProofs(counted);
  return [
    sample(m.l1ConnectedRatio, connectedWeightRatio(counted), labels),
    sample(m.l1UptimeProvenRatio, proofs?.ratio, labels),
    sample(m.l1UptimeBelow, proofs?.below, labels),
  ];
}

export const l1Uptimes = collector({
  name: "l1-uptimes",
  summary:
    "Uptime and connection of L1 validators, as the Subnet-EVM of each chain that the node runs counts them: totals, watched validators, and all of tracked L1s.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: ["validators.getCurrentValidators", "info.getNodeID"],
  metrics: [
    m.l1ConnectedRatio,
    m.l1UptimeProvenRatio,
    m.l1UptimeBelow,
    m.l1Uptime,
    m.l1UptimeSeconds,
    m.l1Connected,
    m.l1UptimeCounted,
  ],
  inputs(settings) {
    if (!watchesSubnets(settings)) return undefined;
    const { watch, l1 } = settings;
    const tracked = watch.subnet_ids.map(({ id }) => id);
    const known = new Set([...tracked, ...watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids)]);
    known.delete(primaryNetwork);
    return {
      l1,
      tracked: new Set(tracked),
      ownership: new Map([...known].map((subnet) => [subnet, ownershipOn(settings, subnet)] as const)),
      ownershipElsewhere: ownershipOn(settings, ""),
    };
  },
  read(node) {
    const chains = new Map(trackedChains(node).map((one) => [one.chain, one] as const));
    // a chain with another virtual machine has no such path, which is no failure
    const sets = readEach(chains.keys(), (chain) => node.call("validators.getCurrentValidators", {}, chain));
    const count = countAll(sets.values());
    return {
      chain: thenEach(sets, async ({ validators }, chain) => {
        const queriedNodeId = await readQueriedId(node);
        return { validators, queriedNodeId, count: await count, labels: chains.get(chain) };
      }),
    };
  },
  map: {
    *chain({ validators, queriedNodeId, count, labels }, { inputs: { l1, tracked, ownership, ownershipElsewhere } }) {
      if (!labels) return;
      const { chain, subnet_id } = labels;
      const watched = ownership.get(subnet_id) ?? ownershipElsewhere;
      const total = validators.reduce((sum, { weight }) => sum + weight, 0n);
      const detail = tracked.has(subnet_id) ? detailOf(l1, validators.length, count) : "watched";
      const unlimited = new Set<string>(); // each node once, so that the series limit applies to repeated node IDs
      yield* totalSamples(validators, labels, queriedNodeId);
      for (const validator of validators.toSorted(compareByWeight)) {
        const { nodeID, validationID, weight } = validator;
        const alias = aliasIn(watched, validator);
        const samples = validatorSamples(validator, { chain, subnet_id, alias }, queriedNodeId);
        const isNode = isWatched({ nodeID, validationID, queriedNodeId }, watched);
        const isDetailed = detail === "all" || (detail === "low" && !(validator.isConnected && validator.isActive));
        if ((isNode && !unlimited.has(nodeID)) || watched.validations.has(validationID)) yield* samples;
        else if (isNode || isDetailed)
          yield { share: Number(weight) / (Number(total) || 1), id: `${chain} ${validationID}`, samples };
        if (isNode) unlimited.add(nodeID);
      }
    },
  },
});
