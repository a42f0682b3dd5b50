/** Facts about the chains of a node. */

import { type Chain, chain as chainKind } from "../../collectors/chains.ts";
import { signers as signersKind } from "../../collectors/epochs.ts";
import { evmChain } from "../../collectors/evm.ts";
import { pTime } from "../../collectors/fees.ts";
import { healthCheck } from "../../collectors/health.ts";
import { l1Validator } from "../../collectors/l1-validators.ts";
import { chainBootstrapped } from "../../collectors/node.ts";
import { currentValidator, presence, type ValidatorLabels, validatorSet } from "../../collectors/validator-set.ts";
import type { Observations, Observed } from "../../engine/store.ts";
import { chainState } from "../conditions.ts";
import type { ChainFacts } from "../entities.ts";
import { type Known, keyOf, type Observer } from "../observer.ts";
import { heightAge, isAdvancing } from "../protocol/ages.ts";
import { highestQuorum, type Quorum } from "../protocol/consensus.ts";
import { lacksProposer } from "../protocol/l1.ts";
import { alwaysAdvances, maxBlockAge } from "../protocol/networks.ts";

/** Ages in seconds of the last blocks of a chain when they were read. */
export type BlockAges = {
  readonly accepted: number | undefined;
  /** Of the last executed block of a chain that always advances; undefined for other chains. */
  readonly executed: number | undefined;
};
export type BlockAge = (chain: string) => BlockAges;

/** Maximum age of a reading in seconds. An older one shows nothing about the present age of a block. */
const maxReadingAge = 300;

/** Returns whether a reading shows something about the present. */
const isRecent = ({ readAt }: { readonly readAt: number }, now: number) => now - readAt <= maxReadingAge;

/** Returns the age of a time when it was read, at least 0; undefined if it was read too long ago. */
function ageOf<T>(observed: Observed<T> | undefined, timeOf: (value: T) => number, now: number): number | undefined {
  if (!observed || !isRecent(observed, now)) return undefined;
  return Math.max(observed.readAt - timeOf(observed.value), 0);
}

/** Returns the age of the last P-Chain block when it was read. */
export const pChainAge = (of: Observations, { now }: Known): number | undefined =>
  ageOf(of(pTime)[0], ({ timestamp }) => timestamp.getTime() / 1000, now);

/** Returns a function that returns the ages of the last blocks of a chain. The C-Chain has executed blocks since Helicon (ACP-194). */
export function createBlockAge(of: Observations, known: Known): BlockAge {
  const heights = new Map(of(chainKind).map((observed) => [observed.value.chain, observed]));
  const executed = new Map(of(evmChain).map((observed) => [observed.value.chain, observed]));
  const { network, now } = known;
  const ofP = pChainAge(of, known);
  return (chain) => {
    if (chain === "P" && ofP !== undefined) return { accepted: ofP, executed: undefined };
    const height = heights.get(chain);
    const seen = height && isRecent(height, now) ? height.value.observed : undefined;
    const ofExecuted = ageOf(executed.get(chain), ({ latest }) => Number(latest.timestamp), now);
    // the health check of a chain with the consensus Simplex has no height, and its virtual machine executes what it accepts
    const isWithoutHeight = height !== undefined && height.value.height === undefined;
    return {
      accepted: seen ? heightAge(seen) : isWithoutHeight ? ofExecuted : undefined,
      executed: alwaysAdvances(network, chain) ? ofExecuted : undefined,
    };
  };
}

/** Returns the age of the older one of the last accepted and the last executed block. */
export const olderOf = ({ accepted, executed }: BlockAges): number | undefined =>
  executed === undefined ? accepted : Math.max(executed, accepted ?? 0);

type Running = Pick<Chain, "chain" | "blockchain_id" | "subnet_id" | "alias"> & Partial<Chain>;

/** Returns the chains that the node runs, those that it could not create, and those that it never bootstraps with partial sync: X and C,
 *  which have no data. */
function listedChains(
  of: Observations,
  bootstrapped: ReadonlyMap<string, boolean>,
  checks: ReadonlyMap<string, boolean>,
) {
  const listed = new Map<string, Running>(of(chainKind).map(({ value }) => [value.chain, value]));
  for (const [chain, is] of bootstrapped)
    if (!is && checks.has(chain) && !listed.has(chain))
      listed.set(chain, { chain, blockchain_id: "", subnet_id: "", alias: "" });
  return [...listed.values()];
}

/** Returns the limits of the weight of a subnet or L1, by the chains of it that the node runs. */
export function quorumOn(of: Observations, subnet: string): Quorum {
  const ofSubnet = of(chainKind).filter(
    ({ value }) => value.subnet_id === subnet && value.connected_ratio !== undefined,
  );
  return highestQuorum(ofSubnet.map(({ value }) => value.quorum));
}

/** Returns whether a chain of a subnet has accepted a block lately. It refutes that too little weight is connected. */
export const advancesOn = (of: Observations, subnet: string): boolean =>
  of(chainKind).some(({ value: { subnet_id, observed } }) => subnet_id === subnet && observed && isAdvancing(observed));

/** Returns whether no validator that can make the next block of a chain is connected. The P-Chain height of the last block is known only
 *  if that block has ended its epoch, so that the next epoch has its time and its height. */
function isWithoutProposer(of: Observations, chain: string, nodeId: string | undefined): boolean {
  const signers = of(signersKind).find(({ value }) => value.chain === chain)?.value;
  const last = of(evmChain).find(({ value }) => value.chain === chain)?.value.latest;
  if (!signers || !last || signers.since.getTime() !== 1000 * Number(last.timestamp)) return false;
  return lacksProposer(signers.in, (id) => id === nodeId || signers.online.has(id));
}

/** Returns the facts about each chain, apart from the limits of the view of the node. */
export function chainFacts(of: Observations, { network, nodeId }: Known, blockAge: BlockAge): readonly ChainFacts[] {
  const checks = new Map(of(healthCheck).map(({ value }) => [value.check, value.passes]));
  const bootstrapped = new Map(of(chainBootstrapped).map(({ value }) => [value.chain, value.isBootstrapped]));
  const withoutOf = createWithout(of, nodeId);
  return listedChains(of, bootstrapped, checks).map((running): ChainFacts => {
    const { chain, blockchain_id, subnet_id, alias, height, connected_ratio } = running;
    const quorum = running.quorum ?? quorumOn(of, subnet_id);
    const ages = blockAge(chain);
    const judged = chainState({
      isBootstrapped: checks.has(chain) ? bootstrapped.get(chain) : undefined,
      connectedRatio: connected_ratio,
      quorum,
      isAdvancing: advancesOn(of, subnet_id),
      maxAge: maxBlockAge(network, chain),
      acceptedAge: ages.accepted,
      executedAge: ages.executed,
      executesLater: chain === "C",
      lacksProposer: isWithoutProposer(of, chain, nodeId),
      passesCheck: checks.get(chain),
    });
    return {
      ...{ chain, blockchain_id, subnet_id, alias, ...judged, height, connected_ratio },
      required_ratio: quorum.healthy,
      without: withoutOf(running),
      block_age_seconds: olderOf(ages),
    };
  });
}

/** Removes the facts that an isolated node cannot know. */
export const limitChains = (chains: readonly ChainFacts[], { isIsolated }: Observer): readonly ChainFacts[] =>
  isIsolated ? chains.map((chain) => ({ ...chain, state: undefined, without: [] })) : chains;

type Weighted = ValidatorLabels & { readonly weight: number };
/** Returns the weight of each watched validator. An inactive L1 validator has none. */
function watchedWeights(of: Observations, nodeId: string | undefined): readonly Weighted[] {
  const watched = new Set(of(presence).map(({ value }) => value.node_id));
  const isWatched = (id: string) => watched.has(id) || id === nodeId;
  const weights = new Map<string, Weighted>();
  const add = ({ subnet_id, node_id, alias }: ValidatorLabels, weight: number) => {
    const key = keyOf({ subnet_id, node_id });
    weights.set(key, { subnet_id, node_id, alias, weight: (weights.get(key)?.weight ?? 0) + weight });
  };
  for (const { value } of of(currentValidator)) if (isWatched(value.node_id)) add(value, Number(value.weight));
  for (const { value } of of(l1Validator))
    if (value.isWatched || isWatched(value.node_id)) add(value, value.balance === 0n ? 0 : Number(value.weight));
  return [...weights.values()];
}

/** Returns a function that returns the share of the weight of a chain that stays connected without each watched validator. */
function createWithout(of: Observations, nodeId: string | undefined) {
  const totals = new Map(of(validatorSet).map(({ value }) => [value.subnet_id, Number(value.weight)]));
  const bySubnet = Map.groupBy(watchedWeights(of, nodeId), ({ subnet_id }) => subnet_id);
  return ({ subnet_id, connected_ratio, disconnectedIds = new Set() }: Running) => {
    const total = totals.get(subnet_id);
    if (connected_ratio === undefined || !total) return [];
    return (bySubnet.get(subnet_id) ?? []).map(({ node_id, alias, weight }) => {
      const lost = disconnectedIds.has(node_id) ? 0 : weight / total;
      return { node_id, alias, ratio: Math.max(connected_ratio - lost, 0) };
    });
  };
}

/** Connections to the validators of subnets and L1s, from the health checks of the chains that the node runs. */
export type Connections = {
  /** Returns undefined for a subnet without a running chain, and while the node does not know enough about its own connections. */
  readonly isConnected: (subnetId: string, nodeId: string) => boolean | undefined;
  /** Returns whether the node runs a chain of a subnet; undefined while it is unknown which chains it runs. */
  readonly runsChain: (subnetId: string) => boolean | undefined;
};
export function createConnections(of: Observations, { nodeId, isIsolated }: Observer): Connections {
  const stopped = new Set(
    of(chainBootstrapped).flatMap(({ value: { chain, isBootstrapped } }) => (isBootstrapped ? [] : chain)),
  );
  const all = of(chainKind).map(({ value }) => value);
  const running = all.filter(({ chain, connected_ratio }) => connected_ratio !== undefined && !stopped.has(chain));
  const bySubnet = Map.groupBy(running, ({ subnet_id }) => subnet_id);
  return {
    isConnected(subnet, id) {
      const chains = bySubnet.get(subnet);
      if (!chains || isIsolated === undefined) return undefined;
      if (id === nodeId) return !isIsolated;
      return isIsolated ? undefined : !chains.some(({ disconnectedIds }) => disconnectedIds.has(id));
    },
    runsChain: (subnet) => (all.length === 0 ? undefined : bySubnet.has(subnet)),
  };
}
