import type { Result } from "../contract/contract.ts";
import { primaryNetwork } from "../contract/ids.ts";
import { l1ValidatorsActive, l1WeightActive } from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { NodeError } from "../node/errors.ts";
import type { Emit } from "../prometheus/exposition.ts";
import { collector, type Node } from "./collector.ts";
import { createFeeReader, feeMethods } from "./fee-reader.ts";
import { emitL1Validator, l1ValidatorMetrics } from "./l1.ts";
import { byWeight, type Ranked, shareOf, topOf } from "./ranking.ts";
import {
  emitMember,
  emitSet,
  isL1Validator,
  memberMetrics,
  setMetrics,
  sum,
  type Validator,
  watchedOn,
  weightOf,
} from "./validators.ts";

const methods = [
  "platform.getSubnet",
  "platform.getTotalStake",
  "platform.getCurrentSupply",
  "platform.getCurrentValidators",
  ...feeMethods,
] as const;
type SubnetNode = Node<(typeof methods)[number]>;
type Subnet = Result<"platform.getSubnet">;

const isSet = (id: string) => id !== primaryNetwork;
const idOrNothing = (id: string) => (isSet(id) ? id : "");
const isL1 = ({ conversionID }: Subnet) => isSet(conversionID);
const isElastic = (subnet: Subnet) => !isL1(subnet) && isSet(subnet.subnetTransformationTxID);
const kindOf = (subnet: Subnet) => (isL1(subnet) ? "l1" : isElastic(subnet) ? "elastic" : "permissioned");

/** A wrong ID in the configuration is a failure, though the node only says that there is no such thing. */
async function find({ call }: SubnetNode, subnetID: string): Promise<Subnet> {
  try {
    return await call("platform.getSubnet", { subnetID });
  } catch (error) {
    if (!(error instanceof NodeError) || error.unavailable !== "not_found") throw error;
    const message = `${subnetID} is no subnet of this network: check watch.subnet_ids`;
    throw new NodeError(message, { reason: "rpc_error", cause: error });
  }
}

/** Everything about one subnet. Of one that does not exist the node would say that it has no validators. */
function readSubnet(node: SubnetNode, measured: ReturnType<typeof createFeeReader>, subnetID: string) {
  const subnet = find(node, subnetID);
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
    return { subnet: found, ...(await measured(current)) };
  }
  return { subnet, weight: weight(), supply: supply(), set: set() };
}

const activeMetrics = [l1WeightActive, l1ValidatorsActive] as const;

/** Those from before the conversion take part without paying. */
function emitActive(
  ranked: readonly Ranked<Validator>[],
  subnet_id: string,
  emit: Emit<(typeof activeMetrics)[number]>,
) {
  const active = ranked.filter(({ validator: { balance } }) => balance !== 0n);
  emit(
    l1WeightActive,
    sum(active, ({ weight }) => weight),
    { subnet_id },
  );
  emit(l1ValidatorsActive, active.length, { subnet_id });
}

export const subnets = collector({
  name: "subnets",
  summary: "The tracked subnets and L1s: what they are, their weight, their validators.",
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
    const tracked = settings.watch.subnet_ids.map(
      ({ id, alias }) => [id, { alias, watched: watchedOn(settings, id) }] as const,
    );
    return tracked.length > 0 ? { tracked: new Map(tracked), ...settings.validators } : undefined;
  },
  /** Of each subnet, who is among its largest. */
  memory: () => new Map<string, ReadonlySet<string>>(),
  read(node, { tracked }) {
    const measured = createFeeReader(node);
    const all = [...tracked.keys()].map((id) => [id, readSubnet(node, measured, id)] as const);
    return {
      subnet: new Map(all.map(([id, { subnet }]) => [id, subnet])),
      weight: new Map(all.map(([id, { weight }]) => [id, weight])),
      supply: new Map(all.map(([id, { supply }]) => [id, supply])),
      set: new Map(all.map(([id, { set }]) => [id, set])),
    };
  },
  map: {
    subnet(subnet, emit, { uses: { tracked }, item: subnet_id }) {
      emit(m.subnetInfo, true, {
        subnet_id,
        kind: kindOf(subnet),
        alias: tracked.get(subnet_id)?.alias ?? "",
        conversion_id: idOrNothing(subnet.conversionID),
        manager_chain_id: idOrNothing(subnet.managerChainID),
      });
    },
    weight: (weight, emit, { item: subnet_id }) => emit(m.subnetWeight, weight, { subnet_id }),
    supply(supply, emit, { item: subnet_id }) {
      if (supply !== undefined) emit(m.subnetSupply, supply, { subnet_id });
    },
    *set({ subnet, value, ...fees }, emit, { uses: { tracked, detail, top }, item: subnet_id, memory }) {
      const ranked = byWeight(value, weightOf);
      const total = sum(ranked, ({ weight }) => weight);
      emitSet(ranked, subnet_id, emit);
      if (isL1(subnet)) emitActive(ranked, subnet_id, emit);
      const members = ranked.filter(({ validator }) => !isL1Validator(validator));
      const shown = topOf(
        members.map(({ validator }) => validator.nodeID),
        top,
        memory.get(subnet_id) ?? new Set(),
      );
      memory.set(subnet_id, shown);
      for (const { validator, weight } of ranked) {
        const share = shareOf(weight, total);
        const { nodeID: id } = validator;
        if (isL1Validator(validator)) {
          yield { share, id: validator.validationID, emit: () => emitL1Validator(validator, subnet_id, fees, emit) };
        } else if (
          !tracked.get(subnet_id)?.watched.has(id) &&
          (detail === "all" || (detail === "top" && shown.has(id)))
        ) {
          yield { share, id, emit: () => emitMember(validator, subnet_id, "", emit) };
        }
      }
    },
  },
});
