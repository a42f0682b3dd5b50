import { emptyNodeId, primaryNetwork } from "../contract/ids.ts";
import { validatorPresent } from "../metrics/validators.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, each, type Node } from "./collector.ts";
import { createFeeReader, type FeeReader, feeMethods, type Measured } from "./parts/fee-reader.ts";
import { type HeliconMemory, heliconMemory } from "./parts/helicon.ts";
import { l1Sampler, l1ValidatorMetrics } from "./parts/l1.ts";
import { readStakers, stakerMethods, stakerMetrics, stakerSamples } from "./parts/stakers.ts";
import { findSubnet, isL1 } from "./parts/subnet.ts";
import { isL1Validator, memberSamples, type Validator, watchedOn } from "./parts/validators.ts";

const methods = [...stakerMethods, "platform.getSubnet", ...feeMethods] as const;
type WatchNode = Node<(typeof methods)[number]>;
/** Node IDs with the operator's names for them. */
type Watched = ReadonlyMap<string, string>;
const none: Watched = new Map();

/** Asked for exactly one node, AvalancheGo loads every delegation to it: the empty NodeID, which no validator has, makes it two. */
function idsOf(watched: Watched): string[] {
  const ids = [...watched.keys()];
  return ids.length === 1 ? [...ids, emptyNodeId] : ids;
}

const onPrimary = (node: WatchNode, watched: Watched, memory: HeliconMemory) =>
  readStakers(node, { nodeIDs: idsOf(watched) }, memory);

type SubnetOptions = {
  readonly subnetID: string;
  readonly watched: Watched;
  /** Another collector tells what it is, and what its L1 validators pay. */
  readonly tracked: boolean;
};

async function onSubnet(node: WatchNode, measured: FeeReader, { subnetID, watched, tracked }: SubnetOptions) {
  const params = { subnetID, nodeIDs: idsOf(watched) };
  const read = async () => (await node.call("platform.getCurrentValidators", params)).validators;
  const paysFee = !tracked && isL1(await findSubnet(node, subnetID, "watch.node_ids"));
  const found: Measured<readonly Validator[]> = paysFee ? await measured(read) : { value: await read() };
  return found;
}

function presenceSamples(validators: readonly Validator[], watched: Watched, subnet_id: string) {
  const current = new Set(validators.map(({ nodeID }) => nodeID));
  return [...watched.keys()].map((node_id) => sample(validatorPresent, current.has(node_id), { subnet_id, node_id }));
}

/** Of others other collectors tell: an answer may hold more than was asked for. */
const asked = (validators: readonly Validator[], watched: Watched) =>
  validators.filter(({ nodeID }) => watched.has(nodeID));

export const watchedValidators = collector({
  name: "watched-validators",
  summary: "Watched validators on every subnet they validate, queried individually.",
  every: "30s",
  reads: methods,
  metrics: [validatorPresent, ...stakerMetrics, ...l1ValidatorMetrics],
  uses(settings) {
    const { watch, network, collectors } = settings;
    const subnets = new Set(watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids));
    if (subnets.size === 0) return undefined;
    return {
      watched: new Map([...subnets].map((subnet) => [subnet, watchedOn(settings, subnet)] as const)),
      configured: network.helicon_time,
      tracked: new Set(collectors.has("subnets") ? watch.subnet_ids.map(({ id }) => id) : []),
      validations: new Set(collectors.has("l1-validators") ? watch.validation_ids : []),
    };
  },
  memory: heliconMemory,
  read(node, { watched, tracked }, memory) {
    const measured = createFeeReader(node);
    const nodesOn = (subnet: string) => watched.get(subnet) ?? none;
    const others = [...watched.keys()].filter((subnet) => subnet !== primaryNetwork);
    return {
      primary: each(watched.has(primaryNetwork) ? [primaryNetwork] : [], (subnet) =>
        onPrimary(node, nodesOn(subnet), memory),
      ),
      subnet: each(others, (subnetID) =>
        onSubnet(node, measured, { subnetID, watched: nodesOn(subnetID), tracked: tracked.has(subnetID) }),
      ),
    };
  },
  map: {
    *primary({ validators, self, error }, { uses: { watched, configured }, memory }) {
      const aliases = watched.get(primaryNetwork) ?? none;
      const context = { self, helicon: memory.told, configured, aliases };
      yield* presenceSamples(validators, aliases, primaryNetwork);
      for (const validator of asked(validators, aliases)) yield* stakerSamples(validator, context);
      yield { error };
    },
    *subnet({ value: validators, ...fees }, { uses: { watched, tracked, validations }, item: subnet }) {
      const aliases = watched.get(subnet) ?? none;
      const l1Samples = l1Sampler(subnet, fees);
      const watchedL1 = new Set(aliases.keys()); // each once: the limit holds for an answer that repeats a node
      yield* presenceSamples(validators, aliases, subnet);
      for (const validator of asked(validators, aliases)) {
        const { nodeID: node_id } = validator;
        if (!isL1Validator(validator)) {
          yield* memberSamples(validator, { subnet_id: subnet, node_id }, aliases.get(node_id) ?? "");
        } else if (!tracked.has(subnet) && !validations.has(validator.validationID)) {
          const samples = l1Samples(validator);
          if (watchedL1.delete(node_id)) yield* samples;
          else yield { share: 0, id: validator.validationID, samples };
        }
      }
      yield { error: fees.error };
    },
  },
});
