/** What is known about the chains of a node at the present time. */
import { signers as signersKind } from "../../collectors/epochs.ts";
import { evmChain } from "../../collectors/evm.ts";
import { chainUpgrades } from "../../collectors/evm-upgrades.ts";
import { healthCheck } from "../../collectors/health.ts";
import { type Chain, chain as chainKind } from "../../collectors/kinds/chains.ts";
import { l1Validator } from "../../collectors/kinds/l1-validators.ts";
import { currentValidator, presence, type ValidatorLabels, validatorSet } from "../../collectors/kinds/validators.ts";
import { chainBootstrapped } from "../../collectors/node.ts";
import type { Observations } from "../../engine/store.ts";
import { isPrimaryChain } from "../../node-api/ids.ts";
import { heightAge, isAdvancing } from "../../protocol/ages.ts";
import { defaultQuorum, isBelow } from "../../protocol/consensus.ts";
import { activeShareAt, isActive } from "../../protocol/l1.ts";
import { maxBlockAge } from "../../protocol/networks.ts";
import { nextBlock } from "../../protocol/next-block.ts";
import { advancesOn, keyOf, type Observer, quorumOn } from "../observer.ts";
import { chainState } from "./state.ts";

/** Seconds within which a block shows that its chain can make the next one. Later, the validators that can make it are known. */
const advancedWithin = 180;

/** Share of the weight of a chain that stays connected without a watched validator. */
export type Without = { readonly node_id: string; readonly alias: string; readonly ratio: number };

type Running = Pick<Chain, "chain" | "blockchain_id" | "subnet_id" | "alias"> & Partial<Chain>;

/** Returns the chains that the node runs, those that it could not create, and those that it has not bootstrapped and whose health check has
 *  no data. */
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

/** Returns a function that returns what is known about the next block of a chain, and about it and messages without the node itself.
 *  `withoutBootstrapping`: the connected share without the node, while it bootstraps the chain. */
function createNextBlock(of: Observations, { nodeId }: Observer) {
  const read = new Map(of(signersKind).map(({ value }) => [value.chain, value]));
  const blocks = new Map(of(evmChain).map(({ value }) => [value.chain, value.latest]));
  return (running: Running, withoutBootstrapping: number | undefined) => {
    const { chain, observed, quorum = defaultQuorum, disconnectedIds } = running;
    const [signers, last] = [read.get(chain), blocks.get(chain)];
    // the block that has ended its epoch gives the next epoch its time and its P-Chain height
    const isExact =
      signers?.since.getTime() === 1000 * Number(last?.timestamp) && (running.height ?? last?.number) === last?.number;
    const highest = isExact ? signers?.in : signers?.proposed;
    const sets = signers && highest ? [signers.in.validators, highest.validators] : [];
    const isOnline = (id: string) => {
      if (id === nodeId) return true;
      const isAway = disconnectedIds?.has(id) ?? false; // or benched
      if (signers?.online.has(id)) return isAway ? undefined : true;
      return isAway || signers?.untracked.has(id) ? false : undefined;
    };
    const known = {
      proposers: isPrimaryChain(chain) ? undefined : sets,
      isOnline,
      undecidedAge: running.processingBlocks ? running.longestProcessingSeconds : undefined,
      heightAge: observed && heightAge(observed),
      hasAdvanced: observed !== undefined && isAdvancing(observed, advancedWithin),
      withoutBootstrapping,
      acceptance: quorum.acceptance,
    };
    const others = (id: string) => id !== nodeId && isOnline(id);
    const { out } = signers?.isComplete ? signers : {};
    return {
      ...nextBlock(known),
      pchain_height: highest && highest.height === signers?.in.height ? Number(highest.height) : undefined,
      without_node: nextBlock({ ...known, hasAdvanced: false, isOnline: others }).can,
      signing_ratio_without_node: out && activeShareAt(out.validators, (id) => others(id) === true),
    };
  };
}

/** Returns a record of each chain. It has no state while the node is isolated: all of its chains are then, too. */
export function chainRecords(of: Observations, observer: Observer) {
  const { network, nodeId, isIsolated, isBehind, blockAge } = observer;
  const checks = new Map(of(healthCheck).map(({ value }) => [value.check, value.passes]));
  const bootstrapped = new Map(of(chainBootstrapped).map(({ value }) => [value.chain, value.isBootstrapped]));
  const executed = new Map(of(evmChain).map(({ value }) => [value.chain, value.latest.number]));
  const upgrades = new Map(of(chainUpgrades).map(({ value }) => [value.chain, value]));
  const withoutOf = createWithout(of, nodeId);
  const nextBlockOf = createNextBlock(of, observer);
  return listedChains(of, bootstrapped, checks).map((running) => {
    const { chain, blockchain_id, subnet_id, alias, height, connected_ratio: connectedRatio } = running;
    const quorum = running.quorum ?? quorumOn(of, subnet_id);
    const ages = blockAge(chain);
    const without = withoutOf(running);
    const withoutNode = without.find(({ node_id }) => node_id === nodeId)?.ratio;
    const isBootstrapped = checks.has(chain) ? bootstrapped.get(chain) : undefined;
    const hasOthers = isBootstrapped === false && !isPrimaryChain(chain) && !isBelow(connectedRatio, quorum.acceptance);
    const next = nextBlockOf(running, hasOthers ? withoutNode : undefined);
    const judged = chainState({
      isBootstrapped,
      connectedRatio,
      quorum,
      isAdvancing: advancesOn(of, subnet_id),
      maxAge: maxBlockAge(network, chain),
      acceptedAge: ages.accepted,
      executedAge: ages.executed,
      executesLater: chain === "C",
      hasUnexecuted: (height ?? 0n) > (executed.get(chain) ?? 0n),
      canAdvance: next.can,
      passesCheck: checks.get(chain),
    });
    return {
      chain,
      blockchain_id,
      subnet_id,
      alias,
      judged,
      isEvidence: !isIsolated,
      isOutdated: isBehind,
      height,
      /** Maximum age of the last block, in seconds. */
      blockAge: ages.atMost,
      connectedRatio,
      quorum,
      next,
      upgrades: upgrades.get(chain),
      /** Without each watched validator. */
      without,
      withoutNode,
    };
  });
}
export type ChainRecord = ReturnType<typeof chainRecords>[number];

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
    if (value.isWatched || isWatched(value.node_id))
      add(value, isActive(value.balance) === false ? 0 : Number(value.weight));
  return [...weights.values()];
}

/** Returns a function that returns the share of the weight of a chain that stays connected without each watched validator. */
function createWithout(of: Observations, nodeId: string | undefined) {
  const totals = new Map(of(validatorSet).map(({ value }) => [value.subnet_id, Number(value.weight)]));
  const bySubnet = Map.groupBy(watchedWeights(of, nodeId), ({ subnet_id }) => subnet_id);
  return ({ subnet_id, connected_ratio, disconnectedIds = new Set() }: Running): readonly Without[] => {
    const total = totals.get(subnet_id);
    if (connected_ratio === undefined || !total) return [];
    return (bySubnet.get(subnet_id) ?? []).map(({ node_id, alias, weight }) => {
      const lost = disconnectedIds.has(node_id) ? 0 : weight / total;
      return { node_id, alias, ratio: Math.max(connected_ratio - lost, 0) };
    });
  };
}
