import { l1ValidatorsActive, l1WeightActive } from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import { createFeeReader, type FeeReader, feeMethods, type WithFees } from "./shared/fee-reader.ts";
import { createL1Sampler, l1ValidatorMetrics } from "./shared/l1-validator.ts";
import { type Ranked, rank, selectDetailed } from "./shared/ranking.ts";
import { emptyIfZeroId, findSubnet, isElastic, isL1, kindOf } from "./shared/subnet.ts";
import {
  commonValidatorMetrics,
  commonValidatorSamples,
  isL1Validator,
  type Validator,
  validatorSetMetrics,
  validatorSetSamples,
  watchedOn,
  weightOf,
} from "./shared/validators.ts";

const methods = [
  "platform.getSubnet",
  "platform.getTotalStake",
  "platform.getCurrentSupply",
  "platform.getCurrentValidators",
  ...feeMethods,
] as const;
type SubnetNode = RunClient<(typeof methods)[number]>;
/** Reads all data of one subnet. getSubnet comes first, because the node returns an empty list for an unknown subnet. */
function readSubnet(node: SubnetNode, measured: FeeReader, subnetID: string) {
  const subnet = findSubnet(node, subnetID, "watch.subnet_ids");
  async function weight() {
    await subnet;
    return (await node.call("platform.getTotalStake", { subnetID })).weight;
  }
  async function supply() {
    return isElastic(await subnet) ? (await node.call("platform.getCurrentSupply", { subnetID })).supply : undefined;
  }
  async function current() {
    return (await node.call("platform.getCurrentValidators", { subnetID })).validators;
  }
  async function set() {
    const found = await subnet;
    const read: WithFees<readonly Validator[]> = isL1(found) ? await measured(current) : { value: await current() };
    return { subnet: found, ...read };
  }
  return { subnet, weight: weight(), supply: supply(), set: set() };
}

type Parts = ReturnType<typeof readSubnet>;

const activeMetrics = [l1WeightActive, l1ValidatorsActive] as const;

/** Validators from before the conversion are active without a fee. */
function activeSamples(ranked: readonly Ranked<Validator>[], subnet_id: string) {
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
  reads: methods,
  metrics: [
    m.subnetInfo,
    m.subnetWeight,
    m.subnetSupply,
    ...validatorSetMetrics,
    ...activeMetrics,
    ...commonValidatorMetrics,
    ...l1ValidatorMetrics,
  ],
  inputs(settings) {
    const { watch, validators, collectors } = settings;
    if (watch.subnet_ids.length === 0) return undefined;
    return {
      ...validators,
      names: new Map(watch.subnet_ids.map(({ id, alias }) => [id, alias] as const)),
      aliases: new Map(watch.subnet_ids.map(({ id }) => [id, watchedOn(settings, id)] as const)),
      validations: new Set(watch.validation_ids),
      /** The collector watched-validators exports the watched validators that are not L1 validators. */
      watchedElsewhere: collectors.has("watched-validators"),
    };
  },
  /** Validators exported individually, by subnet. */
  state: () => new Map<string, ReadonlySet<string>>(),
  read(node, { names }) {
    const measured = createFeeReader(node);
    const all = readEach(names.keys(), (id) => readSubnet(node, measured, id));
    const part = <P extends keyof Parts>(name: P) => new Map([...all].map(([id, parts]) => [id, parts[name]] as const));
    return { subnet: part("subnet"), weight: part("weight"), supply: part("supply"), set: part("set") };
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
      const ranking = rank(value, weightOf);
      yield* validatorSetSamples(ranking, subnet_id);
      if (isL1(subnet)) yield* activeSamples(ranking.ranked, subnet_id);
      const members = ranking.ranked.filter(({ validator }) => !isL1Validator(validator));
      const ids = members.map(({ validator }) => validator.nodeID);
      const detailed = selectDetailed(ids, inputs, state.get(subnet_id) ?? new Set());
      state.set(subnet_id, detailed);
      const aliases = inputs.aliases.get(subnet_id) ?? new Map<string, string>();
      const l1Samples = createL1Sampler(subnet_id, fees);
      const watched = new Set(aliases.keys()); // each once, so that the series limit applies to repeated node IDs
      for (const { validator, share } of ranking.ranked) {
        const { nodeID: node_id } = validator;
        const labels = { subnet_id, node_id };
        const alias = aliases.get(node_id);
        if (isL1Validator(validator)) {
          const id = validator.validationID;
          const samples = l1Samples(validator);
          if (inputs.validations.has(id) || watched.delete(node_id)) yield* samples;
          else yield { share, id, samples };
        } else if (alias !== undefined) {
          if (!inputs.watchedElsewhere) yield* commonValidatorSamples(validator, labels, alias);
        } else if (detailed.has(node_id))
          yield { share, id: node_id, samples: commonValidatorSamples(validator, labels, "") };
      }
      yield { error: fees.error };
    },
  },
});
