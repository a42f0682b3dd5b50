/** Watched validators by node, on each subnet that they validate. */

import { readEach } from "../engine/collector.ts";
import { attempt } from "../node-api/errors.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { collector, type RunClient } from "./collector.ts";
import { blsKey, idLabelsOf, l1Validator, l1ValidatorItem } from "./l1-validators.ts";
import { findSubnet } from "./subnets.ts";
import * as sets from "./validator-set.ts";
import { firstOf, idsOf, ownerOf, type Watched, watchedIds, watchedOn } from "./watched.ts";

type Requested = {
  /** IDs of the nodes that were requested. */
  readonly ids: ReadonlySet<string>;
  /** A response can contain more. */
  readonly validators: readonly sets.Validator[];
  readonly queriedNodeId: string | undefined;
};

/** Returns whether each requested validator is in the set. */
function presences({ ids, validators, queriedNodeId }: Requested, subnet_id: string, watched: Watched) {
  const current = new Map(validators.map(({ nodeID, startTime: start, endTime: end }) => [nodeID, { start, end }]));
  return [...ids].map((nodeID) =>
    sets.presence.item({
      subnet_id,
      node_id: nodeID,
      alias: ownerOf({ nodeID }, watched, queriedNodeId).alias,
      isConfigured: watched.nodes.has(nodeID),
      period: current.get(nodeID),
    }),
  );
}

/** Returns the BLS key of the queried node; undefined if it cannot be read. */
const readKey = async ({ call }: RunClient<"info.getNodeID">): Promise<string | undefined> =>
  (await attempt(call("info.getNodeID", {}))).value?.nodePOP?.publicKey;

const noValidators = { validators: [], queriedNodeId: undefined };

export const watchedValidators = collector({
  name: "watched-validators",
  summary:
    "Watched validators on every subnet they validate, queried individually; with watch.own also those of the queried node.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: [...sets.primaryValidatorMethods, "platform.getSubnet"],
  needs: ["chains", "network", "fees", "upgrades"],
  metrics: [...sets.primaryValidatorMetrics, l1Validator, blsKey],
  select: (settings) => (settings.watch.node_ids.length > 0 || settings.watch.own ? settings : undefined),
  read(node, settings) {
    const { node_ids, own, subnet_ids: tracked } = settings.watch;
    let queried: Promise<string | undefined> | undefined;
    const idsOn = async (subnet: string) => {
      queried ??= own ? sets.readQueriedId(node) : Promise.resolve(undefined);
      return watchedIds(watchedOn(settings, subnet), await queried);
    };
    const running = node.chains.flatMap(({ subnet_id }) => subnet_id || []);
    const ofOwn = own ? [primaryNetwork, ...running, ...idsOf(tracked)] : [];
    const subnets = new Set([...node_ids.flatMap(({ subnet_ids }) => subnet_ids), ...ofOwn]);
    const isPrimary = subnets.delete(primaryNetwork);
    return {
      primary: readEach(isPrimary ? [primaryNetwork] : [], async (id) => {
        const ids = await idsOn(id);
        // the node returns all validators if no node ID is requested
        if (ids.size === 0) return { ids, ...noValidators };
        return { ids, ...(await sets.readPrimaryValidators(node, { nodeIDs: sets.queryIds([...ids]) })) };
      }),
      subnet: readEach(subnets, async (subnetID) => {
        const ids = await idsOn(subnetID);
        if (ids.size === 0) return { ids, ...noValidators, fees: node.fees };
        await findSubnet(node, subnetID, "watch.node_ids");
        const nodeIDs = sets.queryIds([...ids]);
        const { validators } = await node.call("platform.getCurrentValidators", { subnetID, nodeIDs });
        const queriedNodeId = await queried;
        const isOwn = ({ nodeID, publicKey }: sets.Validator) =>
          nodeID === queriedNodeId && typeof publicKey === "string";
        const ownKey = validators.some(isOwn) ? await readKey(node) : undefined;
        return { ids, validators, queriedNodeId, ownKey, fees: node.fees };
      }),
    };
  },
  map: {
    *primary(read, { selected, item: subnet_id }) {
      const { ids, validators, ...context } = read;
      const watched = watchedOn(selected, subnet_id);
      yield* presences(read, subnet_id, watched);
      for (const validator of validators) {
        if (!ids.has(validator.nodeID)) continue;
        const { alias } = ownerOf(validator, watched, read.queriedNodeId);
        yield* sets.validatorItems(validator, { subnet_id, alias, ...context });
      }
    },
    *subnet(read, { selected, item: subnet_id }) {
      const { ids, validators, queriedNodeId, ownKey, fees } = read;
      const watched = watchedOn(selected, subnet_id);
      const isFirst = firstOf(); // the series limit applies to repeated node IDs
      yield* presences(read, subnet_id, watched);
      for (const validator of validators) {
        const { nodeID, publicKey } = validator;
        if (!ids.has(nodeID)) continue;
        const { owner, alias } = ownerOf(validator, watched, queriedNodeId);
        const isL1Validator = sets.isL1Validator(validator);
        if (isL1Validator && nodeID === queriedNodeId && publicKey && ownKey !== undefined) {
          const matches = publicKey.toLowerCase() === ownKey.toLowerCase();
          yield blsKey.item({ subnet_id, ...idLabelsOf(validator), alias, matches });
        }
        if (owner !== "watched-validators") continue;
        if (!isL1Validator) yield* sets.validatorItems(validator, { subnet_id, alias });
        else {
          const observation = l1ValidatorItem(validator, { subnet_id, alias, fees, isWatched: true });
          if (isFirst(nodeID)) yield observation;
          else yield { priority: 0, id: validator.validationID, observations: [observation] };
        }
      }
    },
  },
});
