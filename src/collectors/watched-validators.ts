import { primaryNetwork } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import { validatorPresent } from "../metrics/validators.ts";
import { collector, readEach } from "./collector.ts";
import {
  createFeeReader,
  feeMethods,
  l1ValidatorMetrics,
  l1ValidatorSamples,
  type WithFees,
} from "./shared/l1-validators.ts";
import { ownerOf, ownershipOn } from "./shared/ownership.ts";
import {
  createHeliconCache,
  primaryValidatorMethods,
  primaryValidatorMetrics,
  primaryValidatorSamples,
  readValidators,
} from "./shared/primary-validators.ts";
import { findSubnet, isL1 } from "./shared/subnet.ts";
import { commonValidatorSamples, isL1Validator, queryIds, type Validator, watchedOn } from "./shared/validators.ts";

/** Aliases by node ID. */
type Watched = ReadonlyMap<string, string>;
const none: Watched = new Map();

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
  reads: [...primaryValidatorMethods, "platform.getSubnet", ...feeMethods],
  metrics: [validatorPresent, ...primaryValidatorMetrics, ...l1ValidatorMetrics],
  inputs(settings) {
    const { watch, network } = settings;
    const subnets = new Set(watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids));
    if (subnets.size === 0) return undefined;
    return {
      watched: new Map([...subnets].map((subnet) => [subnet, watchedOn(settings, subnet)] as const)),
      configured: network.helicon_time,
      ownership: new Map([...subnets].map((subnet) => [subnet, ownershipOn(settings, subnet)] as const)),
    };
  },
  state: createHeliconCache,
  read(node, { watched, ownership }, state) {
    const readFees = createFeeReader(node);
    const nodeIDsOn = (subnet: string) => queryIds([...(watched.get(subnet) ?? none).keys()]);
    const subnets = [...watched.keys()];
    return {
      primary: readEach(
        subnets.filter((id) => id === primaryNetwork),
        (id) => readValidators(node, { nodeIDs: nodeIDsOn(id) }, state),
      ),
      subnet: readEach(
        subnets.filter((id) => id !== primaryNetwork),
        async (subnetID): Promise<WithFees<readonly Validator[]>> => {
          const params = { subnetID, nodeIDs: nodeIDsOn(subnetID) };
          const read = async () => (await node.call("platform.getCurrentValidators", params)).validators;
          const needsFees = !ownership.get(subnetID)?.set && isL1(await findSubnet(node, subnetID, "watch.node_ids"));
          return needsFees ? readFees(read) : { value: await read() };
        },
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
    *subnet({ value: validators, ...fees }, { inputs: { watched, ownership }, item: subnet }) {
      const aliases = watched.get(subnet) ?? none;
      const owners = ownership.get(subnet);
      const watchedL1 = new Set(aliases.keys()); // each once, so that the series limit applies to repeated node IDs
      yield* presenceSamples(validators, aliases, subnet);
      for (const validator of onlyRequested(validators, aliases)) {
        const { nodeID: node_id, validationID } = validator;
        if (!owners || ownerOf(node_id, validationID, owners) !== "watched-validators") continue;
        if (!isL1Validator(validator)) {
          yield* commonValidatorSamples(validator, subnet, aliases.get(node_id) ?? "");
        } else {
          const samples = l1ValidatorSamples(validator, subnet, fees);
          if (watchedL1.delete(node_id)) yield* samples;
          else yield { share: 0, id: validator.validationID, samples };
        }
      }
      yield { error: fees.error };
    },
  },
});
