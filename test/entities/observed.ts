/** Observations and what is known about a node, for tests of facts. */
import { signers } from "../../src/collectors/epochs.ts";
import { evmChain } from "../../src/collectors/evm.ts";
import { chainUpgrades } from "../../src/collectors/evm-upgrades.ts";
import { pTime, validatorFees } from "../../src/collectors/fees.ts";
import { healthCheck } from "../../src/collectors/health.ts";
import * as chains from "../../src/collectors/kinds/chains.ts";
import * as l1 from "../../src/collectors/kinds/l1-validators.ts";
import * as validators from "../../src/collectors/kinds/validators.ts";
import { chainBootstrapped } from "../../src/collectors/node.ts";
import * as peers from "../../src/collectors/peers.ts";
import { subnetKind } from "../../src/collectors/subnets.ts";
import { l1Manager } from "../../src/collectors/validator-manager.ts";
import type { Item } from "../../src/engine/metric.ts";
import type { Observations } from "../../src/engine/store.ts";
import { type Facts, factsOf } from "../../src/entities/all.ts";
import { type Known, nothing, nothingWatched } from "../../src/entities/observer.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { defaultQuorum } from "../../src/protocol/consensus.ts";
import { inOrderOfBalances, type L1Member } from "../../src/protocol/l1.ts";
import type { Fees } from "../../src/protocol/validator-fee.ts";

export const now = 1_790_000_000;
export const day = 86_400;
export const at = (time: number) => new Date(1000 * time);
export const own = "NodeID-own";

/** Returns these observations, read at a time. */
export const observations =
  (items: readonly Item[], readAt = now): Observations =>
  (kind) =>
    items.flatMap((item) => (item.kind === kind ? [{ value: item.value as never, readAt }] : []));

export const known: Known = {
  isReachable: true,
  awaitsChecks: false,
  awaitsIdentity: false,
  watched: nothingWatched,
  network: "mainnet",
  nodeId: own,
  clockDifference: 0,
  now,
  remembered: nothing,
};
export type Given = readonly Item[];
/** Returns the facts from these observations, and from connections, a recent block of the P-Chain and a fee of one nAVAX per second unless
 *  they are given. */
export function factsFrom(items: Given, changes: Partial<Known> = {}, readAt = now): Facts {
  const hasP = items.some(({ kind, value }) => kind === chains.chain && (value as chains.Chain).chain === "P");
  const hasTime = items.some(({ kind }) => kind === pTime);
  const hasFees = items.some(({ kind }) => kind === validatorFees);
  const more = [
    hasP ? [] : primaryChain("P"),
    hasTime ? [] : pTime.item({ timestamp: at(readAt) }),
    hasFees ? [] : feesOf({ state: feeState }),
  ].flat();
  const facts = factsOf(observations([...items, ...more], readAt), { ...known, ...changes });
  return hasP ? facts : { ...facts, chains: facts.chains.filter(({ chain }) => chain !== "P") };
}

export const labels = { subnet_id: "subnet-1", node_id: "NodeID-A", alias: "tokyo" };
const unreported = { processingBlocks: undefined, longestProcessingSeconds: undefined, disconnected: undefined };
export const chainOf = (changes: Partial<chains.Chain>): Item =>
  chains.chain.item({
    chain: "chain-1",
    blockchain_id: "chain-1",
    subnet_id: "subnet-1",
    alias: "",
    height: 7n,
    observed: undefined,
    connected_ratio: 0.9,
    disconnectedIds: new Set(),
    ...unreported,
    quorum: defaultQuorum,
    ...changes,
  });
export const primaryChain = (chain: "P" | "X" | "C", changes: Partial<chains.Chain> = {}): Item =>
  chainOf({ chain, blockchain_id: chain, subnet_id: primaryNetwork, connected_ratio: 0.95, ...changes });
/** The upgrades of a chain that the node runs. */
export const upgradesOf = (
  digest: number,
  activations: readonly (readonly [upgrade: string, at: number])[] = [],
): Item =>
  chainUpgrades.item({
    ...{ chain: "chain-1", subnet_id: "subnet-1", alias: "", digest, feeHeight: 0n },
    activations: activations.map(([upgrade, at]) => ({ upgrade, at })),
  });
/** The nodes that the node is connected to: the subnet that each tracks, by its ID. */
export const connectedTo = (nodes: Readonly<Record<string, string>>, version = "avalanchego/1.14.2"): Item =>
  peers.connectedNodes.item({
    byId: new Map(
      Object.entries(nodes).map(([id, subnet]) => [id, { version, trackedSubnets: [primaryNetwork, subnet] }]),
    ),
  });
export const isolated = primaryChain("P", { connected_ratio: 0.5 });
export const behind = pTime.item({ timestamp: at(now - 301) });
export const check = (name: string, passes = true): Item =>
  healthCheck.item({ check: name, passes, error: passes ? undefined : `${name} fails` });
export const bootstrapped = (chain: string, isBootstrapped = true): Item =>
  chainBootstrapped.item({ chain, isBootstrapped });

export const presence = (
  period: validators.Period | undefined = {
    start: at(now - 10 * day),
    end: at(now + 90 * day),
  },
  changes: Partial<validators.Presence> = {},
): Item => validators.presence.item({ ...labels, isConfigured: true, period, ...changes });
type Validator = validators.CurrentValidator["validator"];
/** A validator of the primary network, or of another subnet. */
export const current = (
  validator: Partial<Validator> = {},
  changes: Partial<validators.CurrentValidator> = {},
): Item => {
  const { node_id } = { ...labels, ...changes };
  return validators.currentValidator.item({
    ...labels,
    subnet_id: primaryNetwork,
    tx_id: "tx",
    auto_renew: "false",
    weight: 10n,
    validator: { nodeID: node_id, weight: 10n, startTime: at(now - 10 * day), uptime: 0.99, ...validator },
    isOther: true,
    requiredUptime: 0.9,
    acceptsDelegations: true,
    ...changes,
  });
};
/** The uptime of the node itself that half of the stake observes. */
export const median = (uptime: number): Item =>
  peers.ownUptime.item({ quantiles: new Map([[0.5, uptime]]), unobservedRatio: 0, insufficient: new Map() });

export const feeState = { price: 1n, excess: 0n, timestamp: at(now) };
/** The fee of L1 validators; unknown without a state. */
export const feesOf = (fees: Fees): Item => validatorFees.item(fees as Parameters<typeof validatorFees.item>[0]);
export const l1Labels = { ...labels, validation_id: "validation-1" };
export const l1Validator = (changes: Partial<l1.L1Validator> = {}): Item =>
  l1.l1Validator.item({
    ...l1Labels,
    weight: 20n,
    balance: BigInt(30 * day),
    fees: {},
    isWatched: true,
    owners: undefined,
    ...changes,
  });
export const member = (weight: bigint, balance: number | undefined, changes: Partial<L1Member> = {}): L1Member => ({
  ...l1Labels,
  weight,
  balance: balance === undefined ? undefined : BigInt(balance),
  ...changes,
});
/** An L1 with these validators. */
export const l1Set = (members: readonly L1Member[] = [member(100n, 30 * day)], alias = "our L1"): Item =>
  l1.l1Set.item({ subnet_id: "subnet-1", alias, members: inOrderOfBalances(members) });
type Manager = Parameters<typeof l1Manager.item>[0];
/** The validator manager of the L1: 5 of the 20 that may change in an hour have changed a minute ago. */
export const managerOf = (changes: Partial<Manager> = {}): Item =>
  l1Manager.item({
    subnet_id: "subnet-1",
    alias: "our L1",
    weight: 105n,
    ownerDigest: 7,
    churn: {
      periodSeconds: 3600n,
      maxPercent: 20n,
      start: BigInt(now - 60),
      initialWeight: 100n,
      totalWeight: 105n,
      amount: 5n,
    },
    ...changes,
  });
export const subnetOf = (kind: string, subnet_id = "subnet-1"): Item =>
  subnetKind.item({ subnet_id, alias: "", kind, conversion_id: "", manager_chain_id: "", manager_address: "" });
export const weightOf = (subnet_id: string, weight: bigint): Item =>
  validators.validatorSet.item({ subnet_id, alias: "", count: 1, weight, largestWeight: weight });
type Weights = Readonly<Record<string, bigint>>;
export const setOf = (weights: Weights) =>
  Object.fromEntries(Object.entries(weights).map(([id, weight]) => [id, { weight }]));
const setAt = (weights: Weights) => ({ height: 100n, validators: setOf(weights) });
type Signers = Parameters<typeof signers.item>[0];
/** The validators that sign the messages of an L1 and make the next block, by weights. */
export const signersOf = (
  into: Weights,
  online: readonly string[],
  out: Weights = into,
  changes: Partial<Signers> = {},
): Item =>
  signers.item({
    chain: "chain-1",
    subnet_id: "subnet-1",
    alias: "",
    since: at(now - 600),
    in: setAt(into),
    proposed: setAt(into),
    out: setAt(out),
    isComplete: true,
    online: new Set(online),
    untracked: new Set(),
    ...changes,
  });
/** The latest block of an EVM chain. */
export const latestOf = (chain: string, timestamp: number): Item =>
  evmChain.item({
    chain,
    subnet_id: chain === "C" ? primaryNetwork : "subnet-1",
    alias: "",
    latest: { number: 1n, timestamp: BigInt(timestamp), gasUsed: 0n, gasLimit: 0n } as never,
  });
