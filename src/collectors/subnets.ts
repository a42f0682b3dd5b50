import { sample } from "../exposition/sample.ts";
import { activeWeightRatio, forecastWeightRatio, lowestRunway, sumOfWeights, timeToHalt } from "../facts/l1.ts";
import * as l1 from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { collector, readEach, thenEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { countAll, detailOf, lowRunway } from "./shared/detail.ts";
import {
  createFeeReader,
  earliestExhaustion,
  type Fees,
  feeMethods,
  l1ValidatorMetrics,
  l1ValidatorSamples,
} from "./shared/l1-validators.ts";
import { createMemory } from "./shared/memory.ts";
import { ownerOf, ownershipOn } from "./shared/ownership.ts";
import { emptyIfZeroId, findSubnet, isElastic, isL1, kindOf, type Subnet } from "./shared/subnet.ts";
import * as shared from "./shared/validators.ts";

const noFees: Fees = {};
/** Number of runs that use the same answer about a subnet. */
const runsPerSubnet = 10;

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
    const { watch, validators, l1 } = settings;
    if (watch.subnet_ids.length === 0) return undefined;
    return {
      ...validators,
      l1,
      names: aliasesOf(watch.subnet_ids),
      ownership: new Map(watch.subnet_ids.map(({ id }) => [id, ownershipOn(settings, id)] as const)),
    };
  },
  state: () => ({
    /** Validators exported individually, by subnet. */
    detailed: new Map<string, ReadonlySet<string>>(),
    readFees: createFeeReader(),
    readSubnet: createMemory<Subnet>(runsPerSubnet),
  }),
  read(node, { names }, { readFees, readSubnet }) {
    const { call } = node;
    let fees: Promise<Fees> | undefined;
    let queried: Promise<string | undefined> | undefined;
    const readQueriedId = () => {
      queried ??= shared.readQueriedId(node);
      return queried;
    };
    const subnet = readEach(names.keys(), (id) => readSubnet(id, () => findSubnet(node, id, "watch.subnet_ids")));
    // after the subnet, because the node returns an empty list for an unknown one
    const set = thenEach(subnet, async (found, subnetID) => {
      if (isL1(found)) fees ??= readFees(node);
      const reads = [fees, call("platform.getCurrentValidators", { subnetID })] as const;
      const [ofRun = noFees, { validators }] = await Promise.all(reads);
      return { subnet: found, validators, queriedNodeId: await readQueriedId(), fees: ofRun };
    });
    const count = countAll(set.values());
    return {
      subnet,
      weight: thenEach(subnet, async (_found, subnetID) => (await call("platform.getTotalStake", { subnetID })).weight),
      supply: thenEach(subnet, async (found, subnetID) =>
        isElastic(found) ? (await call("platform.getCurrentSupply", { subnetID })).supply : undefined,
      ),
      set: thenEach(set, async (read, subnetID) => {
        return { ...read, count: await count, disconnected: node.disconnected(subnetID) };
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
    *set({ subnet, validators, queriedNodeId, fees, count, disconnected }, { inputs, item: subnet_id, now, state }) {
      const labels = { subnet_id, alias: inputs.names.get(subnet_id) ?? "" };
      const ranking = shared.rank(validators);
      yield* shared.validatorSetSamples(ranking, labels);
      if (isL1(subnet)) yield* weightSamples(ranking.ranked, labels, fees, now);
      const members = ranking.ranked.filter(({ validator }) => !shared.isL1Validator(validator));
      const ids = members.map(({ validator }) => validator.nodeID);
      const detailed = shared.selectDetailed(ids, inputs, state.detailed.get(subnet_id) ?? new Set());
      state.detailed.set(subnet_id, detailed);
      const detail = detailOf(inputs.l1, validators.length, count);
      const isLow = (validator: shared.L1Validator) =>
        disconnected.has(validator.nodeID) || (runwayOf(validator, fees, now) ?? lowRunway) < lowRunway;
      const ownership = inputs.ownership.get(subnet_id);
      if (!ownership) return;
      for (const { validator, share } of ranking.ranked) {
        const { nodeID: node_id, validationID } = validator;
        if (ownerOf({ nodeID: node_id, validationID, queriedNodeId }, ownership) !== "set") continue;
        if (shared.isL1Validator(validator)) {
          if (detail === "watched" || (detail === "low" && !isLow(validator))) continue;
          const samples = l1ValidatorSamples(validator, { subnet_id, alias: "" }, fees);
          yield { share, id: validator.validationID, samples };
        } else if (detailed.has(node_id))
          yield { share, id: node_id, samples: shared.commonValidatorSamples(validator, subnet_id, "") };
      }
      yield { error: fees.error };
    },
  },
});
