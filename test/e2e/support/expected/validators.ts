/** Validator sets: totals, and validators one by one. */
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { avax, onP, ratio, type Sample, sample, seconds, sum, unless, type Whole } from "./sample.ts";

/** An entry of the current set. Its members depend on its kind. */
export type Entry = {
  readonly nodeID: string;
  readonly weight: string;
  readonly startTime: string;
  readonly endTime?: string;
  readonly txID?: string;
  readonly nextPeriod?: string;
  readonly validationID?: string;
  readonly balance?: string;
  readonly delegatorWeight?: string;
  readonly delegatorCount?: string;
  readonly delegationFee?: string;
  readonly potentialReward?: string;
  readonly accruedDelegateeReward?: string;
  readonly uptime?: string;
  readonly connected?: boolean;
  readonly signer?: object;
};

export async function entriesOf(node: Asked, subnetId: string): Promise<readonly Entry[]> {
  const { validators } = await onP(node, "platform.getCurrentValidators", { subnetID: subnetId });
  return validators;
}

const delegatedTo = ({ delegatorWeight = "0" }: Entry) => BigInt(delegatorWeight);
export const weightOf = (entry: Entry) => BigInt(entry.weight) + delegatedTo(entry);

export function totals(subnet_id: string, alias: string, entries: readonly Entry[]): Sample[] {
  const weights = entries.map(weightOf);
  const of = (name: string, value: Whole) => sample(name, value, { subnet_id, alias });
  const any = [
    of("avax_validators", entries.length),
    of("avax_validators_weight", sum(weights)),
    of(
      "avax_validators_largest_weight",
      weights.reduce((most, weight) => (weight > most ? weight : most), 0n),
    ),
  ];
  if (subnet_id !== primaryNetwork) return any;
  const connected = entries.filter((entry) => entry.connected);
  return [
    ...any,
    of("avax_validators_connected", connected.length),
    of("avax_validators_delegated_avax", avax(sum(entries.map(delegatedTo)))),
    of("avax_delegators", sum(entries.map(({ delegatorCount = "0" }) => BigInt(delegatorCount)))),
  ];
}

/** Context of a set's validators, in addition to their entries. */
export type Context = {
  readonly alias: (nodeId: string) => string;
  /** The queried node. */
  readonly self: string;
  /** Unix seconds; undefined where the node names no such time. */
  readonly helicon: number | undefined;
  /** Name of the network. */
  readonly network: string;
};

export function validator(subnet_id: string, entry: Entry, context: Context): Sample[] {
  const labels = { subnet_id, node_id: entry.nodeID, alias: context.alias(entry.nodeID) };
  const auto_renew = String(Number(entry.nextPeriod ?? 0) > 0);
  const facts = { ...labels, tx_id: entry.txID ?? "", auto_renew };
  return [
    sample("avax_validator_info", true, facts),
    sample("avax_validator_weight", weightOf(entry), labels),
    sample("avax_validator_start_timestamp_seconds", entry.startTime, labels),
    ...(entry.endTime ? [sample("avax_validator_end_timestamp_seconds", entry.endTime, labels)] : []),
    ...(subnet_id === primaryNetwork ? primaryValidator(entry, context) : []),
  ];
}

const most = 3_000_000n * 10n ** 9n;

/** Seconds that a delegation lasts at the minimum, by the names of networks; on others it is a setting. */
const shortest: Readonly<Record<string, number>> = { simulated: 1_209_600, local: 86_400 };

/** Of a watched validator of the primary network. */
export function delegationsUntil(labels: Readonly<Record<string, string>>, entries: readonly Entry[], network: string) {
  const { endTime } = entries.find(({ nodeID }) => nodeID === labels["node_id"]) ?? {};
  const min = labels["subnet_id"] === primaryNetwork ? shortest[network] : undefined;
  return endTime === undefined || min === undefined
    ? []
    : [sample("avax_validator_delegations_until_timestamp_seconds", Number(endTime) - min, labels)];
}

function primaryValidator(entry: Entry, context: Context): Sample[] {
  const { self, alias, helicon = Number.POSITIVE_INFINITY, network } = context;
  const own = BigInt(entry.weight);
  const allowed = own * 5n < most ? own * 5n : most;
  const isTooLate = Number(entry.endTime) - Date.now() / 1000 < (shortest[network] ?? 0);
  const left = isTooLate ? 0n : allowed - weightOf(entry);
  const of = (name: string, value: Whole | boolean) =>
    sample(`avax_validator_${name}`, value, {
      subnet_id: primaryNetwork,
      node_id: entry.nodeID,
      alias: alias(entry.nodeID),
    });
  const money = (name: string, nano: Whole) => of(name, avax(nano));
  return [
    money("stake_avax", own),
    money("delegated_avax", delegatedTo(entry)),
    of("delegators", entry.delegatorCount ?? ""),
    money("delegation_capacity_avax", left > 0n ? left : 0n),
    of("delegation_fee_ratio", ratio(entry.delegationFee ?? "")),
    money("potential_reward_avax", entry.potentialReward ?? ""),
    money("accrued_delegatee_reward_avax", entry.accruedDelegateeReward ?? ""),
    of("uptime_required_ratio", Number(entry.startTime) >= helicon ? 0.9 : 0.8),
    of("bls_key", entry.signer !== undefined),
    ...(entry.nextPeriod === undefined ? [] : [of("next_period_seconds", entry.nextPeriod)]),
    // the queried node always sees itself
    ...(entry.nodeID === self
      ? []
      : [of("uptime_ratio", ratio(entry.uptime ?? "")), of("connected", entry.connected === true)]),
  ];
}

const nothing = "11111111111111111111111111111111LpoYY";
const orEmpty = (id = nothing) => (id === nothing ? "" : id);

/** Information of a tracked subnet, and its data in addition to its set. */
export async function subnet(node: Asked, subnetId: string, alias: string): Promise<Sample[]> {
  const facts = await onP(node, "platform.getSubnet", { subnetID: subnetId });
  const tokens = await unless(/not found/, onP(node, "platform.getCurrentSupply", { subnetID: subnetId }));
  const conversion = orEmpty(facts.conversionID);
  const kind = conversion ? "l1" : orEmpty(facts.subnetTransformationTxID) ? "elastic" : "permissioned";
  return [
    subnetInfo({
      subnet_id: subnetId,
      alias,
      kind,
      conversion_id: conversion,
      manager_chain_id: orEmpty(facts.managerChainID),
      manager_address: facts.managerAddress ?? "",
    }),
    ...(tokens ? [sample("avax_subnet_supply", tokens.supply, { subnet_id: subnetId, alias })] : []),
  ];
}

const unknownFacts = { conversion_id: "", manager_chain_id: "", manager_address: "" };
type Facts = { readonly subnet_id: string; readonly alias?: string; readonly kind: string } & Partial<
  typeof unknownFacts
>;

export const subnetInfo = ({ subnet_id, alias = "", kind, ...facts }: Facts) =>
  sample("avax_subnet_info", true, { subnet_id, alias, kind, ...unknownFacts, ...facts });

/** When validators that start need more uptime (ACP-267). */
export async function heliconOf(node: Asked): Promise<number | undefined> {
  const { heliconTime } = await node.ask("/ext/info", "info.upgrades");
  return heliconTime && seconds(heliconTime);
}
