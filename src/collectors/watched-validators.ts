import { primaryNetwork } from "../api/ids.ts";
import { sample } from "../exposition/sample.ts";
import { validatorPresent } from "../metrics/validators.ts";
import { collector, readEach } from "./collector.ts";
import * as l1 from "./shared/l1-validators.ts";
import * as primary from "./shared/primary-validators.ts";
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
  reads: [...primary.methods, "platform.getSubnet", ...l1.feeMethods],
  metrics: [validatorPresent, ...primary.metrics, ...l1.metrics],
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
  state: primary.createHeliconCache,
  read(node, { watched, tracked }, state) {
    const readFees = l1.createFeeReader(node);
    const nodeIDsOn = (subnet: string) => queryIds([...(watched.get(subnet) ?? none).keys()]);
    const subnets = [...watched.keys()];
    return {
      primary: readEach(
        subnets.filter((id) => id === primaryNetwork),
        (id) => primary.readValidators(node, { nodeIDs: nodeIDsOn(id) }, state),
      ),
      subnet: readEach(
        subnets.filter((id) => id !== primaryNetwork),
        async (subnetID): Promise<l1.WithFees<readonly Validator[]>> => {
          const params = { subnetID, nodeIDs: nodeIDsOn(subnetID) };
          const read = async () => (await node.call("platform.getCurrentValidators", params)).validators;
          const needsFees = !tracked.has(subnetID) && isL1(await findSubnet(node, subnetID, "watch.node_ids"));
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
      for (const validator of onlyRequested(validators, aliases)) yield* primary.samplesOf(validator, context);
      yield { error };
    },
    *subnet({ value: validators, ...fees }, { inputs: { watched, tracked, validations }, item: subnet }) {
      const aliases = watched.get(subnet) ?? none;
      const watchedL1 = new Set(aliases.keys()); // each once, so that the series limit applies to repeated node IDs
      yield* presenceSamples(validators, aliases, subnet);
      for (const validator of onlyRequested(validators, aliases)) {
        const { nodeID: node_id } = validator;
        if (!isL1Validator(validator)) {
          yield* commonValidatorSamples(validator, subnet, aliases.get(node_id) ?? "");
        } else if (!tracked.has(subnet) && !validations.has(validator.validationID)) {
          const samples = l1.samplesOf(validator, subnet, fees);
          if (watchedL1.delete(node_id)) yield* samples;
          else yield { share: 0, id: validator.validationID, samples };
        }
      }
      yield { error: fees.error };
    },
  },
});
