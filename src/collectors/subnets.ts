import { l1ValidatorsActive, l1WeightActive } from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, each, type Node } from "./collector.ts";
import { createFeeReader, type FeeReader, feeMethods, type Measured } from "./parts/fee-reader.ts";
import { l1Sampler, l1ValidatorMetrics } from "./parts/l1.ts";
import { type Ranked, rank, shownOf } from "./parts/ranking.ts";
import { findSubnet, idOrNothing, isElastic, isL1, kindOf } from "./parts/subnet.ts";
import {
  isL1Validator,
  memberMetrics,
  memberSamples,
  setMetrics,
  setSamples,
  type Validator,
  watchedOn,
  weightOf,
} from "./parts/validators.ts";

const methods = [
  "platform.getSubnet",
  "platform.getTotalStake",
  "platform.getCurrentSupply",
  "platform.getCurrentValidators",
  ...feeMethods,
] as const;
type SubnetNode = Node<(typeof methods)[number]>;
/** Everything about one subnet. Of one that does not exist the node would say that it has no validators. */
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
    const read: Measured<readonly Validator[]> = isL1(found) ? await measured(current) : { value: await current() };
    return { subnet: found, ...read };
  }
  return { subnet, weight: weight(), supply: supply(), set: set() };
}

type Parts = ReturnType<typeof readSubnet>;

const activeMetrics = [l1WeightActive, l1ValidatorsActive] as const;

/** Those from before the conversion take part without paying. */
function activeSamples(ranked: readonly Ranked<Validator>[], subnet_id: string) {
  const active = ranked.filter(({ validator: { balance } }) => balance !== 0n);
  const weight = active.reduce((sum, one) => sum + one.weight, 0n);
  return [sample(l1WeightActive, weight, { subnet_id }), sample(l1ValidatorsActive, active.length, { subnet_id })];
}

export const subnets = collector({
  name: "subnets",
  summary: "Tracked subnets and L1s: kind, weights and validators.",
  every: "60s",
  timeout: "25s",
  reads: methods,
  metrics: [
    m.subnetInfo,
    m.subnetWeight,
    m.subnetSupply,
    ...setMetrics,
    ...activeMetrics,
    ...memberMetrics,
    ...l1ValidatorMetrics,
  ],
  uses(settings) {
    const { watch, validators, collectors } = settings;
    if (watch.subnet_ids.length === 0) return undefined;
    return {
      ...validators,
      names: new Map(watch.subnet_ids.map(({ id, alias }) => [id, alias] as const)),
      aliases: new Map(watch.subnet_ids.map(({ id }) => [id, watchedOn(settings, id)] as const)),
      validations: new Set(watch.validation_ids),
      /** Another collector tells of the watched nodes that are no L1 validators. */
      others: collectors.has("watched-validators"),
    };
  },
  /** Of each subnet, who was told one by one. */
  memory: () => new Map<string, ReadonlySet<string>>(),
  read(node, { names }) {
    const measured = createFeeReader(node);
    const all = each(names.keys(), (id) => readSubnet(node, measured, id));
    const part = <P extends keyof Parts>(name: P) => new Map([...all].map(([id, parts]) => [id, parts[name]] as const));
    return { subnet: part("subnet"), weight: part("weight"), supply: part("supply"), set: part("set") };
  },
  map: {
    subnet: (subnet, { uses: { names }, item: subnet_id }) => [
      sample(m.subnetInfo, true, {
        subnet_id,
        kind: kindOf(subnet),
        alias: names.get(subnet_id) ?? "",
        conversion_id: idOrNothing(subnet.conversionID),
        manager_chain_id: idOrNothing(subnet.managerChainID),
      }),
    ],
    weight: (weight, { item: subnet_id }) => [sample(m.subnetWeight, weight, { subnet_id })],
    supply: (supply, { item: subnet_id }) => [sample(m.subnetSupply, supply, { subnet_id })],
    *set({ subnet, value, ...fees }, { uses, item: subnet_id, memory }) {
      const ranking = rank(value, weightOf);
      yield* setSamples(ranking, subnet_id);
      if (isL1(subnet)) yield* activeSamples(ranking.ranked, subnet_id);
      const members = ranking.ranked.filter(({ validator }) => !isL1Validator(validator));
      const ids = members.map(({ validator }) => validator.nodeID);
      const shown = shownOf(ids, uses, memory.get(subnet_id) ?? new Set());
      memory.set(subnet_id, shown);
      const aliases = uses.aliases.get(subnet_id) ?? new Map<string, string>();
      const l1Samples = l1Sampler(subnet_id, fees);
      const watched = new Set(aliases.keys()); // each once: the limit holds for an answer that repeats a node
      for (const { validator, share } of ranking.ranked) {
        const { nodeID: node_id } = validator;
        const labels = { subnet_id, node_id };
        const alias = aliases.get(node_id);
        if (isL1Validator(validator)) {
          const id = validator.validationID;
          const samples = l1Samples(validator);
          if (uses.validations.has(id) || watched.delete(node_id)) yield* samples;
          else yield { share, id, samples };
        } else if (alias !== undefined) {
          if (!uses.others) yield* memberSamples(validator, labels, alias);
        } else if (shown.has(node_id)) yield { share, id: node_id, samples: memberSamples(validator, labels, "") };
      }
      yield { error: fees.error };
    },
  },
});
