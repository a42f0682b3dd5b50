import { sample } from "../exposition/sample.ts";
import { l1ValidatorsActive, l1WeightActive } from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { collector, readEach } from "./collector.ts";
import { createFeeReader, feeMethods, l1ValidatorMetrics, l1ValidatorSamples } from "./shared/l1-validators.ts";
import { ownerOf, ownershipOn } from "./shared/ownership.ts";
import { emptyIfZeroId, findSubnet, isElastic, isL1, kindOf, type Subnet } from "./shared/subnet.ts";
import * as shared from "./shared/validators.ts";

/** Validators from before the conversion are active without a fee. */
function activeSamples(ranked: readonly shared.Ranked[], subnet_id: string) {
  const active = ranked.filter(({ validator: { balance } }) => balance !== 0n);
  const weight = active.reduce((sum, one) => sum + one.weight, 0n);
  return [sample(l1WeightActive, weight, { subnet_id }), sample(l1ValidatorsActive, active.length, { subnet_id })];
}

export const subnets = collector({
  name: "subnets",
  summary: "Tracked subnets and L1s: kind, weights and validators.",
  interval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: [
    "platform.getSubnet",
    "platform.getTotalStake",
    "platform.getCurrentSupply",
    "platform.getCurrentValidators",
    ...feeMethods,
  ],
  metrics: [
    m.subnetInfo,
    m.subnetWeight,
    m.subnetSupply,
    ...shared.validatorSetMetrics,
    l1WeightActive,
    l1ValidatorsActive,
    ...shared.commonValidatorMetrics,
    ...l1ValidatorMetrics,
  ],
  inputs(settings) {
    const { watch, validators } = settings;
    if (watch.subnet_ids.length === 0) return undefined;
    return {
      ...validators,
      names: new Map(watch.subnet_ids.map(({ id, alias }) => [id, alias] as const)),
      aliases: new Map(watch.subnet_ids.map(({ id }) => [id, shared.watchedOn(settings, id)] as const)),
      validations: new Set(watch.validation_ids),
      ownership: new Map(watch.subnet_ids.map(({ id }) => [id, ownershipOn(settings, id)] as const)),
    };
  },
  /** Validators exported individually, by subnet. */
  state: () => new Map<string, ReadonlySet<string>>(),
  read(node, { names }) {
    const { call } = node;
    const readFees = createFeeReader(node);
    const subnet = readEach(names.keys(), (id) => findSubnet(node, id, "watch.subnet_ids"));
    // after the subnet, because the node returns an empty list for an unknown one
    const readOfEach = <T>(read: (subnetID: string, subnet: Subnet) => Promise<T>) =>
      new Map([...subnet].map(([id, found]) => [id, found.then((one) => read(id, one))] as const));
    return {
      subnet,
      weight: readOfEach(async (subnetID) => (await call("platform.getTotalStake", { subnetID })).weight),
      supply: readOfEach(async (subnetID, found) =>
        isElastic(found) ? (await call("platform.getCurrentSupply", { subnetID })).supply : undefined,
      ),
      set: readOfEach(async (subnetID, found) => {
        const read = async () => (await call("platform.getCurrentValidators", { subnetID })).validators;
        return { subnet: found, ...(isL1(found) ? await readFees(read) : { value: await read() }) };
      }),
    };
  },
  map: {
    subnet: (subnet, { inputs: { names }, item: subnet_id }) => [
      sample(m.subnetInfo, true, {
        subnet_id,
        kind: kindOf(subnet),
        alias: names.get(subnet_id) ?? "",
        conversion_id: emptyIfZeroId(subnet.conversionID),
        manager_chain_id: emptyIfZeroId(subnet.managerChainID),
      }),
    ],
    weight: (weight, { item: subnet_id }) => [sample(m.subnetWeight, weight, { subnet_id })],
    supply: (supply, { item: subnet_id }) => [sample(m.subnetSupply, supply, { subnet_id })],
    *set({ subnet, value, ...fees }, { inputs, item: subnet_id, state }) {
      const ranking = shared.rank(value);
      yield* shared.validatorSetSamples(ranking, subnet_id);
      if (isL1(subnet)) yield* activeSamples(ranking.ranked, subnet_id);
      const members = ranking.ranked.filter(({ validator }) => !shared.isL1Validator(validator));
      const ids = members.map(({ validator }) => validator.nodeID);
      const detailed = shared.selectDetailed(ids, inputs, state.get(subnet_id) ?? new Set());
      state.set(subnet_id, detailed);
      const aliases = inputs.aliases.get(subnet_id) ?? new Map<string, string>();
      const ownership = inputs.ownership.get(subnet_id);
      const watched = new Set(aliases.keys()); // each once, so that the series limit applies to repeated node IDs
      for (const { validator, share } of ranking.ranked) {
        const { nodeID: node_id } = validator;
        const alias = aliases.get(node_id);
        if (!ownership || ownerOf(node_id, validator.validationID, ownership) !== "subnets") continue;
        if (shared.isL1Validator(validator)) {
          const id = validator.validationID;
          const samples = l1ValidatorSamples(validator, subnet_id, fees);
          if (inputs.validations.has(id) || watched.delete(node_id)) yield* samples;
          else yield { share, id, samples };
        } else if (alias !== undefined) yield* shared.commonValidatorSamples(validator, subnet_id, alias);
        else if (detailed.has(node_id))
          yield { share, id: node_id, samples: shared.commonValidatorSamples(validator, subnet_id, "") };
      }
      yield { error: fees.error };
    },
  },
});
