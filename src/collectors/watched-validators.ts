import { primaryNetwork } from "../contract/ids.ts";
import { validatorPresent } from "../metrics/validators.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import { createFeeReader, type FeeReader, feeMethods, type WithFees } from "./shared/fee-reader.ts";
import { createHeliconCache, type HeliconCache } from "./shared/helicon.ts";
import { createL1Sampler, l1ValidatorMetrics } from "./shared/l1-validator.ts";
import {
  primaryValidatorMethods,
  primaryValidatorMetrics,
  primaryValidatorSamples,
  readPrimaryValidators,
} from "./shared/primary-validators.ts";
import { findSubnet, isL1 } from "./shared/subnet.ts";
import { commonValidatorSamples, isL1Validator, queryIds, type Validator, watchedOn } from "./shared/validators.ts";

const methods = [...primaryValidatorMethods, "platform.getSubnet", ...feeMethods] as const;
type WatchNode = RunClient<(typeof methods)[number]>;
/** Aliases by node ID. */
type Watched = ReadonlyMap<string, string>;
const none: Watched = new Map();

const readPrimary = (node: WatchNode, watched: Watched, state: HeliconCache) =>
  readPrimaryValidators(node, { nodeIDs: queryIds([...watched.keys()]) }, state);

type SubnetOptions = {
  readonly subnetID: string;
  readonly watched: Watched;
  /** The collector subnets exports this subnet. */
  readonly tracked: boolean;
};

async function readSubnetValidators(
  node: WatchNode,
  measured: FeeReader,
  { subnetID, watched, tracked }: SubnetOptions,
) {
  const params = { subnetID, nodeIDs: queryIds([...watched.keys()]) };
  const read = async () => (await node.call("platform.getCurrentValidators", params)).validators;
  const paysFee = !tracked && isL1(await findSubnet(node, subnetID, "watch.node_ids"));
  const found: WithFees<readonly Validator[]> = paysFee ? await measured(read) : { value: await read() };
  return found;
}

function presenceSamples(validators: readonly Validator[], watched: Watched, subnet_id: string) {
  const current = new Set(validators.map(({ nodeID }) => nodeID));
  return [...watched.keys()].map((node_id) => sample(validatorPresent, current.has(node_id), { subnet_id, node_id }));
}

/** Removes validators that were not requested: a response can contain more. */
const onlyRequested = (validators: readonly Validator[], watched: Watched) =>
  validators.filter(({ nodeID }) => watched.has(nodeID));

export const watchedValidators = collector({
  name: "watched-validators",
  summary: "Watched validators on every subnet they validate, queried individually.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: methods,
  metrics: [validatorPresent, ...primaryValidatorMetrics, ...l1ValidatorMetrics],
  inputs(settings) {
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
  state: createHeliconCache,
  read(node, { watched, tracked }, state) {
    const measured = createFeeReader(node);
    const nodesOn = (subnet: string) => watched.get(subnet) ?? none;
    const others = [...watched.keys()].filter((subnet) => subnet !== primaryNetwork);
    return {
      primary: readEach(watched.has(primaryNetwork) ? [primaryNetwork] : [], (subnet) =>
        readPrimary(node, nodesOn(subnet), state),
      ),
      subnet: readEach(others, (subnetID) =>
        readSubnetValidators(node, measured, { subnetID, watched: nodesOn(subnetID), tracked: tracked.has(subnetID) }),
      ),
    };
  },
  map: {
    *primary({ validators, queriedNodeId, error }, { inputs: { watched, configured }, state }) {
      const aliases = watched.get(primaryNetwork) ?? none;
      const context = { queriedNodeId, helicon: state.reportedTime, configured, aliases };
      yield* presenceSamples(validators, aliases, primaryNetwork);
      for (const validator of onlyRequested(validators, aliases)) yield* primaryValidatorSamples(validator, context);
      yield { error };
    },
    *subnet({ value: validators, ...fees }, { inputs: { watched, tracked, validations }, item: subnet }) {
      const aliases = watched.get(subnet) ?? none;
      const l1Samples = createL1Sampler(subnet, fees);
      const watchedL1 = new Set(aliases.keys()); // each once, so that the series limit applies to repeated node IDs
      yield* presenceSamples(validators, aliases, subnet);
      for (const validator of onlyRequested(validators, aliases)) {
        const { nodeID: node_id } = validator;
        if (!isL1Validator(validator)) {
          yield* commonValidatorSamples(validator, { subnet_id: subnet, node_id }, aliases.get(node_id) ?? "");
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
