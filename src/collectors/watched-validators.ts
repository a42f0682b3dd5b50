import { primaryNetwork } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import { l1BlsKeyMatches } from "../metrics/l1.ts";
import { validatorEnd, validatorPresent, validatorStart } from "../metrics/validators.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import {
  createFeeReader,
  type Fees,
  feeMethods,
  l1ValidatorMetrics,
  l1ValidatorSamples,
} from "./shared/l1-validators.ts";
import { createMemory } from "./shared/memory.ts";
import { aliasIn, ownerOf, ownershipOn } from "./shared/ownership.ts";
import {
  createHeliconCache,
  heliconIn,
  primaryValidatorMethods,
  primaryValidatorMetrics,
  primaryValidatorSamples,
  readValidators,
} from "./shared/primary-validators.ts";
import { findSubnet, isL1, type Subnet } from "./shared/subnet.ts";
import {
  commonValidatorSamples,
  isL1Validator,
  queryIds,
  readQueriedId,
  type Validator,
  watchedIds,
} from "./shared/validators.ts";

/** The last known period of each validator that has been in the set, by subnet and node ID. Periods of L1 validators have no end. */
type LastPeriods = Map<string, ReadonlyMap<string, Pick<Validator, "startTime" | "endTime">>>;

/** Number of runs that use the same answer about a subnet. */
const runsPerSubnet = 20;

type Presence = {
  readonly subnet_id: string;
  readonly aliases: ReadonlyMap<string, string>;
  /** IDs of the nodes that were requested. */
  readonly ids: ReadonlySet<string>;
};

/** Returns whether each watched validator is in the set, and the last known period of the ones that are not. The queried node counts
 *  once it has been in the set, because it need not validate. */
function presenceSamples(
  validators: readonly Validator[],
  { subnet_id, aliases, ids }: Presence,
  lastPeriods: LastPeriods,
) {
  const current = new Map(validators.map((validator) => [validator.nodeID, validator]));
  const known = new Map([...(lastPeriods.get(subnet_id) ?? []), ...current]);
  lastPeriods.set(subnet_id, known);
  return [...ids].flatMap((node_id) => {
    if (!aliases.has(node_id) && !known.has(node_id)) return [];
    const labels = { subnet_id, node_id, alias: aliases.get(node_id) ?? "" };
    const isPresent = current.has(node_id);
    const last = isPresent ? undefined : known.get(node_id);
    return [
      sample(validatorPresent, isPresent, labels),
      sample(validatorStart, last?.startTime, labels),
      sample(validatorEnd, last?.endTime, labels),
    ];
  });
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
  reads: [...primaryValidatorMethods, "platform.getSubnet", ...feeMethods],
  metrics: [validatorPresent, ...primaryValidatorMetrics, ...l1ValidatorMetrics, l1BlsKeyMatches],
  inputs(settings) {
    const { watch } = settings;
    const watched = watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids);
    if (watched.length === 0 && !watch.own) return undefined;
    const known = new Set([primaryNetwork, ...watched, ...watch.subnet_ids.map(({ id }) => id)]);
    return {
      own: watch.own,
      watched: new Set(watched),
      ownership: new Map([...known].map((subnet) => [subnet, ownershipOn(settings, subnet)] as const)),
      ownershipElsewhere: ownershipOn({ ...settings, watch: { ...watch, node_ids: [], subnet_ids: [] } }, ""),
    };
  },
  state: () => ({
    helicon: createHeliconCache(),
    lastPeriods: new Map() as LastPeriods,
    readFees: createFeeReader(),
    readSubnet: createMemory<Subnet>(runsPerSubnet),
  }),
  read(node, { own, watched, ownership, ownershipElsewhere }, { helicon, readFees, readSubnet }) {
    let fees: Promise<Fees> | undefined;
    let queried: Promise<string | undefined> | undefined;
    const ownershipOf = (subnet: string) => ownership.get(subnet) ?? ownershipElsewhere;
    const idsOn = async (subnet: string) => {
      queried ??= own ? readQueriedId(node) : Promise.resolve(undefined);
      return watchedIds({ aliases: ownershipOf(subnet).nodes, own }, await queried);
    };
    const subnets = new Set([...watched, ...(own ? [primaryNetwork, ...node.subnets()] : [])]);
    return {
      primary: readEach(
        [...subnets].filter((id) => id === primaryNetwork),
        async (id) => {
          const ids = await idsOn(id);
          // the node returns all validators if no node ID is requested
          if (ids.size === 0)
            return { ids, validators: [], queriedNodeId: undefined, network: undefined, error: undefined };
          return { ids, ...(await readValidators(node, { nodeIDs: queryIds([...ids]) }, helicon)) };
        },
      ),
      subnet: readEach(
        [...subnets].filter((id) => id !== primaryNetwork),
        async (subnetID) => {
          const ids = await idsOn(subnetID);
          if (ids.size === 0) return { ids, validators: [], queriedNodeId: undefined, ownKey: undefined };
          const found = await readSubnet(subnetID, () => findSubnet(node, subnetID, "watch.node_ids"));
          if (isL1(found)) fees ??= readFees(node);
          const params = { subnetID, nodeIDs: queryIds([...ids]) };
          const reads = [fees, node.call("platform.getCurrentValidators", params)] as const;
          const [ofRun, { validators }] = await Promise.all(reads);
          const queriedNodeId = await queried;
          const isOwn = ({ nodeID, publicKey }: Validator) => nodeID === queriedNodeId && typeof publicKey === "string";
          const ownKey = validators.some(isOwn) ? await readKey(node) : undefined;
          return { ids, validators, queriedNodeId, ownKey, fees: ofRun };
        },
      ),
    };
  },
  map: {
    *primary({ ids, validators, queriedNodeId, network, error }, { inputs: { ownership }, state }) {
      const aliases = ownership.get(primaryNetwork)?.nodes ?? new Map<string, string>();
      const helicon = heliconIn(state.helicon.reportedTime, network);
      const context = { queriedNodeId, helicon, aliases };
      const requested = validators.filter(({ nodeID }) => ids.has(nodeID)); // a response can contain more
      yield* presenceSamples(requested, { subnet_id: primaryNetwork, aliases, ids }, state.lastPeriods);
      for (const validator of requested) yield* primaryValidatorSamples(validator, context);
      yield { error };
    },
    *subnet({ ids, validators, queriedNodeId, ownKey, fees = {} }, { inputs, item: subnet_id, state }) {
      const ownership = inputs.ownership.get(subnet_id) ?? inputs.ownershipElsewhere;
      const requested = validators.filter(({ nodeID }) => ids.has(nodeID));
      const unlimited = new Set(ids); // each once, so that the series limit applies to repeated node IDs
      yield* presenceSamples(requested, { subnet_id, aliases: ownership.nodes, ids }, state.lastPeriods);
      for (const validator of requested) {
        const { nodeID, validationID, publicKey } = validator;
        if (validationID !== undefined && nodeID === queriedNodeId && publicKey && ownKey !== undefined)
          yield sample(l1BlsKeyMatches, publicKey.toLowerCase() === ownKey.toLowerCase(), {
            ...{ subnet_id, validation_id: validationID, node_id: nodeID },
            alias: aliasIn(ownership, validator),
          });
        if (ownerOf({ nodeID, validationID, queriedNodeId }, ownership) !== "watched-validators") continue;
        const alias = aliasIn(ownership, validator);
        if (!isL1Validator(validator)) {
          yield* commonValidatorSamples(validator, subnet_id, alias);
        } else {
          const samples = l1ValidatorSamples(validator, { subnet_id, alias }, fees);
          if (unlimited.delete(nodeID)) yield* samples;
          else yield { share: 0, id: validator.validationID, samples };
        }
      }
      yield { error: fees.error };
    },
  },
});
