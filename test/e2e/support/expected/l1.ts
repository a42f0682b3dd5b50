/** L1 validators, and when their balances run out. */
import { createHash } from "node:crypto";
import type { Asked } from "../avalanche-node.ts";
import { avax, onP, type Sample, sample, seconds, unknownMethod, unless } from "./sample.ts";
import { type Entry, weightOf } from "./validators.ts";

/** The fee that reduces a balance: a price in nAVAX per second, as a number, for it is small. */
export type Fees = { readonly time: number; readonly price: number };

/** Undefined where the node knows no L1s. */
export async function feesOf(node: Asked): Promise<Fees | undefined> {
  const state = await unless(unknownMethod, onP(node, "platform.getValidatorFeeState"));
  return state && { time: seconds(state.timestamp), price: state.price };
}

const exhaustion = (balance: number, { time, price }: Fees) => time + balance / price;

const isL1 = (entry: Entry) => entry.validationID !== undefined;
/** Legacy entries of an L1 have no balance to run out. */
const isActive = (entry: Entry) => !isL1(entry) || BigInt(entry.balance ?? "") > 0n;

export function l1Validator(subnet_id: string, alias: string, entry: Entry, fees: Fees): Sample[] {
  const labels = { subnet_id, validation_id: entry.validationID ?? "", node_id: entry.nodeID, alias };
  const balance = Number(entry.balance);
  const of = (name: string, value: string | number | boolean) => sample(`avax_l1_validator_${name}`, value, labels);
  return [
    of("balance_avax", avax(entry.balance ?? "")),
    of("active", isActive(entry)),
    of("weight", entry.weight),
    ...(isActive(entry) ? [of("balance_exhaustion_timestamp_seconds", exhaustion(balance, fees))] : []),
  ];
}

type Owner = { readonly threshold: string; readonly addresses: readonly string[] };
/** Of a watched validator, from the method that returns one validator. */
export async function owners(node: Asked, subnet_id: string, alias: string, entry: Entry): Promise<Sample[]> {
  const { validationID = "", nodeID } = entry;
  const { remainingBalanceOwner, deactivationOwner } = await onP(node, "platform.getL1Validator", { validationID });
  const both: readonly Owner[] = [remainingBalanceOwner, deactivationOwner];
  const text = JSON.stringify(both.map(({ threshold, addresses }) => [Number(threshold), addresses]));
  const labels = { subnet_id, validation_id: validationID, node_id: nodeID, alias };
  return [
    sample(
      "avax_l1_validator_owners_digest",
      createHash("sha256").update(text).digest().readBigUInt64BE() >> 12n,
      labels,
    ),
    sample("avax_l1_validator_deactivation_owner", deactivationOwner.addresses.length > 0, labels),
  ];
}

const weightOfAll = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + weightOf(entry), 0n);
/** Whole seconds; Infinity for legacy entries. */
const runway = (entry: Entry, { price }: Fees) =>
  isL1(entry) ? Number(BigInt(entry.balance ?? "") / BigInt(price)) : Number.POSITIVE_INFINITY;
const week = 7 * 86_400;

export function activeTotals(subnet_id: string, alias: string, entries: readonly Entry[], fees: Fees): Sample[] {
  const labels = { subnet_id, alias };
  const active = entries.filter(isActive);
  const lasting = entries.filter((entry) => fees.time + runway(entry, fees) > Date.now() / 1000 + week);
  const ratio = (some: readonly Entry[]) => Number(weightOfAll(some)) / Number(weightOfAll(entries));
  return [
    sample("avax_l1_validators_active", active.length, labels),
    ...(entries.length > 0
      ? [
          sample("avax_l1_weight_active_ratio", ratio(active), labels),
          sample("avax_l1_weight_active_forecast_ratio", ratio(lasting), labels),
        ]
      : []),
  ];
}

/** An individually watched validation with its subnet, or undefined. */
export const validationOf = (node: Asked, validationId: string): Promise<(Entry & { subnetID: string }) | undefined> =>
  unless(/not found/, onP(node, "platform.getL1Validator", { validationID: validationId }));

/** Of the validations of the node itself on an L1. */
export async function ownKeys(node: Asked, subnetId: string, alias: string): Promise<Sample[]> {
  const { nodeID, nodePOP } = await node.ask("/ext/info", "info.getNodeID");
  const params = { subnetID: subnetId, nodeIDs: [nodeID] };
  const { validators } = await onP(node, "platform.getCurrentValidators", params);
  const each = (validators as readonly Entry[]).filter(isL1).map(async ({ validationID = "" }) => {
    const { publicKey } = await onP(node, "platform.getL1Validator", { validationID });
    const labels = { subnet_id: subnetId, validation_id: validationID, node_id: nodeID, alias };
    return sample("avax_l1_validator_bls_key_matches", publicKey === nodePOP.publicKey, labels);
  });
  return Promise.all(each);
}
