import { readEach } from "../engine/collector.ts";
import { attempt } from "../node-api/errors.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { collector, type RunClient } from "./collector.ts";
import { blsKey, l1Validator, l1ValidatorItem } from "./l1-validators.ts";
import { findSubnet } from "./subnets.ts";
import * as shared from "./validator-set.ts";
import { presence } from "./validator-set.ts";
import { firstOf, idsOf, ownerOf, ownerSettings, type Watched, watchedIds, watchedOn } from "./watched.ts";

type Requested = {
  /** IDs of the nodes that were requested. */
  readonly ids: ReadonlySet<string>;
  /** A response can contain more. */
  readonly validators: readonly shared.Validator[];
  readonly queriedNodeId: string | undefined;
};

/** Returns whether each requested validator is in the set. */
function presences({ ids, validators, queriedNodeId }: Requested, subnet_id: string, watched: Watched) {
  const current = new Map(validators.map(({ nodeID, startTime: start, endTime: end }) => [nodeID, { start, end }]));
  return [...ids].map((node_id) =>
    presence.item({
      ...{ subnet_id, node_id, alias: ownerOf({ nodeID: node_id }, watched, queriedNodeId).alias },
      isConfigured: watched.nodes.has(node_id),
      period: current.get(node_id),
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
  reads: [...shared.primaryValidatorMethods, "platform.getSubnet"],
  needs: ["chains", "network", "fees", "upgrades"],
  metrics: [...shared.primaryValidatorMetrics, ...l1Validator.metrics, ...blsKey.metrics],
  select(settings) {
    const { node_ids, own, subnet_ids } = settings.watch;
    return node_ids.length > 0 || own ? { ...ownerSettings(settings), tracked: idsOf(subnet_ids) } : undefined;
  },
  read(node, selected) {
    let queried: Promise<string | undefined> | undefined;
    const idsOn = async (subnet: string) => {
      queried ??= selected.own ? shared.readQueriedId(node) : Promise.resolve(undefined);
      return watchedIds(watchedOn(selected, subnet), await queried);
    };
    const running = node.chains.flatMap(({ subnet_id }) => subnet_id || []);
    const ofOwn = selected.own ? [primaryNetwork, ...running, ...selected.tracked] : [];
    const subnets = new Set([...selected.node_ids.flatMap(({ subnet_ids }) => subnet_ids), ...ofOwn]);
    const isPrimary = subnets.delete(primaryNetwork);
    return {
      primary: readEach(isPrimary ? [primaryNetwork] : [], async (id) => {
        const ids = await idsOn(id);
        // the node returns all validators if no node ID is requested
        if (ids.size === 0) return { ids, ...noValidators };
        return { ids, ...(await shared.readPrimaryValidators(node, { nodeIDs: shared.queryIds([...ids]) })) };
      }),
      subnet: readEach(subnets, async (subnetID) => {
        const ids = await idsOn(subnetID);
        if (ids.size === 0) return { ids, ...noValidators, fees: node.fees };
        await findSubnet(node, subnetID, "watch.node_ids");
        const nodeIDs = shared.queryIds([...ids]);
        const { validators } = await node.call("platform.getCurrentValidators", { subnetID, nodeIDs });
        const queriedNodeId = await queried;
        const isOwn = ({ nodeID, publicKey }: shared.Validator) =>
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
      const requested = validators.filter(({ nodeID }) => ids.has(nodeID));
      yield* presences(read, subnet_id, watched);
      for (const validator of requested) {
        const { alias } = ownerOf(validator, watched, read.queriedNodeId);
        yield* shared.validatorItems(validator, { subnet_id, alias, ...context });
      }
    },
    *subnet(read, { selected, item: subnet_id }) {
      const { ids, validators, queriedNodeId, ownKey, fees } = read;
      const watched = watchedOn(selected, subnet_id);
      const isFirst = firstOf(); // the series limit applies to repeated node IDs
      yield* presences(read, subnet_id, watched);
      for (const validator of validators) {
        const { nodeID: node_id, validationID: validation_id = "", publicKey } = validator;
        if (!ids.has(node_id)) continue;
        const { owner, alias } = ownerOf(validator, watched, queriedNodeId);
        if (validation_id !== "" && node_id === queriedNodeId && publicKey && ownKey !== undefined) {
          const matches = publicKey.toLowerCase() === ownKey.toLowerCase();
          yield blsKey.item({ subnet_id, validation_id, node_id, alias, matches });
        }
        if (owner !== "watched-validators") continue;
        if (!shared.isL1Validator(validator)) yield* shared.validatorItems(validator, { subnet_id, alias });
        else {
          const observation = l1ValidatorItem(validator, { subnet_id, alias, fees, isWatched: true });
          if (isFirst(node_id)) yield observation;
          else yield { priority: 0, id: validation_id, observations: [observation] };
        }
      }
    },
  },
});
