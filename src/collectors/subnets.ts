import { highestQuorum, type Quorum } from "../facts/consensus.ts";
import { exhaustionOf, firstExhaustion, haltTime, sumOfWeights } from "../facts/l1.ts";
import type { Fees } from "../facts/validator-fee.ts";
import * as l1 from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import type { SubnetLabels } from "../metrics/validators.ts";
import { collector, readEach, thenEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { chooseDetail, createDetail, lowRunway } from "./shared/detail.ts";
import {
  createFeeReader,
  type FeesOfRun,
  feeMethods,
  l1ValidatorItem,
  l1ValidatorMetrics,
} from "./shared/l1-validators.ts";
import { createMemory } from "./shared/memory.ts";
import { aliasIn, type Ownership, ownerOf, ownershipOn } from "./shared/ownership.ts";
import { emptyIfZeroId, findSubnet, isElastic, isL1, kindOf, managerOf, type Subnet } from "./shared/subnet.ts";
import * as shared from "./shared/validators.ts";

const noFees: FeesOfRun = {};
/** Number of runs that use the same answer about a subnet. */
const runsPerSubnet = 10;

type Member = shared.Ranked & { readonly exhaustion: number | undefined };

/** Returns the validators with the times at which their balances run out. */
const membersOf = (ranked: readonly shared.Ranked[], fees: Fees): readonly Member[] =>
  ranked.map((one) => ({ ...one, exhaustion: exhaustionOf(one.validator.balance, fees) }));

/** Returns a function that returns whether the balance of a validator has run out, or runs out soon by the time of the chain. */
function isLowAt({ state }: Fees) {
  const limit = state ? state.timestamp.getTime() / 1000 + lowRunway : 0;
  return ({ exhaustion }: Member) => exhaustion !== undefined && exhaustion < limit;
}

type SetContext = {
  readonly fees: Fees;
  readonly ownership: Ownership | undefined;
  readonly queriedNodeId: string | undefined;
  readonly quorum: Quorum;
};
/** Returns the observation of the weight and the balances of an L1. */
function l1SetItem(
  members: readonly Member[],
  labels: SubnetLabels,
  { fees, ownership, queriedNodeId, quorum }: SetContext,
) {
  const active = members.filter(({ validator: { balance } }) => balance !== 0n);
  const named = members.filter(isLowAt(fees)).map(({ validator, weight, exhaustion = 0 }) => {
    const { validationID: validation_id = "", nodeID: node_id } = validator;
    return {
      validation_id,
      node_id,
      alias: ownership ? aliasIn(ownership, { ...validator, queriedNodeId }) : "",
      weight,
      balance: validator.balance ?? 0n,
      exhaustion,
    };
  });
  return l1.l1Set.item({
    ...labels,
    weight: sumOfWeights(members),
    weight_active: sumOfWeights(active),
    weight_managed: sumOfWeights(members.filter(({ validator }) => shared.isL1Validator(validator))),
    validators_active: active.length,
    exhaustion: firstExhaustion(members),
    halt: haltTime(members, quorum.acceptance),
    balances: members.flatMap(({ validator: { balance } }) => balance ?? []),
    fees,
    ending: members.some(({ exhaustion }) => exhaustion === undefined) ? undefined : named,
  });
}

export const subnets = collector({
  name: "subnets",
  summary: "Tracked subnets and L1s: kind, weights and validators.",
  interval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: [
    "platform.getSubnet",
    "platform.getCurrentSupply",
    "platform.getCurrentValidators",
    "info.getNodeID",
    ...feeMethods,
  ],
  needs: ["chains"],
  metrics: [
    m.subnetInfo,
    m.subnetSupply,
    ...shared.validatorSetMetrics,
    ...shared.commonValidatorMetrics,
    ...l1ValidatorMetrics,
  ],
  select(settings) {
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
    l1: createDetail(),
    readFees: createFeeReader(),
    readSubnet: createMemory<Subnet>(runsPerSubnet),
  }),
  choice: ({ l1 }) => l1.detail,
  read(node, { names, l1 }, state) {
    const { readFees, readSubnet } = state;
    const { call } = node;
    let fees: Promise<FeesOfRun> | undefined;
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
    const detail = chooseDetail(l1, set, state.l1);
    return {
      subnet,
      supply: thenEach(subnet, async (found, subnetID) =>
        isElastic(found) ? (await call("platform.getCurrentSupply", { subnetID })).supply : undefined,
      ),
      set: thenEach(set, async (read, subnetID) => {
        const chains = node.chains.filter(({ subnet_id }) => subnet_id === subnetID);
        const disconnected = new Set(chains.flatMap(({ disconnectedIds }) => [...disconnectedIds]));
        return { ...read, detail: await detail, disconnected, quorum: highestQuorum(chains.map((one) => one.quorum)) };
      }),
    };
  },
  map: {
    subnet(subnet, { selected: { names }, item: subnet_id }) {
      const { chain_id: manager_chain_id, address: manager_address } = managerOf(subnet);
      const conversion_id = emptyIfZeroId(subnet.conversionID);
      const labels = { subnet_id, alias: names.get(subnet_id) ?? "", kind: kindOf(subnet) };
      return [m.subnet.item({ ...labels, conversion_id, manager_chain_id, manager_address })];
    },
    supply: (supply, { selected: { names }, item: subnet_id }) =>
      supply === undefined ? [] : [m.subnetToken.item({ subnet_id, alias: names.get(subnet_id) ?? "", supply })],
    *set(
      { subnet, validators, queriedNodeId, fees: ofRun, detail, disconnected, quorum },
      { selected, item: subnet_id, state },
    ) {
      const { error, ...fees } = ofRun;
      const labels = { subnet_id, alias: selected.names.get(subnet_id) ?? "" };
      const ownership = selected.ownership.get(subnet_id);
      const ranking = shared.rank(validators);
      const members = membersOf(ranking.ranked, fees);
      yield shared.validatorSetItem(ranking, labels);
      if (isL1(subnet)) yield l1SetItem(members, labels, { fees, ownership, queriedNodeId, quorum });
      const others = ranking.ranked.filter(({ validator }) => !shared.isL1Validator(validator));
      const ids = others.map(({ validator }) => validator.nodeID);
      const detailed = shared.selectDetailed(ids, selected, state.detailed.get(subnet_id) ?? new Set());
      state.detailed.set(subnet_id, detailed);
      const isLow = isLowAt(fees);
      if (!ownership) return;
      for (const member of members) {
        const { validator, share: priority } = member;
        const { nodeID: node_id, validationID } = validator;
        if (ownerOf({ nodeID: node_id, validationID, queriedNodeId }, ownership) !== "set") continue;
        if (shared.isL1Validator(validator)) {
          const isShown = detail === "all" || (detail === "low" && (disconnected.has(node_id) || isLow(member)));
          const of = { subnet_id, alias: "", fees, isWatched: false };
          if (isShown) yield { priority, id: validator.validationID, observations: [l1ValidatorItem(validator, of)] };
        } else if (detailed.has(node_id))
          yield { priority, id: node_id, observations: shared.validatorItems(validator, { subnet_id, alias: "" }) };
      }
      yield { error };
    },
  },
});
