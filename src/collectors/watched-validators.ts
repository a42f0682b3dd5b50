import { primaryNetwork } from "../api/ids.ts";
import { blsKey, l1BlsKeyMatches } from "../metrics/l1.ts";
import { presence } from "../metrics/validators.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import {
  createFeeReader,
  createMemberReader,
  type FeesOfRun,
  feeMethods,
  l1ValidatorItem,
  l1ValidatorMetrics,
} from "./shared/l1-validators.ts";
import { createMemory } from "./shared/memory.ts";
import { aliasIn, firstOf, type Ownership, ownerOf, ownershipOn } from "./shared/ownership.ts";
import * as primary from "./shared/primary-validators.ts";
import { findSubnet, isL1, type Subnet } from "./shared/subnet.ts";
import * as shared from "./shared/validators.ts";

/** Number of runs that use the same answer about a subnet. */
const runsPerSubnet = 20;

type Requested = {
  readonly subnet_id: string;
  readonly ownership: Ownership;
  /** IDs of the nodes that were requested. */
  readonly ids: ReadonlySet<string>;
  readonly queriedNodeId: string | undefined;
};

/** Returns whether each requested validator is in the set. */
function presences(validators: readonly shared.Validator[], { subnet_id, ownership, ids, queriedNodeId }: Requested) {
  const current = new Map(validators.map(({ nodeID, startTime: start, endTime: end }) => [nodeID, { start, end }]));
  return [...ids].map((node_id) =>
    presence.item({
      ...{ subnet_id, node_id, alias: aliasIn(ownership, { nodeID: node_id, queriedNodeId }) },
      isConfigured: ownership.nodes.has(node_id),
      period: current.get(node_id),
    }),
  );
}

/** Returns the BLS key of the queried node; undefined if it cannot be read. */
const readKey = async ({ call }: RunClient<"info.getNodeID">): Promise<string | undefined> =>
  (await attempt(call("info.getNodeID", {}))).value?.nodePOP?.publicKey;

export const watchedValidators = collector({
  name: "watched-validators",
  summary:
    "Watched validators on every subnet they validate, queried individually; with watch.own also those of the queried node.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: [...primary.primaryValidatorMethods, "platform.getSubnet", "platform.getL1Validator", ...feeMethods],
  needs: ["chains", "network"],
  metrics: [...primary.primaryValidatorMetrics, ...l1ValidatorMetrics, l1BlsKeyMatches],
  select(settings) {
    const { watch } = settings;
    const watched = watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids);
    if (watched.length === 0 && !watch.own) return undefined;
    const known = new Set([primaryNetwork, ...watched, ...watch.subnet_ids.map(({ id }) => id)]);
    return {
      own: watch.own,
      watched: new Set(watched),
      tracked: watch.subnet_ids.map(({ id }) => id),
      ownership: new Map([...known].map((subnet) => [subnet, ownershipOn(settings, subnet)] as const)),
      ownershipElsewhere: ownershipOn({ ...settings, watch: { ...watch, node_ids: [], subnet_ids: [] } }, ""),
    };
  },
  state: () => ({
    upgrades: primary.createUpgradesCache(),
    readFees: createFeeReader(),
    readMembers: createMemberReader(),
    readSubnet: createMemory<Subnet>(runsPerSubnet),
  }),
  read(
    node,
    { own, watched, tracked, ownership, ownershipElsewhere },
    { upgrades, readFees, readMembers, readSubnet },
  ) {
    let fees: Promise<FeesOfRun> | undefined;
    let queried: Promise<string | undefined> | undefined;
    const ownershipOf = (subnet: string) => ownership.get(subnet) ?? ownershipElsewhere;
    const idsOn = async (subnet: string) => {
      queried ??= own ? shared.readQueriedId(node) : Promise.resolve(undefined);
      return shared.watchedIds({ aliases: ownershipOf(subnet).nodes, own }, await queried);
    };
    const running = node.chains.flatMap(({ subnet_id }) => subnet_id || []);
    const subnets = new Set([...watched, ...(own ? [primaryNetwork, ...running, ...tracked] : [])]);
    return {
      primary: readEach(
        [...subnets].filter((id) => id === primaryNetwork),
        async (id) => {
          const ids = await idsOn(id);
          // the node returns all validators if no node ID is requested
          if (ids.size === 0)
            return {
              ...{ ids, validators: [], queriedNodeId: undefined, network: undefined, now: node.now() },
              error: undefined,
            };
          return { ids, ...(await primary.readValidators(node, { nodeIDs: shared.queryIds([...ids]) }, upgrades)) };
        },
      ),
      subnet: readEach(
        [...subnets].filter((id) => id !== primaryNetwork),
        async (subnetID) => {
          const ids = await idsOn(subnetID);
          if (ids.size === 0) return { ids, validators: [], queriedNodeId: undefined, ownKey: undefined };
          const found = await readSubnet(subnetID, () => findSubnet(node, subnetID, "watch.node_ids"));
          if (isL1(found)) fees ??= readFees(node);
          const [ofRun, validators] = await Promise.all([fees, readMembers(node, subnetID, ids)]);
          const queriedNodeId = await queried;
          const isOwn = ({ nodeID, publicKey }: shared.Validator) =>
            nodeID === queriedNodeId && typeof publicKey === "string";
          const ownKey = validators.some(isOwn) ? await readKey(node) : undefined;
          return { ids, validators, queriedNodeId, ownKey, fees: ofRun };
        },
      ),
    };
  },
  map: {
    *primary(
      { ids, validators, queriedNodeId, network, now, error },
      { selected: { ownership, ownershipElsewhere }, state },
    ) {
      const onPrimary = ownership.get(primaryNetwork) ?? ownershipElsewhere;
      const { nodes, own, name } = onPrimary;
      const aliases = shared.aliasesWithOwn({ aliases: nodes, own, name }, queriedNodeId);
      const upgrades = primary.upgradesIn(state.upgrades.reported, network);
      const context = { queriedNodeId, upgrades, now, aliases };
      const requested = validators.filter(({ nodeID }) => ids.has(nodeID)); // a response can contain more
      yield* presences(requested, { subnet_id: primaryNetwork, ownership: onPrimary, ids, queriedNodeId });
      for (const validator of requested) yield* primary.primaryValidatorItems(validator, context);
      yield { error };
    },
    *subnet({ ids, validators, queriedNodeId, ownKey, fees = {} }, { selected, item: subnet_id }) {
      const ownership = selected.ownership.get(subnet_id) ?? selected.ownershipElsewhere;
      const requested = validators.filter(({ nodeID }) => ids.has(nodeID));
      const isFirst = firstOf(); // the series limit applies to repeated node IDs
      yield* presences(requested, { subnet_id, ownership, ids, queriedNodeId });
      for (const validator of requested) {
        const { nodeID, validationID, publicKey } = validator;
        const alias = aliasIn(ownership, { nodeID, validationID, queriedNodeId });
        const labels = { subnet_id, validation_id: validationID ?? "", node_id: nodeID, alias };
        if (validationID !== undefined && nodeID === queriedNodeId && publicKey && ownKey !== undefined)
          yield blsKey.item({ ...labels, matches: publicKey.toLowerCase() === ownKey.toLowerCase() });
        if (ownerOf({ nodeID, validationID, queriedNodeId }, ownership) !== "watched-validators") continue;
        if (!shared.isL1Validator(validator)) {
          yield* shared.validatorItems(validator, { subnet_id, alias });
        } else {
          const observation = l1ValidatorItem(validator, { subnet_id, alias, fees, isWatched: true });
          if (isFirst(nodeID)) yield observation;
          else yield { priority: 0, id: validator.validationID, observations: [observation] };
        }
      }
      yield { error: fees.error };
    },
  },
});
