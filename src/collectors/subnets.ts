import { sample } from "../exposition/sample.ts";
import { activeWeightRatio, forecastWeightRatio, lowestRunway, sumOfWeights, timeToHalt } from "../facts/l1.ts";
import * as l1 from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import {
  createFeeHistory,
  createFeeReader,
  earliestExhaustion,
  type Fees,
  feeMethods,
  l1ValidatorMetrics,
  l1ValidatorSamples,
} from "./shared/l1-validators.ts";
import { aliasIn, isWatched, ownerOf, ownershipOn } from "./shared/ownership.ts";
import { emptyIfZeroId, findSubnet, isElastic, isL1, kindOf, type Subnet } from "./shared/subnet.ts";
import * as shared from "./shared/validators.ts";

/** Returns the seconds from now until a validator runs out of balance, while it is active at least 1: an idle P-Chain deactivates
 *  it late. Validators from before the conversion are active without a fee. */
function runwayOf({ balance }: shared.Validator, fees: Fees, now: number): number | undefined {
  if (balance === 0n) return 0;
  if (balance === undefined) return Number.POSITIVE_INFINITY;
  const end = earliestExhaustion(balance, fees);
  return end && Math.max(end - now, 1);
}

/** Returns the samples about the weight and the balances of an L1. */
function weightSamples(ranked: readonly shared.Ranked[], labels: shared.SubnetLabels, fees: Fees, now: number) {
  const active = ranked.filter(({ validator: { balance } }) => balance !== 0n);
  const members = ranked.map(({ validator, weight }) => ({ weight, runway: runwayOf(validator, fees, now) }));
  const [runway, halt] = [lowestRunway(members), timeToHalt(members)];
  return [
    sample(l1.l1WeightActive, sumOfWeights(active), labels),
    sample(l1.l1ValidatorsActive, active.length, labels),
    sample(l1.l1ActiveRatio, activeWeightRatio(members), labels),
    sample(l1.l1ForecastRatio, forecastWeightRatio(members), labels),
    sample(l1.l1FirstExhaustion, runway && Math.round(now + runway), labels),
    sample(l1.l1Halt, halt ? Math.round(now + halt) : undefined, labels),
  ];
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
    "info.getNodeID",
    ...feeMethods,
  ],
  metrics: [
    m.subnetInfo,
    m.subnetWeight,
    m.subnetSupply,
    ...shared.validatorSetMetrics,
    l1.l1WeightActive,
    l1.l1ValidatorsActive,
    l1.l1ActiveRatio,
    l1.l1ForecastRatio,
    l1.l1FirstExhaustion,
    l1.l1Halt,
    ...shared.commonValidatorMetrics,
    ...l1ValidatorMetrics,
  ],
  inputs(settings) {
    const { watch, validators } = settings;
    if (watch.subnet_ids.length === 0) return undefined;
    return {
      ...validators,
      names: aliasesOf(watch.subnet_ids),
      ownership: new Map(watch.subnet_ids.map(({ id }) => [id, ownershipOn(settings, id)] as const)),
    };
  },
  state: () => ({
    /** Validators exported individually, by subnet. */
    detailed: new Map<string, ReadonlySet<string>>(),
    fees: createFeeHistory(),
  }),
  read(node, { names }, { fees }) {
    const { call } = node;
    const readFees = createFeeReader(node, fees);
    let queried: Promise<string | undefined> | undefined;
    const readQueriedId = () => {
      queried ??= shared.readQueriedId(node);
      return queried;
    };
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
        const set = isL1(found) ? await readFees(read) : { value: await read() };
        return { subnet: found, queriedNodeId: await readQueriedId(), ...set };
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
    weight: (weight, { inputs: { names }, item: subnet_id }) => [
      sample(m.subnetWeight, weight, { subnet_id, alias: names.get(subnet_id) ?? "" }),
    ],
    supply: (supply, { inputs: { names }, item: subnet_id }) => [
      sample(m.subnetSupply, supply, { subnet_id, alias: names.get(subnet_id) ?? "" }),
    ],
    *set({ subnet, value, queriedNodeId, ...fees }, { inputs, item: subnet_id, now, state: { detailed: previous } }) {
      const labels = { subnet_id, alias: inputs.names.get(subnet_id) ?? "" };
      const ranking = shared.rank(value);
      yield* shared.validatorSetSamples(ranking, labels);
      if (isL1(subnet)) yield* weightSamples(ranking.ranked, labels, fees, now);
      const members = ranking.ranked.filter(({ validator }) => !shared.isL1Validator(validator));
      const ids = members.map(({ validator }) => validator.nodeID);
      const detailed = shared.selectDetailed(ids, inputs, previous.get(subnet_id) ?? new Set());
      previous.set(subnet_id, detailed);
      const ownership = inputs.ownership.get(subnet_id);
      if (!ownership) return;
      const unlimited = new Set<string>(); // each node once, so that the series limit applies to repeated node IDs
      for (const { validator, share } of ranking.ranked) {
        const { nodeID: node_id, validationID } = validator;
        const observed = { nodeID: node_id, validationID, queriedNodeId };
        const alias = aliasIn(ownership, validator);
        if (ownerOf(observed, ownership) !== "subnets") continue;
        if (shared.isL1Validator(validator)) {
          const id = validator.validationID;
          const samples = l1ValidatorSamples(validator, { subnet_id, alias }, fees);
          const isFirst = isWatched(observed, ownership) && !unlimited.has(node_id);
          if (isFirst) unlimited.add(node_id);
          if (isFirst || ownership.validations.has(id)) yield* samples;
          else yield { share, id, samples };
        } else if (isWatched(observed, ownership)) yield* shared.commonValidatorSamples(validator, subnet_id, alias);
        else if (detailed.has(node_id))
          yield { share, id: node_id, samples: shared.commonValidatorSamples(validator, subnet_id, "") };
      }
      yield { error: fees.error };
    },
  },
});
