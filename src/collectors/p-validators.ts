import type { Result } from "../contract/contract.ts";
import { primaryNetwork } from "../contract/ids.ts";
import * as m from "../metrics/validators.ts";
import type { Emit } from "../prometheus/exposition.ts";
import { collector, type Node } from "./collector.ts";
import { byWeight, type Ranked, superminority } from "./ranking.ts";

type Validator = Result<"platform.getCurrentValidators">["validators"][number];

const metrics = [
  m.validators,
  m.validatorsConnected,
  m.validatorsWeight,
  m.validatorsConnectedWeight,
  m.validatorsDelegated,
  m.delegators,
  m.validatorsLargestWeight,
  m.validatorsSuperminority,
  m.validatorPresent,
  m.validatorInfo,
  m.validatorWeight,
  m.validatorStake,
  m.validatorDelegated,
  m.validatorDelegators,
  m.validatorDelegationCapacity,
  m.validatorDelegationFee,
  m.validatorPotentialReward,
  m.validatorAccruedDelegateeReward,
  m.validatorUptime,
  m.validatorConnected,
  m.validatorStart,
  m.validatorEnd,
  m.validatorBlsKey,
] as const;
type EmitValidators = Emit<(typeof metrics)[number]>;

const subnet_id = primaryNetwork;
const sum = <T>(items: readonly T[], of: (item: T) => bigint) => items.reduce((total, item) => total + of(item), 0n);
const delegated = ({ delegatorWeight = 0n }: Validator) => delegatorWeight;

/** Sums in bigint: a network's weight is beyond 2^53. */
function emitTotals(ranked: readonly Ranked<Validator>[], emit: EmitValidators) {
  const labels = { subnet_id };
  const connected = ranked.filter(({ validator }) => validator.connected);
  emit(m.validators, ranked.length, labels);
  emit(m.validatorsConnected, connected.length, labels);
  emit(
    m.validatorsWeight,
    sum(ranked, ({ weight }) => weight),
    labels,
  );
  emit(
    m.validatorsConnectedWeight,
    sum(connected, ({ weight }) => weight),
    labels,
  );
  emit(
    m.validatorsDelegated,
    sum(ranked, ({ validator }) => delegated(validator)),
    labels,
  );
  emit(
    m.delegators,
    sum(ranked, ({ validator }) => validator.delegatorCount ?? 0n),
    labels,
  );
  emit(m.validatorsLargestWeight, ranked[0]?.weight ?? 0n, labels);
  emit(m.validatorsSuperminority, superminority(ranked.map(({ weight }) => weight)), labels);
}

// of the primary network: AvalancheGo's MaxValidatorWeightFactor and MaxValidatorStake
const maxWeightFactor = 5n;
const maxWeight = 3_000_000n * 10n ** 9n;

/** What may still be delegated, in nAVAX. */
export function delegationCapacity(own: bigint, delegated: bigint): bigint {
  const most = own * maxWeightFactor < maxWeight ? own * maxWeightFactor : maxWeight;
  const left = most - own - delegated;
  return left > 0n ? left : 0n;
}

function emitValidator(
  { validator: v, weight }: Ranked<Validator>,
  alias: string,
  self: boolean,
  emit: EmitValidators,
) {
  const labels = { subnet_id, node_id: v.nodeID };
  const auto_renew = String((v.nextPeriod ?? 0n) > 0n);
  emit(m.validatorInfo, true, { ...labels, tx_id: v.txID ?? "", alias, auto_renew });
  emit(m.validatorWeight, weight, labels);
  emit(m.validatorStake, v.weight, labels);
  emit(m.validatorDelegated, delegated(v), labels);
  emit(m.validatorDelegationCapacity, delegationCapacity(v.weight, delegated(v)), labels);
  if (v.delegatorCount !== undefined) emit(m.validatorDelegators, v.delegatorCount, labels);
  if (v.delegationFee !== undefined) emit(m.validatorDelegationFee, v.delegationFee, labels);
  if (v.potentialReward !== undefined) emit(m.validatorPotentialReward, v.potentialReward, labels);
  if (v.accruedDelegateeReward !== undefined) {
    emit(m.validatorAccruedDelegateeReward, v.accruedDelegateeReward, labels);
  }
  // the queried node always sees itself
  if (v.uptime !== undefined && !self) emit(m.validatorUptime, v.uptime, labels);
  if (v.connected !== undefined && !self) emit(m.validatorConnected, v.connected, labels);
  emit(m.validatorStart, v.startTime, labels);
  if (v.endTime !== undefined) emit(m.validatorEnd, v.endTime, labels);
  emit(m.validatorBlsKey, v.signer !== undefined, labels);
}

async function currentSet({ call, id }: Node<"platform.getCurrentValidators">) {
  const { validators } = await call("platform.getCurrentValidators", {});
  return { validators, self: id() };
}

export const pValidators = collector({
  name: "p-validators",
  summary: "The primary network's validators: totals, the watched ones, and others as validators.detail says.",
  every: "60s",
  timeout: "25s",
  required: true,
  reads: ["platform.getCurrentValidators"],
  metrics,
  uses: ({ watch, validators }) => ({
    watched: new Map(
      watch.node_ids.filter((node) => node.subnet_ids.includes(subnet_id)).map(({ id, alias }) => [id, alias] as const),
    ),
    ...validators,
  }),
  read: (node) => ({ set: currentSet(node) }),
  map: {
    *set({ validators, self }, emit, { watched, detail, top }) {
      const ranked = byWeight(validators, (validator) => validator.weight + delegated(validator));
      emitTotals(ranked, emit);
      const current = new Set(validators.map(({ nodeID }) => nodeID));
      for (const node_id of watched.keys()) emit(m.validatorPresent, current.has(node_id), { subnet_id, node_id });
      const others: Ranked<Validator>[] = [];
      for (const one of ranked) {
        const alias = watched.get(one.validator.nodeID);
        if (alias === undefined) others.push(one);
        else emitValidator(one, alias, one.validator.nodeID === self, emit);
      }
      const shown = detail === "all" ? others : detail === "top" ? others.slice(0, top) : [];
      for (const one of shown) yield () => emitValidator(one, "", one.validator.nodeID === self, emit);
    },
  },
});
